"""How the user starts a chat."""

from __future__ import annotations

import pytest

from simulator.phone.apps.messaging.records import OWNER_ID, User
from simulator.phone.people import Person
from tests.simulator.phone.apps.app_phone import refused_for
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    phone = MessagingPhone()
    phone.taps("start_conversation")
    return phone


def test_people_are_listed_by_name(phone: MessagingPhone) -> None:
    assert [row.name for row in phone.view.people] == ["Odile Marchand", "Tomas Berg", "Tomáš Novák"]


def test_people_can_be_searched_without_accents_or_by_number(phone: MessagingPhone) -> None:
    phone.taps("search_people", query="novak")
    assert [row.name for row in phone.view.people] == ["Tomáš Novák"]
    phone.taps("search_people", query="352 9")
    assert phone.view.total == 3
    phone.taps("search_people", query="90", offset=1)
    view = phone.view
    assert (view.people, view.total, view.offset, view.query) == ((), 1, 1, "90")


def test_many_people_are_paged() -> None:
    people = {f"p{i:02}": Person(label=f"p{i:02}", name=f"Person {i:02}", phone=str(i)) for i in range(45)}
    phone = MessagingPhone(chats=(), people=people)
    phone.taps("start_conversation")
    assert (len(phone.view.people), phone.view.total) == (20, 45)
    phone.taps("search_people", offset=40)
    assert phone.view.people[0].name == "Person 40"


def test_someone_new_is_written_to_in_a_new_chat(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="tomas berg")
    assert [row.id for row in phone.view.picked] == ["user_be"]
    assert phone.taps("send_first_message", content="Hello") == "Sent to Tomas Berg."
    view = phone.view
    assert (view.title, [row.text for row in view.rows]) == ("Tomas Berg", ["Hello"])
    assert phone.chat(view.conversation_id).participant_ids == (OWNER_ID, "user_be")
    phone.taps("go_back")
    assert phone.screen_name == "ConversationList"


def test_a_chat_with_one_person_is_continued(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_od")
    phone.taps("send_first_message", content="Hello")
    assert phone.view.conversation_id == phone.id("lunch")


def test_a_group_is_started_with_a_title_and_its_people_in_order(phone: MessagingPhone) -> None:
    for user_id in ("user_to", "user_od"):
        phone.taps("add_participant", user_id=user_id)
    phone.taps("set_title", title="Books")
    phone.taps("send_first_message", content="Hello both", attachment_path="Documents/lease.pdf")
    view = phone.view
    assert (view.title, view.rows[0].file.name) == ("Books", "lease.pdf")
    assert phone.chat(view.conversation_id).participant_ids == (OWNER_ID, "user_to", "user_od")


def test_a_pick_can_be_taken_back(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_to")
    phone.taps("remove_participant", user_id="Tomáš Novák")
    assert phone.view.picked == ()
    refused_for(phone.tries("remove_participant", user_id="user_to"), "bad_argument", "not picked")


def test_nobody_is_picked_twice(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_to")
    refused_for(phone.tries("add_participant", user_id="user_to"), "bad_argument", "already")


def test_an_unknown_name_is_refused_with_close_names(phone: MessagingPhone) -> None:
    refused_for(phone.tries("add_participant", user_id="Odile Marchant"), "unknown_record", "Odile Marchand")
    refused_for(phone.tries("add_participant", user_id="Zz"), "unknown_record", "Pick someone")


def test_people_who_share_a_name_are_picked_by_id(phone: MessagingPhone) -> None:
    phone.world.store.put(User(id="user_b2", name="Tomas Berg"))
    phone.world.store.commit()
    refused_for(phone.tries("add_participant", user_id="Tomas Berg"), "bad_argument", "user_be", "user_b2")


def test_a_chat_needs_someone(phone: MessagingPhone) -> None:
    refused_for(phone.tries("send_first_message", content="Hello"), "bad_argument", "add_participant")


def test_a_chat_with_one_person_takes_no_title(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_be")
    phone.taps("set_title", title="Us")
    refused_for(phone.tries("send_first_message", content="Hello"), "bad_argument", "Clear the title")
    phone.taps("set_title")
    phone.taps("send_first_message", content="Hello")


@pytest.mark.parametrize("picked", [("user_be",), ("user_be", "user_od")])
def test_an_empty_first_message_makes_no_chat(phone: MessagingPhone, picked: tuple[str, ...]) -> None:
    for user_id in picked:
        phone.taps("add_participant", user_id=user_id)
    before = phone.world.state_hash()
    refused_for(phone.tries("send_first_message", content=""), "bad_argument", "empty")
    assert phone.world.state_hash() == before
    assert phone.screen_name == "NewConversation"


def test_a_new_chat_can_be_given_up(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_be")
    phone.taps("cancel")
    assert phone.view.total == 2


def test_someone_who_vanished_meanwhile_is_no_longer_picked(phone: MessagingPhone) -> None:
    phone.taps("add_participant", user_id="user_be")
    phone.world.store.drop(User, "user_be")
    phone.world.store.commit()
    assert phone.view.picked == ()
    refused_for(phone.tries("send_first_message", content="Hello"), "bad_argument", "Nobody")
