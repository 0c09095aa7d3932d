"""Actions on reminders: types of arguments, lookups, and the writes that taps, tools and events share."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec.structs import replace

from simulator.phone.apps.reminder.records import APP, LARGEST_STEP, Reminder, Unit, next_ring, rings_before
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.roles import Amount, Code, Ref, Text, When

# Models read this text in errors, so it has the published names of tools.
FIND_IDS = "Reminders__get_all_reminders lists the ids."

ReminderId = Annotated[str, Ref("Id of the reminder.", Reminder.table)]
Title = Annotated[str, Text("What to be reminded of, in a few words.")]
Description = Annotated[str, Text("Details; may be left out.")]
DueTime = Annotated[str, When("Local date and time, YYYY-MM-DD HH:MM:SS.")]
RepeatUnit = Annotated[Unit | None, Code("second, minute, hour, day, week or month; leave out for once.")]
RepeatValue = Annotated[int | None, Amount("Number of units between two rings.")]


class ReminderFields(Arguments, frozen=True, kw_only=True):
    """The fields of a reminder as arguments."""

    title: Title
    due_datetime: DueTime
    # None keeps the description when a reminder is changed.
    description: Description | None = None
    repetition_unit: RepeatUnit = None
    repetition_value: RepeatValue = None


class NewReminderFields(ReminderFields, frozen=True, kw_only=True):
    """The fields of a new reminder; as in PARE's published tool, `repetition_value` is 1 by default."""

    description: Description = ""
    repetition_value: RepeatValue = 1


def in_order(look: Look) -> list[Reminder]:
    return look.store.derived(
        "reminder.order", Reminder, lambda: sorted(look.store.all(Reminder).values(), key=lambda r: (r.due, r.id))
    )


def find_reminder(look: Look, reminder_id: str, remedy: str = FIND_IDS) -> Reminder:
    return look.find(Reminder, reminder_id, "reminder", remedy)


def still_there(look: Look, reminder_id: str) -> Reminder:
    return find_reminder(look, reminder_id, "It was deleted; go back.")


def is_due(look: Look, reminder: Reminder) -> bool:
    return reminder.due <= look.now


def coming(look: Look, reminder: Reminder) -> int | None:
    """Return the time of the reminder's next ring after now, or None if it will not ring again."""
    ring = next_ring(reminder, look.tz, look.now)
    return ring if ring is not None and ring > look.now else None


def is_overdue(look: Look, reminder: Reminder) -> bool:
    """Return whether the reminder is due and will not ring again."""
    return is_due(look, reminder) and coming(look, reminder) is None


def add(call: Call, fields: ReminderFields) -> Reminder:
    reminder = Reminder(id=call.new_id(Reminder), **checked(call, fields))
    call.put(reminder)
    return reminder


def edit(call: Call, reminder: Reminder, fields: ReminderFields) -> Reminder:
    """Replace the fields of a reminder and return the new reminder; if `description` is None, the description stays.

    Raise ActionError for an invalid field.
    """
    known = checked(call, fields)
    if fields.description is None:
        known["description"] = reminder.description
    # When the clock goes back, two instants have the same local time; an unchanged local time keeps the instant.
    if call.show(reminder.due) == call.show(known["due"]):
        known["due"] = reminder.due
    new = replace(reminder, **known)
    call.put(new)
    return new


def ring(call: Call, reminder: Reminder) -> None:
    """Record that a reminder rings now, and notify the user and the assistant.

    Raise ActionError if the reminder is not due.
    """
    past, last = rings_before(reminder, call.now + 1, call.tz), reminder.time_notified
    if not past or (last is not None and last >= past[-1]):
        at = next_ring(reminder, call.tz, call.now)
        then = "It has rung for the last time." if at is None else f"It rings at {call.show(at)}."
        raise ActionError("not_due", f"'{reminder.title}' is not due.", then)
    # Several missed times count as one ring.
    call.put(replace(reminder, rung=reminder.rung + 1, time_notified=call.now))
    # Title and description become sentences of one text, so each needs a full stop.
    details = " ".join(map(_sentence, filter(None, (reminder.title, reminder.description))))
    text = f"{details} Due {call.show(past[-1])}."
    full = f"{text} Reminder id: {reminder.id}."
    call.notify(APP, "reminder", f"Reminder: {reminder.title}", text, full, reminder)


def check_repetition(unit: Unit | None, value: int | None) -> None:
    if value is not None and not 1 <= value <= LARGEST_STEP:
        remedy = f"Give 1 to {LARGEST_STEP}."
        raise ActionError("bad_argument", f"A repetition every {value} units is not possible.", remedy)
    # A value of 1 without a unit is allowed, because it is the default of PARE's published tool.
    if unit is None and value not in (None, 1):
        raise ActionError("bad_argument", "The repetition has a number but no unit.", "Give a unit such as day.")


def checked(call: Call, fields: ReminderFields) -> dict[str, Any]:
    """Return the fields as a reminder stores them. Raise ActionError for an invalid field."""
    if not fields.title.strip():
        raise ActionError("bad_argument", "The reminder has no title.", "Give it one.")
    if not fields.due_datetime.strip():
        raise ActionError("bad_argument", "The reminder has no time.", "Set when it falls due.")
    due = call.parse_time(fields.due_datetime, "due_datetime")
    unit, value = fields.repetition_unit, fields.repetition_value
    check_repetition(unit, value)
    return {
        "title": fields.title,
        "due": due,
        "description": fields.description or "",
        "repetition_unit": unit,
        "repetition_value": (value or 1) if unit else None,
    }


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else f"{text}."
