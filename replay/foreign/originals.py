"""The parts of a foreign file that its run keeps, so that it can be written back unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from simulator.phone.writable import writable
from simulator.trace.moments import Acted, Envelope, Moment, Started
from simulator.trace.trace_reader import Trace

_KEPT = ("version", "metadata", "apps", "events", "context", "augmentation")
_OTHERS = "other_completed_events"
# Every completed event has one; what was taken from the logs alone has none.
_ACTION = "action"


def with_file(moments: Sequence[Moment], fields: Mapping[str, Any], left_out: tuple[str, ...]) -> tuple[Moment, ...]:
    """The moments, the first of which keeps what the file says besides its logs and the events that are moments.

    `left_out`: kinds of events that are too many to keep.
    """
    told = iter(_originals(moments))
    expected = next(told, None)
    others: list[list[Any]] = []
    for place, event in enumerate(_kept_kinds(fields, left_out)):
        if event == expected:
            expected = next(told, None)
        else:
            others.append([place, event])
    kept = {**{name: writable(fields[name]) for name in _KEPT if name in fields}, _OTHERS: others}
    first = moments[0]
    envelope = msgspec.structs.replace(first.envelope or Envelope(), original=kept)
    return (msgspec.structs.replace(first, envelope=envelope), *moments[1:])


def kept_file(trace: Trace) -> dict[str, Any]:
    """Of a run of ours, nothing."""
    original = _first(trace)
    return {name: original[name] for name in _KEPT if name in original}


def kept_events(trace: Trace) -> list[dict[str, Any]]:
    """The completed events as they stood in the file; none of a run of ours."""
    events = list(_originals(trace.moments))
    for place, event in _first(trace).get(_OTHERS, ()):
        events.insert(place, event)
    return events


def _kept_kinds(fields: Mapping[str, Any], left_out: tuple[str, ...]) -> Iterator[Any]:
    for event in fields.get("completed_events") or ():
        if isinstance(event, dict) and event.get("event_type") not in left_out:
            yield writable(event)


def _first(trace: Trace) -> dict[str, Any]:
    first = trace.moments[0] if trace.moments else None
    return first.envelope.original if isinstance(first, Started) and first.envelope is not None else {}


def _originals(moments: Sequence[Moment]) -> Iterator[dict[str, Any]]:
    for moment in moments:
        envelope = moment.envelope
        if isinstance(moment, Acted) and envelope is not None and _ACTION in envelope.original:
            yield envelope.original
