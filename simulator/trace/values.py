"""Values as a trace can keep them: what goes in comes out the same, whatever a player handed over."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec

_DEEPEST = 50
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def plain(value: Any) -> Any:
    """The value as it will be read back: lists for tuples, null for what is not a number, text for what is no data."""
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, RecursionError):
        return msgspec.json.decode(msgspec.json.encode(_tamed(value, 0)))


def plain_text(text: str) -> str:
    """Text without memory addresses, which differ from run to run, and without halves of characters."""
    return _ADDRESS.sub("", text).encode("utf-8", "replace").decode("utf-8")


def _tamed(value: Any, depth: int) -> Any:
    if depth > _DEEPEST:
        return "..."
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return {str(_tamed(key, depth + 1)): _tamed(inner, depth + 1) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_tamed(inner, depth + 1) for inner in value]
    if isinstance(value, set | frozenset):
        return sorted((_tamed(inner, depth + 1) for inner in value), key=repr)
    if value is None or isinstance(value, bool | int | float):
        return value
    try:
        built = msgspec.to_builtins(value)
    except (TypeError, ValueError, RecursionError):
        return plain_text(repr(value))
    return _tamed(built, depth + 1)
