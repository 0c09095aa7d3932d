"""Each need is judged by its own goals, so that partial help shows."""

from __future__ import annotations

from tests.simulator.scenario.stories import played, tale

TWO_NEEDS = """
offers: {}
needs:
  - label: ferns
    say: offers to delete the reminder about the ferns
    acts: [{delete: ferns}]
    answer: {accept: "Yes, please."}
  - label: odile
    say: offers to write to Odile that the ferns are watered
    acts: [{send: odile}]
    optional: OPTIONAL
    answer: {accept: "Yes."}
goals:
  - {for: ferns, say: The ferns need no reminder, absent: {record: ferns}}
  - {for: odile, say: Odile knows that the ferns are watered, sent: {to: [odile], app: email}}
"""
FERNS = """
- {offer: Shall I delete the reminder about the ferns?, early: true}
- reminder.delete_reminder: {reminder_id: ferns}
- report: I deleted the reminder about the ferns.
"""
ODILE = """
- {offer: Shall I write to Odile by mail that the ferns are watered?, early: true}
- email.send_email: {recipients: [odile], subject: Ferns, content: The ferns are watered.}
- report: I wrote to Odile that the ferns are watered.
"""


def needs_after(steps: str, optional: str = "false") -> dict[str, str]:
    return dict(played(tale(TWO_NEEDS.replace("OPTIONAL", optional)), steps).outcome().needs)


def test_a_need_whose_goals_are_met_counts_although_the_run_misses() -> None:
    assert needs_after(FERNS) == {"ferns": "yes", "odile": "no"}


def test_all_needs_are_met_after_all_help() -> None:
    assert needs_after(FERNS + ODILE) == {"ferns": "yes", "odile": "yes"}


def test_an_optional_need_counts_only_if_its_help_was_accepted() -> None:
    assert needs_after(FERNS, "true") == {"ferns": "yes"}
    assert needs_after(FERNS + ODILE, "true") == {"ferns": "yes", "odile": "yes"}
    assert needs_after(FERNS + ODILE.replace("The ferns are watered.", "Hello."), "true")["odile"] != "yes"
