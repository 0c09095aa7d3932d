"""What the reminder screens show."""

from __future__ import annotations

import msgspec

from simulator.phone.apps.reminder.records import Reminder, next_ring
from simulator.phone.call import Look
from simulator.phone.screens import View


class ReminderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    due: str
    description: str = ""
    repeats: str = ""
    next: str = ""
    """When it rings again; empty if it has not rung yet, or never will again."""
    overdue: bool = False


class RemindersView(View, frozen=True):
    showing: str
    rows: tuple[ReminderRow, ...]


class ReminderView(View, frozen=True):
    reminder: ReminderRow


class EditReminderView(View, frozen=True):
    name: str
    description: str
    due: str
    repeats: str


def is_due(look: Look, reminder: Reminder) -> bool:
    return reminder.due <= look.now


def coming(look: Look, reminder: Reminder) -> int | None:
    """When it rings next, if that is still to come."""
    ring = next_ring(reminder, look.tz, look.now)
    return ring if ring is not None and ring > look.now else None


def is_overdue(look: Look, reminder: Reminder) -> bool:
    """Due, and not coming again by itself."""
    return is_due(look, reminder) and coming(look, reminder) is None


def repeats(unit: str | None, value: int | None) -> str:
    if unit is None:
        return ""
    return f"every {unit}" if value in (None, 1) else f"every {value} {unit}s"


def row(look: Look, reminder: Reminder) -> ReminderRow:
    again = coming(look, reminder) if is_due(look, reminder) else None
    return ReminderRow(
        id=reminder.id,
        title=reminder.title,
        due=look.show(reminder.due),
        description=reminder.description,
        repeats=repeats(reminder.repetition_unit, reminder.repetition_value),
        next="" if again is None else look.show(again),
        overdue=is_overdue(look, reminder),
    )
