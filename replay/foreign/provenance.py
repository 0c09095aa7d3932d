"""Stores facts about a foreign file in the first moment of its run, so that exported traces contain the facts too."""

from __future__ import annotations

from typing import Any, get_args

import msgspec

from replay.foreign.brought import Brought, Format
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import Trace

_KEY = "imported"


class Provenance(msgspec.Struct, frozen=True):
    format: Format
    said: dict[str, Any] = {}
    warnings: tuple[str, ...] = ()


def with_provenance(brought: Brought) -> Brought:
    """Return the run with the facts in its first moment's envelope. Envelopes are not part of the content hash."""
    trace = brought.trace
    if not trace.moments:
        return brought
    first = trace.moments[0]
    kept = msgspec.to_builtins(Provenance(brought.format, brought.said, brought.warnings))
    envelope = first.envelope or Envelope()
    original = {**envelope.original, _KEY: kept}
    first = msgspec.structs.replace(first, envelope=msgspec.structs.replace(envelope, original=original))
    return brought._replace(trace=trace._replace(moments=(first, *trace.moments[1:])))


def provenance_of(trace: Trace) -> Provenance | None:
    """Return the stored facts; None for a run that was played here, or if the facts can't be read."""
    envelope = trace.moments[0].envelope if trace.moments else None
    if envelope is None or _KEY not in envelope.original:
        return None
    try:
        found = msgspec.convert(envelope.original[_KEY], Provenance)
    except (ValueError, RecursionError):
        return None
    # The first format is our own. A run in that format has no foreign origin.
    return found if found.format in get_args(Format)[1:] else None
