"""The records of the messaging app: people, chats, messages and read marks; and lookups of people by id and name."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from typing import ClassVar

from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.search_text import folded
from simulator.phone.store import Record, Store

APP = "messaging"
PREFIX = "Messages"
# The owner's id in every chat. No `User` record has this id; the owner's name comes from `Look.owner`.
OWNER_ID = "user_me"
# Two names are close if their similarity, from 0 to 1, is at least this large.
CLOSE = 0.8
_FIND_USERS = "Messages__lookup_user_id finds the id of a person by name."
_NAMES_IN_AN_ERROR = 5


class User(Record, frozen=True):
    """A person in the messaging app, other than the owner."""

    table: ClassVar[str] = "messaging.user"
    prefix: ClassVar[str] = "user"

    name: str
    phone: str = ""


class Conversation(Record, frozen=True):
    """A chat. If its `title` is empty, the names of its people are shown as its title."""

    table: ClassVar[str] = "messaging.conversation"
    prefix: ClassVar[str] = "chat"

    participant_ids: tuple[str, ...]
    """Ids of the people in the chat, including the owner, in the order in which they joined."""
    created_at: int
    title: str = ""

    @property
    def others(self) -> tuple[str, ...]:
        return tuple(user_id for user_id in self.participant_ids if user_id != OWNER_ID)

    @property
    def is_group(self) -> bool:
        return len(self.participant_ids) > 2


class Message(Record, frozen=True):
    """One message. Messages are never changed or deleted."""

    table: ClassVar[str] = "messaging.message"
    prefix: ClassVar[str] = "msg"

    conversation_id: str
    sender_id: str
    at: int
    number: int
    """Position in the chat, counted from 1; it also orders messages that were sent in the same second."""
    content: str = ""
    attachment: str = ""
    """Id of the attached file; empty if no file is attached."""
    by_assistant: bool = False
    """True if the assistant sent the message in the owner's name."""


class ReadMark(Record, frozen=True):
    """How far the owner has read the chat with the same id. The assistant's reading does not change this record."""

    table: ClassVar[str] = "messaging.read"

    read_to: int
    """Number of the last message that the owner has seen."""


def known_users(store: Store) -> Sequence[User]:
    """Return all people of the messaging app except the owner, sorted by name."""
    return store.derived(
        "messaging.people", User, lambda: sorted(store.all(User).values(), key=lambda u: (folded(u.name), u.id))
    )


def name_of(look: Look, user_id: str) -> str:
    if user_id == OWNER_ID:
        return look.owner.name
    user = look.store.get(User, user_id)
    return user_id if user is None else user.name


def names_of(look: Look, user_ids: Iterable[str]) -> str:
    return ", ".join(name_of(look, user_id) for user_id in user_ids)


def title_of(look: Look, conversation: Conversation) -> str:
    return conversation.title or names_of(look, conversation.others) or "Only you"


def find_user(look: Look, user_id: str) -> User:
    """Return the person with this id. Raise ActionError if the id is unknown or is the owner's."""
    if user_id == OWNER_ID:
        raise ActionError("bad_argument", "That is the owner of this phone.", "Name someone else.")
    return look.find(User, user_id, "person", _FIND_USERS)


def pick_user(look: Look, id_or_name: str) -> User:
    """Return the person with this id or full name; case and accents of the name are ignored.

    Raise ActionError if nobody has this id or name, or if several people have the name.
    """
    user = look.store.get(User, id_or_name)
    if user is not None:
        return user
    wanted = folded(id_or_name.strip())
    same = [user for user in known_users(look.store) if folded(user.name) == wanted]
    if len(same) == 1:
        return same[0]
    # The error lists ids and phone numbers, because the names are the same.
    if same:
        ids = ", ".join(f"{user.id} ({user.phone or 'no number'})" for user in same)
        raise ActionError("bad_argument", f"{len(same)} people are called '{id_or_name}'.", f"Pick one by id: {ids}.")
    near = ", ".join(user.name for user in close_users(look, id_or_name)[:_NAMES_IN_AN_ERROR])
    remedy = f"Close names: {near}." if near else "Pick someone from the list of people."
    raise ActionError("unknown_record", f"Nobody here is called '{id_or_name}'.", remedy)


def with_name(look: Look, user_name: str) -> list[User]:
    """Return everyone with exactly this name, including the owner."""
    found = [user for user in known_users(look.store) if user.name == user_name]
    return [_owner(look), *found] if user_name == look.owner.name else found


def close_users(look: Look, user_name: str) -> list[User]:
    """Return the people, including the owner, whose names are similar to this name, the most similar first."""
    # SequenceMatcher caches its analysis of the second text, so the second is the text that stays the same.
    matcher = difflib.SequenceMatcher(b=folded(user_name), autojunk=False)
    scored = []
    for user in (_owner(look), *known_users(look.store)):
        matcher.set_seq1(folded(user.name))
        # The quick ratios are upper bounds of `ratio`, so very different names need no slow comparison.
        if matcher.real_quick_ratio() >= CLOSE and matcher.quick_ratio() >= CLOSE and matcher.ratio() >= CLOSE:
            scored.append((-matcher.ratio(), user.name, user.id, user))
    return [user for *_, user in sorted(scored, key=lambda entry: entry[:3])]


def ids_by_name(users: Sequence[User]) -> dict[str, str]:
    """Return ids by name; if several people share a name, the phone number is added to the name.

    If a person has no number, or shares name and number with another person, the id is added to the name instead.
    """
    names = [user.name for user in users]
    numbers = [(user.name, user.phone) for user in users]
    found = {}
    for user in users:
        is_alone = user.phone and numbers.count((user.name, user.phone)) == 1
        more = f" ({user.phone if is_alone else user.id})"
        found[user.name if names.count(user.name) == 1 else f"{user.name}{more}"] = user.id
    return found


def _owner(look: Look) -> User:
    return User(id=OWNER_ID, name=look.owner.name, phone=look.owner.phone)
