"""What becomes of the initial states of foreign apps: the phone that they describe, found again by their ids."""

from __future__ import annotations

from typing import Any

import pytest

from replay.foreign.brought import ForeignError
from replay.foreign.states import imported_id, imported_title, scenario_of
from simulator.phone.apps.apartment.records import Apartment
from simulator.phone.apps.cab.records import Ride
from simulator.phone.apps.calendar.records import Event
from simulator.phone.apps.contacts.records import Contact
from simulator.phone.apps.email.records import Mail
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, User
from simulator.phone.apps.note.records import Note
from simulator.phone.apps.reminder.records import Reminder
from simulator.phone.apps.shopping.records import Code, Item, Order
from tests.replay.foreign.foreign_states import DAY, OWNER, PEOPLE, START, all_apps, app, fid
from tests.replay.foreign.states.laid_out import all_of, built, phone, the


def test_all_nine_apps_are_laid_out() -> None:
    found = scenario_of(all_apps(), "kiln_evening", START)
    assert found.warnings == ()
    mail = the(found, Mail, fid("mail kiln"))
    assert (mail.sender, mail.sent_at, mail.folder, mail.is_read) == (
        "cleo@marsh.example",
        START - 3600,
        "INBOX",
        False,
    )
    assert the(found, Mail, fid("mail asked")).state == "sent"
    glaze = the(found, Conversation, fid("chat glaze"))
    bo, cleo = (found.ids[User.table, fid(f"user {name}")] for name in PEOPLE[:2])
    assert (glaze.title, glaze.participant_ids) == ("Glaze night", (OWNER_ID, bo, cleo))
    assert the(found, Conversation, fid("chat bo")).title == ""
    assert the(found, Message, fid("glaze 1")).sender_id == cleo
    assert the(found, Event, fid("event firing")).attendees == (PEOPLE[1],)
    assert the(found, Note, fid("note invoice")).folder == "Work"
    assert the(found, Reminder, fid("reminder clay")).due == START + DAY + 3600
    assert the(found, Item, fid("item large")).price == 14.0
    assert the(found, Order, fid("order 1")).total == 8.5
    assert [code.code for code in all_of(found, Code)] == ["CLAY10"]
    assert the(found, Apartment, fid("flat loft")).price == 1800.0
    assert the(found, Ride, fid("ride past")).status == "COMPLETED"


def test_the_scenario_says_where_it_comes_from_and_nothing_more() -> None:
    found = scenario_of(all_apps(), "kiln_evening", START)
    scenario = found.story.scenario
    assert (scenario.id, scenario.title, scenario.status) == ("imported_kiln_evening", "Kiln evening", "draft")
    assert (scenario.category, scenario.tags) == ("cross-app-orchestration", ["imported"])
    assert (scenario.needs, scenario.goals, scenario.timeline, scenario.solution) == ([], [], [], [])
    assert found.story.start == START


@pytest.mark.parametrize(
    ("said", "id_", "title"),
    [
        ("kiln_evening", "imported_kiln_evening", "Kiln evening"),
        ("Kiln-Evening 2", "imported_kiln_evening_2", "Kiln Evening 2"),
        ("", "imported_trace", "A trace of another system"),
        ("ü/ö", "imported_trace", "Ü ö"),
        ("k" * 300, "imported_" + "k" * 51, "K" + "k" * 119),
    ],
)
def test_id_and_title_come_from_the_id_there(said: str, id_: str, title: str) -> None:
    assert (imported_id(said), imported_title(said)) == (id_, title)


def test_one_app_alone_says_what_the_scenario_is_about() -> None:
    assert phone("Cab", "StatefulCabApp", None).story.scenario.category == "transport"


def test_an_app_without_a_state_is_empty() -> None:
    found = phone("Reminders", "StatefulReminderApp", None)
    assert all_of(found, Reminder) == []
    assert found.apps == {"Reminders": "reminder"}


@pytest.mark.parametrize(
    ("class_name", "ours"),
    [
        ("StatefulEmailApp", "email"),
        ("EmailClientApp", "email"),
        ("EmailClientV2", "email"),
        ("Calendar", "calendar"),
        ("StatefulNotesApp", "note"),
        ("MessagingAppV2", "messaging"),
        ("ApartmentListingApp", "apartment"),
        ("RentAFlat", "apartment"),
        ("InternalContacts", "contacts"),
        ("SystemApp", "home"),
        ("PASAgentUserInterface", "assistant"),
        ("SandboxLocalFileSystem", "files"),
    ],
)
def test_apps_are_known_by_their_classes(class_name: str, ours: str) -> None:
    assert phone("Any", class_name, None).apps == {"Any": ours}


def test_an_app_that_the_phone_cannot_have_is_told() -> None:
    found = built(app("Flights", "FlightApp", {"flights": [1]}), app("Cab", "StatefulCabApp", None))
    assert "App Flights does not exist on this phone; its calls are listed but not shown." in found.warnings
    assert found.apps == {"Cab": "cab"}


def test_an_app_without_a_name_is_told() -> None:
    assert "An app without a name is skipped." in built({}).warnings


def test_of_two_apps_of_a_kind_the_first_is_shown() -> None:
    found = built(app("Emails", "StatefulEmailApp", None), app("Work", "StatefulEmailApp", None))
    assert "App Work is a second Email; its calls are listed but not shown." in found.warnings
    assert found.apps == {"Emails": "email"}


def test_a_phone_without_apps_shows_no_icon() -> None:
    found = built()
    assert not [one for one in found.story.blank.apps.values() if one.screens and not one.system]


def test_the_owner_is_whose_card_it_is() -> None:
    card = {"first_name": "Iris", "last_name": "Thorne", "is_user": True, "phone": "1234567890", "address": "Row 3"}
    found = phone("Contacts", "StatefulContactsApp", {"contacts": {"a": card}})
    owner = found.story.blank.owner
    assert (owner.name, owner.phone, owner.home, owner.time_zone) == ("Iris Thorne", "1234567890", "Row 3", "UTC")
    assert the(found, Contact, "a").is_user


def test_without_a_card_mailbox_and_chats_say_who_the_owner_is() -> None:
    mails, chats = {"user_email": "iris@thorne.example"}, {"current_user_name": OWNER, "current_user_id": "me"}
    found = built(app("Emails", "StatefulEmailApp", mails), app("Messages", "StatefulMessagingApp", chats))
    assert (found.story.blank.owner.name, found.story.blank.owner.email) == (OWNER, "iris@thorne.example")
    assert "The file does not name the owner of the phone." in built().warnings


def test_a_second_card_of_the_owner_is_another_contact() -> None:
    cards = {key: {"first_name": key.upper(), "last_name": "", "is_user": True} for key in ("a", "b")}
    found = phone("Contacts", "StatefulContactsApp", {"contacts": cards})
    assert [card.name for card in all_of(found, Contact) if card.is_user] == ["A"]
    assert the(found, Contact, "b").name == "B"
    assert "Contacts: a second card of the owner is shown as another contact." in found.warnings


def test_what_a_card_cannot_hold_is_left_out() -> None:
    card = {
        "first_name": "Bo",
        "age": 300,
        "phone": "call me",
        "email": "bo at quill",
        "gender": "male",
        "status": "Pirate",
    }
    found = phone("Contacts", "StatefulContactsApp", {"contacts": {"bo": card, "nobody": {"first_name": " "}}})
    bo = the(found, Contact, "bo")
    assert (bo.age, bo.phone, bo.email, bo.gender, bo.status) == (None, "", "", "Male", "Unknown")
    assert "Contacts: a contact without a name is skipped." in found.warnings
    assert "Contacts: a value of 'phone' can’t be read and is skipped." in found.warnings


def test_fields_that_nobody_knows_are_counted() -> None:
    events = {key: {"title": key, "start_datetime": START, "colour": 1, "mood": 2} for key in ("a", "b")}
    found = phone("Calendar", "StatefulCalendarApp", {"events": events, "theme": "dark"})
    said = [one for one in found.warnings if "does not have" in one]
    assert said == ["Calendar: fields that the phone does not have are skipped: colour (2), mood (2), theme."]


def test_every_foreign_id_finds_its_record() -> None:
    ids = ["A-1", "a_1", "a 1", "ü" * 5, "x" * 200, "x" * 200 + "y", "7"]
    events = {
        key: {"event_id": key, "title": f"Event {number}", "start_datetime": START} for number, key in enumerate(ids)
    }
    found = phone("Calendar", "StatefulCalendarApp", {"events": events})
    assert [the(found, Event, key).title for key in ids] == [f"Event {number}" for number in range(len(ids))]


def test_files_are_known_by_their_paths() -> None:
    folder = {"name": "Documents", "type": "directory", "children": [{"name": "lease.pdf", "type": "file"}]}
    tree = {"name": "", "type": "directory", "children": [folder, {"name": "photo.jpg", "type": "file"}]}
    found = phone("Files", "SandboxLocalFileSystem", {"files": tree, "tmpdir": "sandbox"})
    assert {file.path for file in all_of(found, File)} == {"Documents/lease.pdf", "photo.jpg"}


@pytest.mark.parametrize(
    ("apps", "start", "place"),
    [
        ({}, START, "apps"),
        ([{}, "Emails"], START, "apps[1]"),
        ([], float("nan"), "metadata.definition.start_time"),
        ([], 1e20, "metadata.definition.start_time"),
    ],
)
def test_what_is_no_list_of_apps_is_refused_with_the_place(apps: Any, start: float, place: str) -> None:
    with pytest.raises(ForeignError) as refused:
        scenario_of(apps, "x", start, file="run.json")
    assert refused.value.place == place
    assert refused.value.remedy
    assert str(refused.value).startswith(f"run.json, at {place}: ")
