"""The calendar as HTML: the day's grid in classes, what stands above it, lists of hits, times in words, the form."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from simulator.phone.apps.calendar.views import AgendaDay, EventRow, Slot
from simulator.rendering.phone_html import render_phone
from simulator.showing.tap_highlight import UserTap
from simulator.words.times import full_time, lasting
from tests.simulator.views.phone_html import PhoneHtml
from tests.simulator.views.rooms_by_name import html_of_room, shot_of_room

CSS = (Path(__file__).parents[3] / "static/phone/calendar.css").read_text(encoding="utf-8")


def event(start: str = "2026-05-14 18:00:00", end: str = "2026-05-14 19:30:00", **more: object) -> EventRow:
    plain = EventRow(id="e", title="Class", start=start, end=end, weekday="Thursday", minutes=90)
    return msgspec.structs.replace(plain, **more)


def a_day(*slots: Slot | None, clock: str = "") -> AgendaDay:
    rows = tuple(event(slot=slot, all_day=slot is None) for slot in slots)
    return AgendaDay(title="", day="2026-05-14", rows=rows, total=len(rows), clock=clock)


@pytest.mark.parametrize(
    ("slot", "classes"),
    [
        (Slot(18 * 60, 90), "ph-h-18 ph-m-0 ph-dh-1 ph-dm-30 ph-lane-1-1"),
        (Slot(9 * 60 + 32, 16, 2, 3), "ph-h-9 ph-m-30 ph-dh-0 ph-dm-20 ph-lane-2-3"),
        (Slot(23 * 60 + 45, 15), "ph-h-23 ph-m-45 ph-dh-0 ph-dm-15 ph-lane-1-1"),
        (Slot(0, 24 * 60 - 1), "ph-h-0 ph-m-0 ph-dh-24 ph-dm-0 ph-lane-1-1"),
    ],
)
def test_an_event_stands_in_the_grid_by_its_classes(slot: Slot, classes: str) -> None:
    assert [one.classes for one in a_day(slot).grid.placed] == [classes]


def test_every_class_of_the_grid_is_in_the_style_sheet() -> None:
    wanted = {f"ph-h-{hour}" for hour in range(1, 24)} | {f"ph-dh-{hour}" for hour in range(1, 25)}
    wanted |= {f"ph-{mark}-{minute}" for mark in ("m", "dm") for minute in range(5, 60, 5)}
    wanted |= {f"ph-lane-{lane}-{lanes}" for lanes in range(1, 7) for lane in range(1, lanes + 1)}
    wanted |= {f"ph-day--from-{hour}" for hour in range(1, 9)}
    assert sorted(name for name in wanted if not re.search(rf"\.{name}\b", CSS)) == []


@pytest.mark.parametrize(
    ("view", "first", "last"),
    [
        (a_day(), 8, 19),
        (a_day(Slot(6 * 60 + 45, 15)), 6, 19),
        (a_day(Slot(22 * 60 + 30, 90)), 8, 23),
        (a_day(clock="05:10"), 5, 19),
        (a_day(clock="23:59"), 8, 23),
    ],
)
def test_the_grid_spans_the_events_the_hours_of_a_day_and_now(view: AgendaDay, first: int, last: int) -> None:
    grid = view.grid
    assert (grid.first, grid.hours[0], grid.hours[-1]) == (first, first, last)


def test_now_is_a_line_only_today() -> None:
    assert a_day(clock="17:36").grid.now == "ph-h-17 ph-m-35 ph-dm-5"
    assert a_day().grid.now == ""
    assert "ph-nowline" in html_of_room("calendar", "today")
    assert "ph-nowline" not in html_of_room("calendar", "tomorrow")


def test_whole_days_and_the_rest_of_a_night_stand_above_the_grid() -> None:
    html = html_of_room("calendar", "tomorrow")
    above = html[html.index("ph-above") : html.index("ph-day ")]
    assert re.findall(r'ph-ev__name">([^<]+)<', above) == ["Amina is away", "Call with the sister in Porto Alegre"]
    assert re.findall(r'ph-ev__where">([^<]+)<', above) == ["last day", "until 00:15"]


def test_more_than_six_at_once_are_listed() -> None:
    view = shot_of_room("calendar", "today").view
    assert isinstance(view, AgendaDay)
    rows = tuple(
        msgspec.structs.replace(view.rows[1], id=f"e{lane}", slot=Slot(600, 60, lane, 7)) for lane in range(1, 8)
    )
    picture = shot_of_room("calendar", "today")
    html = render_phone(msgspec.structs.replace(picture, view=msgspec.structs.replace(view, rows=rows, total=7)))
    assert "ph-slot" not in html
    assert html.count("ph-row--event") == 7


def test_an_event_is_opened_by_id_and_by_its_place_in_the_list() -> None:
    for name in ("today", "tag on all days", "busy day, second page"):
        picture = shot_of_room("calendar", name)
        assert isinstance(picture.view, AgendaDay)
        for place, row in enumerate(picture.view.rows):
            for tapped in (
                UserTap("open_event_by_id", {"event_id": row.id}),
                UserTap("open_event_by_index", {"index": place}),
            ):
                page = PhoneHtml(render_phone(picture, tapped))
                ringed = [one.args for one in page.controls if one.tapped]
                assert {"event_id": row.id} in ringed


def test_hits_on_every_day_stand_under_their_days() -> None:
    text = PhoneHtml(html_of_room("calendar", "tag on all days")).text
    days = re.findall(r"(?:Mon|Tues|Wednes|Thurs|Fri)day \d+ May", text)
    assert days == ["Wednesday 13 May", "Thursday 14 May", "Friday 15 May", "Monday 18 May"]


def test_the_shown_day_and_today_are_marked_in_the_week() -> None:
    html = html_of_room("calendar", "tomorrow")
    shown = re.findall(r'aria-current="date"[^>]*data-args="([^"]*)"', html)
    assert shown == ["{&quot;date&quot;: &quot;2026-05-15&quot;}"]
    assert re.findall(r'ph-week__today"[^>]*>Thu ?<b>14</b>', html)


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (event(), "Thursday 14 May, 18:00 to 19:30"),
        (event(end="2026-05-14 18:00:00"), "Thursday 14 May, 18:00"),
        (event(end="2026-05-15 00:15:00"), "Thursday 14 May, 18:00 to Friday 15 May, 00:15"),
        (event("2026-05-14 00:00:00", "2026-05-15 00:00:00", all_day=True), "Thursday 14 May, all day"),
        (
            event("2026-05-13 00:00:00", "2026-05-16 00:00:00", all_day=True),
            "Wednesday 13 May to Friday 15 May, all day",
        ),
    ],
)
def test_when_an_event_is_reads_as_a_person_says_it(row: EventRow, told: str) -> None:
    assert row.span == told


def test_hours_and_lengths_are_told_in_short() -> None:
    assert event().hours == "18:00–19:30"
    assert event(end="2026-05-15 00:15:00").hours == "from 18:00"
    assert event(all_day=True).hours == "All day"
    assert [lasting(minutes) for minutes in (5, 60, 90, 24 * 60, 50 * 60 + 1)] == [
        "5 min",
        "1 h",
        "1 h 30 min",
        "1 day",
        "2 days 2 h 1 min",
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        (event(), "in 24 min"),
        (event(start="2026-05-14 17:00:00"), "now"),
        (event(over=True), "over"),
        (event(start="2026-05-15 08:00:00", end="2026-05-15 09:00:00"), "tomorrow"),
        (event(start="2026-05-20 08:00:00", end="2026-05-20 09:00:00"), "in 6 days"),
    ],
)
def test_how_soon_an_event_comes_is_told(row: EventRow, told: str) -> None:
    assert row.how_soon("2026-05-14 17:36:10") == told


def test_who_added_an_event_is_said_once() -> None:
    text = PhoneHtml(html_of_room("calendar", "event added by someone else")).text
    assert text.count("added it") == 1
    assert "Added by" not in text


def test_the_form_says_what_is_wrong_with_its_times() -> None:
    html = html_of_room("calendar", "end before start")
    assert 'role="alert"' in html
    assert "The end is before the start." in html
    assert "Fri 15 May 2026, 17:00" in html


def test_times_are_shown_as_typed_if_they_are_none() -> None:
    assert full_time("half past seven") == "half past seven"
    tapped = UserTap("set_time_range", {"start_datetime": "<soon>", "end_datetime": "2026-05-15 22:00:00"})
    html = html_of_room("calendar", "edit event", tapped)
    assert 'data-typed="start_datetime" value="&lt;soon&gt;"' in html
    assert "Fri 15 May 2026, 22:00" in html


def test_a_new_list_of_people_shows_while_it_is_set() -> None:
    html = html_of_room("calendar", "edit event", UserTap("set_attendees", {"attendees": ["Zofia", "<Omar>"]}))
    assert re.findall(r'ph-chip--off"><span class="ph-cut">([^<]*)<', html) == ["Zofia", "&lt;Omar&gt;"]
