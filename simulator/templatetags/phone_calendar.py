"""How the calendar is drawn: a day's grid in classes, and when an event is in words."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from django import template
from django.template import Context

from simulator.phone.apps.calendar.views import AgendaDay, EventRow

register = template.Library()
_STEP = 5
_WIDEST = 6
"""Events that can stand side by side and still be read."""
_FIRST_HOUR, _LAST_HOUR = 8, 20
_EARLY = 6 * 60
_DAY = 24 * 60


class Placed(NamedTuple):
    row: EventRow
    place: int
    classes: str


class Grid(NamedTuple):
    """A day as it is drawn: what stands above the grid, the grid from an hour on, and the line that is now."""

    above: list[Placed]
    placed: list[Placed]
    first: int
    hours: range
    now: str
    crowded: bool
    """So many at once that a list is easier to read."""


@register.simple_tag
def day_grid(view: AgendaDay) -> Grid:
    above: list[Placed] = []
    placed: list[Placed] = []
    for place, row in enumerate(view.rows):
        (above if row.slot is None or _only_night(row) else placed).append(Placed(row, place, _classes(row)))
    slots = [one.row.slot for one in placed if one.row.slot is not None]
    starts = [slot.minute // 60 for slot in slots]
    ends = [-(-slot.last // 60) for slot in slots]
    hour = int(view.clock[:2]) if view.clock else None
    first = min([_FIRST_HOUR, *starts, *([] if hour is None else [hour])])
    last = max([_LAST_HOUR, *ends, *([] if hour is None else [hour + 1])])
    crowded = any(slot.lanes > _WIDEST for slot in slots)
    return Grid(above, placed, first, range(first, min(last, 24)), _now(view.clock), crowded)


@register.filter
def span(row: EventRow) -> str:
    """Thursday 14 May, 18:00 to 19:30"""
    start, end = datetime.fromisoformat(row.start), datetime.fromisoformat(row.end)
    if row.all_day:
        last = end - timedelta(days=1)
        days = _long(start) if last <= start else f"{_long(start)} to {_long(last)}"
        return f"{days}, all day"
    if start.date() == end.date():
        return f"{_long(start)}, {start:%H:%M} to {end:%H:%M}" if start < end else f"{_long(start)}, {start:%H:%M}"
    return f"{_long(start)}, {start:%H:%M} to {_long(end)}, {end:%H:%M}"


@register.filter
def hours(row: EventRow) -> str:
    """18:00–19:30, for a line of a list; of several days only what can be told in short."""
    if row.all_day:
        return "All day"
    return f"{row.start[11:16]}–{row.end[11:16]}" if row.start[:10] == row.end[:10] else f"from {row.start[11:16]}"


@register.filter
def lasts(minutes: int) -> str:
    """1 h 30 min"""
    days, rest = divmod(minutes, _DAY)
    parts = ((days, "day" if days == 1 else "days"), (rest // 60, "h"), (rest % 60, "min"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number)


@register.simple_tag(takes_context=True)
def how_soon(context: Context, row: EventRow) -> str:
    """In 34 min, now, over."""
    if row.over:
        return "over"
    now, start = datetime.fromisoformat(context["shot"].now), datetime.fromisoformat(row.start)
    minutes = -(-int((start - now).total_seconds()) // 60)
    if minutes <= 0:
        return "now"
    if start.date() == now.date():
        return f"in {lasts(minutes)}"
    days = (start.date() - now.date()).days
    return "tomorrow" if days == 1 else f"in {days} days"


@register.filter
def at_clock(local: str) -> str:
    """Thu 14 May 2026, 18:00; what is no time stays as it was typed."""
    try:
        at = datetime.fromisoformat(local)
    except ValueError:
        return local
    return f"{at:%a} {at.day} {at:%b} {at.year}, {at:%H:%M}"


def _only_night(row: EventRow) -> bool:
    """What began the day before and ends before it dawns would push the day itself out of sight."""
    return row.began_before and row.slot is not None and row.slot.last <= _EARLY


def _classes(row: EventRow) -> str:
    if row.slot is None:
        return ""
    start = row.slot.minute // _STEP * _STEP
    length = max(_STEP, min(_DAY, -(-row.slot.last // _STEP) * _STEP) - start)
    place = f"ph-h-{start // 60} ph-m-{start % 60} ph-dh-{length // 60} ph-dm-{length % 60}"
    return f"{place} ph-lane-{row.slot.lane}-{row.slot.lanes}"


def _now(clock: str) -> str:
    return f"ph-h-{int(clock[:2])} ph-m-{int(clock[3:5]) // _STEP * _STEP} ph-dm-5" if clock else ""


def _long(at: datetime) -> str:
    return f"{at:%A} {at.day} {at:%B}"
