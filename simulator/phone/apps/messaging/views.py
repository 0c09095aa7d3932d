"""Views of the messaging app: structs, the functions that fill them, and the values that templates need for a chat."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

import msgspec

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, User, name_of, title_of
from simulator.phone.apps.messaging.threads import last_active, thread, unread_of
from simulator.phone.call import Look
from simulator.phone.screens import View

_PREVIEW = 60


class ChatRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    title: str
    at: str
    people: tuple[str, ...]
    preview: str = ""
    unread: int = 0
    group: bool = False


class ConversationsView(View, frozen=True):
    rows: tuple[ChatRow, ...]
    total: int
    offset: int
    limit: int
    unread_messages: int
    unread_chats: int
    query: str = ""
    since: str = ""
    until: str = ""


class FileRow(msgspec.Struct, frozen=True, omit_defaults=True):
    name: str
    size: int


class Bubble(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    sender: str
    at: str
    text: str = ""
    mine: bool = False
    by_assistant: bool = False
    file: FileRow | None = None

    def runs_on(self, other: Bubble) -> bool:
        """Return whether the other bubble has the same sender and day, so that the two bubbles are drawn as a group."""
        # `mine` is compared too, because another person may have the owner's name.
        return self.sender == other.sender and self.mine == other.mine and self.at[:10] == other.at[:10]


class ChatLine(NamedTuple):
    """A bubble as it is drawn; `opens` and `closes` mark the first and the last of one person's consecutive bubbles."""

    said: Bubble
    day: str
    """Heading with the day, if this is the first message of the day on the page; otherwise empty."""
    opens: bool
    closes: bool


class ChatView(View, frozen=True):
    """One page of a chat, oldest message first."""

    conversation_id: str
    people: tuple[str, ...]
    rows: tuple[Bubble, ...]
    total: int
    offset: int
    limit: int
    group: bool = False
    since: str = ""
    until: str = ""

    @property
    def first_names(self) -> str:
        """Return first names: `Ji-won, Lerato, you`; with more than four others, `Ada, Ben, Cleo, 2 more, you`."""
        shown = [name.split()[0] for name in self.people if name.strip()]
        few = shown if len(shown) <= 4 else [*shown[:3], f"{len(shown) - 3} more"]
        return ", ".join([*few, "you"])

    def lines(self, now: str) -> list[ChatLine]:
        """Return the bubbles with headings for days and marks for consecutive bubbles of one person."""
        befores, afters = (None, *self.rows)[:-1], (*self.rows, None)[1:]
        return [
            ChatLine(
                said=said,
                day=_day(said.at, now) if before is None or before.at[:10] != said.at[:10] else "",
                opens=before is None or not before.runs_on(said),
                closes=after is None or not said.runs_on(after),
            )
            for before, said, after in zip(befores, self.rows, afters, strict=True)
        ]


class PersonRow(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    name: str
    phone: str = ""
    owner: bool = False
    picked: bool = False


class ConversationInfoView(View, frozen=True):
    conversation_id: str
    people: tuple[PersonRow, ...]
    group: bool = False


class NewConversationView(View, frozen=True):
    chat_title: str
    picked: tuple[PersonRow, ...]
    people: tuple[PersonRow, ...]
    total: int
    offset: int
    query: str = ""


class AttachmentShown(View, frozen=True):
    sender: str
    at: str
    size: int
    text: str


def chat_row(look: Look, chat: Conversation) -> ChatRow:
    return ChatRow(
        id=chat.id,
        title=title_of(look, chat),
        at=look.show(last_active(look.store, chat)),
        people=tuple(name_of(look, user_id) for user_id in chat.others),
        preview=_preview(look, chat),
        unread=unread_of(look.store, chat.id),
        group=chat.is_group,
    )


def bubble(look: Look, message: Message) -> Bubble:
    file = look.store.get(File, message.attachment)
    return Bubble(
        id=message.id,
        sender=name_of(look, message.sender_id),
        at=look.show(message.at),
        text=message.content,
        mine=message.sender_id == OWNER_ID,
        by_assistant=message.by_assistant,
        file=None if file is None else FileRow(file.name, file.size),
    )


def person_rows(users: Iterable[User], picked: Iterable[str] = ()) -> tuple[PersonRow, ...]:
    return tuple(PersonRow(user.id, user.name, user.phone, picked=user.id in picked) for user in users)


def participant_rows(look: Look, chat: Conversation) -> tuple[PersonRow, ...]:
    rows = []
    for user_id in chat.participant_ids:
        user = look.store.get(User, user_id)
        phone = look.owner.phone if user_id == OWNER_ID else user.phone if user is not None else ""
        rows.append(PersonRow(user_id, name_of(look, user_id), phone, owner=user_id == OWNER_ID))
    return tuple(rows)


def _preview(look: Look, chat: Conversation) -> str:
    """Return the start of the latest message, after `You:` or a group member's name; an empty text without messages."""
    messages = thread(look.store, chat.id).messages
    if not messages:
        return ""
    latest = messages[-1]
    file = look.store.get(File, latest.attachment)
    # Cut before splitting, to save time: a message may be long, and only its first words are shown.
    said = " ".join(latest.content[: 4 * _PREVIEW].split()) or (f"Sent a file: {file.name}" if file else "")
    if latest.sender_id == OWNER_ID:
        said = f"You: {said}"
    # In a chat of two, every message that is not the owner's is from the same person, so no name is needed.
    elif chat.is_group:
        said = f"{name_of(look, latest.sender_id)}: {said}"
    return said if len(said) <= _PREVIEW else said[:_PREVIEW].rstrip() + "..."


def _day(local: str, now: str) -> str:
    """Return a day as a heading: `Today`, `Yesterday` or `Thursday 14 May`, with the year unless it is this year."""
    at, today = datetime.fromisoformat(local), datetime.fromisoformat(now)
    days = (today.date() - at.date()).days
    if 0 <= days < 2:
        return ("Today", "Yesterday")[days]
    year = "" if at.year == today.year else f" {at.year}"
    return f"{at:%A} {at.day} {at:%B}{year}"
