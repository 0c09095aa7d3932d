"""Values as a trace keeps them: what goes in comes out the same."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from simulator.phone.store import Change, Patch, patch_of
from simulator.phone.writable import writable, writable_text

_patches = msgspec.json.Decoder(tuple[Patch, ...])
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def plain(value: Any) -> Any:
    """The value as it will be read back: lists for tuples, text for what is no data."""
    if value is None or (type(value) is str and value.isascii()):
        return value
    try:
        return msgspec.json.decode(msgspec.json.encode(value))
    except (TypeError, ValueError, OverflowError, RecursionError):
        return msgspec.json.decode(msgspec.json.encode(writable(value)))


def patches_of(changes: Iterable[Change]) -> tuple[Patch, ...]:
    """What a moment keeps of the records it touched, as it will be read back."""
    return tuple(patch_of(change) for change in changes)


def plain_text(text: str) -> str:
    """Text without memory addresses, which differ from run to run, and without halves of characters."""
    return writable_text(_ADDRESS.sub("", text))
