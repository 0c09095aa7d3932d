"""Reads calendar events from a foreign trace, and writes our calendar events in the same format."""

from __future__ import annotations

import re
from typing import Any

from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry
from simulator.phone import when
from simulator.phone.apps.calendar.records import DEFAULT_LENGTH, DEFAULT_TITLE, Event
from simulator.phone.world import World
from simulator.scenario.base import LABEL

_UTC = when.zone("UTC")


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    return [seed for key, event in state.entries("events") if (seed := _event(key, event, draft)) is not None]


def _event(key: str, event: ForeignEntry, draft: Draft) -> dict[str, Any] | None:
    foreign = event.text("event_id") or key
    if foreign and draft.has(Event.table, foreign):
        draft.notes.say(event.app, "an event with a duplicate id is shown once")
        return None
    # Both time fields are read before one is chosen, because a field that is never read would be reported as unknown.
    begins = event.time("start_strftime")
    start = event.time("start_datetime")
    start = begins if start is None else start
    if start is None:
        draft.notes.say(event.app, "an event without a time is skipped")
        return None
    title = event.text("title")
    if not title.strip():
        draft.notes.say(event.app, f"an event without a title is called {DEFAULT_TITLE}")
        title = DEFAULT_TITLE
    return without_blanks(
        {
            "label": draft.label(Event.table, foreign),
            "title": title,
            "start": draft.written(start),
            "end": draft.written(_end(event, start, draft)),
            "tag": event.text("tag"),
            "description": event.text("description"),
            "location": event.text("location"),
            "attendees": [_attendee(name, draft) for name in event.texts("attendees")],
        }
    )


def _end(event: ForeignEntry, start: int, draft: Draft) -> int:
    ends = event.time("end_strftime")
    end = event.time("end_datetime")
    end = ends if end is None else end
    if end is None:
        return start + DEFAULT_LENGTH
    if end < start:
        draft.notes.say(event.app, "an event that ends before it starts is shown with no duration")
    return max(start, end)


def _attendee(name: str, draft: Draft) -> str:
    """Return an attendee of an event as scenario files write it.

    A name that looks like a label becomes a person, because a scenario would read it as a label.
    """
    return draft.named(name) if re.fullmatch(LABEL, name) else name


def write(world: World) -> dict[str, Any]:
    events = sorted(world.store.all(Event).values(), key=lambda event: (event.start, event.id))
    return {"events": {event.id: _told(world, event) for event in events}}


def _told(world: World, event: Event) -> dict[str, Any]:
    start, end = told_time(event.start, world.tz), told_time(event.end, world.tz)
    return {
        "event_id": event.id,
        "title": event.title,
        "start_datetime": start,
        "end_datetime": end,
        "tag": event.tag or None,
        "description": event.description or None,
        "location": event.location or None,
        "attendees": list(event.attendees),
        "start_strftime": _spelled(start),
        "end_strftime": _spelled(end),
    }


def _spelled(at: float) -> str:
    return f"{when.weekday(int(at), _UTC)}, {when.show(int(at), _UTC)}"
