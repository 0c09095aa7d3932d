"""What the screens of the reminder app show."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

import msgspec

from simulator.phone.apps.reminder import actions
from simulator.phone.apps.reminder.records import Reminder
from simulator.phone.call import Look
from simulator.phone.screens import View

_GROUPS = ("Overdue", "Today", "Tomorrow", "Later")


class DueColumn(NamedTuple):
    """A time as the first column of a list shows it: the part that matters most above."""

    first: str
    second: str


class ReminderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    due: str
    description: str = ""
    repeats: str = ""
    next: str = ""
    """When it rings again; empty if it has not rung yet, or never will again."""
    overdue: bool = False

    @property
    def comes(self) -> datetime:
        """Return when it rings next, or when it fell due."""
        return datetime.fromisoformat(self.next or self.due)

    def due_time(self, now: str) -> DueColumn:
        """Return `17:30 today`, `Sat 09:00`, `18 May 07:30` in its two parts."""
        at, today = self.comes, datetime.fromisoformat(now)
        clock, days = f"{at:%H:%M}", (at.date() - today.date()).days
        if days == 0:
            return DueColumn(clock, "today")
        if -7 < days < 7:
            return DueColumn(f"{at:%a}", clock)
        return DueColumn(f"{at.day} {at:%b}", clock if at.year == today.year else str(at.year))

    def late_by(self, now: str) -> str:
        """Return `12 min`, `1 h 48`, `3 days`."""
        late = datetime.fromisoformat(now) - datetime.fromisoformat(self.due)
        hours, minutes = divmod(int(late.total_seconds()) // 60, 60)
        if late >= timedelta(days=1):
            return f"{late.days} day{'s' if late.days > 1 else ''}"
        return f"{hours} h {minutes:02}" if hours else f"{minutes} min"

    def group(self, now: str) -> str:
        """Return the heading under which it is listed."""
        if self.overdue:
            return "Overdue"
        days = (self.comes.date() - datetime.fromisoformat(now).date()).days
        return {0: "Today", 1: "Tomorrow"}.get(days, "Later")


class DueGroup(NamedTuple):
    """Reminders of a list under one heading."""

    title: str
    rows: list[ReminderRow]


class RemindersView(View, frozen=True):
    showing: str
    rows: tuple[ReminderRow, ...]

    def groups(self, now: str) -> list[DueGroup]:
        """Return the reminders in groups, the most pressing first; groups without any are left out."""
        groups: dict[str, list[ReminderRow]] = {title: [] for title in _GROUPS}
        for row in self.rows:
            groups[row.group(now)].append(row)
        return [DueGroup(title, found) for title, found in groups.items() if found]


class ReminderView(View, frozen=True):
    reminder: ReminderRow


class EditReminderView(View, frozen=True):
    name: str
    description: str
    due: str
    repeats: str


def repeats(unit: str | None, value: int | None) -> str:
    if unit is None:
        return ""
    return f"every {unit}" if value in (None, 1) else f"every {value} {unit}s"


def row(look: Look, reminder: Reminder) -> ReminderRow:
    again = actions.coming(look, reminder) if actions.is_due(look, reminder) else None
    return ReminderRow(
        id=reminder.id,
        title=reminder.title,
        due=look.show(reminder.due),
        description=reminder.description,
        repeats=repeats(reminder.repetition_unit, reminder.repetition_value),
        next="" if again is None else look.show(again),
        overdue=actions.is_overdue(look, reminder),
    )
