"""Several facts at once, and what is said when one is missing."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.reading.facts import FactError, FactSet, OneOfFact
from tests.simulator.reading.facts.cases import NOW

OFFER = "Shall I mail Tomáš and Wanjiru that you will be about 25 minutes late? Your cab comes at 9 am."


def test_a_list_means_that_all_must_be_there() -> None:
    facts = FactSet.parse(["late", "25", "09:00"])
    assert facts.miss(OFFER, NOW) is None
    assert facts.miss("Late by 25 minutes", NOW) == 'The text does not mention "09:00".'


def test_everything_missing_is_named_in_one_sentence() -> None:
    missing = FactSet.parse({"all": ["late"], "all_of_people": ["Tomáš", "Wanjiru"]}).miss("Hello", NOW)
    assert missing == 'The text does not mention "late", "Tomáš" or "Wanjiru".'


def test_one_of_any_is_enough() -> None:
    facts = FactSet.parse({"any": ["delay*", "25"], "all_of_people": ["Tomáš", "Wanjiru"]})
    assert facts.miss(OFFER, NOW) is None
    assert facts.miss("Tomáš, Wanjiru", NOW) == 'The text mentions none of "delay*" and "25".'


def test_a_single_choice_is_named_plainly() -> None:
    assert FactSet.parse({"any": ["late"]}).miss("Hello", NOW) == 'The text does not mention "late".'


def test_what_must_not_be_there_is_named() -> None:
    facts = FactSet.parse({"none": ["Berg", "€5", "25"]})
    assert facts.miss("Hello", NOW) is None
    assert facts.miss(OFFER + " Berg too.", NOW) == 'The text mentions "Berg" and "25", which must not be there.'


def test_any_of_people_needs_one_of_them() -> None:
    facts = FactSet.parse({"any_of_people": ["Tomáš Novák", "Wanjiru"]})
    assert facts.miss("Novák, Tomáš", NOW) is None
    assert facts.miss("Odile", NOW) == 'The text mentions none of "Tomáš Novák" and "Wanjiru".'


def test_any_and_any_of_people_must_both_hold() -> None:
    facts = FactSet.parse({"any": ["late", "delayed"], "any_of_people": ["Tomáš", "Wanjiru"]})
    assert facts.miss("Tell Wanjiru I am late", NOW) is None
    assert facts.miss("I am late", NOW) == 'The text does not mention "Tomáš or Wanjiru".'
    assert facts.miss("Tell Wanjiru", NOW) == 'The text mentions none of "late" and "delayed".'


def test_of_each_group_under_any_one_must_be_there() -> None:
    facts = FactSet.parse({"any": [["late", "delay*"], ["call", "ring"], ["Tomáš"]]})
    assert facts.miss("Call Tomáš, I am delayed", NOW) is None
    assert facts.miss("Call Tomáš", NOW) == 'The text mentions none of "late" and "delay*".'
    assert facts.miss("I am late", NOW) == 'The text does not mention "call or ring" or "Tomáš".'


def test_further_groups_are_wanted_facts_of_their_own() -> None:
    facts = FactSet.parse({"all": ["25"], "any": [["late", "delay*"], ["call", "ring"]], "any_of_people": ["Odile"]})
    assert [fact.shown for fact in facts.any] == ["late", "delay*"]
    assert [fact.shown for fact in facts.all] == ["25", "call or ring", "Odile"]
    assert [type(fact) for fact in facts.all[1:]] == [OneOfFact, OneOfFact]


def test_a_single_group_is_the_same_as_a_plain_list() -> None:
    assert FactSet.parse({"any": [["late", "delay*"]]}) == FactSet.parse({"any": ["late", "delay*"]})


def test_one_of_several_people_is_replaced_wherever_one_stands() -> None:
    facts = FactSet.parse({"any": ["late"], "any_of_people": ["Tomáš", "Wanjiru"]})
    assert facts.all[0].replaced("Tomáš, Wanjiru", NOW) == "Ingrid, Ingrid"


def test_no_facts_hold_for_every_text() -> None:
    assert FactSet().miss("", NOW) is None


@pytest.mark.parametrize(
    "text",
    [
        "My cab is held up on the bridge; I expect to be about 25 minutes late and will join as soon as I am there.",
        "Delayed by an accident, sorry.",
        "I need some twenty-five minutes more.",
        "The cab comes at nine.",
    ],
)
def test_good_solutions_in_other_words_pass(text: str) -> None:
    assert FactSet.parse({"any": ["late", "delay*", "25", "09:00"]}).miss(text, NOW) is None


REFUSED: list[tuple[Any, str]] = [
    ({"every": ["late"]}, "all, any, none, together, all_of_people, any_of_people"),
    ({}, "empty"),
    ([], "empty"),
    ({"all": []}, "all: the list is empty"),
    ("late", "facts: [first fact, second fact]"),
    ({"any": "late"}, "any: [first fact, second fact]"),
    (["late", {"colour": "red"}], "facts, item 2:"),
    ({"none": [{"time": "soon"}]}, "none, item 1:"),
    ({"all_of_people": [25]}, "all_of_people, item 1:"),
    ({"any": [["late"], "call"]}, "any: item 2 is a plain fact beside lists"),
    ({"any": ["late", ["call"]]}, "any: item 1 is a plain fact beside lists"),
    ({"any": [["late"], {"time": "09:00"}]}, "[[first, second], [third]]"),
    ({"any": [["late"], []]}, "any, group 2: the list is empty"),
    ({"any": [["late"], ["call", {"time": "soon"}]]}, "any, group 2, item 2:"),
    ({"any": [[["late"]]]}, "any, group 1, item 1: ['late'] is a list"),
    ({"any": []}, "any: the list is empty"),
    ({"all": [["late", "delay*"]]}, "only directly under any"),
    ({"any_of_people": [["Tomáš"]]}, "any_of_people, item 1:"),
    ({"together": ["Tomáš", 25]}, "[[Tomáš, 25], [Wanjiru, 40]]"),
    ({"together": []}, "is not a list of groups"),
    ({"together": [["Tomáš", 25], []]}, "together, group 2: the list is empty"),
    ({"together": [["Tomáš"]]}, "together, group 1: a group needs at least two facts"),
    ({"together": [["Tomáš", {"time": "soon"}]]}, "together, group 1, item 2:"),
    ({"together": [["Tomáš", [25]]]}, "together, group 1, item 2: [25] is a list"),
]


@pytest.mark.parametrize(("raw", "place"), REFUSED)
def test_a_refusal_names_the_place(raw: Any, place: str) -> None:
    with pytest.raises(FactError) as refusal:
        FactSet.parse(raw)
    assert place in str(refusal.value)
