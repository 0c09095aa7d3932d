"""Facts about times of day: 24 and 12 hour clocks, and the way people say it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.scenario.facts import TimeFact, parse_fact
from tests.simulator.scenario.facts.cases import NOW

FOUND = [
    ("09:00", "at 09:00"),
    ("09:00", "at 9:00."),
    ("09:00", "at 9.00"),
    ("09:00", "9.00 am"),
    ("09:00", "9.00 h"),
    ("09:00", "9 am"),
    ("09:00", "9am."),
    ("09:00", "9 a.m. sharp"),
    ("09:00", "9 AM"),
    ("09:00", "nine am"),
    ("09:00", "9 o'clock"),
    ("09:00", "nine o’clock"),
    ("09:00", "09h00"),
    ("09:00", "9h00"),
    ("09:00", "09:00:00"),
    ("09:00", "2026-03-12T09:00:00Z"),
    ("09:00", "09:00-10:00"),
    ("09:00", "9–10 am"),
    ("09:00", "from 9 to 10"),
    ("09:00", "the meeting at nine"),
    ("09:00", "Let us meet at 9, then."),
    ("09:00", "9 in the morning"),
    ("09:00", "9:00 tomorrow morning"),
    ("10:00", "I only have until ten, so let us start"),
    ("9 am", "09:00"),
    ("09:30", "I will be there by nine thirty."),
    ("21:45", "nine forty-five pm"),
    ("11:00", "at 10 or 11"),
    ("17:30", "5:30-6:30 pm"),
    ("11:00", "11-1 pm"),
    ("17:45", "5:45 pm"),
    ("17:45", "5:45pm"),
    ("17:45", "5.45 p.m."),
    ("17:45", "quarter to six"),
    ("17:45", "a quarter to six in the evening"),
    ("17:45", "17h45"),
    ("17:45", "5:45 in the afternoon"),
    ("17:45", "fifteen minutes, so 17:45"),
    ("17:30", "half past five"),
    ("05:30", "half past five"),
    ("17:30", "half past 5 pm"),
    ("17:15", "quarter past five"),
    ("05:10", "ten past five"),
    ("16:50", "ten minutes to five"),
    ("12:00", "at noon"),
    ("12:00", "12 noon"),
    ("12:00", "12 pm"),
    ("00:00", "by midnight"),
    ("00:00", "12 am"),
    ("00:30", "12:30 am"),
    ("12:30", "12:30 pm"),
    ("19:00", "7 tonight"),
    ("13:00", "at 13h on Friday"),
    ("09:30", "\uff19\uff1a\uff13\uff10"),
]

NOT_FOUND = [
    ("09:00", "19:00"),
    ("09:00", "9:01"),
    ("09:00", "9 pm"),
    ("09:00", "21:00"),
    ("09:00", "10:09:00"),
    ("09:00", "9.00"),
    ("09:00", "€9.00"),
    ("09:00", "at 9.00 EUR"),
    ("09:00", "9 minutes"),
    ("09:00", "at 9 Rue Erasme"),
    ("09:00", "at 9%"),
    ("09:00", "9"),
    ("09:00", "nine people"),
    ("09:00", "9 amazing things"),
    ("09:00", "9:00 pm"),
    ("09:00", "9:005"),
    ("09:00", "12:00+09:00"),
    ("09:00", "9 in the evening"),
    ("21:00", "9-10 am"),
    ("05:30", "5:30-6:30 pm"),
    ("23:00", "11-1 pm"),
    ("09:30", "one of nine thirty-page reports"),
    ("17:45", "5:45 am"),
    ("17:45", "5:45"),
    ("17:45", "quarter past six"),
    ("17:45", "17.45"),
    ("17:30", "half past six"),
    ("17:30", "half past five in the morning"),
    ("12:00", "in the afternoon"),
    ("12:00", "12 am"),
    ("00:00", "at noon"),
    ("17:50", "ten to six"),
    ("10:00", "from 10 to 12 March"),
    ("02:00", "from 25:00"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_a_time_is_found_however_it_is_written(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), TimeFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_a_time_is_not_found_in_something_else(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


def test_the_span_covers_the_half_of_the_day_but_not_the_preposition() -> None:
    assert parse_fact("17:45").spans("Be here at 5:45 pm.", NOW) == [(11, 18)]
    assert parse_fact("09:00").spans("at 9, or at 10", NOW) == [(3, 4)]


def test_a_wrong_time_replaces_every_form() -> None:
    assert parse_fact("09:00").replaced("At 9 am, I mean 09:00.", NOW) == "At 12:25, I mean 12:25."


STYLES: list[Callable[[int, int], str]] = [
    lambda hour, minute: f"{hour:02}:{minute:02}",
    lambda hour, minute: f"{hour}:{minute:02}",
    lambda hour, minute: f"{hour:02}h{minute:02}",
    lambda hour, minute: f"{hour}.{minute:02} h",
    lambda hour, minute: f"{(hour - 1) % 12 + 1}:{minute:02} {'am' if hour < 12 else 'pm'}",
    lambda hour, minute: f"{(hour - 1) % 12 + 1}:{minute:02}{'AM' if hour < 12 else 'PM'}",
    lambda hour, minute: f"{(hour - 1) % 12 + 1}.{minute:02} {'a.m.' if hour < 12 else 'p.m.'}",
]
minutes_of_day = st.tuples(st.integers(0, 23), st.integers(0, 59))


@given(minutes_of_day, st.sampled_from(STYLES), st.sampled_from(STYLES))
def test_a_time_in_one_style_is_found_in_every_other(
    time: tuple[int, int], style: Callable[[int, int], str], own_style: Callable[[int, int], str]
) -> None:
    fact = parse_fact(own_style(*time))
    assert isinstance(fact, TimeFact)
    assert fact.minutes == time[0] * 60 + time[1]
    assert fact.found_in(f"See you at {style(*time)} then", NOW)


@given(minutes_of_day, minutes_of_day, st.sampled_from(STYLES))
def test_another_time_is_never_found(
    time: tuple[int, int], other: tuple[int, int], style: Callable[[int, int], str]
) -> None:
    fact = parse_fact(STYLES[0](*time))
    assert fact.found_in(f"See you at {style(*other)} then", NOW) == (time == other)
