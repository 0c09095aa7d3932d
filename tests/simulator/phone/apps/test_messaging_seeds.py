"""Chats of a scenario file on the phone."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, ReadMark, User
from simulator.phone.apps.messaging.seeds import know
from simulator.phone.apps.messaging.threads import thread
from simulator.phone.people import Person
from simulator.phone.plot import SeedError
from tests.simulator.phone.apps.messaging_phone import PEOPLE, MessagingPhone
from tests.simulator.phone.small_phone import NOW


def test_everyone_with_a_number_is_known_without_any_chat() -> None:
    phone = MessagingPhone(chats=())
    assert sorted(user.name for user in phone.world.store.all(User).values()) == [
        "Odile Marchand",
        "Tomas Berg",
        "Tomáš Novák",
    ]


def test_someone_without_a_number_is_known_once_in_a_chat() -> None:
    phone = MessagingPhone(chats=({"with": ["Only Mail"], "messages": []},))
    added = [user for user in phone.world.store.all(User).values() if user.name == "Only Mail"]
    assert len(added) == 1
    assert know(phone.plot, PEOPLE["mail"]) == added[0].id


def test_a_person_without_id_gets_one_and_keeps_it() -> None:
    people = {label: Person(label=label, name="Same Name", phone=label) for label in ("1", "2")}
    phone = MessagingPhone(chats=({"with": ["1", "2"]},), people=people)
    users = phone.world.store.all(User)
    assert sorted(user.phone for user in users.values()) == ["1", "2"]
    phone.app.prepare(phone.plot)
    assert len(phone.world.store.all(User)) == 2


def test_a_chat_keeps_its_people_in_order_and_its_messages_by_time() -> None:
    chat = {
        "label": "club",
        "with": ["berg", "owner", "Odile Marchand", "berg"],
        "messages": [
            {"from": "odile", "at": "-1h", "text": "third"},
            {"from": "Ada Lind", "at": "-2h", "text": "first"},
            {"from": "berg", "at": "-2h", "text": "second"},
        ],
    }
    phone = MessagingPhone(chats=(chat,))
    planted = phone.chat(phone.id("club"))
    assert planted.participant_ids == (OWNER_ID, "user_be", "user_od")
    assert planted.created_at == NOW - 7200
    messages = thread(phone.world.store, planted.id).messages
    assert [(m.number, m.content) for m in messages] == [(1, "first"), (2, "second"), (3, "third")]


def test_labels_name_chats_and_messages() -> None:
    phone = MessagingPhone()
    assert phone.plot.labels["lunch"][0] == Conversation.table
    assert phone.plot.labels["book"][0] == Message.table


def test_unread_counts_from_the_newest() -> None:
    phone = MessagingPhone()
    marks = {label: phone.world.store.get(ReadMark, phone.id(label)) for label in ("lunch", "dinner")}
    assert {label: mark and mark.read_to for label, mark in marks.items()} == {"lunch": 2, "dinner": 1}


def test_an_inline_attachment_hangs_on_its_message_only() -> None:
    phone = MessagingPhone()
    message = phone.world.store.all(Message)[phone.id("menu")]
    file = phone.world.store.all(File)[message.attachment]
    assert (file.name, file.path, file.text) == ("menu.pdf", "", "Soup, rice")


def test_an_attachment_can_be_the_label_of_a_file() -> None:
    chat = {"with": ["odile"], "messages": [{"label": "m", "from": "odile", "at": "-1h", "attachment": "lease"}]}
    phone = MessagingPhone(chats=(chat,))
    assert phone.world.store.all(Message)[phone.id("m")].attachment == phone.id("lease")


def test_planting_twice_gives_the_same_ids() -> None:
    assert MessagingPhone().world.state_hash() == MessagingPhone().world.state_hash()


def one(**message: Any) -> dict[str, Any]:
    return {"with": ["odile"], "messages": [{"from": "odile", "at": "-1h", "text": "Hello", **message}]}


@pytest.mark.parametrize(
    ("chat", "field"),
    [
        ({"with": ["nobody"]}, "with"),
        ({"with": ["owner"]}, "with"),
        (one(**{"from": "berg"}), "messages.0.from"),
        (one(**{"from": "nobody"}), "messages.0.from"),
        (one(at="+1h"), "messages.0.at"),
        (one(text=" "), "messages.0.text"),
        (one(attachment="no such file"), "messages.0.attachment"),
        ({**one(), "unread": 2}, "unread"),
        ({**one(**{"from": "owner"}), "unread": 1}, "unread"),
    ],
)
def test_a_seed_that_cannot_be_planted_names_its_field(chat: dict[str, Any], field: str) -> None:
    with pytest.raises(SeedError) as refused:
        MessagingPhone(chats=(chat,))
    assert refused.value.field == field


def test_two_chats_with_one_person_are_refused() -> None:
    with pytest.raises(SeedError, match="already"):
        MessagingPhone(chats=(one(), one()))


@pytest.mark.parametrize(
    "chat", [{"with": []}, {"with": ["odile"], "unread": -1}, {"with": ["odile"], "messges": []}, one(frm="odile")]
)
def test_a_misspelt_seed_is_refused(chat: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        MessagingPhone(chats=(chat,))
