"""What other people do in the owner's chats, and who is told what."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Message
from simulator.phone.perform import environment_does
from simulator.phone.state import AssistantNotice, UserNotice
from tests.simulator.phone.apps.app_phone import refused_for
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    return MessagingPhone()


def write(phone: MessagingPhone, label: str, sender_id: str, content: str) -> str:
    return str(
        phone.world_does(
            "create_and_add_message", conversation_id=phone.id(label), sender_id=sender_id, content=content
        )
    )


def test_events_keep_their_published_names(phone: MessagingPhone) -> None:
    assert {name: action.usage for name, action in phone.app.events.items()} == {
        "create_and_add_message": "conversation_id, sender_id, content, file=None",
        "create_group_conversation": "user_ids, title=None",
        "add_participant_to_conversation": "conversation_id, user_id",
        "remove_participant_from_conversation": "conversation_id, user_id",
        "change_conversation_title": "conversation_id, title",
        # Ours: noise brings chats with people whom the phone does not know.
        "bring_conversation": "people, title=''",
    }


def test_a_message_arrives_unread_and_moves_its_chat_to_the_top(phone: MessagingPhone) -> None:
    message_id = write(phone, "lunch", "user_od", "Where are you?")
    first = phone.view.rows[0]
    assert (first.title, first.unread, first.preview) == ("Odile Marchand", 1, "Where are you?")
    message = phone.last(phone.id("lunch"))
    assert (message.id, message.at, message.by_assistant) == (message_id, phone.world.now, False)


def test_messages_of_the_same_second_keep_their_order(phone: MessagingPhone) -> None:
    for text in ("one", "two", "three"):
        write(phone, "lunch", "user_od", text)
    phone.taps("open_conversation", conversation_id=phone.id("lunch"))
    assert [row.text for row in phone.view.rows][-3:] == ["one", "two", "three"]


def test_the_user_is_told_names_and_the_first_words(phone: MessagingPhone) -> None:
    write(phone, "lunch", "user_od", "Where are you?\nI am waiting at the door.")
    notice, _ = phone.newest_told()
    assert (notice.title, notice.text) == ("Odile Marchand", "Where are you? I am ...")
    assert "user_" not in notice.title + notice.text


def test_the_user_is_told_which_group(phone: MessagingPhone) -> None:
    write(phone, "dinner", "user_to", "Fine by me")
    assert phone.newest_told()[0].title == "Tomáš Novák in Friday dinner"


def test_the_assistant_is_told_ids_names_and_the_whole_text(phone: MessagingPhone) -> None:
    text = "Could you bring the blue folder from the second shelf?"
    message_id = write(phone, "dinner", "user_to", text)
    _, notice = phone.newest_told()
    for part in (text, message_id, "user_to", "Tomáš Novák", phone.id("dinner"), "Friday dinner"):
        assert part in notice.text


def test_a_tap_on_the_notification_opens_the_chat(phone: MessagingPhone) -> None:
    write(phone, "lunch", "user_od", "Where are you?")
    phone.taps("go_home")
    phone.taps("open_notifications")
    phone.taps("open_notification", notification_id="1")
    assert phone.view.rows[-1].text == "Where are you?"
    phone.taps("go_back")
    assert phone.screen_name == "ConversationList"
    opened = next(row for row in phone.view.rows if row.id == phone.id("lunch"))
    assert not opened.unread


def test_a_message_that_comes_in_before_the_owners_eyes_is_read(phone: MessagingPhone) -> None:
    phone.taps("open_conversation", conversation_id=phone.id("lunch"))
    write(phone, "lunch", "user_od", "Where are you?")
    phone.taps("go_back")
    assert phone.view.rows[0].unread == 0


@pytest.mark.parametrize("leave", ["go_home", "put_phone_down"])
def test_a_message_to_a_chat_left_open_behind_is_unread(phone: MessagingPhone, leave: str) -> None:
    phone.taps("open_conversation", conversation_id=phone.id("lunch"))
    phone.taps(leave)
    write(phone, "lunch", "user_od", "Where are you?")
    phone.taps("open_app", app_name="Messages")
    assert phone.view.rows[0].unread == 1


def test_an_event_uses_the_id_kept_for_it(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": "Hello"}
    done = environment_does(
        phone.world, "messaging", "create_and_add_message", args, 1, reserved=(Message.table, "msg_kept")
    )
    assert done.result == "msg_kept"


@pytest.mark.parametrize(
    ("args", "code"),
    [
        ({"conversation_id": "chat_x"}, "unknown_record"),
        ({"sender_id": "user_to"}, "bad_argument"),
        ({"sender_id": OWNER_ID}, "not_allowed"),
        ({"content": " "}, "bad_argument"),
    ],
)
def test_a_message_that_cannot_come_tells_nobody(phone: MessagingPhone, args: dict[str, Any], code: str) -> None:
    told = len(phone.world.store.all(UserNotice)), len(phone.world.store.all(AssistantNotice))
    right = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": "Hello"}
    refused_for(phone.tries_world("create_and_add_message", **{**right, **args}), code)
    assert told == (len(phone.world.store.all(UserNotice)), len(phone.world.store.all(AssistantNotice)))


def send_menu(phone: MessagingPhone, content: str, **file: str) -> str:
    args = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": content}
    return str(phone.world_does("create_and_add_message", **args, file={"name": "menu.txt", **file}))


def test_a_file_comes_with_a_message_and_is_not_on_the_phone_yet(phone: MessagingPhone) -> None:
    message_id = send_menu(phone, "Here it is", text="Soup")
    file = phone.world.store.get(File, phone.last(phone.id("lunch")).attachment)
    assert file is not None
    assert (file.name, file.path, file.text) == ("menu.txt", "", "Soup")
    args = {"conversation_id": phone.id("lunch"), "message_id": message_id}
    assert phone.tool("download_attachment", **args).endswith("is saved as Downloads/menu.txt.")


@pytest.mark.parametrize(
    ("content", "told"), [("Here it is", "Here it is (with a file: menu.txt)"), ("", "Sent a file: menu.txt")]
)
def test_both_sides_are_told_of_a_file(phone: MessagingPhone, content: str, told: str) -> None:
    send_menu(phone, content)
    user, assistant = phone.newest_told()
    assert user.text == told
    assert assistant.text.endswith("\nAttachment: menu.txt")


def test_a_message_keeps_the_id_reserved_for_it_also_with_a_file(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": "", "file": {"name": "a"}}
    kept = (Message.table, "msg_kept")
    assert environment_does(phone.world, "messaging", "create_and_add_message", args, 1, kept).result == "msg_kept"


@pytest.mark.parametrize("file", [{}, {"name": " "}, {"text": "x"}, {"name": "a", "path": "b"}, {"name": 3}])
def test_a_file_needs_a_name(phone: MessagingPhone, file: dict[str, Any]) -> None:
    args = {"conversation_id": phone.id("lunch"), "sender_id": "user_od", "content": "Hello", "file": file}
    refused_for(phone.tries_world("create_and_add_message", **args), "bad_argument")


def test_a_new_group_tells_both_sides(phone: MessagingPhone) -> None:
    chat_id = phone.world_does("create_group_conversation", user_ids=["user_to", "user_be"], title="Club")
    user, assistant = phone.newest_told()
    assert user.text == "You are in a new group 'Club' with Tomáš Novák, Tomas Berg."
    assert all(part in assistant.text for part in (chat_id, "user_to", "user_be", "Club"))
    assert user.about == ("messaging.conversation", chat_id)


def test_a_new_group_without_title_is_told_by_its_people(phone: MessagingPhone) -> None:
    phone.world_does("create_group_conversation", user_ids=["user_to", "user_be"])
    assert phone.newest_told()[0].text == "You are in a new group with Tomáš Novák, Tomas Berg."


def test_joining_and_leaving_tell_both_sides(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("dinner"), "user_id": "user_be"}
    phone.world_does("add_participant_to_conversation", **args)
    user, assistant = phone.newest_told()
    assert user.text == "Tomas Berg joined Friday dinner."
    assert "user_be" in assistant.text and phone.id("dinner") in assistant.text
    phone.world_does("remove_participant_from_conversation", **args)
    assert phone.newest_told()[0].text == "Tomas Berg left Friday dinner."
    assert "user_be" not in phone.chat(phone.id("dinner")).participant_ids


def test_a_new_title_tells_both_sides(phone: MessagingPhone) -> None:
    phone.world_does("change_conversation_title", conversation_id=phone.id("dinner"), title="Saturday dinner")
    user, assistant = phone.newest_told()
    assert user.text == "'Friday dinner' is now called 'Saturday dinner'."
    assert phone.id("dinner") in assistant.text


@pytest.mark.parametrize(
    ("event", "args"),
    [
        ("create_group_conversation", {"user_ids": ["user_to"]}),
        ("add_participant_to_conversation", {"conversation_id": "chat_x", "user_id": "user_be"}),
        ("remove_participant_from_conversation", {"conversation_id": "chat_x", "user_id": "user_be"}),
        ("change_conversation_title", {"conversation_id": "chat_x", "title": "Club"}),
    ],
)
def test_other_events_that_fail_tell_nobody(phone: MessagingPhone, event: str, args: dict[str, Any]) -> None:
    assert phone.tries_world(event, **args).error is not None
    assert len(phone.world.store.all(UserNotice)) == 0
