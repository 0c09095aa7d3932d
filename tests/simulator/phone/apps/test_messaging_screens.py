"""What the user can do on the messaging screens."""

from __future__ import annotations

import pytest

from simulator.phone.apps.messaging.records import Conversation, Message, ReadMark
from simulator.phone.apps.messaging.screens import AttachmentView, ConversationInfo, ConversationOpened
from simulator.phone.apps.messaging.views import (
    AttachmentShown,
    ChatView,
    ConversationInfoView,
    ConversationsView,
    FileRow,
)
from simulator.phone.screens import GoneView
from tests.simulator.phone.apps.app_phone import refused_for
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    return MessagingPhone()


def opened(phone: MessagingPhone, label: str) -> str:
    chat_id = phone.id(label)
    phone.taps("open_conversation", conversation_id=chat_id)
    return chat_id


def test_the_list_shows_the_last_active_chat_first(phone: MessagingPhone) -> None:
    view = phone.view
    assert isinstance(view, ConversationsView)
    assert [row.title for row in view.rows] == ["Friday dinner", "Odile Marchand"]
    assert (view.total, view.unread_messages, view.unread_chats) == (2, 1, 1)


def test_a_row_shows_people_time_preview_and_unread_count(phone: MessagingPhone) -> None:
    group, pair = phone.view.rows
    assert group.people == ("Tomáš Novák", "Odile Marchand")
    assert group.preview == "Odile Marchand: Could we make it half past seven?"
    assert (group.at, group.unread, group.group) == ("2026-03-05 08:02:00", 1, True)
    assert (pair.preview, pair.unread, pair.group) == ("You: Yes, at noon.", 0, False)


def test_a_long_preview_is_cut(phone: MessagingPhone) -> None:
    phone.tool("send_message", user_id="user_od", content="word " * 100)
    preview = phone.view.rows[0].preview
    assert preview.startswith("You: word word") and preview.endswith("...")
    assert len(preview) < 70


def test_a_preview_of_a_file_without_words_names_the_file(phone: MessagingPhone) -> None:
    phone.tool("send_message", user_id="user_od", attachment_path="Documents/lease.pdf")
    assert phone.view.rows[0].preview == "You: Sent a file: lease.pdf"


def test_the_list_is_paged_in_place(phone: MessagingPhone) -> None:
    phone.taps("list_recent_conversations", offset=1, limit=1)
    view = phone.view
    assert [row.title for row in view.rows] == ["Odile Marchand"]
    assert (view.total, view.offset, view.limit) == (2, 1, 1)
    assert len(phone.world.frames("messaging")) == 1


def test_the_list_shows_the_latest_message_however_many_are_asked_for(phone: MessagingPhone) -> None:
    phone.taps("list_recent_conversations")
    usual = phone.view
    messages = {"offset_recent_messages_per_conversation": 1, "limit_recent_messages_per_conversation": 0}
    phone.taps("list_recent_conversations", **messages)
    assert phone.view == usual


@pytest.mark.parametrize(
    "args",
    [
        {"offset": -1},
        {"limit": 0},
        {"offset": 10**30},
        {"limit": 10**30},
        {"offset_recent_messages_per_conversation": -1},
        {"limit_recent_messages_per_conversation": 11},
    ],
)
def test_a_page_out_of_range_is_refused(phone: MessagingPhone, args: dict[str, int]) -> None:
    refused_for(phone.tries("list_recent_conversations", **args), "bad_argument", "out of range", "Give")


def test_a_search_replaces_the_list(phone: MessagingPhone) -> None:
    phone.taps("search_conversations", query="HALF past")
    view = phone.view
    assert [row.title for row in view.rows] == ["Friday dinner"]
    assert view.query == "HALF past"
    assert len(phone.world.frames("messaging")) == 1
    phone.taps("list_recent_conversations")
    assert phone.view.total == 2


def test_a_search_can_be_limited_to_days(phone: MessagingPhone) -> None:
    phone.taps("search_conversations", query="odile", min_date="2026-03-05 07:00:00")
    view = phone.view
    assert [row.title for row in view.rows] == ["Friday dinner"]
    assert view.since == "2026-03-05 07:00:00"


def test_an_empty_search_is_refused(phone: MessagingPhone) -> None:
    refused_for(phone.tries("search_conversations", query="  "), "bad_argument", "empty")


def test_opening_a_chat_shows_its_messages_oldest_first_and_marks_them_read(phone: MessagingPhone) -> None:
    chat_id = opened(phone, "dinner")
    view = phone.view
    assert isinstance(view, ChatView)
    assert [(row.sender, row.text) for row in view.rows] == [
        ("Tomáš Novák", "The menu"),
        ("Odile Marchand", "Could we make it half past seven?"),
    ]
    assert view.rows[0].file == FileRow("menu.pdf", 10)
    assert (view.title, view.group, view.total) == ("Friday dinner", True, 2)
    assert phone.world.store.get(ReadMark, chat_id) == ReadMark(id=chat_id, read_to=2)
    phone.taps("go_back")
    assert phone.view.unread_messages == 0


def test_opening_an_earlier_page_leaves_the_newest_unread(phone: MessagingPhone) -> None:
    phone.taps("open_conversation", conversation_id=phone.id("dinner"), offset=1)
    phone.taps("go_back")
    assert phone.view.unread_messages == 1


def test_reading_never_unreads(phone: MessagingPhone) -> None:
    opened(phone, "lunch")
    phone.taps("read_messages", offset=1)
    phone.taps("go_back")
    assert phone.view.rows[1].unread == 0


def test_an_unknown_chat_cannot_be_opened(phone: MessagingPhone) -> None:
    refused_for(phone.tries("open_conversation", conversation_id="chat_x"), "unknown_record", "Pick one")
    assert phone.screen_name == "ConversationList"


@pytest.mark.parametrize("label", ["lunch", "dinner"])
def test_a_message_can_be_sent_to_one_person_and_to_a_group(phone: MessagingPhone, label: str) -> None:
    chat_id = opened(phone, label)
    assert phone.taps("send_message", content="On my way").startswith("Sent to")
    last = phone.view.rows[-1]
    assert (last.text, last.mine, last.by_assistant) == ("On my way", True, False)
    assert phone.last(chat_id).number == 3
    assert phone.world.store.all(ReadMark)[chat_id].read_to == 3


def test_a_file_can_be_sent_along(phone: MessagingPhone) -> None:
    opened(phone, "lunch")
    phone.taps("send_message", content="", attachment_path="Documents/lease.pdf")
    assert phone.view.rows[-1].file == FileRow("lease.pdf", 9)


def test_an_empty_message_is_refused(phone: MessagingPhone) -> None:
    opened(phone, "lunch")
    refused_for(phone.tries("send_message", content=" \n"), "bad_argument", "empty", "attach")


def test_a_file_that_is_not_there_cannot_be_sent(phone: MessagingPhone) -> None:
    opened(phone, "lunch")
    done = phone.tries("send_message", content="Look", attachment_path="nowhere.pdf")
    refused_for(done, "unknown_file", "Documents/lease.pdf")


def test_sending_from_an_earlier_page_shows_the_newest(phone: MessagingPhone) -> None:
    opened(phone, "lunch")
    phone.taps("read_messages", offset=1, limit=1)
    assert [row.text for row in phone.view.rows] == ["Still on for lunch? I found the book."]
    phone.taps("send_message", content="See you")
    assert phone.view.rows[-1].text == "See you"
    phone.taps("go_back")
    assert phone.screen_name == "ConversationList"


def test_messages_can_be_read_by_days_in_local_time(phone: MessagingPhone) -> None:
    opened(phone, "dinner")
    phone.taps("read_messages", min_date="2026-03-04 08:22", max_date="2026-03-04 08:22:00")
    view = phone.view
    assert [row.text for row in view.rows] == ["The menu"]
    assert (view.total, view.since) == (1, "2026-03-04 08:22:00")


def test_days_in_the_wrong_order_are_refused(phone: MessagingPhone) -> None:
    opened(phone, "dinner")
    done = phone.tries("read_messages", min_date="2026-03-05 08:00", max_date="2026-03-04 08:00")
    refused_for(done, "bad_argument", "later than max_date")


def test_an_attachment_can_be_opened_saved_and_closed(phone: MessagingPhone) -> None:
    opened(phone, "dinner")
    phone.taps("open_attachment", message_id=phone.id("menu"))
    view = phone.view
    assert isinstance(view, AttachmentShown)
    assert (view.title, view.text, view.sender) == ("menu.pdf", "Soup, rice", "Tomáš Novák")
    assert phone.taps("save_attachment") == "Saved as Downloads/menu.pdf."
    phone.taps("close")
    assert phone.screen_name == "ConversationOpened"


@pytest.mark.parametrize(("label", "code"), [("book", "unknown_record"), ("half", "unknown_file")])
def test_only_a_file_of_this_chat_can_be_opened(phone: MessagingPhone, label: str, code: str) -> None:
    chat_id = opened(phone, "dinner")
    message_id = phone.last(chat_id).id if label == "half" else phone.id(label)
    refused_for(phone.tries("open_attachment", message_id=message_id), code)


def test_the_people_of_a_chat_can_be_seen_and_changed(phone: MessagingPhone) -> None:
    chat_id = opened(phone, "dinner")
    phone.taps("open_info")
    phone.taps("add_participant", user_id="Tomas Berg")
    phone.taps("remove_participant", user_id="user_to")
    phone.taps("set_title", title=" Saturday dinner ")
    view = phone.view
    assert isinstance(view, ConversationInfoView)
    assert [(row.name, row.owner) for row in view.people] == [
        ("Ada Lind", True),
        ("Odile Marchand", False),
        ("Tomas Berg", False),
    ]
    assert phone.chat(chat_id).title == view.title == "Saturday dinner"


def test_a_title_cannot_be_emptied(phone: MessagingPhone) -> None:
    opened(phone, "dinner")
    phone.taps("open_info")
    refused_for(phone.tries("set_title", title=" "), "bad_argument", "empty")


def test_screens_of_a_chat_that_is_gone_say_so_and_refuse_taps(phone: MessagingPhone) -> None:
    chat_id = opened(phone, "dinner")
    store = phone.world.store
    store.drop(Conversation, chat_id)
    store.commit()
    phone.shows(GoneView)
    assert isinstance(ConversationInfo(conversation_id=chat_id).view(phone.world), GoneView)
    for action, args in (("send_message", {"content": "Hello"}), ("read_messages", {}), ("open_info", {})):
        refused_for(phone.tries(action, **args), "unknown_record", "go back")
    phone.taps("go_back")
    assert [row.title for row in phone.view.rows] == ["Odile Marchand"]


def test_an_attachment_that_is_gone_says_so(phone: MessagingPhone) -> None:
    screen = AttachmentView(conversation_id=phone.id("dinner"), message_id=phone.id("menu"))
    store = phone.world.store
    store.drop(Message, phone.id("menu"))
    store.commit()
    assert isinstance(screen.view(phone.world), GoneView)


def test_a_page_beyond_the_beginning_is_empty(phone: MessagingPhone) -> None:
    page = ConversationOpened(conversation_id=phone.id("lunch"), offset=50)
    assert list(page.shown(phone.world)) == []
