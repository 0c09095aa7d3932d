"""What an author writes becomes the right kind of fact, or is refused with a remedy."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from simulator.reading.facts import DateFact, FactError, MoneyFact, NumberFact, TimeFact, WordsFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

KINDS: list[tuple[Any, type]] = [
    ("€12.50", MoneyFact),
    ("12.50 EUR", MoneyFact),
    ("$1,200", MoneyFact),
    ("1.200,50 €", MoneyFact),
    ("25 euros", MoneyFact),
    ({"money": 12.5, "currency": "EUR"}, MoneyFact),
    ({"money": 12}, MoneyFact),
    ({"money": "€12.50"}, MoneyFact),
    ("09:00", TimeFact),
    ("9 am", TimeFact),
    ("9:30pm", TimeFact),
    ("noon", TimeFact),
    ({"time": "09:00"}, TimeFact),
    ("16h", TimeFact),
    ("16h30", TimeFact),
    ("1600 hrs", TimeFact),
    ("2026-03-12", DateFact),
    ("12 March", DateFact),
    ("12 March 2026", DateFact),
    ("Thu 12 March", DateFact),
    (date(2026, 3, 12), DateFact),
    ({"date": "2026-03-12"}, DateFact),
    ({"date": date(2026, 3, 12)}, DateFact),
    ({"date": NOW}, DateFact),
    ("25", NumberFact),
    ("3.5", NumberFact),
    ("16.00", NumberFact),
    ("1600", NumberFact),
    ("1,200", NumberFact),
    (25, NumberFact),
    (3.5, NumberFact),
    ({"number": 25, "within": 0.5}, NumberFact),
    ({"number": "25"}, NumberFact),
    ("25 min", WordsFact),
    ("25%", WordsFact),
    ("09:00 pick-up", WordsFact),
    ("Thursday", WordsFact),
    ("tomorrow", WordsFact),
    ("half past five", WordsFact),
    ("5 o'clock", WordsFact),
    ("for 16h", WordsFact),
    ("2h", WordsFact),
    ("four to six", WordsFact),
    ("March", WordsFact),
    ("12345678", WordsFact),
    ({"words": "25"}, WordsFact),
    ({"words": 25}, WordsFact),
    ({"name": "Tomáš Novák"}, WordsFact),
]


@pytest.mark.parametrize(("raw", "kind"), KINDS)
def test_the_kind_of_a_fact_is_recognised(raw: Any, kind: type) -> None:
    assert type(parse_fact(raw)) is kind


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        (" €12.50 ", "€12.50"),
        ({"money": 12.5, "currency": "EUR"}, "12.50 EUR"),
        (25, "25"),
        ({"name": "Tomáš"}, "Tomáš"),
    ],
)
def test_a_fact_is_shown_as_its_author_wrote_it(raw: Any, shown: str) -> None:
    assert parse_fact(raw).shown == shown


REFUSED: list[tuple[Any, str]] = [
    ({"colour": "red"}, "money (with currency), amount, date, time, number (with within), words, name"),
    ({"money": 5, "colour": "red"}, "has no key colour"),
    ({"words": "late", "within": 5}, "has no key within"),
    ({"money": 5, "number": 5}, "exactly one kind"),
    ({}, "exactly one kind"),
    ({"money": "a lot"}, "write it as 12.50"),
    ({"money": 12.345}, "at most two decimals"),
    ({"money": -5}, "not an amount"),
    ({"money": float("nan")}, "not an amount"),
    ({"money": True}, "not a text"),
    ({"money": 5, "currency": "shells"}, "such as EUR"),
    ({"money": "€5", "currency": "USD"}, "a currency other than USD"),
    ({"date": "soon"}, "write it as 2026-03-12"),
    ({"date": "31 February"}, "write it as 2026-03-12"),
    ({"date": "Fri 12 March 2026"}, "is a Thursday"),
    ({"time": "25:00"}, '"09:00"'),
    ({"time": 540}, "in quotes"),
    ({"time": "half past five"}, "not a clear time"),
    ({"number": "many"}, "write digits"),
    ({"number": True}, "write digits"),
    ({"number": float("inf")}, "write digits"),
    ({"number": "1,2,3.4.5"}, "write digits"),
    ({"number": 5, "within": -1}, "below zero"),
    ({"words": None}, "in quotes"),
    ({"name": ["Tomáš"]}, "in quotes"),
    (None, "not a fact"),
    (True, "not a fact"),
    (["late"], "not a fact"),
]


@pytest.mark.parametrize(("raw", "remedy"), REFUSED)
def test_what_cannot_be_understood_is_refused_with_a_remedy(raw: Any, remedy: str) -> None:
    with pytest.raises(FactError) as refusal:
        parse_fact(raw)
    assert remedy in str(refusal.value)


def test_equal_facts_are_equal() -> None:
    assert parse_fact("late") == parse_fact("late")
    assert parse_fact("25") != parse_fact("26")


def test_a_fact_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        parse_fact("late").shown = "early"  # type: ignore[misc]
