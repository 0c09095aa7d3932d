"""What a reminder is, and when it rings."""

from __future__ import annotations

import calendar as months
from bisect import bisect_left, bisect_right
from datetime import UTC, datetime, timedelta
from typing import Annotated, ClassVar, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from simulator.phone.app import Seed
from simulator.phone.call import Look
from simulator.phone.plot import SeedTime
from simulator.phone.roles import Amount, Code, Ref, Text, When
from simulator.phone.store import Record

Unit = Literal["second", "minute", "hour", "day", "week", "month"]
ReminderId = Annotated[str, Ref("Id of the reminder.", "reminder.reminder")]
Title = Annotated[str, Text("What to be reminded of, in a few words.")]
Description = Annotated[str, Text("Details; may be empty.")]
DueTime = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS.")]
RepeatUnit = Annotated[Unit | None, Code("second, minute, hour, day, week or month; leave out for once.")]
RepeatValue = Annotated[int | None, Amount("Every how many units.")]

MAX_REPETITIONS = 100
HORIZON = timedelta(weeks=12)
LARGEST_STEP = 1000
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}
_LONGEST = {**_SECONDS, "day": 86_400, "week": 7 * 86_400, "month": 31 * 86_400}


class Reminder(Record, frozen=True):
    """When it rings next follows from its times and from when it last rang, so changing the times touches nothing else.

    `rung` counts how often it has fallen due.
    """

    table: ClassVar[str] = "reminder.reminder"
    prefix: ClassVar[str] = "rem"

    title: str
    due: int
    description: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None
    rung: int = 0
    time_notified: int | None = None


class ReminderSeed(Seed):
    title: str = Field(min_length=1)
    due: SeedTime
    description: str = ""
    repeat: Unit | None = Field(None, description="Unit of repetition.")
    every: int | None = Field(None, ge=1, le=LARGEST_STEP, description="Every how many units.")


def in_order(look: Look) -> list[Reminder]:
    return look.store.derived(
        "reminder.order", Reminder, lambda: sorted(look.store.all(Reminder).values(), key=lambda r: (r.due, r.id))
    )


def next_ring(reminder: Reminder, tz: ZoneInfo, now: int = 0) -> int | None:
    """When it falls due next, or None when it is over. Repetitions before now do not come up any more."""
    last = reminder.time_notified
    if last is None or last < reminder.due:
        return reminder.due
    repetitions = range(1, _repetitions(reminder) + 1)
    over = bisect_right(repetitions, max(last, now - 1), key=lambda number: _at(reminder, number, tz))
    return _at(reminder, repetitions[over], tz) if over < len(repetitions) else None


def rings_before(reminder: Reminder, moment: int, tz: ZoneInfo) -> list[int]:
    """The times before a moment at which it fell due."""
    times = range(_repetitions(reminder) + 1)
    past = bisect_left(times, moment, key=lambda number: _at(reminder, number, tz))
    return [_at(reminder, number, tz) for number in times[:past]]


def _repetitions(reminder: Reminder) -> int:
    """How often it comes again: not beyond the horizon, and not too often."""
    if reminder.repetition_unit is None:
        return 0
    step = (reminder.repetition_value or 1) * _LONGEST[reminder.repetition_unit]
    return min(MAX_REPETITIONS, int(HORIZON.total_seconds()) // step)


def _at(reminder: Reminder, number: int, tz: ZoneInfo) -> int:
    """When a repetition falls due; days, weeks and months keep the local time of day."""
    unit, steps = reminder.repetition_unit, number * (reminder.repetition_value or 1)
    if unit is None or number == 0:
        return reminder.due
    if unit in _SECONDS:
        return reminder.due + steps * _SECONDS[unit]
    local = datetime.fromtimestamp(reminder.due, UTC).astimezone(tz).replace(tzinfo=None, fold=0)
    if unit == "month":
        index = local.month - 1 + steps
        year, month = local.year + index // 12, index % 12 + 1
        # The 31st of a short month is its last day.
        moved = local.replace(year=year, month=month, day=min(local.day, months.monthrange(year, month)[1]))
    else:
        moved = local + timedelta(days=steps * (7 if unit == "week" else 1))
    return int(moved.replace(tzinfo=tz).timestamp())
