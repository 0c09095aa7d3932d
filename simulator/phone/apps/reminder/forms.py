"""Checks that every way of writing a reminder shares."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.reminder.records import LARGEST_STEP, Reminder, Unit
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


def checked(
    call: Call, title: str, due_datetime: str, description: str, unit: Unit | None, value: int | None
) -> dict[str, Any]:
    if not title.strip():
        raise ActionError("bad_argument", "The reminder has no title.", "Give it one.")
    if not due_datetime.strip():
        raise ActionError("bad_argument", "The reminder has no time.", "Set when it falls due.")
    due = call.parse_time(due_datetime, "due_datetime")
    check_repetition(unit, value)
    return {
        "title": title,
        "due": due,
        "description": description,
        "repetition_unit": unit,
        "repetition_value": (value or 1) if unit else None,
    }


def changed(call: Call, reminder: Reminder, fields: dict[str, Any]) -> Reminder:
    """The reminder with new fields; a time that reads as before is the same, also where the clock shows it twice."""
    same = call.show(reminder.due) == call.show(fields["due"])
    return replace(reminder, **{**fields, "due": reminder.due if same else fields["due"]})


def check_repetition(unit: Unit | None, value: int | None) -> None:
    if value is not None and not 1 <= value <= LARGEST_STEP:
        remedy = f"Give 1 to {LARGEST_STEP}."
        raise ActionError("bad_argument", f"A repetition every {value} units is not possible.", remedy)
    if unit is None and value not in (None, 1):
        raise ActionError("bad_argument", "The repetition has a number but no unit.", "Give a unit such as day.")


def still_there(look: Look, reminder_id: str) -> Reminder:
    return look.find(Reminder, reminder_id, "reminder", "It was deleted; go back.")
