"""The class of the reminder app: its tools, its event, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from simulator.phone import when
from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import Alarm, App, Meddling
from simulator.phone.apps.reminder import actions
from simulator.phone.apps.reminder.actions import NewReminderFields, ReminderFields, ReminderId
from simulator.phone.apps.reminder.records import APP, PREFIX, Reminder, next_ring
from simulator.phone.apps.reminder.screens import EditReminder, ReminderDetail, ReminderList
from simulator.phone.apps.reminder.seeds import ReminderSeed, plant_reminder
from simulator.phone.apps.reminder.words import WORDS
from simulator.phone.arguments import Only
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record
from simulator.words.english import counted


class Reminders(App):
    name = APP
    prefix = PREFIX
    title = "Reminders"
    about = "Things to be reminded of."
    category = "reminders-tasks"
    records = (Reminder,)
    screens = (ReminderList, ReminderDetail, EditReminder)
    seed = ReminderSeed
    words = WORDS

    @tool(write=True, act=ToolAct("remind"))
    def add_reminder(self, call: Call, fields: NewReminderFields) -> str:
        """Add a reminder and return its id."""
        return _confirmed(call, actions.add(call, fields), "set")

    @tool(write=True, act=ToolAct("change", on="reminder_id"))
    def update_reminder(
        self,
        call: Call,
        reminder_id: ReminderId,
        fields: Annotated[
            ReminderFields, Only("title", "description", "due_datetime", "repetition_unit", "repetition_value")
        ],
    ) -> str:
        """Replace the fields of a reminder; without a description the old stays, without a unit it rings once."""
        new = actions.edit(call, actions.find_reminder(call, reminder_id), fields)
        return _confirmed(call, new, "changed")

    @tool(write=True, act=ToolAct("delete", on="reminder_id"))
    def delete_reminder(self, call: Call, reminder_id: ReminderId) -> str:
        """Delete a reminder with all its repetitions."""
        reminder = actions.find_reminder(call, reminder_id)
        call.drop(reminder)
        return f"Reminder {reminder.id}, '{reminder.title}', is deleted."

    @tool(write=True, act=ToolAct("delete"))
    def delete_all_reminders(self, call: Call) -> str:
        """Delete every reminder."""
        reminders = actions.in_order(call)
        for reminder in reminders:
            call.drop(reminder)
        return f"{counted(len(reminders), 'reminder')} {'is' if len(reminders) == 1 else 'are'} deleted."

    @tool(write=False)
    def get_due_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List the reminders that are due now."""
        return [_told(call, reminder) for reminder in actions.in_order(call) if actions.is_due(call, reminder)]

    @tool(write=False)
    def get_all_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List all reminders."""
        return [_told(call, reminder) for reminder in actions.in_order(call)]

    @event(makes=NOTHING)
    def fall_due(self, call: Call, reminder_id: ReminderId) -> str:
        """A reminder rings."""
        reminder = actions.find_reminder(call, reminder_id)
        actions.ring(call, reminder)
        return f"'{reminder.title}' is due."

    def next_alarm(self, look: Look) -> Alarm | None:
        def earliest() -> Alarm | None:
            times = [
                (ring, r.id)
                for r in look.store.all(Reminder).values()
                if (ring := next_ring(r, look.tz, look.now)) is not None
            ]
            if not times:
                return None
            at, reminder_id = min(times)
            return Alarm(at, "fall_due", {"reminder_id": reminder_id})

        # Cached until a reminder changes, because the engine asks very often.
        return look.store.derived("reminder.next", Reminder, earliest)

    def plant(self, plot: Plot, seed: ReminderSeed) -> None:
        plant_reminder(plot, seed)

    def badge(self, look: Look) -> int:
        return sum(actions.is_overdue(look, reminder) for reminder in actions.in_order(look))

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ReminderList(), ReminderDetail(reminder_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for reminder in actions.in_order(look):
            if reminder.id not in spared:
                yield Meddling("delete_reminder", {"reminder_id": reminder.id})
        tomorrow = look.show(look.now + 86_400)
        yield Meddling("add_reminder", {"title": "Water the ferns", "due_datetime": tomorrow, "description": ""})


def _confirmed(look: Look, reminder: Reminder, how: str) -> str:
    repeats = ""
    if reminder.repetition_unit:
        every = reminder.repetition_value or 1
        unit = reminder.repetition_unit
        repeats = f", then every {unit if every == 1 else counted(every, unit)}"
    due = f"{when.weekday(reminder.due, look.tz)} {look.show(reminder.due)}"
    return f"Reminder {reminder.id}, '{reminder.title}', is {how}: due {due}{repeats}."


def _told(look: Look, reminder: Reminder) -> dict[str, Any]:
    """Return a reminder in the form in which tools return it to the assistant."""
    rings_next = actions.coming(look, reminder)
    return {
        "reminder_id": reminder.id,
        "title": reminder.title,
        "due_datetime": look.show(reminder.due),
        "description": reminder.description,
        "repetition_unit": reminder.repetition_unit,
        "repetition_value": reminder.repetition_value,
        "rings_next": None if rings_next is None else look.show(rings_next),
    }
