"""Plans as people write them; all that is wrong is told at once, with line, key and remedy."""

from __future__ import annotations

from typing import Any

import pytest

from annotation.plan.plan_reading import plan_from, read_plan, spec_from
from annotation.plan.schema import SETTINGS
from annotation.questions import DECISION, TIMING
from simulator.plans.plan_file import BadPlan
from tests.annotation.plan.plans import IDENTITY, full


def _refused(text: str) -> list[str]:
    with pytest.raises(BadPlan) as caught:
        read_plan(text, "study.yaml")
    return caught.value.lines


def test_a_title_is_enough() -> None:
    plan = read_plan("title: Offers in March\n")
    assert plan.questions == (DECISION,) and plan.per_item == 3
    assert "Accept" in plan.guidelines and "pseudonym" in plan.consent


def test_questions_go_by_their_keys_or_in_full() -> None:
    assert plan_from({"title": "x", "questions": "decision, timing"}).questions == (DECISION, TIMING)
    assert [question.key for question in plan_from(full()).questions] == ["decision", "tone", "missed"]


def test_dashes_are_as_good_as_underscores() -> None:
    assert read_plan("title: x\nlease-seconds: 90\n").lease_seconds == 90


def test_texts_of_other_machines_are_the_same_texts() -> None:
    plan = plan_from({"title": "x", "guidelines": "\r\nOne\r\n  two\r\n\r\n"})
    assert plan.guidelines == "One\n  two"


def test_texts_are_as_every_database_can_keep_them() -> None:
    plan = plan_from({"title": " Offers\n in  March ", "guidelines": "a\x00b"})
    assert (plan.title, plan.guidelines) == ("Offers in March", "ab")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "titel: x",
            ["study.yaml: title: The value is missing.", "study.yaml:1: titel: There is no key 'titel' (did you"],
        ),
        ("title: x\nper_item: 0", ["study.yaml:2: per_item: '0' does not fit. Write a whole number from 1 to 1000."]),
        ("title: x\nper_item: true", ["study.yaml:2: per_item: 'True' does not fit: true and false are not numbers."]),
        ("title: x\nlease-seconds: 3", ["study.yaml:2: lease_seconds: '3' does not fit. Write a whole number from 30"]),
        (
            "title: x\nreturn_url: http://x.org",
            ["study.yaml:2: return_url: 'http://x.org' does not fit: only"],
        ),
        (
            "title: x\nreturn_url: javascript:1",
            ["study.yaml:2: return_url: 'javascript:1' does not fit: only"],
        ),
        ("title: x\nquestions: [decison]", ["study.yaml:2: questions: '['decison']' does not fit: there is no"]),
        ("title: x\nquestions: [timing, timing]", ["study.yaml:2: questions: "]),
        ("title: '  '", ["study.yaml:1: title: The value is empty. Write a title"]),
        (
            "title: x\nquestions:\n  - {key: Bad, about: offer, text: '', choices: []}",
            [
                "study.yaml:3: questions 1, key: 'Bad' does not fit. Write lower-case letters",
                "study.yaml:3: questions 1, text: The value is empty.",
                "study.yaml:3: questions 1, choices: The value is empty. Write two to nine",
            ],
        ),
        ("title: x\nsamples: 5", ["study.yaml:2: samples: '5' does not fit. Write a list of samples"]),
        (
            "title: x\nsamples:\n  - size: 5\n  - size: 0\n    sise: 3",
            [
                "study.yaml:4: samples 2, size: '0' does not fit.",
                "study.yaml:5: samples 2, sise: There is no key 'sise'",
            ],
        ),
        (
            "title: x\nsamples:\n  - per_scenario: 2",
            ["study.yaml:3: samples 1: The value does not fit: give the number of items"],
        ),
        (
            "title: x\nsamples:\n  - {size: 1, per_model: gpt}",
            ["study.yaml:3: samples 1, per_model: 'gpt' does not fit"],
        ),
        (
            "title: x\nsamples:\n  - {size: 1, kinds: silences}",
            ["study.yaml: questions: No question asks about silences"],
        ),
        (
            "title: x\ngold:\n  - {identity: a b, right_answers: {}}",
            ["study.yaml:3: gold 1, identity: 'a b' does not fit."],
        ),
        ("- title", ["study.yaml:1: This is not a plan. Write one key per line, such as title: Offers in March."]),
        ("title: [", ["study.yaml:1: "]),
        ("title: x\ntitle: y", ["study.yaml:2: The key 'title' is given twice"]),
    ],
)
def test_what_is_wrong_is_told_with_line_key_and_remedy(text: str, said: list[str]) -> None:
    lines = _refused(text)
    assert len(lines) == len(said), lines
    for line, expected in zip(lines, said, strict=True):
        assert line.startswith(expected), line


def test_a_question_with_a_letter_of_the_page_is_refused_once() -> None:
    choices = "[{value: a, label: A, letter: u}, {value: b, label: B, letter: b}]"
    lines = _refused(f"title: x\nquestions:\n  - {{key: q, about: offer, text: Hm, choices: {choices}}}")
    assert len(lines) == 1 and lines[0].startswith("study.yaml:3: questions 1: ") and "letter u" in lines[0]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        (
            {"practice": [{"identity": IDENTITY, "right_answers": {}}]},
            "The right answer is missing; give it for at least one question.",
        ),
        ({"practice": [{"identity": IDENTITY, "right_answers": {"mood": "good"}}]}, "no question 'mood'"),
        ({"practice": [{"identity": IDENTITY, "right_answers": {"decision": "maybe"}}]}, "'maybe' is not an answer"),
        ({"gold": [{"identity": IDENTITY, "right_answers": {"decision": "accept"}}]}, "listed twice"),
    ],
)
def test_right_answers_must_be_answers(values: dict[str, Any], said: str) -> None:
    with pytest.raises(BadPlan, match=said):
        plan_from(full(**values))


def test_counts_per_model_as_the_command_line_writes_them() -> None:
    spec = spec_from({"per_model": "gpt-5:3, us.anthropic.claude:0:2", "seed": "4"})
    assert spec.per_model == {"gpt-5": 3, "us.anthropic.claude:0": 2}
    assert (spec.wanted, spec.seed) == (5, 4)


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({}, "size"),
        ({"size": 3, "per_model": "a:1"}, "size"),
        ({"per_model": "a:1,a:2"}, "per_model"),
        ({"per_model": "a:1", "models": "b"}, "per_model"),
        ({"size": 3, "silence_share": 0.5}, "silence_share"),
        ({"size": 3, "kinds": "all"}, "kinds"),
        ({"size": 3, "outcomes": "win"}, "outcomes 1"),
    ],
)
def test_a_sample_that_does_not_go_together_is_refused_at_a_field(values: dict[str, Any], field: str) -> None:
    with pytest.raises(BadPlan) as caught:
        spec_from(values)
    assert [problem.field for problem in caught.value.problems] == [field]


def test_every_setting_is_a_column_of_a_study() -> None:
    from annotation.models import Study

    assert set(SETTINGS) <= {column.name for column in Study._meta.get_fields()}
    plan = plan_from({"title": "x"})
    for name in SETTINGS:
        if name not in ("title", "questions"):
            assert getattr(plan, name) == getattr(Study(), name), name
