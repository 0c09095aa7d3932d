"""Events across midnight and clock changes, whole days, and places in the day's grid."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone import when
from simulator.phone.apps.calendar.actions import Span
from simulator.phone.apps.calendar.records import Event
from simulator.phone.apps.calendar.views import DAY_MINUTES, Slot, slots
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import TZ


def day_with(day: str, *seeds: dict[str, Any]) -> Phone:
    phone = Phone(list(seeds), now=when.parse_local(f"{day} 08:00", TZ))
    phone.opens_calendar()
    return phone


def test_an_event_over_midnight_shows_on_both_days() -> None:
    phone = day_with("2026-03-05", {"title": "Party", "start": "22:00", "end": "+1d 02:00"})
    first = phone.view.rows[0]
    phone.taps("next_day")
    second = phone.view.rows[0]
    assert (first.began_before, first.goes_on, first.slot) == (False, True, Slot(22 * 60, 120))
    assert (second.began_before, second.goes_on, second.slot) == (True, False, Slot(0, 120))


def test_an_event_over_midnight_is_in_the_assistants_today_on_both_days() -> None:
    phone = day_with("2026-03-05", {"title": "Party", "start": "22:00", "end": "+1d 02:00"})
    assert phone.tool("read_today_calendar_events")["total"] == 1
    phone.world.now += when.DAY
    assert phone.tool("read_today_calendar_events")["total"] == 1


def test_an_event_over_the_spring_clock_change_is_an_hour_shorter_than_it_looks() -> None:
    phone = day_with("2026-03-29", {"title": "Watch", "start": "01:30", "end": "03:30"})
    row = phone.view.rows[0]
    assert (row.start[11:16], row.end[11:16], row.minutes) == ("01:30", "03:30", 60)
    assert row.slot == Slot(90, 120)


def test_an_event_over_midnight_of_a_clock_change_shows_on_both_days() -> None:
    phone = day_with("2026-03-28", {"title": "Watch", "start": "23:00", "end": "+1d 04:00"})
    assert phone.titles == ["Watch"]
    phone.taps("next_day")
    assert (phone.titles, phone.view.rows[0].slot) == (["Watch"], Slot(0, 240))
    assert phone.view.rows[0].minutes == 240


def test_an_event_inside_the_repeated_hour_keeps_a_place_in_the_grid() -> None:
    start = when.parse_local("2026-10-25 02:45", TZ)
    phone = day_with("2026-10-25")
    phone.world.store.put(Event(id="cal_x", title="Watch", start=start, end=start + when.HOUR // 2))
    phone.world.store.commit()
    row = phone.view.rows[0]
    assert (row.start[11:16], row.end[11:16], row.minutes) == ("02:45", "02:15", 30)
    assert row.slot == Slot(165, 15)


@pytest.mark.parametrize("day", ["2026-03-05", "2026-03-29", "2026-10-25"])
def test_midnight_to_midnight_is_a_whole_day_also_when_the_clock_changes(day: str) -> None:
    phone = day_with(day, {"title": "Fair", "start": "00:00", "end": "+1d 00:00"})
    row = phone.view.rows[0]
    assert (row.all_day, row.slot, row.goes_on) == (True, None, False)


def test_a_span_of_days_fills_each_of_them_and_no_other() -> None:
    phone = day_with("2026-03-05", {"title": "Trip", "start": "00:00", "end": "+3d 00:00"})
    seen = []
    for _ in range(4):
        seen.append([row.all_day for row in phone.view.rows])
        phone.taps("next_day")
    assert seen == [[True], [True], [True], []]


def test_a_long_trip_fills_only_its_inner_days() -> None:
    phone = day_with("2026-03-05", {"title": "Trip", "start": "18:00", "end": "+2d 09:00"})
    seen = []
    for _ in range(3):
        seen.append((phone.view.rows[0].all_day, phone.view.rows[0].slot))
        phone.taps("next_day")
    assert seen == [(False, Slot(18 * 60, 360)), (True, None), (False, Slot(0, 540))]


def test_an_event_without_length_shows_on_its_day() -> None:
    phone = day_with("2026-03-05", {"title": "Bell", "start": "00:00", "end": "00:00"})
    assert phone.view.rows[0].slot == Slot(0, 15)


def test_events_that_overlap_stand_side_by_side() -> None:
    phone = day_with(
        "2026-03-05",
        {"title": "Write", "start": "14:00", "end": "15:30"},
        {"title": "Interview", "start": "14:30", "end": "15:30"},
        {"title": "Van", "start": "15:00", "end": "16:00"},
        {"title": "Tea", "start": "16:00", "end": "16:30"},
    )
    lanes = [(row.title, row.slot.lane, row.slot.lanes) for row in phone.view.rows]
    assert lanes == [("Write", 1, 3), ("Interview", 2, 3), ("Van", 3, 3), ("Tea", 1, 1)]


@given(
    st.lists(
        st.tuples(st.integers(-600, 2000), st.integers(0, 900)).map(lambda pair: (pair[0], pair[0] + pair[1])),
        max_size=12,
    )
)
def test_no_two_slots_ever_cover_each_other(spans: list[tuple[int, int]]) -> None:
    phone = Phone([])
    day = Span(*when.day_bounds(phone.world.now, TZ))
    events = [
        Event(id=f"cal_{number}", title="x", start=day.start + start * 60, end=day.start + end * 60)
        for number, (start, end) in enumerate(spans)
    ]
    shown = [event for event in events if day.holds(event)]
    placed = slots(phone.world, shown, day)
    assert placed.keys() == {event.id for event in shown}
    for slot in placed.values():
        assert 0 <= slot.minute < slot.last <= DAY_MINUTES
        assert 1 <= slot.lane <= slot.lanes
    for one, other in combinations(placed.values(), 2):
        assert one.lane != other.lane or one.last <= other.minute or other.last <= one.minute
        if one.minute < other.last and other.minute < one.last:
            assert one.lanes == other.lanes
