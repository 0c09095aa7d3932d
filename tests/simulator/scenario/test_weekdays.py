from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone.when import WEEKDAYS
from simulator.scenario.weekdays import MONTHS, weekday_clashes

NEAR = date(2026, 3, 5)


@pytest.mark.parametrize(
    "text",
    [
        "Thursday 12 March",
        "Thu, March 12th",
        "Thursday (2026-03-12)",
        "Thursday the 12th of March 2026",
        "12 March (Thursday)",
        "Friday, 12 March 2027",
    ],
)
def test_a_right_weekday_is_no_clash(text: str) -> None:
    assert weekday_clashes(text, NEAR) == []


@pytest.mark.parametrize(
    "text",
    [
        "Friday 12 March",
        "friday 12 march",
        "FRI 12 MAR",
        "Fri. 12 Mar.",
        "Fri, March 12th",
        "Fri, Mar 12, 2026",
        "Friday (2026-03-12)",
        "Friday (12 March)",
        "Friday the 12th of March 2026",
        "Friday, the 12th of March",
        "Friday morning, 12 March",
        "Friday – 12 March",
        "Friday\n12 March",
        "Friday 12 March 20:30",
        "12 March (Friday)",
        "2026-03-12 (Fri)",
        "2026-03-12 Friday",
        "12 March, a Friday",
        "12 March is a Friday",
        "12 March, Friday.",
    ],
)
def test_a_wrong_weekday_is_told_with_what_is_right(text: str) -> None:
    (clash,) = weekday_clashes(f"See you on {text}", NEAR)
    assert "12 March 2026 is a Thursday, and the nearest Friday is 13 March 2026" in clash
    assert " ".join(text.rstrip(".").split())[:8] in clash


@pytest.mark.parametrize(
    "text",
    [
        "We sat 12 March songs through",
        "On Monday may 3 people come",
        "Thursday and Friday, 12 and 13 March",
        "Fri-Sat 12-13 March",
        "Nothing before 12 March, Friday works too",
        "On Friday we had 12 apples",
        "Friday. March 12 is a holiday",
        "Thursday\n\n13 March",
        "",
    ],
)
def test_a_weekday_that_belongs_to_no_date_is_left_alone(text: str) -> None:
    assert weekday_clashes(text, NEAR) == []


def test_a_weekday_between_two_dates_belongs_to_the_second() -> None:
    assert weekday_clashes("Thursday 12 March, Friday 13 March, Saturday 14 March", NEAR) == []


def test_every_clash_is_told_in_the_order_of_the_text() -> None:
    clashes = weekday_clashes(
        "12 March (Monday), then Tuesday 13 March, then Saturday 14 March or Sunday 14 March", NEAR
    )
    assert [clash.partition(" is wrong")[0] for clash in clashes] == [
        '"12 March (Monday)"',
        '"Tuesday 13 March"',
        '"Sunday 14 March"',
    ]


def test_the_missing_year_is_the_nearest() -> None:
    assert weekday_clashes("Wednesday 31 December", date(2026, 1, 4)) == []
    assert weekday_clashes("Thursday 1 January", date(2025, 12, 20)) == []


def test_a_leap_day_without_a_year_looks_for_the_nearest_leap_year() -> None:
    assert weekday_clashes("Tuesday 29 February", NEAR) == []


@pytest.mark.parametrize(
    "text", ["Monday 31 February", "Monday, 2026-13-40", "Sunday 29 February 2026", "Monday 0 March"]
)
def test_a_date_no_calendar_has_is_told(text: str) -> None:
    (clash,) = weekday_clashes(text, NEAR)
    assert f'"{text}" names a day that the calendar does not have' in clash


@given(
    st.dates(date(2020, 1, 1), date(2035, 12, 31)),
    st.integers(0, 6),
    st.sampled_from(["{w} {d} {m} {y}", "{w} ({iso})"]),
)
def test_a_clash_is_told_exactly_when_the_calendar_disagrees(day: date, index: int, form: str) -> None:
    text = form.format(w=WEEKDAYS[index], d=day.day, m=MONTHS[day.month - 1], y=day.year, iso=day)
    assert bool(weekday_clashes(text, NEAR)) == (day.weekday() != index)


@given(st.dates(NEAR - timedelta(170), NEAR + timedelta(170)))
def test_a_right_date_near_the_start_needs_no_year(day: date) -> None:
    assert weekday_clashes(f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}", NEAR) == []


WORDS = ["Thu", "Friday", "12", "12th", "March", "May", "2026", "2026-03-12", ",", "(", ")", "the", "of", "is a", "\n"]


@given(st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_looked_through_without_failing(text: str) -> None:
    assert all(clash.endswith(".") for clash in weekday_clashes(text, NEAR))
