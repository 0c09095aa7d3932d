"""What language models were told, each message and tool schema once in a trace: where it is first used."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec

from simulator.trace.hashing import json_hash
from simulator.trace.moments import Moment

LENGTH = 20
_NONE: Mapping[str, Any] = MappingProxyType({})
M = TypeVar("M", bound=Moment)


def part_hash(part: Any) -> str:
    """By what an exchange names a message or a tool schema, which is given as plain data."""
    return json_hash(part)[:LENGTH]


def parts_used(moment: Moment) -> tuple[str, ...]:
    """The parts of a moment's exchange in order, each once."""
    exchange = moment.envelope.exchange if moment.envelope is not None else None
    return () if exchange is None else tuple(dict.fromkeys((*exchange.messages, *exchange.tools)))


def parts_brought(moment: Moment) -> Mapping[str, Any]:
    return moment.envelope.parts if moment.envelope is not None else _NONE


def with_parts(moment: M, parts: Mapping[str, Any]) -> M:
    """The moment with these parts and no others."""
    if parts_brought(moment) == parts:
        return moment
    assert moment.envelope is not None, "only an exchange has parts, and it lies in an envelope"
    return msgspec.structs.replace(moment, envelope=msgspec.structs.replace(moment.envelope, parts=dict(parts)))


class FirstUses:
    """Goes through the moments of a trace in order. A player that was made anew brings again what is there already."""

    def __init__(self, kept: Mapping[str, Any] = _NONE) -> None:
        """`kept`: parts that moments use without bringing them."""
        self._kept = kept
        self._there: set[str] = set()

    def settle(self, moment: M) -> M:
        """The moment with exactly those parts that it is the first to use, as far as anybody has them."""
        if moment.envelope is None or moment.envelope.exchange is None:
            return moment
        brought, first = moment.envelope.parts, {}
        for name in parts_used(moment):
            part = brought.get(name, self._kept.get(name))
            if name not in self._there and part is not None:
                self._there.add(name)
                first[name] = part
        return with_parts(moment, first)
