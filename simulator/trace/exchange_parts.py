"""Messages and tool schemas sent to language models, each kept once in a trace, at its first use."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from simulator.trace.hashing import json_hash
from simulator.trace.moments import Moment

# 80 bits: short, because every request lists all its messages, and still distinct within a trace.
LENGTH = 20
_NONE: Mapping[str, Any] = MappingProxyType({})
M = TypeVar("M", bound=Moment)


def part_hash(part: Any) -> str:
    """Return the hash by which an exchange names a message or tool schema."""
    return json_hash(part)[:LENGTH]


def parts_used(moment: Moment) -> tuple[str, ...]:
    """Return the hashes of the messages and tool schemas that a moment's exchange uses, in order, each once."""
    exchange = moment.envelope.exchange if moment.envelope is not None else None
    return () if exchange is None else tuple(dict.fromkeys((*exchange.messages, *exchange.tools)))


def parts_brought(moment: Moment) -> Mapping[str, Any]:
    return moment.envelope.parts if moment.envelope is not None else _NONE


def with_parts(moment: M, parts: Mapping[str, Any]) -> M:
    """Return the moment with these messages and tool schemas and no others."""
    if parts_brought(moment) == parts:
        return moment
    assert moment.envelope is not None, "only a moment with an envelope can have parts"
    return msgspec.structs.replace(moment, envelope=msgspec.structs.replace(moment.envelope, parts=dict(parts)))


class FirstUses:
    """Keeps each message and tool schema only in the first moment that uses it.

    Call `settle` with the moments of a trace in order.
    """

    def __init__(self, kept: Mapping[str, Any] = _NONE) -> None:
        """Start a trace. `kept`: messages and tool schemas that moments use but do not contain."""
        self._kept = kept
        self._there: set[str] = set()

    def settle(self, moment: M) -> M:
        """Return the moment with only the messages and tool schemas that no earlier moment uses."""
        # A player that was created again, after a restart, brings along parts that the trace already has.
        if moment.envelope is None or moment.envelope.exchange is None:
            return moment
        brought, first = moment.envelope.parts, {}
        for name in parts_used(moment):
            part = brought.get(name, self._kept.get(name))
            if name not in self._there and part is not None:
                self._there.add(name)
                first[name] = part
        return with_parts(moment, first)
