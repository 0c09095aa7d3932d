"""Chats by who is in them and what was said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from simulator.phone.apps.messaging.paging import Window
from simulator.phone.apps.messaging.patterns import safe_pattern
from simulator.phone.apps.messaging.people import name_of
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, User
from simulator.phone.apps.messaging.threads import SILENT, last_active, recent, thread, threads
from simulator.phone.call import Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded

FIND_CHATS = "Messages__list_recent_conversations and Messages__search give the ids of chats."


def find_chat(look: Look, conversation_id: str) -> Conversation:
    return look.find(Conversation, conversation_id, "chat", FIND_CHATS)


def chats_of(look: Look, user_id: str) -> list[str]:
    """Ids of the chats in which someone takes part, the last active first."""
    chats = look.store.all(Conversation)
    return [chat_id for chat_id in recent(look.store) if user_id in chats[chat_id].participant_ids]


def chats_among(look: Look, user_ids: Iterable[str]) -> list[str]:
    """Ids of the chats of exactly these people and the owner, the last active first."""
    wanted = frozenset({*user_ids, OWNER_ID})
    found = look.store.derived("messaging.among", Conversation, lambda: _by_people(look.store.all(Conversation)))
    chats = [look.store.all(Conversation)[chat_id] for chat_id in found.get(wanted, ())]
    return [chat.id for chat in sorted(chats, key=lambda chat: (-last_active(look.store, chat), chat.id))]


def chat_with(look: Look, user_id: str) -> Conversation | None:
    """The chat with one person alone; a former group that shrank to two serves if there is no other."""
    chats = [look.store.all(Conversation)[chat_id] for chat_id in chats_among(look, (user_id,))]
    return min(chats, key=lambda chat: bool(chat.title), default=None)


def search(look: Look, query: str, window: Window) -> list[str]:
    """Ids of the chats whose title, people or messages contain the words, the last active first."""
    words = folded(query).strip()
    if not words:
        raise ActionError("bad_argument", "The search is empty.", "Give a word to look for.")
    labels = look.store.derived("messaging.labels", Conversation, lambda: _labels(look))
    with_person = _with_person(look, query)
    said = threads(look.store)
    found = []
    for chat_id in recent(look.store):
        named = words in labels[chat_id] or chat_id in with_person
        if said.get(chat_id, SILENT).says("" if named else words, *window):
            found.append(chat_id)
    return found


def regex_search(look: Look, query: str, window: Window) -> list[str]:
    """As `search`, with a pattern held to a bounded amount of work."""
    safe = safe_pattern(query)
    texts: dict[str, list[str]] = {}
    for chat in map(look.store.all(Conversation).__getitem__, recent(look.store)):
        messages = thread(look.store, chat.id).within(*window)
        if messages or window == Window():
            names = (name_of(look, user_id) for user_id in chat.others)
            texts[chat.id] = [chat.title, *names, *(message.content for message in messages)]
    safe.check_work(text for listed in texts.values() for text in listed)
    with_person = _with_person(look, query)
    return [chat_id for chat_id, listed in texts.items() if chat_id in with_person or any(map(safe.found_in, listed))]


def _with_person(look: Look, user_id: str) -> frozenset[str]:
    """The chats of the person with this very id; parts of ids mean nothing."""
    return frozenset(chats_of(look, user_id)) if look.store.get(User, user_id) else frozenset()


def _labels(look: Look) -> dict[str, str]:
    """Title and names of each chat as search compares them. People never change their names."""
    names = look.store.derived(
        "messaging.names", User, lambda: {user.id: folded(user.name) for user in look.store.all(User).values()}
    )
    return {
        chat.id: "\n".join((folded(chat.title), *(names.get(user_id, "") for user_id in chat.others)))
        for chat in look.store.all(Conversation).values()
    }


def _by_people(chats: Mapping[str, Conversation]) -> dict[frozenset[str], list[str]]:
    found: dict[frozenset[str], list[str]] = {}
    for chat in chats.values():
        found.setdefault(frozenset(chat.participant_ids), []).append(chat.id)
    return found
