"""Views of the calendar: structs, the functions that fill them, and the positions of events in a day's grid."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from simulator.phone import when
from simulator.phone.apps.calendar.actions import Span, day_of, is_all_day
from simulator.phone.apps.calendar.records import Event
from simulator.phone.call import Look
from simulator.phone.screens import TypedText, View
from simulator.words.times import full_time, lasting

DAY_MINUTES = 24 * 60
# In minutes: the shortest slot, so that an event can be read and tapped.
SHORTEST = 15
# In minutes: the style sheet has one class for each step, so positions in the grid are rounded to steps.
_STEP = 5
# The most events that fit side by side and can still be read.
_WIDEST = 6
_FIRST_HOUR, _LAST_HOUR = 8, 20
# A minute of the day: an event from an earlier day that ends by this minute is drawn above the grid, not in it.
_EARLY = 6 * 60


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """An event's position in the grid: its first minute of the day, its length in minutes, and its column.

    `lane` is the column, from 1 to `lanes`.
    """

    minute: int
    minutes: int
    lane: int = 1
    lanes: int = 1

    @property
    def last(self) -> int:
        return self.minute + self.minutes


class EventRow(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event in a list; `slot` is its position in the grid of a day, None in other lists and for all-day events."""

    id: str
    title: str
    start: str
    end: str
    weekday: str
    minutes: int
    """Duration in minutes; it differs from `end` minus `start` if the clock changes during the event."""
    tag: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    added_by: str = ""
    all_day: bool = False
    began_before: bool = False
    goes_on: bool = False
    over: bool = False
    slot: Slot | None = None

    @property
    def span(self) -> str:
        """Return the start and end of the event: `Thursday 14 May, 18:00 to 19:30`, or `Thursday 14 May, all day`."""
        start, end = datetime.fromisoformat(self.start), datetime.fromisoformat(self.end)
        if self.all_day:
            last = end - timedelta(days=1)
            days = _long(start) if last <= start else f"{_long(start)} to {_long(last)}"
            return f"{days}, all day"
        if start.date() == end.date():
            return f"{_long(start)}, {start:%H:%M} to {end:%H:%M}" if start < end else f"{_long(start)}, {start:%H:%M}"
        return f"{_long(start)}, {start:%H:%M} to {_long(end)}, {end:%H:%M}"

    @property
    def hours(self) -> str:
        """Return the hours for a list: `18:00–19:30`, `All day`, or `from 18:00` if the event ends on a later day."""
        if self.all_day:
            return "All day"
        start, end = self.start[11:16], self.end[11:16]
        return f"{start}–{end}" if self.start[:10] == self.end[:10] else f"from {start}"

    @property
    def length(self) -> str:
        """Return the event's duration, such as `1 h 30 min`."""
        return lasting(self.minutes)

    @property
    def only_night(self) -> bool:
        """Return whether the event began on an earlier day and ends early in the morning of this day."""
        return self.began_before and self.slot is not None and self.slot.last <= _EARLY

    @property
    def grid_classes(self) -> str:
        """Return the CSS classes for the event's position in the grid, in steps of 5 minutes.

        Return an empty text if the event has no slot.
        """
        if self.slot is None:
            return ""
        start = self.slot.minute // _STEP * _STEP
        length = max(_STEP, min(DAY_MINUTES, -(-self.slot.last // _STEP) * _STEP) - start)
        place = f"ph-h-{start // 60} ph-m-{start % 60} ph-dh-{length // 60} ph-dm-{length % 60}"
        return f"{place} ph-lane-{self.slot.lane}-{self.slot.lanes}"

    def how_soon(self, now: str) -> str:
        """Return the time until the event, such as `in 34 min` or `tomorrow`, or else `now` or `over`."""
        if self.over:
            return "over"
        at, start = datetime.fromisoformat(now), datetime.fromisoformat(self.start)
        # Rounded up: half a minute before the start it is "in 1 min", not "now".
        minutes = -(-int((start - at).total_seconds()) // 60)
        if minutes <= 0:
            return "now"
        if start.date() == at.date():
            return f"in {lasting(minutes)}"
        days = (start.date() - at.date()).days
        return "tomorrow" if days == 1 else f"in {days} days"


class PlacedEvent(NamedTuple):
    """An event in the drawing of a day; `place` is the position of its row in the list, counted from 0."""

    row: EventRow
    place: int

    @property
    def classes(self) -> str:
        return self.row.grid_classes


class Grid(NamedTuple):
    """A day as it is drawn: events above the grid and in it, the hours of the grid, and the line for the current time.

    `first` is the first hour. `now` holds the CSS classes of the line, or is empty if the day is not today.
    """

    above: list[PlacedEvent]
    placed: list[PlacedEvent]
    first: int
    hours: range
    now: str
    crowded: bool
    """True if more than 6 events overlap, so that a list is easier to read than the grid."""


class DayChip(msgspec.Struct, frozen=True, omit_defaults=True):
    day: str
    weekday: str
    shown: bool = False
    today: bool = False


class AgendaDay(View, frozen=True):
    """A page of the events that match the search and the filters, on one day or, if `day` is empty, on all days."""

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

    @property
    def grid(self) -> Grid:
        """Return the day as it is drawn: from 8:00 to 20:00, or longer if events or the current time need it."""
        above: list[PlacedEvent] = []
        placed: list[PlacedEvent] = []
        for place, row in enumerate(self.rows):
            # In the grid, an event from the day before would begin at 0:00 and push the rest of the day out of sight.
            (above if row.slot is None or row.only_night else placed).append(PlacedEvent(row, place))
        slots = [one.row.slot for one in placed if one.row.slot is not None]
        starts = [slot.minute // 60 for slot in slots]
        ends = [-(-slot.last // 60) for slot in slots]
        hour = [int(self.clock[:2])] if self.clock else []
        first = min([_FIRST_HOUR, *starts, *hour])
        last = max([_LAST_HOUR, *ends, *(one + 1 for one in hour)])
        crowded = any(slot.lanes > _WIDEST for slot in slots)
        return Grid(above, placed, first, range(first, min(last, 24)), self._now_classes, crowded)

    @property
    def _now_classes(self) -> str:
        if not self.clock:
            return ""
        return f"ph-h-{int(self.clock[:2])} ph-m-{int(self.clock[3:5]) // _STEP * _STEP} ph-dm-5"


class AttendeeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    you: bool = False
    added_it: bool = False


class EventView(View, frozen=True):
    event: EventRow
    description: str = ""
    people: tuple[AttendeeRow, ...] = ()


class EditEventView(View, frozen=True):
    """The form of an event. A new event without times starts when it is saved and lasts an hour."""

    name: str
    start: str = ""
    end: str = ""
    tag: str = ""
    description: str = ""
    location: str = ""
    attendees: tuple[str, ...] = ()
    problem: str = ""

    def time_range(self, text: TypedText) -> tuple[str, str]:
        """Return the start and end that the form shows: the values that are being typed, or else those of the draft."""
        start = text.typed("start_datetime", self.start, "set_time_range")
        end = text.typed("end_datetime", self.end, "set_time_range")
        return full_time(start), full_time(end)


def day_rows(look: Look, events: Sequence[Event], day: Span) -> tuple[EventRow, ...]:
    """Return a row for each event, with its slot in the grid; an event that fills the whole day has no slot."""
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
    """Return the days from Monday to Sunday of the week that contains a day."""
    today = day_of(look, "")
    span = day
    # Day by day, not by multiples of 24 hours: a day on which the clock changes has 23 or 25 hours.
    while when.weekday(span.start, look.tz) != when.WEEKDAYS[0]:
        span = Span(*when.day_bounds(span.start - 1, look.tz))
    chips: list[DayChip] = []
    while not chips or when.weekday(span.start, look.tz) != when.WEEKDAYS[0]:
        weekday = when.weekday(span.start, look.tz)
        chips.append(DayChip(when.show_day(span.start, look.tz), weekday, span == day, span == today))
        span = Span(*when.day_bounds(span.end, look.tz))
    return tuple(chips)


def slots(look: Look, events: Sequence[Event], day: Span) -> dict[str, Slot]:
    """Return a slot for each event, by id; events that overlap are in different columns."""
    places = sorted(((_place(look, event, day), event.id) for event in events), key=_top_down)
    found: dict[str, Slot] = {}
    crowd: list[tuple[Slot, str]] = []
    until = -1
    for place, event_id in places:
        if place.minute >= until:
            found.update(_side_by_side(crowd))
            crowd = []
        crowd.append((place, event_id))
        until = max(until, place.last)
    found.update(_side_by_side(crowd))
    return found


def _top_down(placed: tuple[Slot, str]) -> tuple[int, int, str]:
    slot, event_id = placed
    # Of two events that start together, the longer comes first and gets the left column.
    return slot.minute, -slot.minutes, event_id


def _place(look: Look, event: Event, day: Span) -> Slot:
    """Return the part of an event on this local day as a slot of at least `SHORTEST` minutes, not yet in a column."""
    first = 0 if event.start < day.start else _minute(look, event.start)
    last = DAY_MINUTES if event.end >= day.end else _minute(look, event.end)
    # `last` may be before `first`: when the clock goes back, an event may end at an earlier local time than its start.
    minutes = max(last - first, SHORTEST)
    return Slot(min(first, DAY_MINUTES - minutes), minutes)


def _minute(look: Look, at: int) -> int:
    clock = look.show(at)
    return int(clock[11:13]) * 60 + int(clock[14:16])


def _side_by_side(crowd: list[tuple[Slot, str]]) -> dict[str, Slot]:
    """Return the slots of overlapping events, by id: each takes the first column that is free when it starts."""
    columns: list[int] = []
    taken: list[int] = []
    for slot, _ in crowd:
        free = next((lane for lane, until in enumerate(columns) if until <= slot.minute), len(columns))
        # Replaces the column's end, or appends a column if `free` is the index after the last column.
        columns[free : free + 1] = [slot.last]
        taken.append(free + 1)
    return {
        event_id: Slot(slot.minute, slot.minutes, lane, len(columns))
        for (slot, event_id), lane in zip(crowd, taken, strict=True)
    }


def _long(at: datetime) -> str:
    return f"{at:%A} {at.day} {at:%B}"
