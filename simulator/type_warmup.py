"""Prepares types for threads: msgspec crashes if two threads decode a type for the first time at the same moment."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def make_types_ready() -> None:
    """Let msgspec prepare every imported type now, not when a thread first decodes a type.

    Call this function before threads play or show runs, and again after importing further modules. The first call takes
    70 ms, later calls take 1 ms.
    """
    for cls in set(_below(msgspec.Struct)):
        # Ignore types that msgspec cannot decode: no thread will decode them either.
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(cls)


def _below(cls: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for child in cls.__subclasses__():
        yield child
        yield from _below(child)
