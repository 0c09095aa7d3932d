"""Where events stand in a day's grid: from which minute, how long, and in which of the columns they share."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from simulator.phone.apps.calendar.days import Span
from simulator.phone.apps.calendar.records import Event
from simulator.phone.call import Look

DAY_MINUTES = 24 * 60
SHORTEST = 15
"""Minutes a slot takes up at least, so that it can be read and tapped."""


class Slot(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place in the grid; `lane` counts from 1 up to `lanes`."""

    minute: int
    minutes: int
    lane: int = 1
    lanes: int = 1

    @property
    def last(self) -> int:
        return self.minute + self.minutes


def slots(look: Look, events: Sequence[Event], day: Span) -> dict[str, Slot]:
    """A slot for each event by id; events that overlap share the width."""
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
    return slot.minute, -slot.minutes, event_id


def _place(look: Look, event: Event, day: Span) -> Slot:
    """By the clock on the wall, cut at the day's ends."""
    first = 0 if event.start < day.start else _minute(look, event.start)
    last = DAY_MINUTES if event.end >= day.end else _minute(look, event.end)
    # Where the clock goes back, an event may end at an earlier hand than it started.
    minutes = max(last - first, SHORTEST)
    return Slot(min(first, DAY_MINUTES - minutes), minutes)


def _minute(look: Look, at: int) -> int:
    clock = look.show(at)
    return int(clock[11:13]) * 60 + int(clock[14:16])


def _side_by_side(crowd: list[tuple[Slot, str]]) -> dict[str, Slot]:
    """Each event takes the first column that is free again when it starts."""
    columns: list[int] = []
    taken: list[int] = []
    for slot, _ in crowd:
        free = next((lane for lane, until in enumerate(columns) if until <= slot.minute), len(columns))
        columns[free : free + 1] = [slot.last]
        taken.append(free + 1)
    return {
        event_id: Slot(slot.minute, slot.minutes, lane, len(columns))
        for (slot, event_id), lane in zip(crowd, taken, strict=True)
    }
