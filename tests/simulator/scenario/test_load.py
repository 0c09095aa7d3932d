from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from simulator.scenario.load import ScenarioError, ScenarioFault, from_source, load_file, load_text
from simulator.scenario.story import Story
from simulator.scenario.yaml12 import load_yaml
from tests.simulator.scenario.samples import FERNS, LEASE, edited, fault_after, faults_of, load

DATA = [load_yaml(text, "it.yaml").data for text in (FERNS, LEASE)]


def refused(text: str) -> str:
    with pytest.raises(ScenarioError) as refusal:
        load_text(text, "it.yaml")
    return str(refusal.value)


def test_a_sound_file_becomes_a_story() -> None:
    story = load(FERNS)
    assert story.id == "water_the_ferns"
    assert [event.part.label for event in story.events] == ["rings", "again"]
    assert story.file == "it.yaml"


def test_a_file_is_loaded_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "water_the_ferns.yaml"
    path.write_text(FERNS, encoding="utf-8")
    assert load_file(path).file == str(path)


def test_a_file_must_be_called_as_its_id(tmp_path: Path) -> None:
    path = tmp_path / "other.yaml"
    path.write_text(FERNS, encoding="utf-8")
    with pytest.raises(ScenarioError) as refusal:
        load_file(path)
    (fault,) = refusal.value.faults
    assert (fault.line, fault.field) == (1, "id")
    assert "rename" in fault.text


def test_a_fault_reads_as_file_line_field_and_text() -> None:
    fault = ScenarioFault("it.yaml", 7, "difficulty.rating", "this should be at most 5, not 9")
    assert str(fault) == "it.yaml:7: difficulty.rating: this should be at most 5, not 9"
    assert str(ScenarioFault("(trace)", None, "", "the file is empty")) == "(trace): the file is empty"


def test_an_error_has_one_line_per_fault() -> None:
    text = edited(edited(FERNS, "status: ready", "status: redy"), "rating: 1", "rating: 9")
    assert refused(text).splitlines() == [
        "it.yaml:3: status: 'redy' is not known here (did you mean 'ready'?); write one of: draft, ready",
        "it.yaml:7: difficulty.rating: this should be at most 5, not 9",
    ]


@pytest.mark.parametrize("text", ["", "   \n", "# nothing but a comment\n", "~", "---\n"])
def test_an_empty_file_is_a_fault(text: str) -> None:
    assert refused(text) == "it.yaml:1: the file is empty; start with `id:` and `title:`, one field per line"


@pytest.mark.parametrize(
    ("text", "kind"), [("- a\n- b", "a list"), ("hello", "a single value"), ("5", "a single value")]
)
def test_a_file_without_fields_is_a_fault(text: str, kind: str) -> None:
    assert f"the file contains {kind}, not fields" in refused(text)


def test_what_is_no_yaml_is_told_with_its_line() -> None:
    assert refused("id: a\ntitle: [b").startswith("it.yaml:2: a list or mapping in brackets")


def test_a_file_that_is_not_there_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        load_file(tmp_path / "nowhere.yaml")


def test_a_folder_is_not_a_scenario(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="cannot be read"):
        load_file(tmp_path)


def test_a_file_in_another_encoding_is_a_fault_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes("id: a\ntitle: Café\n".encode("latin-1"))
    with pytest.raises(ScenarioError) as refusal:
        load_file(path)
    (fault,) = refusal.value.faults
    assert fault.line == 2
    assert "UTF-8" in fault.text


@pytest.mark.parametrize(
    ("old", "new", "line", "field", "text"),
    [
        ("id: water_the_ferns", "id: Water", 1, "id", "starting with a letter, such as late_train"),
        ("tags: [implicit, home]", "tags: implicit", 6, "tags", "a list, not 'implicit'; put brackets around it"),
        ("title: Watering before the trip", "title: 5", 2, "title", "text, not 5; put quotes around it"),
        ("difficulty: {rating: 1, because: one write}", "difficulty: hard", 7, "difficulty", "a mapping, not 'hard'"),
        ("apps: [reminder]", "apps: []", 13, "apps", "at least 1 entry"),
        ("unneeded_at_most: 2", "unneeded_at_most: -1", 73, "offers.unneeded_at_most", "at least 0, not -1"),
        (", because: the trip comes up only then", "", 50, "needs.0.not_before.because", "only after rings"),
        ("repeat: week", "repeat: weak", 26, "world.reminder.6.repeat", "did you mean 'week'?"),
        ("due: +9d 12:00", "due: 5", 25, "world.reminder.5.due", "write a time such as 09:00"),
        ("due: +9d 12:00", "due: 25:00", 25, "world.reminder.5.due", "no real time of day"),
        ("is: {near: 3}", "is: {neer: 3}", 68, "goals.1.any_of.1.value.is.neer", "did you mean 'near'?"),
        ("changed: [description]", "changed: [5]", 70, "allowed.0.changed.0", "text, not 5"),
        ("changed: [description]", "changed: soon", 70, "allowed.0.changed", "a list or true or false, not 'soon'"),
        ("{event: rings,", "{event: Rings,", 50, "needs.0.not_before.event", "is not a label"),
        ("mentions: [Ferns]", "mentions: {al: [x]}", 67, "goals.1.any_of.0.exists.where.title.mentions.al", "'all'?"),
        ("in: reminder, where: {title: {", "in: X, where: {title: {", 67, "goals.1.any_of.0.exists.in", "not an app"),
        ("delay: 1m", "delay: soon", 41, "timeline.1.delay", "'soon' is not a duration"),
        ("after: start + 2m", "after: strt + 2m", 37, "timeline.0.after", "did you mean"),
        ("after: start + 2m", "at: -2h", 37, "timeline.0.at", "is before the start"),
        ("reminder.fall_due, with", "reminder.fall_do, with", 37, "timeline.0.do", "did you mean 'fall_due'?"),
        ("{reminder_id: dentist}}", "{reminder_id: nobody}}", 37, "timeline.0.with.reminder_id", "labelled 'nobody'"),
        ("time_zone: Europe/Luxembourg", "time_zone: Luxemburg", 10, "owner.time_zone", "Europe/Luxembourg"),
        ("start: Thu 2026-03-05 08:22", "start: -3h", 11, "start", "has no date"),
        ("start: Thu 2026-03-05 08:22", "start: Fri 2026-03-05 08:22", 11, "start", "is a Thursday"),
        ("apps: [reminder]", "apps: [remindr]", 13, "apps.0", "did you mean 'reminder'?"),
        ("apps: [reminder]", "apps: [reminder, reminder]", 13, "apps.1", "listed twice"),
        ("end: 22:00", "end: soon", 12, "end", "'soon' is not a time"),
        ("label: again\n", "label: rings\n", 38, "timeline.1.label", "is taken"),
        ("label: dentist, title", "label: ferns, title", 21, "world.reminder.1.label", "used twice"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_a_remedy(old: str, new: str, line: int, field: str, text: str) -> None:
    fault = fault_after(FERNS, old, new)
    assert (fault.line, fault.field) == (line, field)
    assert text in fault.text


@pytest.mark.parametrize(
    ("old", "new", "text"),
    [
        ("{rating: 1, because: one write}", "2", "a mapping, not 2; write {rating: 2, because: ...}"),
        ("{rating: 1, because: one write}", "9", "a mapping, not 9; write {rating: ..., because: ...}"),
        ("{event: rings, because: the trip comes up only then}", "rings", "a mapping, not 'rings'"),
        ("- wait: rings", "- 5", "a mapping, not 5; its fields are: offer, early, report, wait, call, with, as, fails"),
    ],
)
def test_where_a_mapping_should_stand_its_fields_are_told(old: str, new: str, text: str) -> None:
    assert text in fault_after(FERNS, old, new).text


def test_fields_that_are_not_needed_come_after_those_that_are() -> None:
    goals = "goals:\n  - {for: water, by: user, did: reminder.update_reminder}\n"
    fault = fault_after(FERNS, "goals:\n", goals)
    assert fault.text.endswith("; write {action: reminder.update_reminder}, optionally with on")


def test_a_misspelt_field_is_missing_and_unknown() -> None:
    missing, unknown = faults_of(edited(FERNS, "goal: You", "gaol: You"))
    assert (missing.line, missing.field) == (29, "user.goal")
    assert (unknown.line, unknown.field) == (30, "user.gaol")
    assert "did you mean 'goal'?" in unknown.text


def test_an_app_without_data_is_misspelt_all_the_same() -> None:
    fault = fault_after(FERNS, "world:\n", "world:\n  remindr: []\n")
    assert fault.field == "world.remindr"
    assert "did you mean 'reminder'?" in fault.text


def test_all_seeds_are_checked_at_once() -> None:
    text = edited(edited(FERNS, "due: +9d 12:00", "due: never"), "due: +30d 08:40", "when: +30d 08:40")
    assert [fault.field for fault in faults_of(text)] == [
        "world.reminder.5.due",
        "world.reminder.7.due",
        "world.reminder.7.when",
    ]


@pytest.mark.parametrize(
    ("new", "text"),
    [
        ("{report: a, offer: b}", "a step is one of offer, report, wait"),
        ("{offer: a, fails: true}", "allowed only beside a call"),
        ("{reminder.a: {}, reminder.b: {}}", "one call per step"),
        ("{reminder.a: {}, with: {}}", "one call per step"),
        ("{reminder.delete_reminder: [ferns]}", "a mapping, not a list"),
        ("{reminder.delete_reminder: 0}", "a mapping, not 0"),
    ],
)
def test_a_step_of_a_solution_is_one_thing(new: str, text: str) -> None:
    spoilt = edited(FERNS, "  - report: The ferns are due tomorrow.", f"  - {new}")
    faults = faults_of(spoilt)
    assert [text in fault.text and fault.line == 79 for fault in faults] == [True]


@pytest.mark.parametrize(
    ("new", "field", "text"),
    [
        ("reminder.delete_reminder: {reminder_id: x}", "solution.2.reminder.delete_reminder.reminder_id", "no record"),
        ("reminder.delete_reminder: {}", "solution.2.reminder.delete_reminder", "needs the argument 'reminder_id'"),
        ("reminder.add_remindr: {}", "solution.2", "did you mean 'add_reminder'?"),
        ("cab.order: {}", "solution.2", "an app that is not on this phone"),
        ("{call: reminder.delete_reminder, with: {reminder_id: x}}", "solution.2.with.reminder_id", "labelled 'x'"),
    ],
)  # fmt: skip
def test_a_call_of_the_solution_is_checked(new: str, field: str, text: str) -> None:
    (old,) = re.findall("reminder.add_reminder: .* 16:30.*", FERNS)
    fault = fault_after(FERNS, old, new)
    assert fault.line == 78
    assert fault.field == field
    assert text in fault.text


def test_a_step_may_use_what_an_earlier_one_makes() -> None:
    old = "  - report: The ferns are due tomorrow."
    made = "{title: Can, due_datetime: +1d 09:00, description: Red, repetition_unit: null}"
    more = f"  - {{reminder.add_reminder: {made}, as: can}}\n  - reminder.delete_reminder: {{reminder_id: can}}\n"
    assert faults_of(edited(FERNS, old, more + old)) == []


def test_what_a_trace_keeps_becomes_the_same_story() -> None:
    story = load(FERNS)
    again = from_source(json.loads(json.dumps(story.source)))
    assert again.hash == story.hash
    assert again.blank.state_hash() == story.blank.state_hash()
    assert again.file == "(trace)"


def test_content_of_a_trace_has_no_lines() -> None:
    with pytest.raises(ScenarioError) as refusal:
        from_source({"id": "a"})
    assert {fault.line for fault in refusal.value.faults} == {None}


def test_content_of_a_trace_need_not_meet_the_demands_on_files() -> None:
    spoilt = edited(FERNS, "On Tuesday 10 March", "On Friday 10 March")
    assert faults_of(spoilt)
    assert isinstance(from_source(load_yaml(spoilt, "it.yaml").data), Story)


def test_content_of_a_trace_is_checked_for_what_would_break() -> None:
    with pytest.raises(ScenarioError, match="there is no need 'earlyer'"):
        from_source(load_yaml(edited(FERNS, "for: earlier", "for: earlyer"), "it.yaml").data)


def loads_or_tells(text: str) -> None:
    """Whatever the text is: a story, or an error with at least one fault that can be shown."""
    try:
        load_text(text, "it.yaml")
    except ScenarioError as error:
        assert error.faults
        assert str(error).count("\n") >= len(error.faults) - 1


@given(st.text())
@example("id: *a")
@example("\ud800")
def test_no_text_breaks_the_loader(text: str) -> None:
    loads_or_tells(text)


SCALARS = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=8)
)
FIELDS = st.sampled_from(sorted(DATA[0])) | st.text(max_size=6)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(FIELDS, inner, max_size=3), max_leaves=12
)


@given(VALUES)
def test_no_yaml_breaks_the_loader(value: Any) -> None:
    loads_or_tells(json.dumps(value))


@given(st.dictionaries(st.sampled_from(sorted(DATA[0])), VALUES, max_size=4))
def test_no_content_of_a_field_breaks_the_loader(fields: dict[str, Any]) -> None:
    loads_or_tells(json.dumps({**DATA[0], **fields}))


JUNK = VALUES | st.sampled_from(
    ["", "=x", "=early", "+1d", "-3h", "start", "owner", "any", "+9999w 10:00", "2199-12-31 23:59", "reminder",
     "reminder.x", "a.b.c", "rings", "ferns", "09:00", "Tue 2026-03-05 10:00", "1 if", "ferns.x", {"date": ""},
     {"time": -5}, {"money": "=early"}, {"name": ""}, {"steps": [{}]}, {"steps": []}, {"eq": [1]}, {"mentions": None},
     {"at": "=early", "within": "zz"}, {"count": {"min": -1}}, {"in": "reminder"}, [[]], [{}], [None]]
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else []
    return [place for key in keys for place in ((*path, key), *places(value[key], (*path, key)))]


@st.composite
def spoilt_files(draw: st.DrawFn) -> str:
    data = copy.deepcopy(draw(st.sampled_from(DATA)))
    for _ in range(draw(st.integers(1, 3))):
        *way, last = draw(st.sampled_from(places(data)))
        here = data
        for key in way:
            here = here[key]
        match draw(st.sampled_from(["delete", "rename", "replace"])):
            case "delete":
                del here[last]
            case "rename" if isinstance(here, dict):
                here[last + draw(st.sampled_from(["x", ".y", "#2", ""]))] = here.pop(last)
            case _:
                # A copy: the next spoiling may reach into it, and the samples are shared by all examples.
                here[last] = copy.deepcopy(draw(JUNK))
    return json.dumps(data)


@settings(max_examples=300)
@given(spoilt_files())
def test_no_spoilt_file_breaks_the_loader(text: str) -> None:
    loads_or_tells(text)
