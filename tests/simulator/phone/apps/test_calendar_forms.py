"""One event on the screen, and the form that makes or changes it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.phone import when
from simulator.phone.apps.calendar.app import Calendar
from simulator.phone.screens import GoneView, taps_of
from tests.simulator.phone.apps.app_phone import refused
from tests.simulator.phone.apps.calendar_phone import Phone
from tests.simulator.phone.small_phone import NOW, TZ


@pytest.fixture
def phone() -> Phone:
    return Phone()


def editing(phone: Phone, label: str) -> Phone:
    phone.opens_calendar(label)
    phone.taps("edit_event")
    return phone


def creating(phone: Phone) -> Phone:
    phone.opens_calendar()
    phone.taps("start_create_event")
    return phone


def test_an_open_event_shows_all_of_it(phone: Phone) -> None:
    phone.opens_calendar("review")
    view = phone.view
    assert (view.title, view.description, view.event.location) == ("Design review", "Bring the sketches.", "Studio")
    assert [(person.name, person.you) for person in view.people] == [("Ada Lind", True), ("Bo Ek", False)]


def test_refresh_tells_when_it_is(phone: Phone) -> None:
    phone.opens_calendar("review")
    assert phone.taps("refresh") == "'Design review': Thursday 2026-03-05 09:30 to 11:00."


def test_attendees_are_told(phone: Phone) -> None:
    phone.opens_calendar("review")
    assert phone.taps("list_attendees") == "Taking part: Ada Lind, Bo Ek."
    phone.opens_calendar("dentist")
    assert phone.taps("list_attendees") == "Taking part: nobody."


def test_delete_is_a_write_and_goes_back(phone: Phone) -> None:
    phone.opens_calendar("lunch")
    done = phone.tries("delete")
    assert (done.write, done.result) == (True, "'Lunch' is deleted.")
    assert (phone.stack, phone.titles) == (["AgendaView"], ["Design review"])


def test_a_new_event_is_saved_once_and_back_never_returns_to_the_form(phone: Phone) -> None:
    creating(phone)
    phone.taps("set_title", title="Pottery")
    phone.taps("set_time_range", start_datetime="2026-03-05 18:00", end_datetime="2026-03-05 19:30")
    phone.taps("set_location", location="Kiln House")
    done = phone.tries("save")
    assert (done.write, done.result) == (True, "'Pottery' is saved: Thursday 2026-03-05 18:00 to 19:30.")
    assert phone.stack == ["AgendaView", "EventDetail"]
    assert (phone.view.title, phone.view.event.location) == ("Pottery", "Kiln House")
    phone.taps("go_back")
    assert phone.stack == ["AgendaView"]


def test_a_new_event_without_times_starts_now_and_takes_an_hour(phone: Phone) -> None:
    creating(phone)
    assert (phone.view.name, phone.view.start, phone.view.end) == ("Event", "", "")
    phone.taps("save")
    made = phone.entry("cal_u1")
    assert (made.title, made.start, made.end, made.created_by) == ("Event", NOW, NOW + when.HOUR, "")


def test_saving_a_change_goes_back_to_the_event(phone: Phone) -> None:
    editing(phone, "review")
    phone.taps("set_title", title="Final review")
    phone.taps("save")
    assert (phone.stack, phone.view.title) == (["AgendaView", "EventDetail"], "Final review")


def test_the_form_starts_with_what_the_event_says(phone: Phone) -> None:
    editing(phone, "review")
    view = phone.view
    assert (view.title, view.name, view.start, view.end) == (
        "Edit event",
        "Design review",
        "2026-03-05 09:30:00",
        "2026-03-05 11:00:00",
    )
    assert (view.tag, view.location, view.attendees) == ("work", "Studio", ("Ada Lind", "Bo Ek"))


@pytest.mark.parametrize(
    ("tap", "field"), [("set_tag", "tag"), ("set_description", "description"), ("set_location", "location")]
)
@pytest.mark.parametrize("nothing", [None, ""])
def test_a_field_can_be_cleared(phone: Phone, tap: str, field: str, nothing: str | None) -> None:
    editing(phone, "review")
    assert phone.taps(tap, **{field: nothing}).endswith("cleared.")
    phone.taps("save")
    assert getattr(phone.entry("review"), field) == ""


def test_every_field_can_be_written(phone: Phone) -> None:
    editing(phone, "dentist")
    phone.taps("set_tag", tag=" teeth ")
    phone.taps("set_description", description="Bring the card.")
    phone.taps("set_location", location="Gate B")
    phone.taps("set_attendees", attendees=["Ada Lind", "ada lind", "Dr Mori"])
    phone.taps("save")
    saved = phone.entry("dentist")
    assert (saved.tag, saved.description, saved.location) == ("teeth", "Bring the card.", "Gate B")
    assert saved.attendees == ("Ada Lind", "Dr Mori")


def test_attendees_are_added_and_removed_one_by_one(phone: Phone) -> None:
    editing(phone, "review")
    assert phone.taps("add_attendee", name="Cy Roth") == "Cy Roth takes part."
    assert phone.taps("remove_attendee", name="bo ek") == "bo ek no longer takes part."
    assert phone.view.attendees == ("Ada Lind", "Cy Roth")


def test_attendees_can_all_go(phone: Phone) -> None:
    editing(phone, "review")
    assert phone.taps("set_attendees", attendees=[]) == "Taking part: nobody."
    phone.taps("save")
    assert phone.entry("review").attendees == ()


@pytest.mark.parametrize(
    ("tap", "args", "words"),
    [
        ("set_title", {"title": " "}, "needs a title"),
        ("set_attendees", {"attendees": ["Bo Ek", ""]}, "name is empty"),
        ("add_attendee", {"name": ""}, "name is empty"),
        ("remove_attendee", {"name": "Zed"}, "Taking part: Ada Lind, Bo Ek."),
        ("set_time_range", {"start_datetime": "later", "end_datetime": "2026-03-05 10:00"}, "start_datetime:"),
        ("set_time_range", {"start_datetime": "2026-03-05 10:00", "end_datetime": "2026-03-29 02:30"}, "end_datetime:"),
        ("set_title", {"title": 5}, "valid string"),
    ],
)
def test_the_form_refuses_what_cannot_be(phone: Phone, tap: str, args: dict[str, Any], words: str) -> None:
    editing(phone, "review")
    before = phone.world.state_hash()
    assert words in refused(phone.tries(tap, **args))
    assert phone.world.state_hash() == before


def test_save_refuses_an_end_before_the_start_and_names_the_remedy(phone: Phone) -> None:
    editing(phone, "review")
    phone.taps("set_time_range", start_datetime="2026-03-05 12:00", end_datetime="2026-03-05 11:00")
    assert phone.view.problem == "The end is before the start."
    before = phone.world.state_hash()
    assert "Give an end that is not before the start." in refused(phone.tries("save"))
    assert (phone.world.state_hash(), phone.stack[-1]) == (before, "EditEvent")


def test_discard_leaves_everything_as_it_was(phone: Phone) -> None:
    editing(phone, "review")
    before = phone.events()
    phone.taps("set_title", title="Other")
    assert phone.taps("discard") == "Nothing was saved."
    assert (phone.events(), phone.stack) == (before, ["AgendaView", "EventDetail"])


def test_writing_in_the_form_touches_no_event(phone: Phone) -> None:
    before = phone.events()
    editing(phone, "review")
    phone.taps("set_title", title="Other")
    assert not phone.tries("set_tag").write
    assert phone.events() == before


def test_what_others_changed_meanwhile_is_not_undone_by_saving(phone: Phone) -> None:
    editing(phone, "review")
    phone.taps("set_location", location="Room 2")
    phone.tool("edit_calendar_event", event_id=phone.id("review"), start_datetime="2026-03-05 14:00")
    phone.taps("save")
    saved = phone.entry("review")
    assert (saved.location, phone.world.show(saved.start)[11:16]) == ("Room 2", "14:00")


def test_an_untouched_time_in_the_repeated_hour_survives_an_edit() -> None:
    second = when.parse_local("2026-10-25 02:30", TZ) + when.HOUR
    phone = Phone([], now=second - when.HOUR)
    phone.opens_calendar()
    phone.tool("add_calendar_event", title="Watch")
    phone.world.now = second
    phone.taps("start_create_event")
    phone.taps("save")
    phone.taps("edit_event")
    phone.taps("set_tag", tag="night")
    phone.taps("save")
    assert phone.entry("cal_u1").start == second


@pytest.mark.parametrize("tap", ["refresh", "delete", "list_attendees", "edit_event"])
def test_a_deleted_event_can_only_be_left(phone: Phone, tap: str) -> None:
    phone.opens_calendar("lunch")
    phone.tool("delete_calendar_event", event_id=phone.id("lunch"))
    assert isinstance(phone.view, GoneView)
    assert "go back" in refused(phone.tries(tap))
    phone.taps("go_back")
    assert phone.stack == ["AgendaView"]


@pytest.mark.parametrize(
    ("tap", "args"),
    [("set_tag", {}), ("add_attendee", {"name": "Cy Roth"}), ("save", {}), ("set_title", {"title": "x"})],
)
def test_the_form_of_a_deleted_event_can_only_be_left(phone: Phone, tap: str, args: dict[str, Any]) -> None:
    editing(phone, "lunch")
    phone.tool("delete_calendar_event", event_id=phone.id("lunch"))
    assert isinstance(phone.view, GoneView)
    assert refused(phone.tries(tap, **args)).startswith("unknown_record")
    phone.taps("discard")
    assert phone.stack == ["AgendaView", "EventDetail"]


def test_only_deleting_and_saving_are_writes() -> None:
    labels = {name: tap.write for screen in Calendar.screens for name, tap in taps_of(screen).items()}
    assert [name for name, write in labels.items() if write] == ["delete", "save"]


ANYTHING = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(),
    st.lists(st.text()),
    st.dictionaries(st.text(), st.text()),
    st.sampled_from(["2026-03-06 10:00:00", "2026-03-29 02:30", "0001-01-01 00:00", "Bo Ek"]),
)


@given(st.data())
def test_any_taps_with_any_arguments_end_in_a_result_or_a_refusal(data: st.DataObject) -> None:
    phone = Phone()
    phone.opens_calendar("review" if data.draw(st.booleans()) else "")
    for _ in range(5):
        tap = data.draw(st.sampled_from(list(taps_of(type(phone.world.screen)).values())))
        args = {name: data.draw(ANYTHING) for name in tap.params if data.draw(st.booleans())}
        before = phone.world.state_hash()
        if phone.tries(tap.name, **args).error is not None:
            assert phone.world.state_hash() == before
        phone.world.screen.view(phone.world)
