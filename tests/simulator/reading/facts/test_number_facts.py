"""Facts that are plain numbers: digits or words, but not the pieces of something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import NumberFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

FOUND = [
    ("25", "about 25 minutes"),
    ("25", "25 min late"),
    ("25", "25min"),
    ("25", "25%"),
    ("25", "a 25-minute delay"),
    ("25", "20-25 minutes"),
    ("25", "late—25 minutes"),
    ("25", "twenty-five minutes"),
    ("25", "Twenty five"),
    ("25", "25."),
    ("25", "(25)"),
    ("25", "#25"),
    ("25", "25.0"),
    ("25", "25, 26 and 27"),
    ("25", "at 25 minutes past"),
    ("25", "€30 for 25 people"),
    ("12", "On 5 March we need 12 chairs"),
    ("100", "a hundred chairs"),
    ("100", "one hundred"),
    ("7", "seven"),
    ("0", "zero"),
    ("1200", "1,200 people"),
    ("1200", "1.200 people"),
    ("3.5", "3,5 hours"),
    ("3.5", "3.50"),
    ("17.40", "€17.40"),
    ("-5", "it is -5 outside"),
    ("-5", "minus 5 degrees"),
    ("16", "16h of driving"),
    ("16", "in some 16h"),
    ("16", "a note: 16h"),
    ("16", "16.00-18.00"),
    ("16", "around 16.00"),
    ("1600", "1600-1800."),
    ("1200", "1,200 ft up"),
    ("1200", "the 1200 won"),
    ("5", "Team 5 won"),
    ("5", "5yr guarantee"),
    ("5", "5yrs"),
    ("12", "12y"),
    ("12", "12yr."),
    ("3", "3days"),
    ("6", "6wks"),
    ("18", "18mo"),
    ("2", "2nights"),
    ("9", "9kg"),
    ("7", "7km away"),
    ("30", "30kWh"),
    ("80", "80m²"),
    ("80", "80m2"),
    ("120", "120km/h"),
    ("6", "6ft"),
    ("2", "2h of it"),
    ("2", "2x"),
    ("2", "2 x"),
    ("3", "3x6.70"),
    ("6.70", "3x6.70"),
    ("1080", "1920x1080"),
    ("15000", "15k"),
    ("88400", "88.4k in all"),
    ("18000", "between 15 and 18 thousand"),
    ("2000", "2 thousand people"),
    ("3", "moved the limit to 3"),
    ("4", "4-6 on Wednesday"),
]

NOT_FOUND = [
    ("25", "1225"),
    ("25", "25.5"),
    ("25", "0.25"),
    ("25", "25:00"),
    ("25", "10:25"),
    ("25", "2025-03"),
    ("3", "2025-03"),
    ("2025", "2025-03-25"),
    ("25", "25 March"),
    ("25", "March 25"),
    ("25", "25/03/2026"),
    ("25", "€25"),
    ("25", "25 EUR"),
    ("25", "twenty-five euros"),
    ("25", "25th"),
    ("25", "INV-25"),
    ("25", "A25"),
    ("25", "25k"),
    ("25", "25 thousand"),
    ("25000", "25 km"),
    ("25000", "25 kids"),
    ("25", "1,025"),
    ("9", "9 am"),
    ("9", "at 9"),
    ("9", "nine o'clock"),
    ("5", "half past five"),
    ("5", "twenty-five"),
    ("20", "twenty-five"),
    ("20", "twenty-first"),
    ("5", "five hundred"),
    ("100", "two hundred"),
    ("5", "five million"),
    ("1", "someone"),
    ("352", "+352 621 555 014"),
    ("-5", "5 degrees"),
    ("16", "at 16h"),
    ("16", "Wednesday 16h"),
    ("16", "Wednesday 16-18"),
    ("16", "from 16.00 to 18.00"),
    ("6", "Wednesday, four to six"),
    ("1600", "1600 hrs"),
    ("1600", "Wednesday 1600-1800"),
    ("1240", "KSh 1,240"),
    ("1240", "1,240/-"),
    ("240", "R1 240"),
    ("12", "Lipowa 12d"),
    ("12", "12yo-yo"),
    ("5", "X5"),
    ("25", "x25"),
    ("5", "5yours"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_a_number_is_found_in_digits_and_words(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), NumberFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_a_number_is_not_found_as_a_piece_of_something_else(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


def test_a_number_may_be_off_by_what_within_allows() -> None:
    fact = parse_fact({"number": 25, "within": 0.5})
    assert fact.found_in("25.5 km", NOW)
    assert fact.found_in("twenty-five km", NOW)
    assert not fact.found_in("25.6 km", NOW)


def test_the_wrong_number_lies_outside_what_within_allows() -> None:
    fact = parse_fact({"number": 25, "within": 5})
    assert not fact.found_in(fact.wrong(), NOW)


def test_the_span_covers_the_written_number() -> None:
    assert parse_fact(25).spans("25 or twenty-five", NOW) == [(0, 2), (6, 17)]


def test_a_wrong_number_replaces_only_the_number() -> None:
    assert parse_fact(25).replaced("25 minutes late, until 10:25", NOW) == "32 minutes late, until 10:25"


@given(st.integers(0, 999_999), st.integers(0, 999_999))
def test_a_whole_number_is_found_and_no_other_is(number: int, other: int) -> None:
    fact = parse_fact(number)
    assert fact.found_in(f"There are {number} of them", NOW)
    assert fact.found_in(f"There are {number:,} of them", NOW)
    assert fact.found_in(f"There are {other} of them", NOW) == (number == other)
