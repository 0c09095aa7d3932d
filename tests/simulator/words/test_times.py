"""Dates and durations as people read them."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simulator.words import times


@pytest.mark.parametrize(
    ("seconds", "spelled"),
    [(0, "0 s"), (50, "50 s"), (170, "2 min 50 s"), (10_800, "3 h"), (100_800, "1 d 4 h"), (86_401, "1 d")],
)
def test_a_stretch_of_time_has_two_units_at_most(seconds: int, spelled: str) -> None:
    assert times.duration(seconds) == spelled


@pytest.mark.parametrize(
    ("seconds", "spelled"),
    [(45, "45 s"), (170, "3 min"), (5400, "1.5 h"), (7200, "2 h"), (97_200, "1.1 d"), (900_000, "10 d")],
)
def test_a_stretch_of_time_in_a_word(seconds: int, spelled: str) -> None:
    assert times.about(seconds) == spelled


@pytest.mark.parametrize(
    ("seconds", "spelled"),
    [(-3, "0 s"), (4.9, "4 s"), (170, "2 min"), (12_000, "3 h 20 min"), (187_200, "2 d 4 h"), (172_900, "2 d")],
)
def test_a_rough_duration_leaves_seconds_out_from_a_minute_on(seconds: float, spelled: str) -> None:
    assert times.rough_duration(seconds) == spelled


@pytest.mark.parametrize(
    ("seconds", "spelled"), [(12, "now"), (250, "4 min"), (7300, "2 h"), (300_000, "3 d"), (86_400 * 800, "2 y")]
)
def test_how_long_ago_something_was_takes_one_unit(seconds: float, spelled: str) -> None:
    assert times.since(seconds) == spelled


def test_a_time_of_today_is_a_clock_and_another_one_a_day() -> None:
    now = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
    assert times.day_or_clock(datetime(2026, 11, 14, 9, 5, tzinfo=UTC), now) == "09:05"
    assert times.day_or_clock(datetime(2026, 11, 3, 9, 5, tzinfo=UTC), now) == "3 Nov"
    assert times.day_or_clock(datetime(2025, 11, 3, 9, 5, tzinfo=UTC), now) == "3 Nov 2025"
