"""Values as people write them in a plan: one for a list of one, and commas for brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from simulator.options import is_number

_One = TypeVar("_One")
_NOTHING = ("none", "null", "")
_FILE_NAME = re.compile(r"\w[\w .+-]*")


def several(value: Any) -> Any:
    """A list: from itself, from one value, or from a text with commas."""
    items = value if isinstance(value, list | tuple) else [value]
    return [part for item in items for part in _parts(item)]


def several_or_none(value: Any) -> Any:
    """As `several`; the word none stands for an empty list."""
    items = several(value)
    return [] if len(items) == 1 and str(items[0]).lower() in _NOTHING else items


def once_each(values: tuple[_One, ...]) -> tuple[_One, ...]:
    return tuple(dict.fromkeys(values))


def number(value: Any) -> Any:
    """Python takes a truth for a number, people do not."""
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers")
    if not is_number(value):
        raise ValueError("it is no number")
    return value


def truth(value: Any) -> Any:
    """Only what says true or false; 1 and 0 are refused, since a number there is a slip."""
    if isinstance(value, bool):
        return value
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError("it is neither true nor false")


def printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it has characters that cannot be shown; leave them out")
    return text


def fit_for_a_file(name: str) -> str:
    """Results are kept in a folder of this name."""
    if not _FILE_NAME.fullmatch(name) or name != name.strip() or not name.isprintable():
        raise ValueError("write letters, digits, spaces, '_', '-', '+' and '.', beginning with a letter or digit")
    return name


def without_sign_of_zero(value: float) -> float:
    """-0.0 is the same level of noise as 0.0, but its text would be another."""
    return value + 0.0


def plain_number(value: float) -> str:
    """`0.1`, `2`: without what a float adds."""
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def _parts(item: Any) -> Iterator[Any]:
    if isinstance(item, str):
        yield from (part.strip() for part in item.split(",") if part.strip())
    elif item is not None:
        yield item
