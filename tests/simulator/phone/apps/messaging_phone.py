"""A phone with a few chats, and short ways to act on it."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

from simulator.phone.apps.files import FileSeed
from simulator.phone.apps.messaging import Messaging
from simulator.phone.apps.messaging.records import Conversation, Message
from simulator.phone.apps.messaging.seeds import ConversationSeed
from simulator.phone.apps.messaging.threads import thread
from simulator.phone.people import Owner, Person, Rules
from simulator.phone.perform import Done, assistant_does, environment_does, user_does
from simulator.phone.plot import Plot, SeedClock
from simulator.phone.registry import phone_with
from simulator.phone.screens import View
from simulator.phone.state import AssistantNotice, UserNotice
from simulator.phone.world import World

START = 1_772_695_320
"""Thursday 5 March 2026, 08:22 in Luxembourg."""
CLOCK = SeedClock(START, ZoneInfo("Europe/Luxembourg"))
OWNER = Owner(name="Ada Lind", email="ada@lind.example", phone="+352 1", time_zone="Europe/Luxembourg")
PEOPLE = {
    "odile": Person(label="odile", name="Odile Marchand", phone="+352 90", user_id="user_od"),
    "tomas": Person(label="tomas", name="Tomáš Novák", phone="+352 91", user_id="user_to"),
    "berg": Person(label="berg", name="Tomas Berg", phone="+352 92", user_id="user_be"),
    "mail": Person(label="mail", name="Only Mail", email="only@mail.example"),
}
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


class MessagingPhone:
    """A phone that plays all three sides. `ids` turns labels into ids."""

    def __init__(self, chats: tuple[dict[str, Any], ...] = CHATS, people: dict[str, Person] | None = None) -> None:
        apps = phone_with(("messaging",))
        self.world = World.blank(OWNER, apps, START, Rules(standing_consent=True))
        self.app = apps["messaging"]
        assert isinstance(self.app, Messaging)
        self.plot = Plot("test", self.world.store, CLOCK, OWNER, PEOPLE if people is None else people)
        self.app.prepare(self.plot)
        apps["files"].plant(self.plot, FileSeed(label="lease", path="Documents/lease.pdf", text="Two rooms"))
        for chat in chats:
            self.plant(chat)
        self.world.store.commit()
        self.user("open_app", app_name="Messages")

    def plant(self, chat: dict[str, Any]) -> None:
        self.app.plant(self.plot, ConversationSeed.model_validate(chat, context=CLOCK))

    @property
    def ids(self) -> dict[str, str]:
        return {label: record_id for label, (_, record_id) in self.plot.labels.items()}

    def try_user(self, action: str, **args: Any) -> Done:
        return user_does(self.world, action, args, 1)

    def user(self, action: str, **args: Any) -> str:
        return str(_result(self.try_user(action, **args)))

    def try_tool(self, tool: str, **args: Any) -> Done:
        return assistant_does(self.world, f"Messages__{tool}", args, 1)

    def tool(self, tool: str, **args: Any) -> Any:
        return _result(self.try_tool(tool, **args))

    def try_event(self, event: str, **args: Any) -> Done:
        return environment_does(self.world, "messaging", event, args, 1)

    def event(self, event: str, **args: Any) -> Any:
        return _result(self.try_event(event, **args))

    def view(self) -> Any:
        view = self.world.screen.view(self.world)
        assert isinstance(view, View)
        return view

    def screen(self) -> str:
        return type(self.world.screen).__name__

    def chat(self, conversation_id: str) -> Conversation:
        chat = self.world.store.get(Conversation, conversation_id)
        assert chat is not None
        return chat

    def last(self, conversation_id: str) -> Message:
        return thread(self.world.store, conversation_id).messages[-1]

    def notices(self) -> tuple[UserNotice, AssistantNotice]:
        """The newest notice of each side, made by one event."""
        user, assistant = self.world.store.all(UserNotice), self.world.store.all(AssistantNotice)
        return user[str(len(user))], assistant[str(len(assistant))]

    def refused(self, done: Done, code: str, *words: str) -> None:
        """The action failed for this reason, with these words, and changed nothing."""
        assert done.error is not None, "it was not refused"
        assert done.error.code == code
        assert done.changes == []
        for word in words:
            assert word in done.error.message


def _result(done: Done) -> Any:
    assert done.error is None, done.error
    return done.result
