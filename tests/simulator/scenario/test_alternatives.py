from __future__ import annotations

from typing import Any

import pytest

from simulator.scenario.alternatives import AlternativeError, alternative_steps
from simulator.scenario.schema import Alternative, Scenario, SolutionStep
from tests.simulator.scenario.samples import FERNS, load

SOLUTION = [
    {"offer": "First?"},
    {"reminder.delete_reminder": {"reminder_id": "ferns"}, "as": "gone"},
    {"report": "Done."},
    {"offer": "Second?"},
    {"reminder.delete_reminder": {"reminder_id": "dentist"}},
    {"report": "Done again."},
]


@pytest.fixture
def scenario() -> Scenario:
    solution = [SolutionStep.model_validate(step) for step in SOLUTION]
    return load(FERNS).scenario.model_copy(update={"solution": solution})


def steps(scenario: Scenario, replace: dict[str, Any]) -> list[Any]:
    """Each step as one plain value: a text, or the arguments of a call."""
    alternative = Alternative(say="otherwise", replace=replace)
    found = alternative_steps(scenario, alternative)
    return [step.args if step.call else step.offer or step.report or step.wait for step in found]


def refusal(scenario: Scenario, replace: dict[str, Any]) -> list[str]:
    with pytest.raises(AlternativeError) as error:
        steps(scenario, replace)
    return [problem.text for problem in error.value.problems]


FERNS_GONE, DENTIST_GONE = {"reminder_id": "ferns"}, {"reminder_id": "dentist"}


def test_a_text_replaces_the_first_step_of_its_kind(scenario: Scenario) -> None:
    replaced = steps(scenario, {"offer": "Other?"})
    assert replaced == ["Other?", FERNS_GONE, "Done.", "Second?", DENTIST_GONE, "Done again."]


def test_a_number_picks_a_later_step(scenario: Scenario) -> None:
    replaced = steps(scenario, {"offer#2": "Other?", "reminder.delete_reminder#2": {"reminder_id": "rent"}})
    assert replaced == ["First?", FERNS_GONE, "Done.", "Other?", {"reminder_id": "rent"}, "Done again."]


def test_one_call_may_become_several(scenario: Scenario) -> None:
    replaced = steps(scenario, {"reminder.delete_reminder": [{"reminder_id": "a"}, {"reminder_id": "b"}]})
    assert replaced[:4] == ["First?", {"reminder_id": "a"}, {"reminder_id": "b"}, "Done."]


def test_the_first_of_several_calls_keeps_the_label(scenario: Scenario) -> None:
    replace = {"reminder.delete_reminder": [{"reminder_id": "a"}, {"reminder_id": "b"}]}
    found = alternative_steps(scenario, Alternative(say="otherwise", replace=replace))
    assert [step.name for step in found[1:3]] == ["gone", None]


def test_whole_steps_may_stand_for_one(scenario: Scenario) -> None:
    whole = {"steps": [{"wait": "rings"}, {"reminder.get_all_reminders": None}]}
    assert steps(scenario, {"report": whole})[:4] == ["First?", FERNS_GONE, "rings", {}]


def test_no_steps_leave_one_out(scenario: Scenario) -> None:
    assert steps(scenario, {"report": {"steps": []}})[:3] == ["First?", FERNS_GONE, "Second?"]


def test_a_way_of_its_own_needs_no_replacement(scenario: Scenario) -> None:
    own = [SolutionStep(offer="Quite different?")]
    assert alternative_steps(scenario, Alternative(say="otherwise", solution=own)) == own


@pytest.mark.parametrize("key", ["offr", "offer#3", "offer#0", "offer#", "wait", "reminder.add_reminder", "#"])
def test_a_key_must_name_a_step(scenario: Scenario, key: str) -> None:
    (text,) = refusal(scenario, {key: "x"})
    assert f"the solution has no step '{key}'" in text
    assert "offer#2" in text


def test_a_step_is_replaced_once(scenario: Scenario) -> None:
    (text,) = refusal(scenario, {"offer": "x", "offer#1": "y"})
    assert "another key already replaces" in text


@pytest.mark.parametrize("value", [None, 5, [], ["a"], [{}, 5], "text"])
def test_a_call_is_replaced_by_calls(scenario: Scenario, value: Any) -> None:
    (text,) = refusal(scenario, {"reminder.delete_reminder": value})
    assert "write the call's arguments" in text


@pytest.mark.parametrize("value", [None, 5, ["a"], {"content": "x"}])
def test_a_text_is_replaced_by_a_text(scenario: Scenario, value: Any) -> None:
    (text,) = refusal(scenario, {"report": value})
    assert "write the new report as text" in text


def test_whole_steps_must_be_steps(scenario: Scenario) -> None:
    texts = refusal(scenario, {"report": {"steps": [{"offr": "x"}, 5]}})
    assert "did you mean 'offer'?" in texts[0]
    assert "a mapping, not 5" in texts[-1]


def test_all_mistakes_are_told_together(scenario: Scenario) -> None:
    assert len(refusal(scenario, {"offr": "x", "report": 5})) == 2
