"""The records of the reminder app, and the computation of the times at which a reminder rings."""

from __future__ import annotations

import calendar as months
from bisect import bisect_left, bisect_right
from datetime import UTC, datetime, timedelta
from typing import ClassVar, Literal
from zoneinfo import ZoneInfo

from simulator.phone.store import Record

APP = "reminder"
PREFIX = "Reminders"
Unit = Literal["second", "minute", "hour", "day", "week", "month"]
# Limits after which a reminder stops ringing: otherwise a run would never end.
MAX_REPETITIONS = 100
HORIZON = timedelta(weeks=12)
LARGEST_STEP = 1000
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
# The most seconds that a step can take, so that the horizon holds for long months as well.
_LONGEST = {**_SECONDS, "day": 86_400, "week": 7 * 86_400, "month": 31 * 86_400}


class Reminder(Record, frozen=True):
    """One reminder. The next ring is not stored: it follows from the due time, the repetition and the last ring.

    `rung` counts how often the reminder has rung.
    """

    table: ClassVar[str] = "reminder.reminder"
    prefix: ClassVar[str] = "rem"
    details: ClassVar[tuple[str, ...]] = ("description",)

    title: str
    due: int
    description: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None
    rung: int = 0
    time_notified: int | None = None


def next_ring(reminder: Reminder, tz: ZoneInfo, now: int = 0) -> int | None:
    """Return when the reminder rings next, or None if it will not ring again."""
    last = reminder.time_notified
    if last is None or last < reminder.due:
        return reminder.due
    repetitions = range(1, _repetitions(reminder) + 1)
    # Repetitions that were missed while nothing could ring are dropped.
    over = bisect_right(repetitions, max(last, now - 1), key=lambda number: _at(reminder, number, tz))
    return _at(reminder, repetitions[over], tz) if over < len(repetitions) else None


def rings_before(reminder: Reminder, moment: int, tz: ZoneInfo) -> list[int]:
    """Return the times before `moment` at which the reminder fell due."""
    times = range(_repetitions(reminder) + 1)
    past = bisect_left(times, moment, key=lambda number: _at(reminder, number, tz))
    return [_at(reminder, number, tz) for number in times[:past]]


def _repetitions(reminder: Reminder) -> int:
    """Return the number of repetitions after the first ring, limited by `HORIZON` and `MAX_REPETITIONS`."""
    if reminder.repetition_unit is None:
        return 0
    step = (reminder.repetition_value or 1) * _LONGEST[reminder.repetition_unit]
    return min(MAX_REPETITIONS, int(HORIZON.total_seconds()) // step)


def _at(reminder: Reminder, number: int, tz: ZoneInfo) -> int:
    """Return when a repetition falls due; days, weeks and months keep the local time of day."""
    unit, steps = reminder.repetition_unit, number * (reminder.repetition_value or 1)
    if unit is None or number == 0:
        return reminder.due
    # Hours and shorter steps do not depend on the calendar, so they are counted in seconds.
    if unit in _SECONDS:
        return reminder.due + steps * _SECONDS[unit]
    # Counted on the local clock, so that 9 o'clock stays 9 o'clock when the clock changes.
    local = datetime.fromtimestamp(reminder.due, UTC).astimezone(tz).replace(tzinfo=None, fold=0)
    if unit == "month":
        index = local.month - 1 + steps
        year, month = local.year + index // 12, index % 12 + 1
        # The 31st of a short month is its last day.
        moved = local.replace(year=year, month=month, day=min(local.day, months.monthrange(year, month)[1]))
    else:
        moved = local + timedelta(days=steps * (7 if unit == "week" else 1))
    return int(moved.replace(tzinfo=tz).timestamp())
