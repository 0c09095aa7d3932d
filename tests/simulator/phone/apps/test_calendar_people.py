"""What other people do to the calendar, what both sides are told of it, and where a notification leads."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone import when
from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.apps.calendar.records import Event
from simulator.phone.perform import environment_does
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import NOW

INVITATION: dict[str, Any] = {
    "who_add": "Bo Ek",
    "title": "Budget check",
    "start_datetime": "2026-03-06 10:00",
    "end_datetime": "2026-03-06 11:00",
    "location": "Room 4",
    "description": "Numbers for May.",
    "attendees": ["Ada Lind"],
}


@pytest.fixture
def phone() -> Phone:
    return Phone()


def added(phone: Phone, **changes: Any) -> Event:
    done = phone.tries_world("add_calendar_event_by_attendee", **INVITATION | changes)
    assert done.error is None, done.error
    return phone.entry(str(done.result))


def test_someone_adds_an_event_with_a_clean_title_and_takes_part(phone: Phone) -> None:
    made = added(phone)
    assert (made.title, made.description, made.created_by) == ("Budget check", "Numbers for May.", "Bo Ek")
    assert made.attendees == ("Ada Lind", "Bo Ek")


def test_who_added_it_is_shown_and_told(phone: Phone) -> None:
    made = added(phone)
    phone.opens_calendar()
    phone.taps("open_event_by_id", event_id=made.id)
    assert phone.view.event.added_by == "Bo Ek"
    assert [(person.name, person.added_it) for person in phone.view.people] == [("Ada Lind", False), ("Bo Ek", True)]
    assert phone.tool("get_calendar_event", event_id=made.id)["added_by"] == "Bo Ek"


def test_who_added_it_is_named_once_among_the_attendees(phone: Phone) -> None:
    assert added(phone, attendees=["Bo Ek", "Cy Roth"]).attendees == ("Bo Ek", "Cy Roth")


def test_an_added_event_has_the_same_defaults_as_ones_own(phone: Phone) -> None:
    done = phone.tries_world("add_calendar_event_by_attendee", who_add="Cy Roth")
    made = phone.entry(str(done.result))
    assert (made.title, made.start, made.end, made.attendees) == ("Event", NOW, NOW + when.HOUR, ("Cy Roth",))


def test_both_sides_are_told_of_a_new_event(phone: Phone) -> None:
    made = added(phone)
    (shown,) = phone.told("user")
    (told,) = phone.told("assistant")
    assert (shown.title, shown.text) == ("Bo Ek added Budget check", "Friday 2026-03-06 10:00")
    assert made.id not in shown.text
    assert told.text == (
        f"Bo Ek added Budget check (event {made.id}). Friday 2026-03-06 10:00 to 11:00. "
        "Place: Room 4. Taking part: Ada Lind, Bo Ek. Numbers for May."
    )
    assert shown.about == told.about == ("calendar.event", made.id)


def test_a_scheduled_event_takes_the_id_kept_for_it(phone: Phone) -> None:
    kept = ("calendar.event", "cal_kept")
    done = environment_does(
        phone.world, "calendar", "add_calendar_event_by_attendee", {"who_add": "Bo Ek"}, 1, reserved=kept
    )
    assert done.result == "cal_kept"


def test_the_notification_opens_the_event_on_its_day(phone: Phone) -> None:
    added(phone)
    phone.taps("open_notifications")
    phone.taps("open_notification", notification_id="1")
    assert (phone.stack, phone.view.title) == (["AgendaView", "EventDetail"], "Budget check")
    phone.taps("go_back")
    assert phone.view.day == "2026-03-06"


def test_someone_who_takes_part_moves_an_event(phone: Phone) -> None:
    phone.tries_world(
        "edit_calendar_event_by_attendee",
        event_id=phone.id("review"),
        who_edit="bo ek",
        start_datetime="2026-03-05 14:00",
    )
    moved = phone.entry("review")
    assert (phone.world.show(moved.start)[11:16], moved.end - moved.start) == ("14:00", 90 * 60)
    (shown,) = phone.told("user")
    (told,) = phone.told("assistant")
    assert (shown.title, shown.text) == ("Bo Ek moved Design review", "Now Thursday 2026-03-05 14:00")
    assert "Was: Thursday 2026-03-05 09:30 to 11:00." in told.text
    assert moved.id in told.text


def test_a_new_end_alone_is_told_as_such(phone: Phone) -> None:
    phone.tries_world(
        "edit_calendar_event_by_attendee",
        event_id=phone.id("review"),
        who_edit="Bo Ek",
        end_datetime="2026-03-05 12:00",
    )
    assert phone.told("user")[0].text == "Now until Thursday 2026-03-05 12:00"


@pytest.mark.parametrize(
    ("change", "news"),
    [
        ({"location": "Room 2"}, "Now at Room 2"),
        ({"location": ""}, "The place is open"),
        ({"description": "Bring pens."}, "The details are new"),
    ],
)
def test_other_changes_are_told_as_such(phone: Phone, change: dict[str, str], news: str) -> None:
    phone.tries_world("edit_calendar_event_by_attendee", event_id=phone.id("review"), who_edit="Bo Ek", **change)
    (shown,) = phone.told("user")
    assert (shown.title, shown.text) == ("Bo Ek changed Design review", news)


def test_someone_who_takes_part_deletes_an_event(phone: Phone) -> None:
    event_id = phone.id("review")
    phone.tries_world("delete_calendar_event_by_attendee", event_id=event_id, who_delete="Bo Ek")
    assert phone.world.store.get(Event, event_id) is None
    (shown,) = phone.told("user")
    (told,) = phone.told("assistant")
    assert (shown.title, shown.text) == ("Bo Ek deleted Design review", "Was Thursday 2026-03-05 09:30")
    assert event_id in told.text


def test_the_notification_of_a_deleted_event_opens_the_calendar(phone: Phone) -> None:
    phone.tries_world("delete_calendar_event_by_attendee", event_id=phone.id("review"), who_delete="Bo Ek")
    phone.taps("open_notifications")
    phone.taps("open_notification", notification_id="1")
    assert phone.stack == ["AgendaView"]


@pytest.mark.parametrize(
    ("name", "args", "words"),
    [
        ("delete_calendar_event_by_attendee", {"who_delete": "Cy Roth"}, "Taking part: Ada Lind, Bo Ek."),
        ("edit_calendar_event_by_attendee", {"who_edit": "Cy Roth", "location": "x"}, "does not take part"),
        ("edit_calendar_event_by_attendee", {"who_edit": "Bo Ek"}, "Nothing would change"),
        ("edit_calendar_event_by_attendee", {"who_edit": "Bo Ek", "location": "Studio"}, "Nothing would change"),
        ("edit_calendar_event_by_attendee", {"who_edit": "Bo Ek", "end_datetime": "2026-03-05 09:00"}, "before"),
    ],
)
def test_a_failed_event_changes_nothing_and_tells_nobody(
    phone: Phone, name: str, args: dict[str, Any], words: str
) -> None:
    before = phone.world.state_hash()
    assert words in refused(phone.tries_world(name, event_id=phone.id("review"), **args))
    assert phone.world.state_hash() == before
    assert phone.told("user") == phone.told("assistant") == []


def test_an_unknown_event_or_an_empty_name_is_refused(phone: Phone) -> None:
    gone = phone.tries_world("delete_calendar_event_by_attendee", event_id="cal_nope", who_delete="Bo Ek")
    assert refused(gone).startswith("unknown_record")
    assert "name is empty" in refused(phone.tries_world("add_calendar_event_by_attendee", who_add=" "))


def test_the_owners_own_doings_notify_nobody(phone: Phone) -> None:
    phone.tool("add_calendar_event", title="Mine")
    phone.opens_calendar("lunch")
    phone.taps("delete")
    assert phone.told("user") == phone.told("assistant") == []


def test_unasked_writes_spare_what_they_must_and_work(phone: Phone) -> None:
    spared = frozenset({phone.id("review"), phone.id("lunch")})
    meddlings = list(Calendar().meddlings(phone.world, spared))
    assert [meddling.tool for meddling in meddlings] == [
        "delete_calendar_event",
        "edit_calendar_event",
        "add_calendar_event",
    ]
    for meddling in meddlings:
        phone = Phone()
        before = phone.world.state_hash()
        phone.tool(meddling.tool, **meddling.args)
        assert phone.world.state_hash() != before
        assert spared <= {event.id for event in phone.events()}


def test_an_unasked_move_really_moves_the_event_by_an_hour(phone: Phone) -> None:
    move = next(m for m in Calendar().meddlings(phone.world, frozenset()) if m.tool == "edit_calendar_event")
    old = phone.entry("review")
    phone.tool(move.tool, **move.args)
    assert phone.entry("review").start - old.start == when.HOUR


def test_an_event_tells_its_reader_everything_in_it(phone: Phone) -> None:
    text = Calendar().readable(phone.world.store, phone.entry("review"))
    for word in ("Design review", "Bring the sketches.", "Studio", "work", "Ada Lind", "Bo Ek"):
        assert word in text
