"""Facts that belong together: what is said of one must not be said of another."""

from __future__ import annotations

from datetime import timedelta
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import FactSet, SearchedTexts
from tests.simulator.reading.facts.cases import NOW

PRICES = FactSet.parse({"together": [["Adinkra Roofing", {"amount": 88400}], ["Baobab", {"amount": 91200}]]})
OFFERS = FactSet.parse(
    {
        "together": [
            ["Daybreak", {"amount": 88400}, {"number": 8}, {"date": "2026-03-16"}],
            ["Harmattan", {"amount": 86500}, {"number": 5}, {"date": "2026-03-09"}],
            ["Oware", {"amount": 94600}, {"number": 12}, {"date": "2026-03-30"}],
        ]
    }
)


@pytest.mark.parametrize(
    "text",
    [
        "Adinkra Roofing: 88,400 GHS\nBaobab: 91,200 GHS",
        "Baobab | 91,200\nAdinkra Roofing | 88,400",
        "88,400: Adinkra Roofing\n91,200: Baobab",
        "Adinkra Roofing wants 88,400, Baobab 91,200.",
        "Adinkra Roofing\n- GHS 88400\n\nBaobab\n- GHS 91200",
        "I have asked Baobab and Adinkra Roofing. Baobab takes 91,200. From Adinkra Roofing it is 88,400.",
        "Baobab (91,200) is dearer than Adinkra Roofing (88,400).",
        "It is 88,400 with Adinkra Roofing. It is 91,200 with Baobab.",
        "88,400 for Adinkra Roofing; 91,200 for Baobab",
        "Adinkra Roofing and Baobab\nAdinkra Roofing: 88,400\nBaobab: 91,200\nAdinkra Roofing is cheaper than Baobab.",
    ],
)
def test_what_stands_in_one_sentence_or_line_or_behind_its_subject_belongs_together(text: str) -> None:
    assert PRICES.miss(text, NOW) is None


@pytest.mark.parametrize(
    "text",
    [
        "Adinkra Roofing: 91,200 GHS\nBaobab: 88,400 GHS",
        "Adinkra Roofing wants 91,200, Baobab 88,400.",
        "91,200: Adinkra Roofing\n88,400: Baobab",
        "Adinkra Roofing and Baobab answered. Adinkra Roofing: 91,200. Baobab: 88,400.",
        "88,400 and 91,200, from Adinkra Roofing and Baobab",
    ],
)
def test_prices_that_are_swapped_or_left_open_are_a_miss(text: str) -> None:
    missed = PRICES.miss(text, NOW)
    assert missed is not None
    assert missed.endswith("together.")


def test_a_miss_names_the_facts_that_belong_together() -> None:
    missed = PRICES.miss("Baobab: 88,400\nAdinkra Roofing: 91,200", NOW)
    assert missed == 'The text does not keep "Adinkra Roofing" and "88400" together.'


def test_what_is_not_there_at_all_is_named_first() -> None:
    assert PRICES.miss("Baobab: 91,200", NOW) == 'The text does not mention "Adinkra Roofing" or "88400".'


def test_each_fact_of_a_group_is_required_once() -> None:
    facts = FactSet.parse({"all": ["late"], "together": [["Ann", 5], ["Bob", 5]]})
    assert [fact.shown for fact in facts.required] == ["late", "Ann", "5", "Bob"]


def test_groups_about_the_same_subject_do_not_stand_in_each_others_way() -> None:
    facts = FactSet.parse({"together": [["Ann", 5], ["Ann", 7], ["Bob", 6]]})
    assert facts.miss("Ann: 5 and 7. Bob: 6.", NOW) is None
    assert facts.miss("Ann: 5 and 6. Bob: 7.", NOW) is not None


def test_a_name_inside_a_longer_one_is_no_other_subject() -> None:
    facts = FactSet.parse({"together": [["Joana Prado", 12], ["Joana", 9]]})
    assert facts.miss("Joana Prado: 12\nJoana: 9", NOW) is None


def test_one_group_alone_may_be_asked_for() -> None:
    facts = FactSet.parse({"together": [["Figa", "on request"]]})
    assert facts.miss("Figa: on request.", NOW) is None
    assert facts.miss("On request.\nAnd then there is Figa.", NOW) is not None


def test_texts_of_different_times_are_read_as_of_their_own_time() -> None:
    facts = FactSet.parse({"together": [["Ann", {"date": "2026-03-06"}], ["Bob", {"date": "2026-03-07"}]]})
    tomorrow = [("Ann comes tomorrow.", NOW), ("Bob comes tomorrow.", NOW + timedelta(days=1))]
    assert facts.miss_in(SearchedTexts(tomorrow)) is None
    assert facts.miss_in(SearchedTexts([(text, NOW) for text, _ in tomorrow])) is not None


def test_places_count_through_all_texts() -> None:
    fact = FactSet.parse(["late"]).all[0]
    assert SearchedTexts([("late", NOW), ("so late", NOW)]).places(fact) == [(0, 4), (8, 12)]


ROWS = {
    "Daybreak": ("88,400", "8", "16 March"),
    "Harmattan": ("86,500", "5", "9 March"),
    "Oware": ("94,600", "12", "30 March"),
}
STYLES = [
    "{0}: {1} GHS, guarantee {2} years, from {3}.",
    "| {0} | {1} | {2} | {3} |",
    "{0}\n  price: {1}\n  years: {2}\n  start: {3}\n",
    "From {3} on, {2} years, {1} GHS: {0}",
]


@given(st.permutations(list(ROWS)), st.sampled_from(STYLES))
def test_any_order_of_rows_is_right(order: list[str], style: str) -> None:
    text = "\n".join(style.format(name, *ROWS[name]) for name in order)
    assert OFFERS.miss(text, NOW) is None


@given(
    st.sampled_from([names for names in permutations(ROWS) if names != tuple(ROWS)]),
    st.integers(0, 2),
    st.sampled_from(STYLES),
    st.permutations(range(3)),
)
def test_any_swap_of_a_column_is_a_miss(names: tuple[str, ...], column: int, style: str, order: list[int]) -> None:
    rows = []
    for own, giver in zip(ROWS, names, strict=True):
        values = list(ROWS[own])
        values[column] = ROWS[giver][column]
        rows.append(style.format(own, *values))
    text = "\n".join(rows[place] for place in order)
    missed = OFFERS.miss(text, NOW)
    assert missed is not None
    assert missed.endswith("together.")
