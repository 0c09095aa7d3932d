"""A phone with a few chats, and short ways to act on it."""

from __future__ import annotations

from typing import Any

from simulator.phone.apps.messaging.records import Conversation, Message
from simulator.phone.apps.messaging.threads import thread
from simulator.phone.people import Owner, Person
from tests.simulator.phone.apps.app_phone import AppPhone
from tests.simulator.phone.small_phone import ZONE

OWNER = Owner(name="Ada Lind", email="ada@lind.example", phone="+352 1", time_zone=ZONE)
PEOPLE = {
    "odile": Person(label="odile", name="Odile Marchand", phone="+352 90", user_id="user_od"),
    "tomas": Person(label="tomas", name="Tomáš Novák", phone="+352 91", user_id="user_to"),
    "berg": Person(label="berg", name="Tomas Berg", phone="+352 92", user_id="user_be"),
    "mail": Person(label="mail", name="Only Mail", email="only@mail.example"),
}
FILES = ({"label": "lease", "path": "Documents/lease.pdf", "text": "Two rooms"},)
CHATS: tuple[dict[str, Any], ...] = (
    {
        "label": "lunch",
        "with": ["odile"],
        "messages": [
            {"label": "book", "from": "odile", "at": "-3h", "text": "Still on for lunch? I found the book."},
            {"from": "owner", "at": "-2h", "text": "Yes, at noon."},
        ],
    },
    {
        "label": "dinner",
        "with": ["tomas", "odile"],
        "title": "Friday dinner",
        "messages": [
            {
                "label": "menu",
                "from": "tomas",
                "at": "-1d",
                "text": "The menu",
                "attachment": {"name": "menu.pdf", "text": "Soup, rice"},
            },
            {"from": "odile", "at": "-20m", "text": "Could we make it half past seven?"},
        ],
        "unread": 1,
    },
)


class MessagingPhone(AppPhone):
    of = "messaging"

    def __init__(self, chats: tuple[dict[str, Any], ...] = CHATS, people: dict[str, Person] | None = None) -> None:
        super().__init__(chats, files=FILES, owner=OWNER, people=PEOPLE if people is None else people)
        self.taps("open_app", app_name="Messages")

    def chat(self, label_or_id: str) -> Conversation:
        return self.get(Conversation, label_or_id)

    def last(self, conversation_id: str) -> Message:
        return thread(self.world.store, conversation_id).messages[-1]
