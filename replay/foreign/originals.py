"""The parts of an “hf” file that a run keeps, so that an export has these parts unchanged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from simulator.phone.writable import writable
from simulator.trace.moments import Acted, Envelope, Moment, Started
from simulator.trace.trace_reader import Trace

_KEPT = ("version", "metadata", "apps", "events", "context", "augmentation")
_OTHERS = "other_completed_events"
# Every completed event has this field; acts that are known only from the logs do not have it.
_ACTION = "action"


def with_file(moments: Sequence[Moment], fields: Mapping[str, Any], left_out: tuple[str, ...]) -> tuple[Moment, ...]:
    """Store fields of the file, and the events that did not become moments, in the first moment; return all moments.

    `left_out`: kinds of events that are not kept, because there are too many.
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
    """Return the fields of the imported “hf” file; empty for other runs."""
    original = _first(trace)
    return {name: original[name] for name in _KEPT if name in original}


def kept_events(trace: Trace) -> list[dict[str, Any]]:
    """Return the completed events as they were in the imported “hf” file; empty for other runs."""
    events = list(_originals(trace.moments))
    # Events are stored by ascending place, so each place is right once all events before it are inserted.
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
