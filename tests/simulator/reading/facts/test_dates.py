"""Facts about dates: written out, in digits, or seen from today."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import DateFact, parse_fact
from simulator.reading.facts.calendar_days import CalendarDay
from simulator.reading.facts.date_forms import MONTH_NAMES
from simulator.reading.facts.dates import WEEKDAY_NAMES
from tests.simulator.reading.facts.cases import NOW

FOUND = [
    ("2026-03-12", "on 2026-03-12"),
    ("2026-03-12", "12 March"),
    ("2026-03-12", "12 March 2026"),
    ("2026-03-12", "March 12"),
    ("2026-03-12", "March 12th, 2026"),
    ("2026-03-12", "Mar. 12"),
    ("2026-03-12", "the 12th of March"),
    ("2026-03-12", "12-Mar-2026"),
    ("2026-03-12", "1. March 12: budget"),
    ("2026-03-12", "Thu 12 March"),
    ("2026-03-12", "Thu. 12 March"),
    ("2026-03-12", "5 March Thursday 12 March"),
    ("2026-03-12", "Thursday, March 12"),
    ("2026-03-12", "Thursday (12 March)"),
    ("2026-03-12", "12 March (Thursday)"),
    ("2026-03-12", "12.03.2026"),
    ("2026-03-12", "12.3.2026."),
    ("2026-03-12", "12/03/2026"),
    ("2026-03-12", "12/03/26"),
    ("2026-03-12", "2026/03/12"),
    ("2026-03-12", "2026-03-12T09:00"),
    ("2026-03-12", "on the 12th."),
    ("2026-03-12", "Thursday the 12th"),
    ("2026-03-12", "10–12 March"),
    ("2026-03-12", "12 to 14 March"),
    ("2026-03-12", "March 12-14"),
    ("2026-03-12", "next Thursday"),
    ("2026-03-12", "Thursday next week"),
    ("2026-03-19", "next Thursday"),
    ("2026-03-25", "03/25/2026"),
    ("2026-03-03", "03/03/2026"),
    ("2026-03-05", "today"),
    ("2026-03-05", "tonight at 8"),
    ("2026-03-05", "Thursday"),
    ("2026-03-05", "See you on Thursday. 12 March is too late."),
    ("2026-03-05", "this Thursday"),
    ("2026-03-06", "tomorrow"),
    ("2026-03-06", "Tomorrow's meeting"),
    ("2026-03-06", "on Friday"),
    ("2026-03-06", "Fri 9:00"),
    ("2026-03-07", "the day after tomorrow"),
    ("2026-03-07", "on Sat"),
    ("2026-03-04", "yesterday"),
    ("2026-02-26", "last Thursday"),
    ("2026-03-11", "Wednesday"),
    ("12 March", "2026-03-12"),
    ("Thu 12 March", "12/03/2026"),
    ("12 December", "12 Dec 2025"),
    ("2025-12-28", "28 December"),
    ("29 February 2028", "29/02/2028"),
    ("2026-03-12", "03/12/2026"),
    ("2026-03-12", "3-12-2026"),
    ("2026-12-03", "03/12/2026"),
    ("2026-03-12", "Thursday 03/12/2026"),
    ("2026-03-12", "Thu 3/12"),
    ("2026-03-12", "Thursday (12/3)"),
    ("2026-03-25", "Wed 3/25, at noon"),
    ("2026-06-01", "the first of June"),
    ("2026-06-01", "from the first day of June 2026"),
    ("2026-06-01", "June the first"),
    ("2026-06-01", "from June first."),
    ("2026-06-01", "1st June"),
    ("2026-03-23", "the twenty-third of March"),
    ("2026-03-10", "from the tenth to the twelfth of March"),
    ("2026-03-12", "from the tenth to the twelfth of March"),
    ("2026-03-12", "Thursday the twelfth"),
    ("2026-08-31", "until the end of August"),
    ("2026-08-31", "through the end of August 2026"),
    ("2026-08-31", "the last day of August"),
    ("2026-02-28", "until the end of February"),
    ("2026-03-10", "10 until 12 March"),
    ("2026-03-10", "10 through 12 March"),
    ("2026-03-12", "March 10 through 12"),
    ("2026-03-12", "March 10 through the 12th"),
    ("2026-03-10", "10, 11 and 12 March"),
    ("2026-03-11", "the 10th, 11th, or 12th of March"),
    ("2026-03-11", "March 10, 11 and 12, 2026"),
    ("2026-03-12", "March 10, 11 and 12"),
    ("2026-03-12", "March 5\nMarch 12\nMarch 19"),
    ("2026-03-04", "last night"),
    ("2026-03-04", "Last night's ride"),
]

NOT_FOUND = [
    ("2026-03-12", "13 March"),
    ("2026-03-12", "12 April"),
    ("2026-03-12", "12 March 2027"),
    ("2026-03-12", "112 March"),
    ("2026-03-12", "March 2026"),
    ("2026-03-12", "March 120"),
    ("2026-03-12", "12"),
    ("2026-03-12", "12.03"),
    ("2026-03-12", "2026-03-121"),
    ("2026-03-12", "12.03.2026.1"),
    ("2026-03-12", "12/03/2026-1"),
    ("2026-03-12", "INV 12.03.2026-14"),
    ("2026-03-12", "03.12.2026"),
    ("2026-03-12", "Thursday"),
    ("2026-03-12", "the 12th floor"),
    ("2026-03-12", "last Thursday"),
    ("2026-03-12", "every Thursday"),
    ("2026-03-05", "Thursday, 12 March"),
    ("2026-03-05", "Thu 12 March"),
    ("2026-03-05", "12 March (Thursday)"),
    ("2026-03-05", "Thursday the 12th"),
    ("2026-03-05", "next Thursday"),
    ("2026-03-05", "Thursday next week"),
    ("2026-03-05", "Thursdays"),
    ("2026-03-05", "tomorrow"),
    ("2026-03-06", "the day after tomorrow"),
    ("2026-03-04", "the day before yesterday"),
    ("2026-03-07", "we sat in the sun"),
    ("2026-03-08", "enjoy the sun"),
    ("2026-03-06", "yesterday"),
    ("2026-12-28", "28 December"),
    ("2026-03-01", "we may march 1:30"),
    ("2026-01-06", "Monday 06/01/2026"),
    ("2026-12-03", "Thu 3/12"),
    ("2026-03-12", "3/12"),
    ("2026-03-12", "Thursday 3/12 full"),
    ("2026-05-03", "a third of May"),
    ("2026-05-01", "we may first go"),
    ("2026-03-01", "they march first, then"),
    ("2026-06-01", "the first of June's bills"),
    ("2026-06-01", "the first week of June"),
    ("2026-06-01", "In June first guests come"),
    ("2026-06-01", "on the first of several days in June"),
    ("2026-03-05", "Thursday the twelfth"),
    ("2026-08-31", "towards the end of August"),
    ("2026-08-31", "the end of August"),
    ("2026-03-10", "March 1 to 10 pm"),
    ("2026-03-14", "March 12, 14 people"),
    ("2026-03-05", "last night"),
    ("2026-08-01", "June 1-August 31"),
    ("2026-08-01", "June 1\nAugust 31"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_a_date_is_found_however_it_is_written(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), DateFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_a_date_is_not_found_in_something_else(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(
    "text",
    [
        "June 1–August 31",
        "June 1-August 31, 2026",
        "Jun 1–Aug 31",
        "June 1st through August 31st",
        "1 June–31 August",
        "1 June to 31 August 2026",
        "from Monday 1 June to Monday 31 August 2026",
        "01/06/2026-31/08/2026",
        "06/01/2026 – 08/31/2026",
        "2026-06-01 to 2026-08-31",
        "from the first of June until the thirty-first of August",
        "from the 1st of June until the end of August",
        "June 1\nAugust 31",
    ],
)
def test_both_ends_of_a_stretch_of_days_are_found_and_replaced_one_by_one(text: str) -> None:
    first, last = parse_fact("2026-06-01"), parse_fact("2026-08-31")
    without_first, without_last = first.replaced(text, NOW), last.replaced(text, NOW)
    assert without_first and not first.found_in(without_first, NOW) and last.found_in(without_first, NOW)
    assert without_last and not last.found_in(without_last, NOW) and first.found_in(without_last, NOW)


def test_the_year_at_the_end_of_a_stretch_is_the_year_of_both_ends() -> None:
    assert parse_fact("2028-06-01").found_in("1 June to 31 August 2028", NOW)
    assert not parse_fact("2026-06-01").found_in("1 June to 31 August 2028", NOW)
    assert parse_fact("2027-12-20").found_in("December 20 – January 3, 2028", NOW)


def test_a_date_that_leaves_no_doubt_shows_the_order_of_the_others() -> None:
    assert not parse_fact("2026-01-06").found_in("06/01/2026 to 08/31/2026", NOW)
    assert not parse_fact("2026-06-01").found_in("06/01/2026 to 31/08/2026", NOW)


def test_an_author_writes_the_day_first_unless_the_weekday_says_otherwise() -> None:
    assert parse_fact("06/01/2026") == DateFact("06/01/2026", CalendarDay(6, 1, 2026))
    assert parse_fact("Mon 06/01/2026") == DateFact("Mon 06/01/2026", CalendarDay(1, 6, 2026))


def test_a_date_without_year_is_the_one_nearest_to_now() -> None:
    late = datetime(2026, 12, 20, 9, tzinfo=NOW.tzinfo)
    assert parse_fact("2027-01-03").found_in("3 January", late)
    assert parse_fact("3 January").found_in("on 2027-01-03", late)
    assert not parse_fact("2026-01-03").found_in("3 January", late)


def test_a_leap_day_without_year_is_understood() -> None:
    assert parse_fact("29 February").found_in("2028-02-29", NOW)


def test_the_span_covers_the_weekday_beside_the_date() -> None:
    assert parse_fact("2026-03-12").spans("On Thursday, 12 March 2026 at 9", NOW) == [(3, 26)]


def test_the_span_covers_brackets_and_ordinals() -> None:
    assert parse_fact("2026-03-12").replaced("Thursday (12 March).", NOW) == "29 March 2026."
    assert (
        parse_fact("2026-03-12").replaced("On the 12th and 14th of March", NOW)
        == "On the 29 March 2026 and 14th of March"
    )
    assert parse_fact("2026-03-12").replaced("March 10th-12th", NOW) == "March 10th-29 March 2026"


def test_a_wrong_date_replaces_every_form() -> None:
    assert parse_fact("2026-03-06").replaced("Tomorrow (6 March) it is", NOW) == "23 March 2026 (23 March 2026) it is"


STYLES: list[Callable[[date], str]] = [
    lambda day: day.isoformat(),
    lambda day: f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}",
    lambda day: f"{day.day} {MONTH_NAMES[day.month - 1][:3]} {day.year}",
    lambda day: f"{MONTH_NAMES[day.month - 1]} {day.day}, {day.year}",
    lambda day: f"the {day.day}th of {MONTH_NAMES[day.month - 1]} {day.year}",
    lambda day: f"{WEEKDAY_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1]} {day.year}",
    lambda day: f"{WEEKDAY_NAMES[day.weekday()][:3]}, {MONTH_NAMES[day.month - 1][:3]} {day.day} {day.year}",
    lambda day: f"{day.day:02}.{day.month:02}.{day.year}",
    lambda day: f"{day.year}/{day.month}/{day.day}",
]
WITHOUT_YEAR: list[Callable[[date], str]] = [
    lambda day: f"{day.day} {MONTH_NAMES[day.month - 1]}",
    lambda day: f"{MONTH_NAMES[day.month - 1]} {day.day}",
    lambda day: f"{WEEKDAY_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1]}",
]
days = st.dates(date(1950, 1, 1), date(2090, 12, 31))
near_days = st.integers(-180, 180).map(lambda offset: NOW.date() + timedelta(days=offset))


@given(days, days, st.sampled_from(STYLES))
def test_a_date_is_found_in_every_style_and_no_other_is(day: date, other: date, style: Callable[[date], str]) -> None:
    fact = parse_fact({"date": day.isoformat()})
    assert fact.found_in(f"It will be {style(day)} or so.", NOW)
    assert fact.found_in(f"It will be {style(other)} or so.", NOW) == (day == other)


@given(days, days, st.sampled_from(["{0.day}/{0.month}/{0.year}", "{0.month:02}/{0.day:02}/{0.year}"]))
def test_a_date_in_digits_counts_for_both_orders_where_both_are_days(day: date, other: date, style: str) -> None:
    turned = date(other.year, other.day, other.month) if other.day <= 12 else other
    text = f"It will be {style.format(other)} or so."
    assert parse_fact(day.isoformat()).found_in(text, NOW) == (day in (other, turned))
    for meant in (other, turned):
        replaced = parse_fact(meant.isoformat()).replaced(text, NOW)
        assert replaced and not parse_fact(meant.isoformat()).found_in(replaced, NOW)


@given(near_days, near_days, st.sampled_from(["-", "–", " – ", " to ", " through "]))
def test_a_stretch_between_two_months_has_both_its_ends_and_no_other(first: date, last: date, sign: str) -> None:
    shown = [f"{MONTH_NAMES[day.month - 1]} {day.day}" for day in (first, last)]
    text = f"It is free {shown[0]}{sign}{shown[1]}."
    found = [day for day in (first, last, first + timedelta(days=1)) if parse_fact(day.isoformat()).found_in(text, NOW)]
    assert found == [day for day in (first, last, first + timedelta(days=1)) if day in (first, last)]


@given(near_days, st.sampled_from(STYLES + WITHOUT_YEAR), st.sampled_from(WITHOUT_YEAR))
def test_a_near_date_needs_no_year(day: date, style: Callable[[date], str], own_style: Callable[[date], str]) -> None:
    fact = parse_fact(own_style(day))
    assert isinstance(fact, DateFact)
    assert fact.found_in(f"It will be {style(day)} or so.", NOW)


@given(st.integers(0, 6))
def test_a_weekday_is_the_next_such_day_today_included(offset: int) -> None:
    day = NOW.date() + timedelta(days=offset)
    text = f"Shall we say {WEEKDAY_NAMES[day.weekday()]}?"
    assert parse_fact(day.isoformat()).found_in(text, NOW)
    assert not parse_fact((day + timedelta(days=7)).isoformat()).found_in(text, NOW)
