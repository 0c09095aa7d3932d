"""The assistant's calendar tools: what they give, what they change, and what they refuse."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone import when
from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.people import Rules
from simulator.phone.perform import assistant_does, environment_does
from tests.simulator.phone.apps.app_phone import id_in, refused
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import NOW

WRITES = {"add_calendar_event", "edit_calendar_event", "delete_calendar_event"}
READS = {
    "get_calendar_event",
    "get_calendar_events_from_to",
    "read_today_calendar_events",
    "get_all_tags",
    "get_calendar_events_by_tag",
    "search_events",
}


@pytest.fixture
def phone() -> Phone:
    return Phone()


def test_the_published_tools_are_there_with_honest_labels() -> None:
    labels = {name: action.write for name, action in Calendar().tools.items()}
    assert labels == dict.fromkeys(WRITES, True) | dict.fromkeys(READS, False)


def test_the_published_defaults_are_kept() -> None:
    usages = {name: action.usage for name, action in Calendar().tools.items()}
    fields = "start_datetime=None, end_datetime=None, tag=None, description=None, location=None, attendees=None"
    assert usages["add_calendar_event"] == f"title='Event', {fields}"
    assert usages["edit_calendar_event"] == f"event_id, title=None, {fields}"
    assert usages["get_calendar_events_from_to"] == "start_datetime, end_datetime, offset=0, limit=10"


@pytest.mark.parametrize("tool", sorted(WRITES))
def test_every_writing_tool_needs_consent(phone: Phone, tool: str) -> None:
    phone.world.rules = Rules()
    args = {} if tool == "add_calendar_event" else {"event_id": phone.id("lunch")}
    before = phone.world.state_hash()
    assert refused(phone.tries_tool(tool, **args)).startswith("no_consent")
    assert phone.world.state_hash() == before


def test_an_event_is_added_with_everything_given(phone: Phone) -> None:
    said = phone.tool(
        "add_calendar_event",
        title="Kick-off",
        start_datetime="2026-03-06 14:00:00",
        end_datetime="2026-03-06 15:30:00",
        tag="work",
        description="Agenda in the mail.",
        location="Room 4",
        attendees=["Bo Ek", "Cy Roth"],
    )
    event_id = id_in(said)
    when = "Friday 2026-03-06 14:00 to 15:30"
    assert said == f"Event {event_id}, 'Kick-off', is added: {when}, at Room 4, with Bo Ek and Cy Roth."
    assert phone.tool("get_calendar_event", event_id=event_id) == {
        "event_id": event_id,
        "title": "Kick-off",
        "start_datetime": "2026-03-06 14:00:00",
        "end_datetime": "2026-03-06 15:30:00",
        "weekday": "Friday",
        "tag": "work",
        "description": "Agenda in the mail.",
        "location": "Room 4",
        "attendees": ["Bo Ek", "Cy Roth"],
        "added_by": "",
    }


def test_without_times_an_event_starts_now_for_an_hour(phone: Phone) -> None:
    made = phone.entry(id_in(phone.tool("add_calendar_event")))
    assert (made.title, made.start, made.end) == ("Event", NOW, NOW + when.HOUR)


def test_without_an_end_an_event_takes_an_hour(phone: Phone) -> None:
    made = phone.entry(id_in(phone.tool("add_calendar_event", start_datetime="2026-03-06 14:00")))
    assert made.end - made.start == when.HOUR


def test_without_a_start_an_event_begins_now(phone: Phone) -> None:
    made = phone.entry(id_in(phone.tool("add_calendar_event", end_datetime="2026-03-05 09:00")))
    assert (made.start, phone.world.show(made.end)) == (NOW, "2026-03-05 09:00:00")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ({"start_datetime": "2026-03-06 14:00", "end_datetime": "2026-03-06 13:00"}, "not before the start"),
        ({"end_datetime": "2026-03-05 08:00"}, "not before the start"),
        ({"start_datetime": "tomorrow"}, "start_datetime: 'tomorrow'"),
        ({"start_datetime": "2026-03-29 02:30"}, "clock jumps"),
        ({"start_datetime": "2026-03-06T14:00:00Z"}, "Times here are local"),
        ({"title": "  "}, "needs a title"),
        ({"attendees": [""]}, "name is empty"),
        ({"attendees": "Bo Ek"}, "valid list"),
        ({"place": "Room 4"}, "no argument 'place'"),
    ],
)
def test_a_wrong_event_is_refused_and_leaves_no_trace(phone: Phone, args: dict[str, Any], words: str) -> None:
    before = phone.world.state_hash()
    assert words in refused(phone.tries_tool("add_calendar_event", **args))
    assert phone.world.state_hash() == before


def test_an_edit_leaves_what_is_not_named(phone: Phone) -> None:
    old = phone.entry("review")
    result = phone.tool("edit_calendar_event", event_id=old.id, location="Room 9")
    when = "Thursday 2026-03-05 09:30 to 11:00"
    assert result == f"Event {old.id}, 'Design review', is changed: {when}, at Room 9, with Ada Lind and Bo Ek."
    new = phone.entry("review")
    assert (new.location, new.tag, new.attendees, new.start) == ("Room 9", old.tag, old.attendees, old.start)


def test_an_empty_value_clears_a_field(phone: Phone) -> None:
    phone.tool("edit_calendar_event", event_id=phone.id("review"), tag="", description="", location="", attendees=[])
    cleared = phone.entry("review")
    assert (cleared.tag, cleared.description, cleared.location, cleared.attendees) == ("", "", "", ())


def test_a_new_start_alone_keeps_the_length(phone: Phone) -> None:
    phone.tool("edit_calendar_event", event_id=phone.id("review"), start_datetime="2026-03-06 15:00:00")
    assert phone.world.show(phone.entry("review").end) == "2026-03-06 16:30:00"


def test_a_new_end_alone_keeps_the_start(phone: Phone) -> None:
    phone.tool("edit_calendar_event", event_id=phone.id("review"), end_datetime="2026-03-05 12:00:00")
    moved = phone.entry("review")
    assert (phone.world.show(moved.start), phone.world.show(moved.end)) == (
        "2026-03-05 09:30:00",
        "2026-03-05 12:00:00",
    )


@pytest.mark.parametrize("start", ["2026-03-29 00:00", "2026-10-25 00:00", "2026-03-09 00:00"])
def test_a_whole_day_stays_whole_when_it_moves_onto_a_clock_change(start: str) -> None:
    phone = Phone([{"label": "fair", "title": "Fair", "start": "+1d 00:00", "end": "+3d 00:00"}])
    phone.tool("edit_calendar_event", event_id=phone.id("fair"), start_datetime=start)
    moved = phone.entry("fair")
    assert (moved.start, moved.end) == tuple(
        when.parse_local(text, phone.world.tz) for text in (start, f"{start[:8]}{int(start[8:10]) + 2:02} 00:00")
    )


def test_a_whole_day_moved_to_noon_keeps_its_length() -> None:
    phone = Phone([{"label": "fair", "title": "Fair", "start": "+1d 00:00", "end": "+2d 00:00"}])
    phone.tool("edit_calendar_event", event_id=phone.id("fair"), start_datetime="2026-03-28 12:00")
    assert phone.entry("fair").end - phone.entry("fair").start == when.DAY


@pytest.mark.parametrize(
    "args",
    [
        {"title": ""},
        {"end_datetime": "2026-03-05 09:00"},
        {"start_datetime": "2026-03-05 12:00", "end_datetime": "2026-03-05 11:59"},
        {"start_datetime": ""},
        {"attendees": [" "]},
    ],
)
def test_a_wrong_edit_changes_nothing(phone: Phone, args: dict[str, Any]) -> None:
    before = phone.world.state_hash()
    done = phone.tries_tool("edit_calendar_event", event_id=phone.id("review"), tag="new", **args)
    assert refused(done).startswith("bad_argument")
    assert phone.world.state_hash() == before


def test_an_edit_never_changes_the_list_it_was_given(phone: Phone) -> None:
    names = ["Bo Ek", "bo ek"]
    phone.tool("edit_calendar_event", event_id=phone.id("review"), attendees=names)
    assert names == ["Bo Ek", "bo ek"]
    assert phone.entry("review").attendees == ("Bo Ek",)


@pytest.mark.parametrize("tool", ["edit_calendar_event", "delete_calendar_event", "get_calendar_event"])
def test_an_unknown_id_is_refused_with_the_way_to_find_it(phone: Phone, tool: str) -> None:
    text = refused(phone.tries_tool(tool, event_id="cal_nope"))
    assert text.startswith("unknown_record")
    assert "Calendar__search_events" in text


def test_an_event_is_deleted(phone: Phone) -> None:
    event_id = phone.id("lunch")
    said = phone.tool("delete_calendar_event", event_id=event_id)
    assert said == f"Event {event_id}, 'Lunch', Thursday 2026-03-05 12:30 to 13:30, is deleted."
    assert [event.title for event in phone.events()] == ["Design review", "Dentist"]


def span(phone: Phone, start: str, end: str, **paging: int) -> dict[str, Any]:
    found: dict[str, Any] = phone.tool("get_calendar_events_from_to", start_datetime=start, end_datetime=end, **paging)
    return found


def test_a_span_gives_what_overlaps_it_in_order_of_start(phone: Phone) -> None:
    found = span(phone, "2026-03-05 10:30:00", "2026-03-11 00:00:00")
    assert [event["title"] for event in found["events"]] == ["Design review", "Lunch", "Dentist"]
    assert (found["range"], found["total"]) == ([0, 3], 3)


def test_touching_a_span_is_not_overlapping(phone: Phone) -> None:
    assert span(phone, "2026-03-05 11:00:00", "2026-03-05 12:30:00")["total"] == 0
    assert span(phone, "2026-03-05 10:59:59", "2026-03-05 12:30:01")["total"] == 2


def test_a_span_is_paged(phone: Phone) -> None:
    found = span(phone, "2026-03-01 00:00", "2026-03-31 00:00", offset=1, limit=1)
    assert [event["title"] for event in found["events"]] == ["Lunch"]
    assert (found["range"], found["total"]) == ([1, 2], 3)


@pytest.mark.parametrize(
    "args",
    [
        {"start_datetime": "2026-03-06 00:00", "end_datetime": "2026-03-05 00:00"},
        {"start_datetime": "2026-03-05", "end_datetime": "2026-03-06 00:00"},
        {"start_datetime": "2026-03-05 00:00", "end_datetime": "2026-03-06 00:00", "offset": -1},
        {"start_datetime": "2026-03-05 00:00", "end_datetime": "2026-03-06 00:00", "limit": 0},
        {"start_datetime": "2026-03-05 00:00", "end_datetime": "2026-03-06 00:00", "limit": 10**30},
    ],
)
def test_a_wrong_span_or_page_is_refused(phone: Phone, args: dict[str, Any]) -> None:
    assert refused(phone.tries_tool("get_calendar_events_from_to", **args)).startswith("bad_argument")


def test_today_is_the_owners_day(phone: Phone) -> None:
    found = phone.tool("read_today_calendar_events")
    assert [event["title"] for event in found["events"]] == ["Design review", "Lunch"]


def test_tags_are_sorted_and_named_once(phone: Phone) -> None:
    phone.tool("add_calendar_event", tag="work")
    assert phone.tool("get_all_tags") == ["health", "work"]


def test_events_are_found_by_tag(phone: Phone) -> None:
    assert [event["title"] for event in phone.tool("get_calendar_events_by_tag", tag="HEALTH")] == ["Dentist"]
    assert phone.tool("get_calendar_events_by_tag", tag="sport") == []
    assert "get_all_tags" in refused(phone.tries_tool("get_calendar_events_by_tag", tag=""))


@pytest.mark.parametrize("query", ["design", "SKETCHES", "studio", "bo ek"])
def test_a_search_covers_title_details_place_and_people(phone: Phone, query: str) -> None:
    assert [event["title"] for event in phone.tool("search_events", query=query)] == ["Design review"]


def test_an_empty_search_is_refused(phone: Phone) -> None:
    assert "query is empty" in refused(phone.tries_tool("search_events", query=" "))


@pytest.mark.parametrize("tool", sorted(READS))
def test_reading_changes_nothing(phone: Phone, tool: str) -> None:
    args: dict[str, dict[str, Any]] = {
        "get_calendar_event": {"event_id": phone.id("lunch")},
        "get_calendar_events_from_to": {"start_datetime": "2026-03-01 00:00", "end_datetime": "2026-04-01 00:00"},
        "get_calendar_events_by_tag": {"tag": "work"},
        "search_events": {"query": "lunch"},
    }
    before = phone.world.state_hash()
    phone.tool(tool, **args.get(tool, {}))
    assert phone.world.state_hash() == before


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just("2026-03-06 10:00:00"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_any_arguments_end_in_a_result_or_a_refusal(data: st.DataObject) -> None:
    phone = Phone()
    app = Calendar()
    action = data.draw(st.sampled_from([*app.tools.values(), *app.events.values()]))
    some = st.one_of(ANYTHING, st.text(), st.sampled_from([phone.id("review"), "Bo Ek"]))
    args = {name: data.draw(some) for name in action.params if data.draw(st.booleans())}
    before = phone.world.state_hash()
    if action.mark.side == "assistant":
        done = assistant_does(phone.world, action.full_name, args, 1)
    else:
        done = environment_does(phone.world, "calendar", action.name, args, 1)
    if done.error is not None:
        assert phone.world.state_hash() == before
