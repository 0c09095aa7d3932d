"""Steps about the reminders of the tale, and what a finding accounts for."""

from __future__ import annotations

from simulator.scenario.goals.evidence import Finding
from tests.simulator.scenario.stories import goal, path, played, tale

DELETE = "- reminder.delete_reminder: {reminder_id: ferns}"
ADD = "- reminder.add_reminder: {title: Buy a pot, due_datetime: +1d 09:00, description: for the ferns}"
EARLIER = "{reminder_id: ferns, title: Water the ferns, description: The big ones, due_datetime: +1d 16:00}"
MOVE = f"- reminder.update_reminder: {EARLIER}"
NOTHING = ""
EXISTS = "exists: {in: reminder, where: {title: {mentions: [pot]}}"


def user_deletes(label: str) -> str:
    return path(f"{{do: reminder.delete, on: {label}}}")


def by_user(text: str, changes: str) -> Finding:
    """The finding after only the user did something."""
    return goal(text).judge(played(tale(changes), assistant="silent").evidence())


def touched(finding: Finding) -> set[str]:
    return {name for _, _, name in finding.covers}
