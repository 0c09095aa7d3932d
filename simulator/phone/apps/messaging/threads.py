"""Messages by chat, chats by their latest message, and counts of unread messages, cached to avoid repeated sorting."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, ReadMark, User
from simulator.phone.search_text import folded
from simulator.phone.store import Store

# Separates messages when a chat is searched as one text, so that no match spans two messages.
_BETWEEN = "\x1f"
# Whenever the number of messages reaches a multiple of this, the whole table is grouped by chat again.
_REGROUPED = 128


class Thread:
    """The messages of one chat, oldest first."""

    __slots__ = ("_folded", "_texts", "messages")

    def __init__(self, messages: Iterable[Message] = ()) -> None:
        self.messages = tuple(sorted(messages, key=attrgetter("number")))
        self._folded: str | None = None
        self._texts: tuple[str, ...] | None = None

    @property
    def next_number(self) -> int:
        return self.messages[-1].number + 1 if self.messages else 1

    @property
    def folded(self) -> str:
        """Return all messages as one text, folded for searches."""
        if self._folded is None:
            self._folded = _BETWEEN.join(self.texts)
        return self._folded

    @property
    def texts(self) -> tuple[str, ...]:
        """Return the text of each message, folded for searches."""
        if self._texts is None:
            self._texts = tuple(folded(message.content) for message in self.messages)
        return self._texts

    def within(self, since: int | None, until: int | None) -> Sequence[Message]:
        if since is None and until is None:
            return self.messages
        return [message for message in self.messages if _is_within(message, since, until)]

    def says(self, words: str, since: int | None, until: int | None) -> bool:
        """Return whether a message from `since` to `until` contains `words`, which must be folded already.

        If both times are None, an empty `words` is found even in a chat without messages.
        """
        if since is None and until is None:
            return words in self.folded
        return any(
            words in text and _is_within(message, since, until)
            for text, message in zip(self.texts, self.messages, strict=True)
        )

    def unread(self, mark: ReadMark | None) -> int:
        """Return the number of messages from other people that the owner has not seen."""
        read_to = 0 if mark is None else mark.read_to
        count = 0
        # From the end, because usually only the last messages are unread.
        for message in reversed(self.messages):
            if message.number <= read_to:
                break
            count += message.sender_id != OWNER_ID
        return count


class _Grouped(NamedTuple):
    """A snapshot of all threads, with the number of messages in the table at that time and the last message."""

    threads: dict[str, Thread]
    length: int
    last: Message | None


class Unread(NamedTuple):
    """The number of unread messages, and the number of chats with unread messages."""

    messages: int
    chats: int


SILENT = Thread()


def threads(store: Store) -> Mapping[str, Thread]:
    """Return the thread of every chat that has messages, by the chat's id."""
    return store.derived("messaging.threads", Message, lambda: _current(store))


def thread(store: Store, conversation_id: str) -> Thread:
    return threads(store).get(conversation_id, SILENT)


def last_active(store: Store, conversation: Conversation) -> int:
    """Return the time of the latest message; without messages, the time when the chat was created."""
    messages = thread(store, conversation.id).messages
    return messages[-1].at if messages else conversation.created_at


def recent(store: Store) -> Sequence[str]:
    """Return the ids of all chats, the most recently active first."""
    order = store.derived("messaging.recent", Message, lambda: _by_latest(threads(store)))
    chats = store.all(Conversation)
    if len(order) == len(chats):
        return order
    # `order` lacks chats without messages, so all chats are sorted again.
    return _latest_first({chat.id: last_active(store, chat) for chat in chats.values()})


def unread_of(store: Store, conversation_id: str) -> int:
    return thread(store, conversation_id).unread(store.get(ReadMark, conversation_id))


def unread_in_all(store: Store) -> Unread:
    marks = store.all(ReadMark)
    messages = chats = 0
    for chat_id, chat in threads(store).items():
        mark = marks.get(chat_id)
        if mark is None or mark.read_to < chat.messages[-1].number:
            new = chat.unread(mark)
            messages += new
            chats += new > 0
    return Unread(messages, chats)


def _is_within(message: Message, since: int | None, until: int | None) -> bool:
    return (since is None or message.at >= since) and (until is None or message.at <= until)


def _by_latest(found: Mapping[str, Thread]) -> list[str]:
    return _latest_first({chat_id: chat.messages[-1].at for chat_id, chat in found.items()})


def _latest_first(times: dict[str, int]) -> list[str]:
    """Return the ids of chats, the latest time first; chats with the same time are sorted by id."""
    # A stable sort keeps the order of equal times, even with `reverse`.
    return sorted(sorted(times), key=times.__getitem__, reverse=True)


def _current(store: Store) -> dict[str, Thread]:
    """Return the current threads by the chat's id: an earlier snapshot plus the messages that were added later.

    The snapshot is cached until the table of people changes, which is rare, or until the number of messages reaches the
    next multiple of `_REGROUPED`. It is not used if its last message is no longer the same object at the same position
    in the table, because then a rollback has removed or replaced messages.
    """
    messages = store.all(Message)
    base = store.derived(f"messaging.grouped.{len(messages) // _REGROUPED}", User, lambda: _grouped(store))
    added = list(islice(messages.values(), max(base.length - 1, 0), None))
    if base.last is not None:
        if not added or added[0] is not base.last:
            return _grouped(store).threads
        del added[0]
    current = dict(base.threads)
    for chat_id, fresh in _by_chat(added).items():
        current[chat_id] = Thread((*current.get(chat_id, SILENT).messages, *fresh))
    return current


def _grouped(store: Store) -> _Grouped:
    messages = list(store.all(Message).values())
    by_chat = {chat_id: Thread(rows) for chat_id, rows in sorted(_by_chat(messages).items())}
    return _Grouped(by_chat, len(messages), messages[-1] if messages else None)


def _by_chat(messages: Iterable[Message]) -> dict[str, list[Message]]:
    found: dict[str, list[Message]] = {}
    for message in messages:
        found.setdefault(message.conversation_id, []).append(message)
    return found
