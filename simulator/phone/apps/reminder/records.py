"""What a reminder is, and when it rings."""

from __future__ import annotations

import calendar as months
from datetime import UTC, datetime, timedelta
from typing import Annotated, ClassVar, Literal
from zoneinfo import ZoneInfo

from msgspec.structs import replace
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
_SECONDS = {"second": 1, "minute": 60, "hour": 3600}


class Reminder(Record, frozen=True):
    """`rung` counts how often it has fallen due; the next time follows from it."""

    table: ClassVar[str] = "reminder.reminder"
    prefix: ClassVar[str] = "rem"

    title: str
    due: int
    description: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None
    rung: int = 0


class ReminderSeed(Seed):
    title: str
    due: SeedTime
    description: str = ""
    repeat: Unit | None = Field(None, description="Unit of repetition.")
    every: int | None = Field(None, description="Every how many units.")


def in_order(look: Look) -> list[Reminder]:
    return look.store.derived(
        "reminder.order", Reminder, lambda: sorted(look.store.all(Reminder).values(), key=lambda r: (r.due, r.id))
    )


def next_ring(reminder: Reminder, tz: ZoneInfo) -> int | None:
    """When it falls due next, or None when it is over."""
    if reminder.rung == 0:
        return reminder.due
    if reminder.repetition_unit is None or reminder.rung > MAX_REPETITIONS:
        return None
    steps = reminder.rung * (reminder.repetition_value or 1)
    at = _later(reminder.due, reminder.repetition_unit, steps, tz)
    return at if at - reminder.due <= HORIZON.total_seconds() else None


def _later(due: int, unit: Unit, steps: int, tz: ZoneInfo) -> int:
    """So many units later; days, weeks and months keep the local time of day."""
    if unit in _SECONDS:
        return due + steps * _SECONDS[unit]
    local = datetime.fromtimestamp(due, UTC).astimezone(tz).replace(tzinfo=None)
    if unit == "month":
        index = local.month - 1 + steps
        year, month = local.year + index // 12, index % 12 + 1
        # The 31st of a short month is its last day.
        moved = local.replace(year=year, month=month, day=min(local.day, months.monthrange(year, month)[1]))
    else:
        moved = local + timedelta(days=steps * (7 if unit == "week" else 1))
    return int(moved.replace(tzinfo=tz).timestamp())


def rung_before(reminder: Reminder, start: int, tz: ZoneInfo) -> int:
    """A reminder seeded in the past has rung already."""
    rung = 0
    while rung <= MAX_REPETITIONS:
        ring = next_ring(replace(reminder, rung=rung), tz)
        if ring is None or ring >= start:
            break
        rung += 1
    return rung
