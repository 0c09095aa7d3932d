"""The screens of the reminder app and their taps: the list, one reminder, and its form."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

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
from simulator.phone.apps.reminder.views import EditReminderView, RemindersView, ReminderView, repeats, row
from simulator.phone.call import Call, Look
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, swap

_GONE = "This reminder was deleted."


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
        """Set when it falls due."""
        due = call.parse_time(due_datetime, "due_datetime")
        return self._with(call, "The time is set.", due_datetime=call.show(due))

    @tap(swap_to("EditReminder"))
    def set_repetition(self, call: Call, unit: RepeatUnit = None, value: RepeatValue = None) -> Step:
        """Set how it repeats; without a unit it falls due once."""
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
        # A wrong field is told before anything else, also if the reminder was deleted meanwhile.
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
