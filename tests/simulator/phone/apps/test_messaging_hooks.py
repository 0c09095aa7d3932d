"""What the rest of the project asks the messaging app."""

from __future__ import annotations

import pytest

from simulator.phone.app import Outgoing
from simulator.phone.apps.messaging.records import Conversation, Message, ReadMark, User
from simulator.phone.apps.messaging.screens import ConversationList, ConversationOpened
from tests.simulator.phone.apps.app_phone import id_in
from tests.simulator.phone.apps.messaging_phone import MessagingPhone


@pytest.fixture
def phone() -> MessagingPhone:
    return MessagingPhone()


HELLO = {"user_id": "user_be", "content": "Hello", "attachment_path": "Documents/lease.pdf"}


def test_the_first_record_is_the_message(phone: MessagingPhone) -> None:
    assert phone.app.records[0] is Message
    assert phone.app.incidental == (Conversation,)


def test_a_first_message_starts_a_thread(phone: MessagingPhone) -> None:
    chat_id = id_in(phone.tool("send_message", **HELLO), "chat")
    sent = phone.app.outgoing(phone.world.store, phone.last(chat_id))
    assert sent == Outgoing(to=("user_be",), text="Hello", attachments=(phone.id("lease"),))


def test_a_later_message_continues_its_chat(phone: MessagingPhone) -> None:
    group = phone.id("dinner")
    phone.tool("send_message_to_group_conversation", conversation_id=group, content="Fine")
    sent = phone.app.outgoing(phone.world.store, phone.last(group))
    assert sent == Outgoing(to=("user_to", "user_od"), text="Fine", reply_to=group)


def test_what_others_write_has_not_left_this_phone(phone: MessagingPhone) -> None:
    store = phone.world.store
    assert phone.app.outgoing(store, store.all(Message)[phone.id("book")]) is None
    assert phone.app.outgoing(store, phone.chat(phone.id("lunch"))) is None


def test_chats_and_messages_land_on_the_opened_chat(phone: MessagingPhone) -> None:
    store, chat_id = phone.world.store, phone.id("lunch")
    expected = (ConversationList(), ConversationOpened(conversation_id=chat_id))
    assert phone.app.landing(phone.world, phone.chat(chat_id)) == expected
    assert phone.app.landing(phone.world, store.all(Message)[phone.id("book")]) == expected
    assert phone.app.landing(phone.world, store.all(User)["user_od"]) == (ConversationList(),)


def test_an_old_message_lands_on_the_page_that_shows_it(phone: MessagingPhone) -> None:
    for number in range(30):
        phone.tool("send_message", user_id="user_od", content=f"Message {number}")
    book = phone.world.store.all(Message)[phone.id("book")]
    screen = phone.app.landing(phone.world, book)[-1]
    assert isinstance(screen, ConversationOpened)
    assert book in screen.shown(phone.world)


def test_meddling_spares_what_it_must(phone: MessagingPhone) -> None:
    spared = frozenset({"user_be", phone.id("lunch")})
    meddlings = list(phone.app.meddlings(phone.world, spared))
    assert [(one.tool, next(iter(one.args.values()))) for one in meddlings] == [
        ("send_message", "user_to"),
        ("change_conversation_title", phone.id("dinner")),
    ]


def test_every_meddling_works(phone: MessagingPhone) -> None:
    for one in phone.app.meddlings(phone.world, frozenset()):
        assert phone.tries_tool(one.tool, **one.args).changes


def test_readers_learn_names_texts_and_files(phone: MessagingPhone) -> None:
    store, app = phone.world.store, phone.app
    assert app.readable(store, store.all(Message)[phone.id("menu")]) == "Tomáš Novák\nThe menu\nmenu.pdf\nSoup, rice"
    assert app.readable(store, phone.last(phone.id("lunch"))) == "Owner\nYes, at noon."
    assert app.readable(store, phone.chat(phone.id("dinner"))) == "Friday dinner\nTomáš Novák\nOdile Marchand"
    assert app.readable(store, store.all(User)["user_od"]) == "Odile Marchand\n+352 90"
    assert app.readable(store, store.all(ReadMark)[phone.id("lunch")]) == ""
