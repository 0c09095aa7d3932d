"""The messaging app: what it is made of, and what the rest of the phone asks it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from simulator.phone.actions import Action, actions_of
from simulator.phone.app import App, Meddling, Outgoing
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging import seeds
from simulator.phone.apps.messaging.chat_screens import (
    MESSAGES_SHOWN,
    AttachmentView,
    ConversationInfo,
    ConversationOpened,
)
from simulator.phone.apps.messaging.events import OtherPeople
from simulator.phone.apps.messaging.finding import chats_among
from simulator.phone.apps.messaging.list_screens import ConversationList, NewConversation
from simulator.phone.apps.messaging.people import known_users
from simulator.phone.apps.messaging.records import APP, OWNER_ID, PREFIX, Conversation, Message, ReadMark, User
from simulator.phone.apps.messaging.sending import mark_seen
from simulator.phone.apps.messaging.threads import recent, thread, unread_in_all
from simulator.phone.apps.messaging.tools import ReadingTools, WritingTools
from simulator.phone.call import Call, Look
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store


class Messaging(WritingTools, ReadingTools, App):
    name = APP
    prefix = PREFIX
    title = "Messages"
    about = "Chats with one person or with a group."
    records = (Message, Conversation, User, ReadMark)
    screens = (ConversationList, ConversationOpened, NewConversation, ConversationInfo, AttachmentView)
    seed = seeds.ConversationSeed
    needs = ("files",)
    incidental = (Conversation,)

    @cached_property
    def events(self) -> dict[str, Action]:
        return actions_of(OtherPeople, self.name, self.prefix, "environment")

    def prepare(self, plot: Plot) -> None:
        seeds.know_everyone(plot)

    def plant(self, plot: Plot, seed: seeds.ConversationSeed) -> None:
        seeds.know_everyone(plot)
        seeds.plant(plot, seed)

    def badge(self, look: Look) -> int:
        return unread_in_all(look.store).chats

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        chat_id = record.conversation_id if isinstance(record, Message) else record.id
        if look.store.get(Conversation, chat_id) is None:
            return (ConversationList(),)
        opened = ConversationOpened(conversation_id=chat_id)
        if isinstance(record, Message):
            newer = thread(look.store, chat_id).next_number - 1 - record.number
            opened = ConversationOpened(conversation_id=chat_id, offset=newer - newer % MESSAGES_SHOWN)
        return (ConversationList(), opened)

    def looked_at(self, call: Call, record: Record) -> None:
        if isinstance(record, Message):
            mark_seen(call, (record,))

    def outgoing(self, store: Store, record: Record) -> Outgoing | None:
        if not isinstance(record, Message) or record.sender_id != OWNER_ID:
            return None
        chat = store.get(Conversation, record.conversation_id)
        return Outgoing(
            to=() if chat is None else chat.others,
            text=record.content,
            reply_to=record.conversation_id if record.number > 1 else "",
            attachments=(record.attachment,) if record.attachment else (),
        )

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for user in known_users(look.store):
            if user.id not in spared and spared.isdisjoint(chats_among(look, (user.id,))):
                yield Meddling("send_message", {"user_id": user.id, "content": "The ferns have been watered."})
        for chat_id in recent(look.store):
            if chat_id not in spared and look.store.all(Conversation)[chat_id].is_group:
                yield Meddling("change_conversation_title", {"conversation_id": chat_id, "title": "The fern club"})

    def readable(self, store: Store, record: Record) -> str:
        if isinstance(record, Message):
            file = store.get(File, record.attachment)
            texts = [_name(store, record.sender_id), record.content]
            return "\n".join(texts if file is None else [*texts, file.name, file.text])
        if isinstance(record, Conversation):
            return "\n".join((record.title, *(_name(store, user_id) for user_id in record.others)))
        if isinstance(record, User):
            return f"{record.name}\n{record.phone}"
        return ""


def _name(store: Store, user_id: str) -> str:
    """The owner's own name is not among the records."""
    user = store.get(User, user_id)
    return "Owner" if user is None else user.name
