"""Facts about times that begin or end a stretch, or need a word beside them to be times at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.reading.facts import parse_fact
from tests.simulator.reading.facts.cases import NOW

FROM_FOUR_TO_SIX = [
    "from 16.00 to 18.00",
    "16.00-18.00",
    "16.00–18.00",
    "16.00 – 18.00 works for all",
    "Open 16.00 to 18.00.",
    "between 16.00 and 18.00",
    "at 16.00 and 18.00",
    "Wednesday 16.00-18.00",
    "16:00-18.00",
    "16.00 to 18.00 Uhr",
    "Wednesday 16h to 18h",
    "Wednesday, 16h-18h",
    "from 16h to 18h",
    "16h–18h",
    "Wednesday 16-18",
    "Wed, 16–18",
    "**Wednesday:** 16–18",
    "Wednesday (16-18)",
    "Wednesdays 16-18",
    "Wednesday's 16–18 slot",
    "Wed 11 March · 16–18",
    "Wednesday 16–18 would work",
    "Wednesday 16 to 18",
    "| Wednesday | 16–18 |",
    "11 March 16-18",
    "11 March 2026, 16–18",
    "March 11th, 16-18",
    "2026-03-11 16-18",
    "11.03.2026, 16-18",
    "tomorrow 16-18",
    "Wednesday 4-6",
    "Wednesday 4-6 pm",
    "Wednesday afternoon 4-6",
    "Wednesday afternoon, 4 to 6",
    "Wednesday 4pm-6",
    "1600-1800",
    "1600–1800.",
    "1600-1800 hrs",
    "1600hrs to 1800hrs",
    "from 1600 to 1800",
    "between 1600 and 1800 hours",
    "Wednesday 1600-1800",
    "from four to six",
    "between four and six",
    "Wednesday from four to six",
    "Wednesday, four to six",
    "Wednesday four to six would work",
    "11 March, four to six",
    "from four to six pm",
    "Wednesday four until six in the evening",
]

NO_STRETCH_OF_TIME = [
    "16.00",
    "18.00",
    "16.00 EUR to 18.00 EUR",
    "from 16.00 to 18.00 EUR",
    "from 16.00 to €18.00",
    "between 16.00 and 18.00 euros",
    "€16.00-18.00",
    "EUR 16.00–18.00",
    "16.00-18.00 kg",
    "16.00-18.00 %",
    "It costs 16.00-18.00",
    "version 16.00-18.00",
    "16.00-18.75",
    "from 16.00 per person",
    "The price rose by 16.00",
    "16-18",
    "pages 16-18",
    "March 16-18",
    "Wednesday, March 16-18",
    "Wednesday 16-18 March",
    "Wed 16-18 of March",
    "Wednesday 16-18-2026",
    "Wednesday 16-18 people",
    "Wednesday four to six people",
    "from four to six weeks",
    "four to six",
    "4-6",
    "won on Wednesday 6-4",
    "1600",
    "1600 and 1800",
    "1600-1800 people",
    "1600-1800 EUR",
    "KSh 1600-1800",
    "about 1600-1800",
    "INV-1600-1800",
    "555-1600-1800",
    "1600-1800-2000",
    "1600-1899",
]


@pytest.mark.parametrize("text", FROM_FOUR_TO_SIX)
def test_both_ends_of_a_stretch_are_found(text: str) -> None:
    assert parse_fact("16:00").found_in(text, NOW)
    assert parse_fact("18:00").found_in(text, NOW)


@pytest.mark.parametrize("text", NO_STRETCH_OF_TIME)
def test_other_pairs_of_numbers_are_no_times(text: str) -> None:
    assert not parse_fact("16:00").found_in(text, NOW)
    assert not parse_fact("18:00").found_in(text, NOW)


FOUND = [
    ("16:00", "until 16.00"),
    ("16:00", "till 16.00"),
    ("16:00", "by 16.00, please"),
    ("16:00", "around 16.00"),
    ("16:00", "Wednesday 16.00"),
    ("16:05", "Wed 11 March, 16.30-17.00 or at 16.05"),
    ("16:00", "At 16.00 try again"),
    ("16:00", "16h"),
    ("16:00", "at 16h"),
    ("16:00", "16h on Wednesday"),
    ("16:00", "at 16 h"),
    ("16:30", "16h30"),
    ("19:30", "a table for 19h30"),
    ("09:00", "09h"),
    ("09:00", "9h-17h"),
    ("09:00", "Wednesday 9h"),
    ("09:00", "until 9h"),
    ("16:00", "1600 hrs"),
    ("16:00", "1600h"),
    ("16:00", "at 1600 hours"),
    ("06:45", "0645 hrs"),
    ("19:00", "Wednesday 1900-2000"),
    ("17:00", "5 to 6:30 pm"),
    ("18:30", "5 to 6:30 pm"),
    ("17:00", "from 5 to 6:30 pm"),
    ("17:00", "from five to six pm"),
    ("18:00", "Wednesday 4:30 to 6"),
    ("18:00", "between 4:30 and 6"),
    ("06:00", "Wednesday, four to six"),
    ("06:00", "Friday 22-6"),
    ("18:00", "at six every evening"),
    ("18:00", "every evening at six"),
    ("18:00", "each evening at six"),
    ("18:00", "at six each Wednesday"),
    ("18:00", "six in the evening"),
    ("18:00", "Wednesday evening at 6:00"),
    ("18:00", "at 6:00 on Wednesday evening"),
    ("22:00", "tonight from 8 to 10"),
    ("21:00", "nine at night"),
    ("06:00", "every morning at six"),
    ("06:00", "at six every morning"),
    ("06:00", "at six every day"),
    ("06:00", "at six daily"),
    ("16:00", "4–6 on Wednesday"),
    ("18:00", "I am free 4-6 today"),
    ("16:00", "Wed, Feb 11, 4:00–6:00"),
    ("18:00", "Wednesday, 4:00 to 6:00"),
    ("16:30", "I have moved it from 2:30 to 4:30 today."),
]

NOT_FOUND = [
    ("16:00", "for 16h"),
    ("16:00", "16h long"),
    ("16:00", "for 16h to 18h"),
    ("18:00", "for 16h to 18h"),
    ("16:00", "it takes about 16h"),
    ("16:00", "in 16h"),
    ("16:00", "within 16h"),
    ("16:00", "at least 16h"),
    ("16:00", "a 16h flight"),
    ("16:00", "16h ago"),
    ("16:00", "16h of driving"),
    ("16:00", "16h 30min"),
    ("16:00", "delayed by 16h"),
    ("16:00", "-16h"),
    ("16:00", "16 h"),
    ("16:00", "16 hats"),
    ("02:00", "2h"),
    ("14:00", "I have 2h on Wednesday"),
    ("02:30", "for 2h30"),
    ("02:30", "2h30 long"),
    ("16:00", "for 1600 hours"),
    ("16:00", "1600 hours of work"),
    ("16:00", "1600 m"),
    ("19:14", "1914-1918"),
    ("20:19", "from 2019 to 2023"),
    ("12:03", "Thursday 12.03"),
    ("16:00", "16.001-18.00"),
    ("03:00", "We won on Wednesday 3-2."),
    ("01:00", "They lost on Wednesday 1-0."),
    ("05:00", "5 to 6:30 pm"),
    ("05:00", "from five to six pm"),
    ("04:00", "Wednesday afternoon 4-6"),
    ("06:00", "Wednesday afternoon 4-6"),
    ("07:00", "7ish"),
    ("19:00", "at 7ish"),
    ("18:00", "every morning at six"),
    ("18:00", "at six every morning"),
    ("06:00", "at six every evening"),
    ("06:00", "each evening at six"),
    ("06:00", "Wednesday evening at 6:00"),
    ("06:00", "at six every person got one"),
    ("09:00", "nine at night"),
    ("01:00", "from 1 to 32."),
    ("16:00", "exercises 4-6 on Wednesday"),
    ("16:00", "They lost 4-6 on Wednesday"),
    ("16:00", "I need 4-6 today"),
    ("21:00", "9:00-17:00"),
    ("18:00", "22:00-6:00"),
]


@pytest.mark.parametrize(("fact", "text"), FOUND)
def test_a_time_is_found_if_something_beside_it_says_so(fact: str, text: str) -> None:
    assert parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(("fact", "text"), NOT_FOUND)
def test_a_number_with_another_meaning_is_no_time(fact: str, text: str) -> None:
    assert not parse_fact(fact).found_in(text, NOW)


@pytest.mark.parametrize(
    ("fact", "text", "replaced"),
    [
        ("16:00", "from 16.00 to 18.00", "from 19:25 to 18.00"),
        ("18:00", "Wednesday 16h-18h.", "Wednesday 16h-21:25."),
        ("16:00", "Wednesday 16-18", "Wednesday 19:25-18"),
        ("18:00", "1600-1800 hrs", "1600-21:25"),
        ("18:00", "Wednesday, four to six", "Wednesday, four to 21:25"),
        ("18:00", "at six every evening", "at 21:25 every evening"),
        ("13:00", "at 13h on Friday", "at 16:25 on Friday"),
    ],
)
def test_only_the_time_itself_is_replaced(fact: str, text: str, replaced: str) -> None:
    assert parse_fact(fact).replaced(text, NOW) == replaced


hours = st.integers(0, 23)
minutes = st.integers(0, 59)


@given(hours, minutes, hours, minutes, st.sampled_from(["from {}.{:02} to {}.{:02}", "Wed {:02}h{:02}-{:02}h{:02}"]))
def test_both_ends_are_read_exactly(hour: int, minute: int, last_hour: int, last_minute: int, style: str) -> None:
    text = style.format(hour, minute, last_hour, last_minute)
    ends = {60 * hour + minute, 60 * last_hour + last_minute}
    assert parse_fact(f"{hour:02}:{minute:02}").found_in(text, NOW)
    assert parse_fact(f"{last_hour:02}:{last_minute:02}").found_in(text, NOW)
    between = (min(ends) + max(ends) + 1) // 2
    assert parse_fact(f"{between // 60:02}:{between % 60:02}").found_in(text, NOW) == (between in ends)


@given(st.integers(13, 22), st.integers(1, 9))
def test_hours_behind_a_weekday_are_read_exactly(first: int, length: int) -> None:
    last = min(first + length, 23)
    for text in (f"Wednesday {first}-{last}", f"Wed, {first} to {last}", f"Wednesday {first}h to {last}h"):
        found = [hour for hour in range(24) if parse_fact(f"{hour:02}:00").found_in(text, NOW)]
        assert found == [first, last]
