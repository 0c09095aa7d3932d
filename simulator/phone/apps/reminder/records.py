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
# A reminder stops after `MAX_REPETITIONS` repetitions or `HORIZON` after its due time, so that every run can end.
MAX_REPETITIONS = 100
HORIZON = timedelta(weeks=12)
LARGEST_STEP = 1000
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
# The longest duration of each unit in seconds, so that no repetition is later than `HORIZON`.
_LONGEST = {**_SECONDS, "day": 86_400, "week": 7 * 86_400, "month": 31 * 86_400}


class Reminder(Record, frozen=True):
    """One reminder. The next ring is not stored: it is computed from the due time, the repetition and the last ring.

    `rung` counts how often the reminder has rung; `time_notified` is the time of the last ring.
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
    """Return the time of the next ring: the due time or, if it has rung since then, the next repetition from `now` on.

    Return None if the reminder will not ring again.
    """
    last = reminder.time_notified
    if last is None or last < reminder.due:
        return reminder.due
    repetitions = range(1, _repetitions(reminder) + 1)
    # Repetitions before `now` that did not ring are skipped.
    over = bisect_right(repetitions, max(last, now - 1), key=lambda number: _at(reminder, number, tz))
    return _at(reminder, repetitions[over], tz) if over < len(repetitions) else None


def rings_before(reminder: Reminder, moment: int, tz: ZoneInfo) -> list[int]:
    """Return the times before `moment` at which the reminder falls due, the earliest first."""
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
    """Return the time of the repetition with this number, where 0 means the due time.

    Days, weeks and months keep the local time of day.
    """
    unit, steps = reminder.repetition_unit, number * (reminder.repetition_value or 1)
    if unit is None or number == 0:
        return reminder.due
    # Hours and shorter units are counted in seconds, because they do not depend on the calendar.
    if unit in _SECONDS:
        return reminder.due + steps * _SECONDS[unit]
    # Days and longer units are counted in local time, so that 9:00 stays 9:00 when the clock changes.
    local = datetime.fromtimestamp(reminder.due, UTC).astimezone(tz).replace(tzinfo=None, fold=0)
    if unit == "month":
        index = local.month - 1 + steps
        year, month = local.year + index // 12, index % 12 + 1
        # A reminder on the 31st rings on the last day of a shorter month.
        moved = local.replace(year=year, month=month, day=min(local.day, months.monthrange(year, month)[1]))
    else:
        moved = local + timedelta(days=steps * (7 if unit == "week" else 1))
    return int(moved.replace(tzinfo=tz).timestamp())
