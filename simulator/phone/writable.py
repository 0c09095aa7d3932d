"""Turns any value that a player passes into a value that a trace can store."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

# Values nested deeper are replaced by `...`.
DEEPEST = 30
# Python refuses to print longer whole numbers (sys.set_int_max_str_digits is 4300 by default).
MOST_DIGITS = 4000


def writable(value: Any, depth: int = 0) -> Any:
    """Return a value that JSON can hold: broken characters are escaped, infinity and NaN become texts.

    Very large whole numbers, very deeply nested values and objects of other types are replaced by a short text.
    """
    if depth > DEEPEST:
        return "..."
    if isinstance(value, str):
        return writable_text(value)
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        # Measured in bits, about 3.3 per digit: to count the digits, Python would have to print the number.
        return value if value.bit_length() < MOST_DIGITS * 3 else "a very large number"
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {writable_text(str(key)): writable(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [writable(inner, depth + 1) for inner in value]
    return type(value).__name__


def writable_text(text: str) -> str:
    """Return the text with broken characters escaped."""
    # Broken characters are halves of surrogate pairs: Python accepts them in a text, but UTF-8 can't encode them.
    if text.isascii():
        return text
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


def texts_in(value: Any) -> Iterator[str]:
    """Yield all plain values inside a nested value as texts, without the names of fields and without None."""
    if isinstance(value, Mapping):
        for inner in value.values():
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)
    elif value is not None:
        yield str(value)


def shortened(text: str, length: int) -> str:
    return text if len(text) <= length else text[: length - 3] + "..."


def spelled(value: Any, length: int = 60) -> str:
    """Return the `repr` of any value for an error text, cut to `length` characters."""
    try:
        return shortened(repr(value), length)
    except (ValueError, RecursionError):
        return shortened(repr(writable(value)), length)
