"""The words of the reminder app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.reminder.records import Reminder
from simulator.phone.words import Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "add_reminder": ("add the reminder {title}[, due {due_datetime}]", "add a reminder"),
    "update_reminder": (
        "move the reminder {reminder_id} to {due_datetime}",
        "change the reminder {reminder_id}",
        "change a reminder",
    ),
    "delete_reminder": ("delete the reminder {reminder_id}", "delete a reminder"),
    "delete": ("delete the reminder {reminder_id}", "delete the reminder"),
    "delete_all_reminders": "delete all reminders",
    "get_due_reminders": "look at the reminders that are due[, {found:reminder}]",
    "get_all_reminders": "look through all reminders[, {found:reminder}]",
    "list_all_reminders": "show all reminders",
    "list_due_reminders": "show the reminders that are due",
    "list_upcoming_reminders": "show the reminders to come",
    "open_reminder": ("open the reminder {reminder_id}", "open a reminder"),
    "create_new": "start a new reminder",
    "edit": ("edit the reminder {reminder_id}", "edit the reminder"),
    "set_title": ("name the reminder {title}", "name the reminder"),
    "set_description": "describe the reminder",
    "set_due_datetime": ("set the reminder to {due_datetime}", "set the time of the reminder"),
    "set_repetition": ("repeat the reminder every {value} {unit}", "let the reminder ring once"),
    "save": ("save the reminder {title}", "save the reminder {reminder_id}", "save the reminder"),
    "cancel": "drop the changes to the reminder",
}
_NEWS: Mapping[str, Phrases] = {
    "fall_due": "Reminder: {reminder_id}",
}

WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Reminder: RecordWords(
            noun="reminder",
            labels={"rung": "times it rang", "time_notified": "last rang"},
            times=("due", "time_notified"),
            # A ring changes only these fields, and its headline already says that the reminder rang.
            told=("rung", "time_notified"),
        )
    },
    labels={"EditReminderView.name": "title"},
)
