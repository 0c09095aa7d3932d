"""The agenda screen: days, filters, search, paging, and opening an event."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone import when
from simulator.phone.people import Owner
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import NOW, TZ


@pytest.fixture
def phone() -> Phone:
    phone = Phone()
    phone.opens_calendar()
    return phone


def test_the_calendar_opens_on_today(phone: Phone) -> None:
    view = phone.view
    assert (view.title, view.day, view.today, view.clock) == ("Thursday 2026-03-05", "2026-03-05", True, "08:22")
    assert phone.titles == ["Design review", "Lunch"]
    assert view.total == 2


def test_today_follows_the_clock(phone: Phone) -> None:
    phone.world.now += when.DAY
    assert phone.view.day == "2026-03-06"


def test_a_row_shows_local_times_weekday_and_length(phone: Phone) -> None:
    row = phone.view.rows[0]
    assert (row.start, row.end) == ("2026-03-05 09:30:00", "2026-03-05 11:00:00")
    assert (row.weekday, row.minutes, row.tag, row.location) == ("Thursday", 90, "work", "Studio")
    assert row.attendees == ("Ada Lind", "Bo Ek")


def test_past_events_are_marked(phone: Phone) -> None:
    phone.world.now += 3 * when.HOUR
    assert [row.over for row in phone.view.rows] == [True, False]


def test_the_week_strip_runs_from_monday_to_sunday(phone: Phone) -> None:
    week = phone.view.week
    assert [chip.weekday for chip in week] == list(when.WEEKDAYS)
    assert [chip.day for chip in week if chip.shown and chip.today] == ["2026-03-05"]


def test_set_day_shows_that_day(phone: Phone) -> None:
    assert phone.taps("set_day", date="2026-03-10") == "1 event on Tuesday 2026-03-10."
    assert phone.titles == ["Dentist"]
    assert not phone.view.today


def test_set_day_takes_a_time_of_day_too(phone: Phone) -> None:
    phone.taps("set_day", date="2026-03-10 16:30:00")
    assert phone.view.day == "2026-03-10"


@pytest.mark.parametrize("date", ["tomorrow", "", "2026-02-30", "9999-01-01"])
def test_set_day_refuses_what_is_no_day(phone: Phone, date: str) -> None:
    assert refused(phone.tries("set_day", date=date)).startswith("bad_argument: date:")


def test_next_and_previous_day_go_there_and_back(phone: Phone) -> None:
    phone.taps("next_day")
    assert phone.view.day == "2026-03-06"
    phone.taps("previous_day")
    phone.taps("previous_day")
    assert phone.view.day == "2026-03-04"


def test_the_last_day_of_the_calendar_has_no_next(phone: Phone) -> None:
    phone.taps("set_day", date="2199-12-31")
    assert "2199" in refused(phone.tries("next_day"))
    assert phone.view.day == "2199-12-31"


def test_a_day_that_a_place_skipped_is_passed_over() -> None:
    samoa = Owner(name="Ada Lind", email="ada@lind.example", time_zone="Pacific/Apia")
    phone = Phone([], now=when.parse_local("2011-12-29 12:00", when.zone("Pacific/Apia")), owner=samoa)
    phone.opens_calendar()
    phone.taps("next_day")
    assert phone.view.day == "2011-12-31"
    assert [chip.day for chip in phone.view.week][-2:] == ["2011-12-31", "2012-01-01"]


def test_read_today_comes_back_from_anywhere(phone: Phone) -> None:
    phone.taps("set_day", date="2026-03-10")
    phone.taps("filter_by_tag", tag="work")
    phone.taps("read_today_calendar_events")
    assert phone.titles == ["Design review", "Lunch"]


def test_a_tag_filter_narrows_the_day_and_is_shown(phone: Phone) -> None:
    assert phone.taps("filter_by_tag", tag="Work") == "1 event on Thursday 2026-03-05."
    assert (phone.titles, phone.view.tag) == (["Design review"], "Work")


def test_an_attendee_filter_ignores_case(phone: Phone) -> None:
    phone.taps("filter_by_attendee", attendee="cy roth")
    assert (phone.titles, phone.view.attendee) == (["Lunch"], "cy roth")


def test_filters_stay_while_days_are_turned(phone: Phone) -> None:
    phone.taps("filter_by_tag", tag="health")
    phone.taps("set_day", date="2026-03-10")
    assert (phone.titles, phone.view.tag) == (["Dentist"], "health")


def test_show_all_clears_filters_and_keeps_the_day(phone: Phone) -> None:
    phone.taps("next_day")
    phone.taps("filter_by_tag", tag="work")
    phone.taps("filter_by_attendee", attendee="Bo Ek")
    phone.taps("show_all")
    assert (phone.view.tag, phone.view.attendee, phone.view.day) == ("", "", "2026-03-06")


def test_show_all_leaves_a_search_for_today(phone: Phone) -> None:
    phone.taps("search_events", query="dentist")
    phone.taps("show_all")
    assert (phone.view.query, phone.view.day) == ("", "2026-03-05")


@pytest.mark.parametrize("query", ["DENTIST", "sketches", "studio", "Bo E"])
def test_a_search_looks_at_every_text_on_every_day(phone: Phone, query: str) -> None:
    assert phone.taps("search_events", query=query) == "1 event in all days."
    assert phone.view.query == query


def test_a_search_result_has_no_day_and_no_grid(phone: Phone) -> None:
    phone.taps("search_events", query="dentist")
    assert (phone.view.day, phone.view.week, phone.view.rows[0].slot) == ("", (), None)


def test_events_by_tag_are_shown_from_every_day(phone: Phone) -> None:
    phone.taps("get_calendar_events_by_tag", tag="health")
    assert phone.titles == ["Dentist"]


@pytest.mark.parametrize(
    ("name", "args"),
    [
        ("search_events", {"query": "  "}),
        ("filter_by_tag", {"tag": ""}),
        ("filter_by_attendee", {"attendee": " "}),
        ("get_calendar_events_by_tag", {"tag": ""}),
    ],
)
def test_an_empty_filter_is_refused_with_the_way_to_clear_it(phone: Phone, name: str, args: dict[str, Any]) -> None:
    assert "show_all" in refused(phone.tries(name, **args))


def test_filters_days_and_searches_never_pile_up(phone: Phone) -> None:
    phone.taps("filter_by_tag", tag="work")
    phone.taps("next_day")
    phone.taps("search_events", query="lunch")
    phone.taps("list_events")
    assert phone.stack == ["AgendaView"]
    assert refused(phone.tries("go_back")).startswith("not_available")


def test_the_tags_are_told_sorted(phone: Phone) -> None:
    assert phone.taps("get_all_tags") == "Tags: health, work."
    assert phone.view.tags == ("health", "work")


def test_without_tags_it_says_so() -> None:
    phone = Phone([])
    phone.opens_calendar()
    assert phone.taps("get_all_tags") == "Tags: none."


def test_an_event_opens_by_id_and_by_place(phone: Phone) -> None:
    assert phone.taps("open_event_by_index", index=1) == "'Lunch' is open."
    assert phone.stack == ["AgendaView", "EventDetail"]
    phone.taps("go_back")
    phone.taps("open_event_by_id", event_id=phone.id("dentist"))
    assert phone.view.title == "Dentist"


@pytest.mark.parametrize("index", [-1, 2, 10**40])
def test_a_place_outside_the_list_is_refused_with_the_range(phone: Phone, index: int) -> None:
    assert "Give 0 to 1." in refused(phone.tries("open_event_by_index", index=index))


def test_an_empty_list_has_no_places(phone: Phone) -> None:
    phone.taps("set_day", date="2026-06-01")
    assert "another day" in refused(phone.tries("open_event_by_index", index=0))


def test_an_unknown_event_is_refused(phone: Phone) -> None:
    assert refused(phone.tries("open_event_by_id", event_id="cal_nope")).startswith("unknown_record")


def busy_phone() -> Phone:
    phone = Phone([{"title": f"Event {number:02}", "start": "10:00", "minutes": number + 1} for number in range(14)])
    phone.opens_calendar()
    return phone


def test_a_long_day_is_paged_with_the_total() -> None:
    phone = busy_phone()
    assert (len(phone.view.rows), phone.view.first, phone.view.total) == (10, 0, 14)
    phone.taps("list_events", offset=10)
    assert (phone.titles[0], len(phone.view.rows), phone.view.first) == ("Event 10", 4, 10)


def test_paging_keeps_the_filter_and_takes_a_limit() -> None:
    phone = busy_phone()
    phone.taps("search_events", query="Event 0")
    phone.taps("list_events", offset=5, limit=2)
    assert phone.titles == ["Event 05", "Event 06"]
    assert phone.view.total == 10


def test_places_count_from_the_page_shown() -> None:
    phone = busy_phone()
    phone.taps("list_events", offset=10)
    assert phone.taps("open_event_by_index", index=0) == "'Event 10' is open."


@pytest.mark.parametrize("args", [{"offset": 14}, {"offset": -1}, {"limit": 0}, {"limit": 10**30}, {"offset": 10**30}])
def test_a_page_that_is_not_there_is_refused(args: dict[str, int]) -> None:
    assert refused(busy_phone().tries("list_events", **args)).startswith("bad_argument")


def test_a_page_whose_events_have_gone_shows_the_last_one_left() -> None:
    phone = busy_phone()
    phone.taps("list_events", offset=12, limit=2)
    for event in phone.events()[5:]:
        phone.tool("delete_calendar_event", event_id=event.id)
    assert (phone.view.first, phone.view.total, len(phone.view.rows)) == (4, 5, 1)


def test_looking_around_changes_no_event(phone: Phone) -> None:
    before = phone.events()
    for name in ("list_events", "next_day", "previous_day", "get_all_tags", "read_today_calendar_events", "show_all"):
        assert not phone.tries(name).write
    assert phone.events() == before


def test_a_start_at_midnight_belongs_to_the_new_day_only() -> None:
    phone = Phone([{"title": "Night train", "start": "22:00", "end": "+1d 00:00"}])
    phone.opens_calendar()
    assert phone.titles == ["Night train"]
    phone.taps("next_day")
    assert phone.titles == []


def test_the_start_of_today_is_local() -> None:
    phone = Phone([{"title": "Late call", "start": "00:30", "minutes": 15}])
    phone.opens_calendar()
    assert when.show_day(phone.events()[0].start, when.zone("UTC")) == "2026-03-04"
    assert phone.titles == ["Late call"]
    assert when.show_day(NOW, TZ) == phone.view.day
