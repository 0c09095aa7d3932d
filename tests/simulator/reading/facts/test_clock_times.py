"""Facts about times of day: 24 and 12 hour clocks, and the way people say it."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import TimeFact, parse_fact
from tests.simulator.reading.facts.cases import NOW

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
    ("5:30", "05:30"),
    ("17:00", "5:00-ish"),
    ("17:30", "at five-thirty"),
    ("17:30", "Five thirty works."),
    ("17:30", "today, five thirty, please"),
    ("10:10", "at ten ten"),
    ("09:05", "at nine oh five"),
    ("15:00", "three sharp"),
    ("15:00", "3 on the dot, please"),
    ("15:00", "We meet at three to surprise her"),
    ("15:00", "At three everyone should be there"),
    ("15:00", "moved to three"),
    ("15:00", "I moved your appointment to 3."),
    ("15:00", "It was pushed back to 3 on Friday"),
    ("18:00", "no later than 6"),
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
    ("17:45", "05:45"),
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
    ("17:30", "five thirty-page reports"),
    ("17:30", "It costs five thirty"),
    ("17:30", "twenty-five thirty"),
    ("17:30", "five thirty euro notes"),
    ("15:00", "three sharp knives"),
    ("15:00", "It is three, not four"),
    ("15:00", "It is three, on the terrace"),
    ("15:00", "Any of the three works"),
    ("15:00", "moved to 3 Rue Erasme"),
    ("15:00", "moved 3 boxes to the cellar"),
    ("15:00", "reduced by 3 to twenty"),
    ("15:00", "no later than 3 days before"),
    ("19:00", "seven works of art"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_a_time_is_found_however_it_is_written(fact: str, text: str) -> None:
    assert isinstance(parse_fact(fact), TimeFact)
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_a_time_is_not_found_in_something_else(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


IN_EITHER_HALF = [
    "5:30",
    "5:30 works",
    "Today at 5:30 works for me.",
    "See you at 5:30 today",
    "the 5:30 slot",
    "Your slot is now 5:30.",
    "from 5:30 onwards",
    "5:30 it is!",
    "- Time: 5:30",
    "5:30-6:30",
    "5:30ish",
    "Good morning, 5:30 works",
    "at 5.30",
    "5.30 today suits me",
    "5.30 on Friday",
    "the 5.30 slot works",
]
IN_THE_EVENING = [
    "17:30",
    "17.30 today",
    "5:30 pm",
    "5.30 this afternoon",
    "Come by at 5.30 this afternoon.",
    "this afternoon at 5:30",
    "Friday afternoon, 5:30",
    "Friday afternoon (5:30)",
    "tonight, 5:30",
    "5:30 in the evening",
    "5:30 (in the evening)",
    "5:30 today in the afternoon",
    "5:30-6:30 pm",
    "five thirty in the afternoon",
]
IN_THE_MORNING = [
    "05:30",
    "5h30",
    "5:30 h",
    "5:30:00",
    "5:30-17:00",
    "22:00-5:30",
    "5:30 am",
    "5:30 in the morning",
    "5:30 (in the morning)",
    "tomorrow morning at 5:30",
    "Tuesday morning, 5:30",
    "Tuesday morning: 5:30",
]
NEITHER = [
    "5.30",
    "It costs 5.30 today",
    "I paid 5.30 this afternoon",
    "We spent 5.30 on Friday",
    "€5.30 today",
    "5.30 EUR this afternoon",
    "5.30 kg today",
    "a song of 5:30 minutes",
    "5:30 min",
]


@pytest.mark.parametrize(
    ("text", "halves"),
    [
        *((text, (True, True)) for text in IN_EITHER_HALF),
        *((text, (False, True)) for text in IN_THE_EVENING),
        *((text, (True, False)) for text in IN_THE_MORNING),
        *((text, (False, False)) for text in NEITHER),
    ],
)
def test_a_time_on_a_12_hour_clock_counts_for_both_halves_of_the_day_unless_one_is_named(
    text: str, halves: tuple[bool, bool]
) -> None:
    assert (parse_fact("05:30").found_in(text, NOW), parse_fact("17:30").found_in(text, NOW)) == halves


def test_half_past_twelve_is_not_half_past_midnight() -> None:
    assert parse_fact("12:30").found_in("12:30", NOW)
    assert not parse_fact("00:30").found_in("12:30", NOW)


def test_an_author_writes_the_24_hour_clock() -> None:
    assert parse_fact("5:30") == TimeFact("5:30", 5 * 60 + 30)


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
    written = style(*other)
    meant = {other}
    if re.fullmatch("[1-9]:..|1[01]:..", written) and style is STYLES[1]:
        meant.add((other[0] + 12, other[1]))
    assert fact.found_in(f"See you at {written} then", NOW) == (time in meant)


@given(minutes_of_day, st.sampled_from(["today at {}", "{} works", "See you at {} today", "Time: {}"]))
def test_a_time_without_a_half_of_the_day_is_understood(time: tuple[int, int], sentence: str) -> None:
    hour, minute = time
    fact = parse_fact(f"{hour:02}:{minute:02}")
    text = sentence.format(f"{hour % 12 or 12}:{minute:02}")
    assert fact.found_in(text, NOW) == (hour != 0)
    replaced = fact.replaced(text, NOW)
    assert replaced is None or not fact.found_in(replaced, NOW)
