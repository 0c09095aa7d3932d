"""Reminder: things that fall due once or again and again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from simulator.phone.actions import NOTHING, event, tool
from simulator.phone.app import Alarm, App, Meddling
from simulator.phone.apps.reminder.forms import changed, checked
from simulator.phone.apps.reminder.records import (
    Description,
    DueTime,
    Reminder,
    ReminderId,
    ReminderSeed,
    RepeatUnit,
    RepeatValue,
    Title,
    in_order,
    next_ring,
    rings_before,
)
from simulator.phone.apps.reminder.screens import EditReminder, ReminderDetail, ReminderList
from simulator.phone.apps.reminder.views import coming, is_due, is_overdue
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot, SeedError
from simulator.phone.screens import Screen
from simulator.phone.store import Record

_FIND_IDS = "Reminders__get_all_reminders lists the ids."


class Reminders(App):
    name = "reminder"
    prefix = "Reminders"
    title = "Reminders"
    about = "Things to be reminded of."
    records = (Reminder,)
    screens = (ReminderList, ReminderDetail, EditReminder)
    seed = ReminderSeed

    @tool(write=True)
    def add_reminder(
        self,
        call: Call,
        title: Title,
        due_datetime: DueTime,
        description: Description,
        repetition_unit: RepeatUnit = None,
        repetition_value: RepeatValue = 1,
    ) -> str:
        """Add a reminder and give its id."""
        fields = checked(call, title, due_datetime, description, repetition_unit, repetition_value)
        reminder = Reminder(id=call.new_id(Reminder), **fields)
        call.put(reminder)
        return reminder.id

    @tool(write=True)
    def update_reminder(
        self,
        call: Call,
        reminder_id: ReminderId,
        title: Title,
        description: Description,
        due_datetime: DueTime,
        repetition_unit: RepeatUnit = None,
        repetition_value: RepeatValue = None,
    ) -> str:
        """Replace what a reminder says; without a unit it falls due once."""
        reminder = call.find(Reminder, reminder_id, "reminder", _FIND_IDS)
        fields = checked(call, title, due_datetime, description, repetition_unit, repetition_value)
        call.put(changed(call, reminder, fields))
        return reminder.id

    @tool(write=True)
    def delete_reminder(self, call: Call, reminder_id: ReminderId) -> str:
        """Delete a reminder with all its repetitions."""
        call.drop(call.find(Reminder, reminder_id, "reminder", _FIND_IDS))
        return f"Reminder {reminder_id} is deleted."

    @tool(write=True)
    def delete_all_reminders(self, call: Call) -> str:
        """Delete every reminder."""
        reminders = in_order(call)
        for reminder in reminders:
            call.drop(reminder)
        return f"{len(reminders)} reminders are deleted."

    @tool(write=False)
    def get_due_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List the reminders that are due now."""
        return [_told(call, reminder) for reminder in in_order(call) if is_due(call, reminder)]

    @tool(write=False)
    def get_all_reminders(self, call: Call) -> list[dict[str, Any]]:
        """List all reminders."""
        return [_told(call, reminder) for reminder in in_order(call)]

    @event(makes=NOTHING)
    def fall_due(self, call: Call, reminder_id: ReminderId) -> str:
        """A reminder rings."""
        reminder = call.find(Reminder, reminder_id, "reminder", _FIND_IDS)
        past, last = rings_before(reminder, call.now + 1, call.tz), reminder.time_notified
        if not past or (last is not None and last >= past[-1]):
            at = next_ring(reminder, call.tz, call.now)
            then = "It has rung for the last time." if at is None else f"It rings at {call.show(at)}."
            raise ActionError("not_due", f"'{reminder.title}' is not due.", then)
        # Times that have passed unnoticed do not ring one after the other.
        call.put(replace(reminder, rung=reminder.rung + 1, time_notified=call.now))
        details = " ".join(map(_sentence, filter(None, (reminder.title, reminder.description))))
        text = f"{details} Due {call.show(past[-1])}."
        full = f"{text} Reminder id: {reminder.id}."
        call.notify("reminder", "reminder", f"Reminder: {reminder.title}", text, full, reminder)
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

        return look.store.derived("reminder.next", Reminder, earliest)

    def plant(self, plot: Plot, seed: ReminderSeed) -> None:
        if seed.every is not None and seed.repeat is None:
            raise SeedError("every", "this says how often but not of what; add `repeat: day` or another unit")
        value = (seed.every or 1) if seed.repeat else None
        reminder = Reminder(
            id=plot.new_id(Reminder),
            title=seed.title,
            due=seed.due,
            description=seed.description,
            repetition_unit=seed.repeat,
            repetition_value=value,
        )
        past = rings_before(reminder, plot.start, plot.tz)
        if past:
            reminder = replace(reminder, rung=len(past), time_notified=past[-1])
        if seed.repeat and next_ring(reminder, plot.tz, plot.start) is None:
            raise SeedError("due", "this repeated so long ago that it never rings again; write a time nearer the start")
        plot.add(reminder, seed.label)

    def badge(self, look: Look) -> int:
        return sum(is_overdue(look, reminder) for reminder in in_order(look))

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        return (ReminderList(), ReminderDetail(reminder_id=record.id))

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for reminder in in_order(look):
            if reminder.id not in spared:
                yield Meddling("delete_reminder", {"reminder_id": reminder.id})
        tomorrow = look.show(look.now + 86_400)
        yield Meddling("add_reminder", {"title": "Water the ferns", "due_datetime": tomorrow, "description": ""})


def _told(look: Look, reminder: Reminder) -> dict[str, Any]:
    rings_next = coming(look, reminder)
    return {
        "reminder_id": reminder.id,
        "title": reminder.title,
        "due_datetime": look.show(reminder.due),
        "description": reminder.description,
        "repetition_unit": reminder.repetition_unit,
        "repetition_value": reminder.repetition_value,
        "rings_next": None if rings_next is None else look.show(rings_next),
    }


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
