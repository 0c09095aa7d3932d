"""Checks that every way of writing a reminder shares."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from simulator.phone.apps.reminder.records import Reminder, Unit
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError


def checked(
    call: Call, title: str, due_datetime: str, description: str, unit: Unit | None, value: int | None
) -> dict[str, Any]:
    if not title.strip():
        raise ActionError("bad_argument", "The reminder has no title.", "Give it one.")
    if not due_datetime:
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


def changed(reminder: Reminder, fields: dict[str, Any]) -> Reminder:
    """A new time rings anew; other changes leave open whether it has rung."""
    same_times = all(getattr(reminder, name) == fields[name] for name in ("due", "repetition_unit", "repetition_value"))
    return replace(reminder, **fields, rung=reminder.rung if same_times else 0)


def check_repetition(unit: Unit | None, value: int | None) -> None:
    if value is not None and not 1 <= value <= 1000:
        raise ActionError("bad_argument", f"A repetition every {value} units is not possible.", "Give 1 to 1000.")
    if unit is None and value is not None:
        raise ActionError("bad_argument", "The repetition has a number but no unit.", "Give a unit such as day.")


def still_there(look: Look, reminder_id: str) -> Reminder:
    return look.find(Reminder, reminder_id, "reminder", "It was deleted; go back.")
