"""What the calendar's screens show, and how an event is told to the assistant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from simulator.phone import when
from simulator.phone.apps.calendar.days import Span, day_of, is_all_day
from simulator.phone.apps.calendar.grid import Slot, slots
from simulator.phone.apps.calendar.records import Event
from simulator.phone.call import Look
from simulator.phone.screens import View


class EventRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event in a list. In a day's list `slot` is its place in the grid."""

    id: str
    title: str
    start: str
    end: str
    weekday: str
    minutes: int
    """How long it lasts; where the clock changes, this is not the difference of the times shown."""
    tag: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    added_by: str = ""
    all_day: bool = False
    began_before: bool = False
    goes_on: bool = False
    over: bool = False
    slot: Slot | None = None


class DayChip(msgspec.Struct, frozen=True, omit_defaults=True):
    day: str
    weekday: str
    shown: bool = False
    today: bool = False


class AgendaDay(View, frozen=True):
    """One day, or without `day` the hits on every day."""

    day: str
    rows: tuple[EventRow, ...]
    total: int
    first: int = 0
    today: bool = False
    clock: str = ""
    tag: str = ""
    attendee: str = ""
    query: str = ""
    week: tuple[DayChip, ...] = ()
    tags: tuple[str, ...] = ()


class AttendeeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    you: bool = False
    added_it: bool = False


class EventView(View, frozen=True):
    event: EventRow
    description: str = ""
    people: tuple[AttendeeRow, ...] = ()


class EditEventView(View, frozen=True):
    """The form. Without a time the event starts when it is saved and takes an hour."""

    name: str
    start: str = ""
    end: str = ""
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    problem: str = ""


def day_rows(look: Look, events: Sequence[Event], day: Span) -> tuple[EventRow, ...]:
    """Rows with their places in the grid; what fills the whole day stands above the grid."""
    whole = {event.id for event in events if event.start <= day.start and event.end >= day.end}
    places = slots(look, [event for event in events if event.id not in whole], day)
    return tuple(
        msgspec.structs.replace(
            row(look, event),
            all_day=event.id in whole,
            began_before=event.start < day.start,
            goes_on=event.end > day.end,
            slot=places.get(event.id),
        )
        for event in events
    )


def row(look: Look, event: Event) -> EventRow:
    return EventRow(
        id=event.id,
        title=event.title,
        start=look.show(event.start),
        end=look.show(event.end),
        weekday=when.weekday(event.start, look.tz),
        minutes=(event.end - event.start) // when.MINUTE,
        tag=event.tag,
        location=event.location,
        attendees=event.attendees,
        added_by=event.created_by,
        all_day=is_all_day(look, event),
        over=event.end <= look.now,
    )


def people(look: Look, event: Event) -> tuple[AttendeeRow, ...]:
    you, added = look.owner.name.casefold(), event.created_by.casefold()
    return tuple(AttendeeRow(name, name.casefold() == you, name.casefold() == added) for name in event.attendees)


def week_of(look: Look, day: Span) -> tuple[DayChip, ...]:
    """The days from Monday to Sunday around a day."""
    today = day_of(look, "")
    span = day
    while when.weekday(span.start, look.tz) != when.WEEKDAYS[0]:
        span = Span(*when.day_bounds(span.start - 1, look.tz))
    chips: list[DayChip] = []
    while not chips or when.weekday(span.start, look.tz) != when.WEEKDAYS[0]:
        weekday = when.weekday(span.start, look.tz)
        chips.append(DayChip(when.show_day(span.start, look.tz), weekday, span == day, span == today))
        span = Span(*when.day_bounds(span.end, look.tz))
    return tuple(chips)


def told(look: Look, event: Event) -> dict[str, Any]:
    return {
        "event_id": event.id,
        "title": event.title,
        "start_datetime": look.show(event.start),
        "end_datetime": look.show(event.end),
        "weekday": when.weekday(event.start, look.tz),
        "tag": event.tag,
        "description": event.description,
        "location": event.location,
        "attendees": list(event.attendees),
        "added_by": event.created_by,
    }


def told_page(look: Look, events: Sequence[Event], offset: int, limit: int) -> dict[str, Any]:
    page = events[offset : offset + limit]
    return {
        "events": [told(look, event) for event in page],
        "range": [offset, offset + len(page)],
        "total": len(events),
    }


def day_and_clock(look: Look, at: int) -> str:
    return f"{when.weekday(at, look.tz)} {look.show(at)[:16]}"


def span_text(look: Look, event: Event) -> str:
    """When it is, for a reader: the second date only if it is another one."""
    end = look.show(event.end)[:16]
    same_day = end[:10] == look.show(event.start)[:10]
    return f"{day_and_clock(look, event.start)} to {end[11:] if same_day else day_and_clock(look, event.end)}"
