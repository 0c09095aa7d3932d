"""Facts that a text must mention: short forms, derived values, people, and the time of the text."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.scenario.goals.evidence import Evidence, NotThere
from simulator.scenario.goals.mentions import Mentions
from tests.simulator.scenario.stories import before_all, parsed

DERIVED = """
derived:
  third: 100 / 3
  seats: 12 + 2 + 1
  noon: ferns.due - hours(28)
  word: lower('FERNS')
  asked_at: call.sent_at
"""


@pytest.fixture(scope="module")
def evidence() -> Evidence:
    return before_all(DERIVED)


def miss(evidence: Evidence, wanted: str, text: str, at: int | None = None) -> str | None:
    mentions = Mentions.model_validate(parsed(wanted))
    return mentions.miss(text, evidence.start if at is None else at, evidence)


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ("[late]", "I am late"),
        ("late", "I am late"),
        ("25", "about 25 minutes"),
        ("{any: [late, delay*]}", "It is delayed"),
        ("{none: [oak]}", "The ferns"),
        ("{all_of_people: [tomas, Wanjiru]}", "Tomas and Wanjiru know"),
        ("{any_of_people: [tomas, odile]}", "Odile knows"),
        ("[=third]", "You owe me 33.33 EUR"),
        ("[{money: =third}]", "€33.33 each"),
        ("[=seats]", "fifteen of us"),
        ("[{time: =noon}]", "at 12:00"),
        ("[{date: =noon}]", "on Friday 6 March"),
        ("[=word]", "Water the ferns"),
        ("[{date: +1d}, {time: +1d 09:30}]", "tomorrow at half past nine"),
        ("[{amount: =third}]", "33.33 in all"),
        ("{together: [[Ann, =seats], [Bob, {time: =noon}]]}", "Ann takes fifteen. Bob comes at noon."),
        ("{together: [[Ann, {amount: =third}], [Bob, {date: +1d}]]}", "Ann: 33.33\nBob: tomorrow"),
        ("{}", "anything"),
    ],
)
def test_this_is_mentioned(evidence: Evidence, wanted: str, text: str) -> None:
    assert miss(evidence, wanted, text) is None


@pytest.mark.parametrize(
    ("wanted", "text", "clause"),
    [
        ("[late, oak]", "I am late", 'the text does not mention "oak"'),
        ("{any: [a1, b1]}", "nothing", 'the text mentions none of "a1" and "b1"'),
        ("{none: [oak]}", "The oak", 'the text mentions "oak", which must not be there'),
        ("{all_of_people: [tomas]}", "Odile knows", 'the text does not mention "Tomáš"'),
        ("{together: [[Ann, 5], [Bob, 7]]}", "Ann: 7\nBob: 5", 'the text does not keep "Ann" and "5" together'),
        ("{together: [[Ann, 5], [Bob, 7]]}", "Ann: 5", 'the text does not mention "Bob" or "7"'),
    ],
)
def test_a_miss_is_one_clause_without_capital_and_full_stop(
    evidence: Evidence, wanted: str, text: str, clause: str
) -> None:
    assert miss(evidence, wanted, text) == clause


def test_a_weekday_is_that_of_the_week_in_which_the_text_was_written(evidence: Evidence) -> None:
    day = 86_400
    assert miss(evidence, "[{date: 2026-03-07}]", "on Saturday", evidence.start) is None
    assert miss(evidence, "[{date: 2026-03-07}]", "on Saturday", evidence.start + 7 * day) is not None


def test_facts_are_read_once(evidence: Evidence) -> None:
    mentions = Mentions.model_validate({"all": ["late"], "all_of_people": ["tomas"]})
    assert mentions.facts(evidence) is mentions.facts(evidence)


def test_facts_follow_what_they_are_derived_from() -> None:
    mentions = Mentions.model_validate(["=owed"])
    one, other = (before_all(f"derived: {{owed: {owed} + 0}}") for owed in (5, 7))
    assert mentions.miss("5 please", one.start, one) is None
    assert mentions.miss("5 please", other.start, other) is not None


def test_people_follow_the_story() -> None:
    mentions = Mentions.model_validate({"all_of_people": ["tomas"]})
    other = before_all(
        'people: [{label: tomas, name: Thomas Mann}, {label: wanjiru, name: W, email: w@w.example, phone: "1"}'
        ', {label: odile, name: O, email: o@o.example, phone: "2"}]\nworld: {}\nneeds: []\ntimeline: []'
    )
    first = before_all()
    assert mentions.miss("Tomáš", first.start, first) is None
    assert mentions.miss("Thomas", other.start, other) is None


def test_a_changed_copy_forgets_what_was_read(evidence: Evidence) -> None:
    mentions = Mentions.model_validate(["late"])
    assert mentions.miss("late", evidence.start, evidence) is None
    copy = mentions.model_copy(update={"all": ["early"]})
    assert copy.miss("late", evidence.start, evidence) is not None


def test_having_been_read_makes_no_difference_to_equality(evidence: Evidence) -> None:
    one, other = Mentions.model_validate(["late"]), Mentions.model_validate(["late"])
    one.facts(evidence)
    assert one == other
    assert one != Mentions.model_validate(["early"])


def test_a_value_derived_from_something_that_has_not_come_is_not_there(evidence: Evidence) -> None:
    with pytest.raises(NotThere, match="'call' is not there"):
        miss(evidence, "[{time: =asked_at}]", "at noon")


@pytest.mark.parametrize(
    "wrong",
    [
        {"all": [""]},
        {"all": [{"money": "a lot"}]},
        {"some": ["x"]},
        {"any": [{"date": "soon"}]},
        {"together": ["Ann", 5]},
        {"together": [["Ann", {"amount": "€5"}]]},
    ],
)
def test_a_fact_that_cannot_be_read_is_refused(wrong: Any) -> None:
    with pytest.raises(ValidationError):
        Mentions.model_validate(wrong)


@pytest.mark.parametrize("wanted", ["{together: [[Ann]]}", "{together: [[Ann, 5], []]}"])
def test_nothing_belongs_together_with_itself_alone(wanted: str) -> None:
    with pytest.raises(ValidationError, match="a subject and facts about it"):
        Mentions.model_validate(parsed(wanted))


def test_several_texts_count_together_each_as_of_its_own_time(evidence: Evidence) -> None:
    mentions = Mentions.model_validate({"all": ["late", {"date": "2026-03-07"}], "none": ["oak"]})
    tomorrow = evidence.start + 86_400
    assert mentions.miss_in([("I am late", evidence.start), ("see you tomorrow", tomorrow)], evidence) is None
    assert mentions.miss_in([("I am late", evidence.start), ("see you tomorrow", evidence.start)], evidence) is not None
    assert mentions.miss_in([("late, on 7 March", tomorrow), ("the oak", tomorrow)], evidence) is not None


def test_nothing_to_mention_is_falsy() -> None:
    assert not Mentions()
    assert Mentions.model_validate({"together": [["Ann", 5]]})
    assert Mentions.model_validate({"any_of_people": ["x"]})


def test_of_several_groups_each_needs_one(evidence: Evidence) -> None:
    wanted = "{any: [[late, delay*], [call, =seats]]}"
    assert miss(evidence, wanted, "I am late and will call") is None
    assert miss(evidence, wanted, "Delayed, 15 of us") is None
    assert miss(evidence, wanted, "I am late") is not None
    assert miss(evidence, wanted, "I will call") is not None


@pytest.mark.parametrize("wanted", ["{any: [late, [call]]}", "{any: [[]]}", "{any: [[late], []]}"])
def test_groups_and_single_facts_do_not_mix(wanted: str) -> None:
    with pytest.raises(ValidationError, match="either facts or lists of facts"):
        Mentions.model_validate(parsed(wanted))
