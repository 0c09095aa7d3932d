"""Good solutions with wrong words, wrong deeds or false reports, and with texts by people in place of their words."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from benchmark.proofs.kinds import KINDS
from benchmark.proofs.proof_results import StoryReport
from benchmark.proofs.story_check import check_story
from benchmark.proofs.text_trials import TextCounts
from benchmark.proofs.trials import PROOFS
from benchmark.reading.texts import TextLine, is_kept_aside
from simulator.scenario.load import from_source
from tests.benchmark.proofs.story import SOUND, Source, proof

KEPT_ASIDE = "two_people_of_one_name"

READ: Source = copy.deepcopy(SOUND)
READ["people"][0]["also"] = ["the practice", "the dentist"]
READ["needs"] = [
    {
        "label": "move",
        "say": "offers to move the reminder of the dentist to 11:30 and to tell the practice that it suits",
        "acts": [{"change": "dentist"}, {"send": "practice"}],
        "not_before": {"event": "call", "because": "the practice moves her only then"},
        "too_late_after": "+1d 09:00",
        "answer": {"accept": "Yes, that suits me."},
    }
]
READ["goals"][0]["say"] = "The reminder of the dentist rings at 11:30"
READ["goals"][1]["say"] = "The practice knows that 11:30 suits her"
READ["solution"][0]["offer"] = (
    "The practice moves your dentist to 11:30. Shall I move the reminder to 11:30 and write to the practice that it"
    " suits you?"
)
READ["solution"][-1]["report"] = (
    "The reminder of the dentist is at 11:30 now, and Practice Weber knows that it suits you."
)
del READ["offers"]


def report_on(texts: list[TextLine] | None = None, **changes: Any) -> StoryReport:
    story = from_source({**copy.deepcopy(READ), **changes})
    return check_story(story, {story.id: texts or []})


@pytest.fixture(scope="module")
def report() -> StoryReport:
    return report_on()


def text(where: str, words: str, expected: str, **more: Any) -> TextLine:
    return TextLine.model_validate(
        {"scenario": READ["id"], "where": where, "text": words, "expected": expected, **more}
    )


def test_every_kind_belongs_to_a_proof_and_says_what_is_wrong() -> None:
    assert all(kind.proof in PROOFS and kind.about[0].isupper() for kind in KINDS.values())


def test_the_worked_solution_itself_succeeds(report: StoryReport) -> None:
    assert not proof(report, "a").failures


@pytest.mark.parametrize(
    "kind",
    [
        "retracted",
        "alternatives",
        "secret_asked",
        "threat",
        "field_asks_secret",
        "field_threatens",
        "negated_offer",
        "not_x_but_y",
    ],
)
def test_wrong_words_are_made_and_killed(report: StoryReport, kind: str) -> None:
    count = proof(report, "m").kinds[kind]
    assert count.made == count.killed > 0, proof(report, "m").failures


@pytest.mark.parametrize("kind", ["sent_twice", "made_anew"])
def test_wrong_deeds_are_made_and_killed(report: StoryReport, kind: str) -> None:
    count = proof(report, "n").kinds[kind]
    assert count.made == count.killed > 0, proof(report, "n").failures


@pytest.mark.parametrize("kind", ["false_report", "failure_hidden", "empty_report", "report_missing"])
def test_wrong_reports_are_made_and_killed(report: StoryReport, kind: str) -> None:
    count = proof(report, "o").kinds[kind]
    assert count.made == count.killed > 0, proof(report, "o").failures


def test_a_record_that_a_good_way_replaces_may_be_made_anew() -> None:
    anew = {
        "say": "a new reminder for the old one",
        "replace": {
            "reminder.update_reminder": {
                "steps": [
                    {"reminder.delete_reminder": {"reminder_id": "dentist"}},
                    {"reminder.add_reminder": {"title": "Dentist", "due_datetime": "+1d 11:30"}},
                ]
            }
        },
    }
    either = {
        "for": "move",
        "say": "The reminder of the dentist rings at 11:30",
        "any_of": [
            {"changed": {"record": "dentist", "to": {"due": "+1d 11:30"}}},
            {"exists": {"in": "reminder", "where": {"title": {"mentions": ["Dentist"]}, "due": "+1d 11:30"}}},
        ],
    }
    allowed = [{"say": "The old reminder may go.", "in": "reminder", "record": "dentist", "deleted": True}]
    found = report_on(alternatives=[anew], goals=[either, READ["goals"][1]], allowed=allowed)
    assert not proof(found, "k").failures
    assert "made_anew" not in proof(found, "n").kinds


def test_texts_that_come_out_as_expected_pass() -> None:
    texts = [
        text("offer", READ["solution"][0]["offer"], "yes", need="move"),
        text("offer", "I will not do anything about the dentist.", "no", need="move"),
        text("message", "11:30 on Friday suits me.", "yes", goal=1, to="Practice Weber"),
        text("message", "12:30 on Friday suits me.", "no", goal=1, to="Practice Weber"),
        text("report", READ["solution"][-1]["report"], "yes"),
        text("report", "I have cancelled the dentist.", "no"),
        text("report", "Hm.", "unclear"),
    ]
    result = proof(report_on(texts), "p")
    assert (result.made, result.killed, result.failures) == (6, 6, [])


def test_a_wrong_text_that_succeeds_and_a_right_one_that_fails_are_named() -> None:
    texts = [
        text("message", "11:30 on Friday suits me.", "no", goal=1, to="Practice Weber"),
        text("message", "12:30 on Friday suits me.", "yes", goal=1, to="Practice Weber"),
    ]
    result = proof(report_on(texts), "p")
    assert result.killed == 0
    assert "expected no, succeeds: “11:30 on Friday suits me.”" in result.failures[0]
    assert "expected yes, fails (" in result.failures[1]


def test_a_text_for_a_place_that_the_solution_lacks_is_an_error() -> None:
    result = proof(report_on([text("offer", "Shall I?", "yes", need="nothing")]), "p")
    assert "the worked solution has no step for 'offer nothing'" in result.failures[0]


def test_of_texts_that_are_kept_aside_only_numbers_are_told() -> None:
    assert is_kept_aside(KEPT_ASIDE)
    texts = [
        text("message", "11:30 on Friday suits me.", "no", goal=1, to="Practice Weber"),
        text("message", "11:30 on Friday suits me.", "yes", goal=1, to="Practice Weber"),
    ]
    found = report_on(texts, id=KEPT_ASIDE)
    assert found.kept_aside == TextCounts(wrong=1, wrong_as_yes=1, right=1, right_as_no=0)
    assert not found.kept_aside.within_limits
    assert proof(found, "p").failures == []
    assert (proof(found, "p").made, proof(found, "p").killed) == (2, 1)


def test_limits_hold_for_all_texts_that_are_kept_aside_together() -> None:
    assert TextCounts(100, 2, 100, 3).within_limits
    assert not TextCounts(100, 3, 100, 3).within_limits
    assert not TextCounts(100, 2, 100, 4).within_limits
    assert TextCounts(1, 1, 1, 0) + TextCounts(2, 0, 3, 1) == TextCounts(3, 1, 4, 1)
