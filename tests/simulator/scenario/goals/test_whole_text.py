"""The field `text` of claims about records: all that one reads, in whichever field it stands."""

from __future__ import annotations

import pytest

from simulator.phone.registry import all_apps
from simulator.scenario.goals.evidence import Finding
from simulator.scenario.goals.field_values import fields_behind, free_texts, is_whole_text
from tests.simulator.scenario.stories import before_all, judged, outcome

WITH_NOTES = """
apps: [email, note, reminder]
world:
  note:
    - {label: roof, title: Roof, in: Work, at: -3d 18:00, body: Six classrooms.}
    - {label: tyres, title: Tyres, in: Work, at: -3d 18:00, body: Four of them.}
  reminder:
    - {label: ferns, title: Water the ferns, due: +2d 16:00, description: The big ones}
"""
EXISTS = "exists: {in: note, where: {text: {mentions: [Daybreak, 88400]}}}"
CHANGED = "changed: {record: roof, to: {text: {mentions: [Daybreak, 88400]}}}"
REWRITE = '- note.update_note: {note_id: roof, title: "Roof, Daybreak", content: It costs 88400.}'
MOVE = "- note.move_note: {note_id: roof, source_folder_name: Work, dest_folder_name: Personal}"


def found(text: str, steps: str) -> Finding:
    return judged(text, steps, WITH_NOTES)


@pytest.mark.parametrize(
    ("title", "content"),
    [
        ("Daybreak", "It costs 88400."),
        ("88400 for it", "Daybreak"),
        ("A roof", "Daybreak, 88400"),
        ("Daybreak 88400", "-"),
    ],
)
def test_a_fact_may_stand_in_any_field(title: str, content: str) -> None:
    assert found(EXISTS, f'- note.create_note: {{title: "{title}", content: "{content}"}}').ok


def test_what_stands_in_no_field_is_a_miss() -> None:
    finding = found(EXISTS, "- note.create_note: {title: Daybreak, content: Soon.}")
    assert finding.miss == (
        'no such note is there; of the closest one, text is not right: the text does not mention "88400"'
    )


def test_a_changed_record_is_accounted_for_in_the_fields_that_hold_text() -> None:
    finding = found(CHANGED, f"{REWRITE}\n{MOVE}")
    assert finding.ok
    assert {name for _, _, name in finding.covers} == {"title", "content"}


def test_moving_a_record_is_not_writing_into_it() -> None:
    goals = f"{WITH_NOTES}\ngoals: [{{for: help, {CHANGED}}}]"
    assert outcome(goals, REWRITE).success
    assert not outcome(goals, f"{REWRITE}\n{MOVE}").clean.ok


def test_a_text_is_as_old_as_its_last_change() -> None:
    wanted = "changed: {record: ferns, to: {text: {mentions: [{date: 2026-03-06}]}}}"
    step = "- reminder.update_reminder: {reminder_id: ferns, title: Ferns, description: DAY, due_datetime: +2d 16:00}"
    assert found(wanted, step.replace("DAY", "Rain tomorrow")).ok
    assert not found(wanted, step.replace("DAY", "Rain today")).ok


def test_a_ruling_may_ask_for_the_whole_text() -> None:
    goals = f"{WITH_NOTES}\ngoals: [{{for: help, told: [done]}}]"
    note = "- note.create_note: {title: Daybreak, content: TEXT}"
    allowed = f"{goals}\nallowed: [{{in: note, made: true, where: {{text: {{mentions: [Daybreak, 88400]}}}}}}]"
    assert outcome(allowed, note.replace("TEXT", "It costs 88400.")).success
    assert not outcome(allowed, note.replace("TEXT", "It is dear.")).clean.ok
    become = f"{goals}\nallowed: [{{record: roof, changed: true, to: {{text: {{mentions: [88400]}}}}}}]"
    assert outcome(become, REWRITE).success
    assert not outcome(become, REWRITE.replace("88400", "88401")).clean.ok


def test_a_field_of_that_name_comes_first() -> None:
    types = {cls.table: cls for app in all_apps().values() for cls in app.records}
    assert not is_whole_text(types["files.file"], "text")
    assert is_whole_text(types["note.note"], "text")
    assert not is_whole_text(types["note.note"], "content")


def test_the_fields_behind_are_those_into_which_text_is_written() -> None:
    evidence = before_all(WITH_NOTES)
    assert fields_behind(["text"], "note.note", evidence) == {"title", "content"}
    assert fields_behind(["text", "folder"], "note.note", evidence) == {"title", "content", "folder"}
    assert free_texts(evidence.world.apps["reminder"]) == {"title", "description"}
