"""Prepares types for threads: msgspec crashes the process if two threads are the first to decode a type at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def make_types_ready() -> None:
    """Let msgspec prepare every imported type now, instead of when a thread first decodes it.

    Call it before threads play or show runs, and again after importing further modules. It takes 70 ms the first time
    and 1 ms after that.
    """
    for cls in set(_below(msgspec.Struct)):
        # Ignore types that msgspec cannot decode: no thread will decode them either.
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(cls)


def _below(cls: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for child in cls.__subclasses__():
        yield child
        yield from _below(child)
