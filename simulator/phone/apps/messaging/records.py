"""What the messaging app keeps: people, chats, their messages, and how far the owner has read."""

from __future__ import annotations

from typing import ClassVar

from simulator.phone.store import Record

APP = "messaging"
PREFIX = "Messages"
# The owner takes part in every chat under this id; the name is the phone's, so no record holds it.
OWNER_ID = "user_me"


class User(Record, frozen=True):
    """A person whom the messaging app knows."""

    table: ClassVar[str] = "messaging.user"
    prefix: ClassVar[str] = "user"

    name: str
    phone: str = ""


class Conversation(Record, frozen=True):
    """A chat. Without a title it is called after the people in it."""

    table: ClassVar[str] = "messaging.conversation"
    prefix: ClassVar[str] = "chat"

    participant_ids: tuple[str, ...]
    """In the order in which they joined, the owner among them."""
    created_at: int
    title: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(user_id for user_id in self.participant_ids if user_id != OWNER_ID)

    @property
    def is_group(self) -> bool:
        return len(self.participant_ids) > 2


class Message(Record, frozen=True):
    """One message. Messages are only ever added, never changed or dropped."""

    table: ClassVar[str] = "messaging.message"
    prefix: ClassVar[str] = "msg"

    conversation_id: str
    sender_id: str
    at: int
    number: int
    """Place within its chat, from 1: messages of the same second keep their order."""
    content: str = ""
    attachment: str = ""
    """Id of a file."""
    by_assistant: bool = False
    """Sent in the owner's name by the assistant."""


class ReadMark(Record, frozen=True):
    """How far the owner has read a chat. The id is the chat's; only the owner's own looking moves it."""

    table: ClassVar[str] = "messaging.read"

    read_to: int
    """Number of the last message seen."""
