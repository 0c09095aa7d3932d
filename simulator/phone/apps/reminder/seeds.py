"""Reads reminders from a scenario file and adds them to the phone."""

from __future__ import annotations

from msgspec.structs import replace
from pydantic import Field

from simulator.phone.app import Seed
from simulator.phone.apps.reminder.records import LARGEST_STEP, Reminder, Unit, next_ring, rings_before
from simulator.phone.plot import Plot, SeedError, SeedTime


class ReminderSeed(Seed):
    title: str = Field(min_length=1)
    due: SeedTime
    description: str = ""
    repeat: Unit | None = Field(None, description="Unit of the repetition; without one the reminder rings once.")
    every: int | None = Field(None, ge=1, le=LARGEST_STEP, description="Units from one ring to the next; by default 1.")


def plant_reminder(plot: Plot, seed: ReminderSeed) -> None:
    if seed.every is not None and seed.repeat is None:
        raise SeedError("every", "`every` needs a unit; add `repeat: day` or another unit")
    value = (seed.every or 1) if seed.repeat else None
    reminder = Reminder(
        id=plot.new_id(Reminder),
        title=seed.title,
        due=seed.due,
        description=seed.description,
        repetition_unit=seed.repeat,
        repetition_value=value,
    )
    # Rings before the start count as over, so that they do not ring when the run starts.
    past = rings_before(reminder, plot.start, plot.tz)
    if past:
        reminder = replace(reminder, rung=len(past), time_notified=past[-1])
    if seed.repeat and next_ring(reminder, plot.tz, plot.start) is None:
        raise SeedError("due", "all repetitions of this reminder are before the start; write a later time")
    plot.add(reminder, seed.label)
