"""Reads reminders from a foreign trace, and writes our reminders in the same format."""

from __future__ import annotations

from typing import Any, get_args

from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry, written_time
from simulator.phone.apps.reminder.records import LARGEST_STEP, Reminder, Unit
from simulator.phone.world import World

_UNTITLED = "Untitled"
# The original PARE stores each repetition as a reminder with this text in its id. Our phone has one reminder for all.
_REPETITION = "_rep_"
_UNITS: tuple[str, ...] = get_args(Unit)
_MOST_REPETITIONS = 100


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("max_future_datetime", "max_reminder_repetitions", "view_limit")
    found = [(entry.text("reminder_id") or key, entry) for key, entry in state.entries("reminders")]
    series = {foreign for foreign, _ in found if _REPETITION not in foreign}
    seeds = []
    for foreign, entry in found:
        first = foreign.partition(_REPETITION)[0]
        if first != foreign and first in series:
            # The foreign id of a repetition must still lead to our one reminder.
            entry.ignore(*entry.raw)
            draft.same(Reminder.table, foreign, draft.label(Reminder.table, first))
        elif (seed := _reminder(foreign, entry, draft)) is not None:
            seeds.append(seed)
    return seeds


def _reminder(foreign: str, entry: ForeignEntry, draft: Draft) -> dict[str, Any] | None:
    entry.ignore("time_notified")
    due = entry.time("due_datetime")
    if due is None:
        draft.notes.say(entry.app, "a reminder without a time is skipped")
        return None
    title = entry.text("title")
    if not title:
        draft.notes.say(entry.app, f"a reminder without a title is called {_UNTITLED}")
    unit, value = entry.text("repetition_unit").strip().lower(), entry.whole("repetition_value", 1, LARGEST_STEP)
    if unit and unit not in _UNITS:
        entry.odd("repetition_unit")
    repeats = unit in _UNITS
    return without_blanks(
        {
            "label": draft.label(Reminder.table, foreign),
            "title": title or _UNTITLED,
            "due": draft.written(due),
            "description": entry.text("description"),
            "repeat": unit if repeats else None,
            "every": value if repeats else None,
        }
    )


def write(world: World) -> dict[str, Any]:
    reminders = sorted(world.store.all(Reminder).values(), key=lambda reminder: (reminder.due, reminder.id))
    return {
        "reminders": {reminder.id: _told(world, reminder) for reminder in reminders},
        "max_reminder_repetitions": _MOST_REPETITIONS,
    }


def _told(world: World, reminder: Reminder) -> dict[str, Any]:
    notified = reminder.time_notified
    return {
        "reminder_id": reminder.id,
        "title": reminder.title,
        "due_datetime": written_time(int(told_time(reminder.due, world.tz))),
        "description": reminder.description,
        "repetition_unit": reminder.repetition_unit,
        "repetition_value": reminder.repetition_value,
        "time_notified": None if notified is None else told_time(notified, world.tz),
    }
