"""What the assistant's messaging tools give, change and refuse."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, ReadMark, User
from tests.simulator.phone.apps.app_phone import id_in, refused_for
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    return MessagingPhone()


def test_every_published_tool_is_there_with_its_arguments(phone: MessagingPhone) -> None:
    listing = "offset=0, limit=5, offset_recent_messages_per_conversation=0, limit_recent_messages_per_conversation="
    dates = "min_date=None, max_date=None"
    assert {name: action.usage for name, action in phone.app.tools.items()} == {
        "get_user_id": "user_name",
        "get_user_name_from_id": "user_id",
        "lookup_user_id": "user_name",
        "send_message": "user_id, content='', attachment_path=None",
        "send_message_to_group_conversation": "conversation_id, content='', attachment_path=None",
        "create_group_conversation": "user_ids, title=None",
        "get_existing_conversation_ids": "user_ids",
        "list_recent_conversations": f"{listing}10",
        "list_conversations_by_participant": f"user_id, {listing}5",
        "read_attachment": "conversation_id, message_id",
        "download_attachment": "conversation_id, message_id, download_path='Downloads/'",
        "read_conversation": f"conversation_id, offset=0, limit=10, {dates}",
        "add_participant_to_conversation": "conversation_id, user_id",
        "remove_participant_from_conversation": "conversation_id, user_id",
        "change_conversation_title": "conversation_id, title",
        "search": f"query, {dates}",
        "regex_search": f"query, {dates}",
    }


READS: list[tuple[str, dict[str, Any]]] = [
    ("get_user_id", {"user_name": "Odile Marchand"}),
    ("get_user_name_from_id", {"user_id": "user_od"}),
    ("lookup_user_id", {"user_name": "Odile"}),
    ("get_existing_conversation_ids", {"user_ids": ["user_od"]}),
    ("list_recent_conversations", {}),
    ("list_conversations_by_participant", {"user_id": "user_od"}),
    ("search", {"query": "lunch"}),
    ("regex_search", {"query": "lunch|dinner"}),
]


def test_every_reading_tool_is_covered(phone: MessagingPhone) -> None:
    reading = {name for name, action in phone.app.tools.items() if not action.write}
    assert reading == {name for name, _ in READS} | {"read_conversation", "read_attachment"}


def test_reading_changes_nothing(phone: MessagingPhone) -> None:
    before = phone.world.state_hash()
    for name, args in (*READS, ("read_conversation", {"conversation_id": phone.id("dinner")})):
        phone.tool(name, **args)
        assert phone.world.state_hash() == before, name


def test_an_id_is_found_by_exact_name(phone: MessagingPhone) -> None:
    assert phone.tool("get_user_id", user_name="Tomáš Novák") == "user_to"
    assert phone.tool("get_user_id", user_name="Tomas Novak") is None
    assert phone.tool("get_user_id", user_name="Ada Lind") == OWNER_ID


def test_a_name_that_two_people_share_is_refused_with_their_ids(phone: MessagingPhone) -> None:
    phone.world.store.put(User(id="user_b2", name="Tomas Berg"))
    phone.world.store.commit()
    refused_for(phone.tries_tool("get_user_id", user_name="Tomas Berg"), "bad_argument", "user_be", "user_b2")
    assert phone.tool("lookup_user_id", user_name="Tomas Berg") == {
        "Tomas Berg (user_b2)": "user_b2",
        "Tomas Berg (+352 92)": "user_be",
    }


def test_a_name_is_found_by_id(phone: MessagingPhone) -> None:
    assert phone.tool("get_user_name_from_id", user_id="user_to") == "Tomáš Novák"
    assert phone.tool("get_user_name_from_id", user_id=OWNER_ID) == "Ada Lind"
    assert phone.tool("get_user_name_from_id", user_id="user_x") is None


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Tomáš Novák", {"Tomáš Novák": "user_to"}),
        ("tomas novak", {"Tomáš Novák": "user_to"}),
        ("Odille Marchant", {"Odile Marchand": "user_od"}),
        ("Odile", {}),
        ("", {}),
        ("x" * 100_000, {}),
    ],
)
def test_close_names_are_looked_up(phone: MessagingPhone, typed: str, found: dict[str, str]) -> None:
    assert phone.tool("lookup_user_id", user_name=typed) == found


def test_a_message_goes_to_the_chat_there_is(phone: MessagingPhone) -> None:
    assert phone.id("lunch") in phone.tool("send_message", user_id="user_od", content="At noon then")
    message = phone.last(phone.id("lunch"))
    assert (message.content, message.sender_id, message.at) == ("At noon then", OWNER_ID, phone.world.now)
    assert message.by_assistant


def test_a_message_to_someone_new_makes_a_chat(phone: MessagingPhone) -> None:
    chat_id = id_in(phone.tool("send_message", user_id="user_be", content="Hello"), "chat")
    assert phone.chat(chat_id).participant_ids == (OWNER_ID, "user_be")
    assert chat_id in phone.tool("send_message", user_id="user_be", content="Again")


def test_the_assistants_messages_leave_read_marks_alone(phone: MessagingPhone) -> None:
    before = dict(phone.world.store.all(ReadMark))
    phone.tool("send_message", user_id="user_od", content="Hello")
    phone.tool("send_message_to_group_conversation", conversation_id=phone.id("dinner"), content="Hello")
    assert phone.world.store.all(ReadMark) == before
    assert phone.view.unread_messages == 1


@pytest.mark.parametrize(
    ("args", "code", "word"),
    [
        ({"user_id": "user_x", "content": "Hello"}, "unknown_record", "lookup_user_id"),
        ({"user_id": OWNER_ID, "content": "Hello"}, "bad_argument", "owner"),
        ({"user_id": "user_be"}, "bad_argument", "empty"),
        ({"user_id": "user_be", "content": "Look", "attachment_path": "x.pdf"}, "unknown_file", "lease.pdf"),
        ({"user_id": "user_be", "content": "", "attachment_path": ""}, "bad_argument", "empty"),
    ],
)
def test_a_message_that_cannot_be_sent_makes_no_chat(
    phone: MessagingPhone, args: dict[str, str], code: str, word: str
) -> None:
    before = phone.world.state_hash()
    refused_for(phone.tries_tool("send_message", **args), code, word)
    assert phone.world.state_hash() == before


def test_a_message_goes_to_a_group(phone: MessagingPhone) -> None:
    chat_id = phone.id("dinner")
    args = {"conversation_id": chat_id, "content": "Fine", "attachment_path": "Documents/lease.pdf"}
    assert chat_id in phone.tool("send_message_to_group_conversation", **args)
    assert phone.last(chat_id).attachment == phone.id("lease")


def test_a_chat_of_two_is_no_group(phone: MessagingPhone) -> None:
    done = phone.tries_tool("send_message_to_group_conversation", conversation_id=phone.id("lunch"), content="Hello")
    refused_for(done, "not_allowed", "Odile Marchand", "Messages__send_message", "user_od")


def test_a_group_that_shrank_to_two_is_written_to_by_person(phone: MessagingPhone) -> None:
    group = phone.id("dinner")
    phone.tool("remove_participant_from_conversation", conversation_id=group, user_id="user_od")
    assert group in phone.tool("send_message", user_id="user_to", content="Just us")


def test_a_chat_without_title_is_preferred_to_a_former_group(phone: MessagingPhone) -> None:
    phone.tool("remove_participant_from_conversation", conversation_id=phone.id("dinner"), user_id="user_to")
    assert phone.id("lunch") in phone.tool("send_message", user_id="user_od", content="Hello")


def test_a_group_is_made_of_people_in_order_without_repeats(phone: MessagingPhone) -> None:
    chat_id = id_in(phone.tool("create_group_conversation", user_ids=["user_to", OWNER_ID, "user_be", "user_to"]))
    assert phone.chat(chat_id).participant_ids == (OWNER_ID, "user_to", "user_be")
    assert phone.tool("list_recent_conversations", limit=1)[0]["title"] == "Tomáš Novák, Tomas Berg"


@pytest.mark.parametrize(
    ("user_ids", "code"),
    [(["user_to"], "bad_argument"), ([], "bad_argument"), (["user_to", "user_x"], "unknown_record")],
)
def test_a_group_needs_two_known_others(phone: MessagingPhone, user_ids: list[str], code: str) -> None:
    refused_for(phone.tries_tool("create_group_conversation", user_ids=user_ids, title="Club"), code)


def test_existing_chats_are_found_by_exactly_their_people(phone: MessagingPhone) -> None:
    find = "get_existing_conversation_ids"
    assert phone.tool(find, user_ids=["user_od"]) == [phone.id("lunch")]
    assert phone.tool(find, user_ids=["user_od", "user_to", OWNER_ID]) == [phone.id("dinner")]
    assert phone.tool(find, user_ids=["user_be"]) == []
    refused_for(phone.tries_tool(find, user_ids=["user_x"]), "unknown_record")


def test_chats_are_listed_with_names_times_and_newest_messages_first(phone: MessagingPhone) -> None:
    first, second = phone.tool("list_recent_conversations")
    assert (first["conversation_id"], second["title"]) == (phone.id("dinner"), "Odile Marchand")
    assert first["participants"][0] == {"user_id": OWNER_ID, "name": "Ada Lind"}
    assert first["last_updated"] == "2026-03-05 08:02:00"
    assert [message["timestamp"] for message in first["messages"]] == ["2026-03-05 08:02:00", "2026-03-04 08:22:00"]
    assert first["messages"][1] == {
        "message_id": phone.id("menu"),
        "sender_id": "user_to",
        "sender_name": "Tomáš Novák",
        "timestamp": "2026-03-04 08:22:00",
        "content": "The menu",
        "attachment_name": "menu.pdf",
    }


def test_lists_are_paged(phone: MessagingPhone) -> None:
    listed = phone.tool(
        "list_recent_conversations",
        offset=1,
        limit=1,
        offset_recent_messages_per_conversation=1,
        limit_recent_messages_per_conversation=1,
    )
    assert [[m["message_id"] for m in chat["messages"]] for chat in listed] == [[phone.id("book")]]
    assert phone.tool("list_recent_conversations", offset=2) == []


@pytest.mark.parametrize(
    "args",
    [
        {"limit": 6},
        {"limit": 0},
        {"offset": -1},
        {"offset": 10**30},
        {"limit_recent_messages_per_conversation": 11},
        {"offset_recent_messages_per_conversation": -1},
    ],
)
def test_a_list_out_of_range_is_refused(phone: MessagingPhone, args: dict[str, int]) -> None:
    refused_for(phone.tries_tool("list_recent_conversations", **args), "bad_argument", next(iter(args)), "Give")


def test_chats_are_listed_by_participant(phone: MessagingPhone) -> None:
    listed = phone.tool("list_conversations_by_participant", user_id="user_to")
    assert [chat["conversation_id"] for chat in listed] == [phone.id("dinner")]
    assert len(phone.tool("list_conversations_by_participant", user_id=OWNER_ID)) == 2
    refused_for(phone.tries_tool("list_conversations_by_participant", user_id="user_x"), "unknown_record")


def test_a_chat_is_read_newest_first_with_its_range(phone: MessagingPhone) -> None:
    read = phone.tool("read_conversation", conversation_id=phone.id("lunch"), limit=1)
    assert [message["content"] for message in read["messages"]] == ["Yes, at noon."]
    assert read["metadata"] == {
        "message_range": [0, 1],
        "conversation_length": 2,
        "conversation_id": phone.id("lunch"),
        "conversation_title": "Odile Marchand",
    }


def test_a_chat_is_read_by_local_days(phone: MessagingPhone) -> None:
    read = phone.tool("read_conversation", conversation_id=phone.id("dinner"), max_date="2026-03-04 23:59:59")
    assert [message["content"] for message in read["messages"]] == ["The menu"]
    assert read["metadata"]["conversation_length"] == 1


@pytest.mark.parametrize(
    "args", [{"conversation_id": "chat_x"}, {"limit": 101}, {"offset": -2}, {"min_date": "yesterday"}]
)
def test_a_chat_that_cannot_be_read_is_refused(phone: MessagingPhone, args: dict[str, Any]) -> None:
    done = phone.tries_tool("read_conversation", **{"conversation_id": phone.id("lunch"), **args})
    refused_for(done, "unknown_record" if "conversation_id" in args else "bad_argument")


def test_someone_joins_and_leaves_a_chat(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("dinner"), "user_id": "user_be"}
    assert phone.id("dinner") in phone.tool("add_participant_to_conversation", **args)
    assert phone.chat(phone.id("dinner")).others == ("user_to", "user_od", "user_be")
    refused_for(phone.tries_tool("add_participant_to_conversation", **args), "bad_argument", "already")
    phone.tool("remove_participant_from_conversation", **args)
    assert phone.chat(phone.id("dinner")).others == ("user_to", "user_od")
    refused_for(phone.tries_tool("remove_participant_from_conversation", **args), "bad_argument", "user_to")


def test_a_chat_without_title_is_called_after_whoever_is_in_it(phone: MessagingPhone) -> None:
    phone.tool("add_participant_to_conversation", conversation_id=phone.id("lunch"), user_id="user_be")
    read = phone.tool("read_conversation", conversation_id=phone.id("lunch"))
    assert read["metadata"]["conversation_title"] == "Odile Marchand, Tomas Berg"


@pytest.mark.parametrize("user_id", [OWNER_ID, "user_od"])
def test_the_owner_and_the_last_other_person_stay(phone: MessagingPhone, user_id: str) -> None:
    args = {"conversation_id": phone.id("lunch"), "user_id": user_id}
    refused_for(phone.tries_tool("remove_participant_from_conversation", **args), "not_allowed")


def test_a_title_is_changed(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("dinner"), "title": " Saturday "}
    assert phone.id("dinner") in phone.tool("change_conversation_title", **args)
    assert phone.chat(phone.id("dinner")).title == "Saturday"
    refused_for(phone.tries_tool("change_conversation_title", **{**args, "title": ""}), "bad_argument", "empty")


def test_an_attachment_is_downloaded_once(phone: MessagingPhone) -> None:
    args = {"conversation_id": phone.id("dinner"), "message_id": phone.id("menu")}
    assert phone.tool("download_attachment", **args).endswith("is saved as Downloads/menu.pdf.")
    assert phone.tool("download_attachment", **args).endswith("is saved as Downloads/menu.pdf.")
    assert phone.tool("download_attachment", **args, download_path="Documents").endswith("Documents/menu.pdf.")

    assert sorted(file.path for file in phone.world.store.all(File).values() if file.copy_of) == [
        "Documents/menu.pdf",
        "Downloads/menu.pdf",
    ]


def test_an_attachment_is_read_without_saving_it(phone: MessagingPhone) -> None:
    chats = phone.tool("list_recent_conversations")
    chat, message = next((one, sent) for one in chats for sent in one["messages"] if "attachment_name" in sent)
    before = phone.world.state_hash()
    args = {"conversation_id": chat["conversation_id"], "message_id": message["message_id"]}
    assert phone.tool("read_attachment", **args)["name"] == message["attachment_name"]
    assert phone.world.state_hash() == before


def test_only_an_attachment_of_that_chat_is_downloaded(phone: MessagingPhone) -> None:
    lunch, dinner = phone.id("lunch"), phone.id("dinner")
    for chat_id, message_id, code in (
        (lunch, phone.id("menu"), "unknown_record"),
        (lunch, phone.id("book"), "unknown_file"),
        (dinner, "msg_x", "unknown_record"),
        ("chat_x", phone.id("menu"), "unknown_record"),
    ):
        refused_for(phone.tries_tool("download_attachment", conversation_id=chat_id, message_id=message_id), code)


def test_a_chat_made_without_messages_is_listed_by_when_it_was_made(phone: MessagingPhone) -> None:
    chat_id = id_in(phone.tool("create_group_conversation", user_ids=["user_to", "user_be"], title="Club"))
    assert isinstance(phone.chat(chat_id), Conversation)
    listed = phone.tool("list_recent_conversations")
    assert [chat["title"] for chat in listed] == ["Club", "Friday dinner", "Odile Marchand"]
    assert listed[0]["messages"] == []
