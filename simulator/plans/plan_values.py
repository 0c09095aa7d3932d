"""Reads values as people write them in a plan, such as `a, b` or `a` for a list, and describes them as JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeVar

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from simulator.options import is_number

_One = TypeVar("_One")
# Forms send an empty text for a field that people leave blank.
_NOTHING = ("none", "null", "")
_FILE_NAME = re.compile(r"\w[\w .+-]*")


def several(value: Any) -> Any:
    """Turn a list or a single value into a list; texts are split at commas, and None and empty parts are dropped."""
    items = value if isinstance(value, list | tuple) else [value]
    return [part for item in items for part in _parts(item)]


def several_or_none(value: Any) -> Any:
    """Do the same as `several`, but turn the single word "none" or "null" into an empty list."""
    items = several(value)
    return [] if len(items) == 1 and str(items[0]).lower() in _NOTHING else items


def once_each(values: tuple[_One, ...]) -> tuple[_One, ...]:
    return tuple(dict.fromkeys(values))


def number(value: Any) -> Any:
    """Return the value if it is a number, otherwise raise ValueError. True and False are not numbers."""
    if isinstance(value, bool):
        raise ValueError("true and false are not numbers")
    if not is_number(value):
        raise ValueError("it is not a number")
    return value


def truth(value: Any) -> Any:
    """Return the bool that a value such as True, "yes" or "off" means; raise ValueError for anything else.

    1 and 0 are refused too, because a number in place of a truth value is probably a mistake.
    """
    if isinstance(value, bool):
        return value
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}
    if isinstance(value, str) and value.strip().lower() in words:
        return words[value.strip().lower()]
    raise ValueError("it is neither true nor false")


def printable(text: str) -> str:
    if not text.isprintable():
        raise ValueError("it contains characters that can’t be shown; remove them")
    return text


def fit_for_a_file(name: str) -> str:
    """Return the name if it can be the name of a folder; otherwise raise ValueError."""
    if not _FILE_NAME.fullmatch(name) or name != name.strip() or not name.isprintable():
        raise ValueError("write letters, digits, spaces, '_', '-', '+' and '.', starting with a letter, a digit or '_'")
    return name


def without_sign_of_zero(value: float) -> float:
    # -0.0 is the same level of noise as 0.0, but its text differs, so a sweep would get an extra cell for it.
    return value + 0.0


def plain_number(value: float) -> str:
    """Return a number as people write it, such as `0.1` or `2`, without the digits that a float adds."""
    # `:g` keeps six digits. For a number that needs more, `repr` keeps all of them.
    return f"{value:g}" if float(f"{value:g}") == value else repr(value)


def _parts(item: Any) -> Iterator[Any]:
    if isinstance(item, str):
        yield from (part.strip() for part in item.split(",") if part.strip())
    elif item is not None:
        yield item


TEXT = {"type": "string"}


class FileSchema(GenerateJsonSchema):
    """Generates JSON Schema without titles of fields, in which a list may also be one value or a text with commas."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def function_before_schema(self, schema: Any) -> JsonSchemaValue:
        inner = super().function_before_schema(schema)
        if schema["function"]["function"] not in (several, several_or_none):
            return inner
        items = inner["items"]
        # A single text is allowed by TEXT below; naming it twice would make editors show it twice.
        one = [] if items.get("type") == "string" and "enum" not in items else [items]
        return {"anyOf": [inner, *one, TEXT]}
