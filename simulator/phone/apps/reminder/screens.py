"""The views of the reminder app, the values that its templates need, and its screens with their taps."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any, ClassVar, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.reminder import actions
from simulator.phone.apps.reminder.actions import (
    Description,
    DueTime,
    ReminderFields,
    ReminderId,
    RepeatUnit,
    RepeatValue,
    Title,
)
from simulator.phone.apps.reminder.records import APP, PREFIX, Reminder, Unit
from simulator.phone.call import Call, Look
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, swap

_GONE = "This reminder was deleted."
# Headings of the list, in the order in which the screen shows them.
_GROUPS = ("Overdue", "Today", "Tomorrow", "Later")


class DueColumn(NamedTuple):
    """The two lines of a time in the first column of the list; the first line is drawn larger."""

    first: str
    second: str


class ReminderRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    due: str
    description: str = ""
    repeats: str = ""
    next: str = ""
    """Time of the next ring after the due time; empty if the reminder is not due yet or will not ring again."""
    overdue: bool = False

    @property
    def comes(self) -> datetime:
        """Return the time of the next ring, or else the due time."""
        return datetime.fromisoformat(self.next or self.due)

    def due_time(self, now: str) -> DueColumn:
        """Return the two lines for the time, such as `17:30` and `today`, or `18 May` and `07:30`."""
        at, today = self.comes, datetime.fromisoformat(now)
        clock, days = f"{at:%H:%M}", (at.date() - today.date()).days
        if days == 0:
            return DueColumn(clock, "today")
        # Up to six days away, the weekday alone is enough.
        if -7 < days < 7:
            return DueColumn(f"{at:%a}", clock)
        return DueColumn(f"{at.day} {at:%b}", clock if at.year == today.year else str(at.year))

    def late_by(self, now: str) -> str:
        """Return the time since the reminder was due, such as `12 min`, `1 h 48` or `3 days`."""
        late = datetime.fromisoformat(now) - datetime.fromisoformat(self.due)
        hours, minutes = divmod(int(late.total_seconds()) // 60, 60)
        if late >= timedelta(days=1):
            return f"{late.days} day{'s' if late.days > 1 else ''}"
        return f"{hours} h {minutes:02}" if hours else f"{minutes} min"

    def group(self, now: str) -> str:
        """Return the heading under which the reminder is listed: one of `_GROUPS`."""
        if self.overdue:
            return "Overdue"
        days = (self.comes.date() - datetime.fromisoformat(now).date()).days
        return {0: "Today", 1: "Tomorrow"}.get(days, "Later")


class DueGroup(NamedTuple):
    """The reminders under one heading of a list."""

    title: str
    rows: list[ReminderRow]


class RemindersView(View, frozen=True):
    showing: str
    rows: tuple[ReminderRow, ...]

    def groups(self, now: str) -> list[DueGroup]:
        """Return the reminders in groups, the most urgent group first; empty groups are left out."""
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


class ReminderList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    showing: Literal["all", "due", "upcoming"] = "all"

    @tap(swap_to("ReminderList"))
    def list_all_reminders(self, call: Call) -> Step:
        """Show every reminder."""
        return swap(ReminderList(), "All reminders are shown.")

    @tap(swap_to("ReminderList"))
    def list_due_reminders(self, call: Call) -> Step:
        """Show what is due."""
        return swap(ReminderList(showing="due"), "Due reminders are shown.")

    @tap(swap_to("ReminderList"))
    def list_upcoming_reminders(self, call: Call) -> Step:
        """Show what is still to come."""
        return swap(ReminderList(showing="upcoming"), "Upcoming reminders are shown.")

    @tap(push("ReminderDetail"))
    def open_reminder(self, call: Call, reminder_id: ReminderId) -> Step:
        """Open a reminder."""
        reminder = actions.find_reminder(call, reminder_id, "Pick one from the list.")
        return go(ReminderDetail(reminder_id=reminder.id), f"'{reminder.title}' is open.")

    @tap(push("EditReminder"))
    def create_new(self, call: Call) -> Step:
        """Start a new reminder."""
        return go(EditReminder(), "A new reminder is open for editing.")

    def view(self, look: Look) -> View:
        rows = tuple(row(look, reminder) for reminder in self._shown(look))
        return RemindersView(title="Reminders", showing=self.showing, rows=rows)

    def _shown(self, look: Look) -> list[Reminder]:
        reminders = actions.in_order(look)
        if self.showing == "upcoming":
            # Sorted by the next ring, because a repeating reminder may have been due first long ago.
            times = [(at, reminder) for reminder in reminders if (at := actions.coming(look, reminder)) is not None]
            return [reminder for _, reminder in sorted(times, key=lambda pair: pair[0])]
        return [reminder for reminder in reminders if self.showing == "all" or actions.is_due(look, reminder)]


class ReminderDetail(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    reminder_id: str

    @tap(push("EditReminder"))
    def edit(self, call: Call) -> Step:
        """Change this reminder."""
        reminder = actions.still_there(call, self.reminder_id)
        draft = EditReminder(
            reminder_id=reminder.id,
            title=reminder.title,
            description=reminder.description,
            # As text, as the user types it; `actions.edit` keeps the exact instant if the text is not changed.
            due_datetime=call.show(reminder.due),
            repetition_unit=reminder.repetition_unit,
            repetition_value=reminder.repetition_value,
        )
        return go(draft, f"'{reminder.title}' is open for editing.")

    @tap(POP, write=True)
    def delete(self, call: Call) -> Step:
        """Delete this reminder."""
        reminder = actions.still_there(call, self.reminder_id)
        call.drop(reminder)
        return back(f"'{reminder.title}' is deleted.")

    def view(self, look: Look) -> View:
        reminder = look.store.get(Reminder, self.reminder_id)
        if reminder is None:
            return GoneView(title="Reminder", text=_GONE)
        return ReminderView(title=reminder.title, reminder=row(look, reminder))


class EditReminder(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    reminder_id: str = ""
    title: str = ""
    description: str = ""
    due_datetime: str = ""
    repetition_unit: Unit | None = None
    repetition_value: int | None = None

    @tap(swap_to("EditReminder"))
    def set_title(self, call: Call, title: Title) -> Step:
        """Write the title."""
        return self._with(call, "The title is set.", title=title)

    @tap(swap_to("EditReminder"))
    def set_description(self, call: Call, description: Description = "") -> Step:
        """Write the details; empty clears them."""
        return self._with(call, "The details are set.", description=description)

    @tap(swap_to("EditReminder"))
    def set_due_datetime(self, call: Call, due_datetime: DueTime) -> Step:
        """Set when the reminder is due."""
        due = call.parse_time(due_datetime, "due_datetime")
        return self._with(call, "The time is set.", due_datetime=call.show(due))

    @tap(swap_to("EditReminder"))
    def set_repetition(self, call: Call, unit: RepeatUnit = None, value: RepeatValue = None) -> Step:
        """Set how the reminder repeats; without a unit it rings once."""
        actions.check_repetition(unit, value)
        return self._with(call, "The repetition is set.", repetition_unit=unit, repetition_value=value)

    @tap(swap_to("ReminderDetail"), POP, write=True)
    def save(self, call: Call) -> Step:
        """Save the reminder."""
        fields = ReminderFields(
            title=self.title,
            due_datetime=self.due_datetime,
            description=self.description,
            repetition_unit=self.repetition_unit,
            repetition_value=self.repetition_value,
        )
        # Called only for its errors: a wrong field is reported even if the reminder was deleted meanwhile.
        actions.checked(call, fields)
        if self.reminder_id:
            actions.edit(call, actions.still_there(call, self.reminder_id), fields)
            return back(f"'{self.title}' is saved.")
        reminder = actions.add(call, fields)
        return swap(ReminderDetail(reminder_id=reminder.id), f"'{self.title}' is saved.")

    @tap(POP)
    def cancel(self, call: Call) -> Step:
        """Leave without saving."""
        return back("Nothing was saved.")

    def view(self, look: Look) -> View:
        if self.reminder_id and look.store.get(Reminder, self.reminder_id) is None:
            return GoneView(title="Edit reminder", text=_GONE)
        return EditReminderView(
            title="Edit reminder" if self.reminder_id else "New reminder",
            name=self.title,
            description=self.description,
            due=self.due_datetime,
            repeats=repeats(self.repetition_unit, self.repetition_value),
        )

    def _with(self, call: Call, result: str, **fields: Any) -> Step:
        if self.reminder_id:
            actions.still_there(call, self.reminder_id)
        return swap(replace(self, **fields), result)
