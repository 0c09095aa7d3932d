"""Makes types ready for threads: msgspec crashes the process if two threads are the first to read a type at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

import msgspec


def make_types_ready() -> None:
    """What msgspec works out when a type is read for the first time is worked out now, for all that are imported.

    To be called before threads play or show runs, and again after further modules were imported. It takes 70 ms the
    first time and 1 ms after that.
    """
    for cls in set(_below(msgspec.Struct)):
        # One that cannot be read at all will not be, in any thread.
        with suppress(TypeError, NameError):
            msgspec.json.Decoder(cls)


def _below(cls: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for child in cls.__subclasses__():
        yield child
        yield from _below(child)
