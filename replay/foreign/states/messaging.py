"""Reads chats from a foreign trace, and writes our chats in the same format."""

from __future__ import annotations

from typing import Any

from replay.foreign.states.clock import told_time
from replay.foreign.states.draft import OWNER, Draft, without_blanks
from replay.foreign.states.entry import ForeignEntry, clean, file_bytes, file_text
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, known_users
from simulator.phone.world import World

_CONVERSATIONS_SHOWN, _MESSAGES_SHOWN = 5, 10


def read(state: ForeignEntry, draft: Draft) -> list[dict[str, Any]]:
    state.ignore("messages_view_limit", "conversation_view_limit", "mode", "current_user_name")
    names = _know_people(state, draft)
    seeds: list[dict[str, Any]] = []
    pairs: dict[str, dict[str, Any]] = {}
    for key, chat in state.entries("conversations"):
        seed = _chat(key, chat, names, draft)
        if seed is None:
            continue
        # Our messaging app has at most one chat between two people.
        if len(seed["with"]) == 1:
            first = pairs.setdefault(seed["with"][0], seed)
            if first is not seed:
                draft.notes.say(state.app, "a second chat with the same person is merged with the first")
                first.setdefault("messages", []).extend(seed.get("messages", []))
                draft.same(Conversation.table, chat.text("conversation_id") or key, first["label"])
                continue
        seeds.append(seed)
    return seeds


def _know_people(state: ForeignEntry, draft: Draft) -> dict[str, str]:
    """Return names by foreign id. Everyone except the owner becomes a person in the scenario."""
    owner = state.text("current_user_id")
    names: dict[str, str] = {}
    by_id, by_name = state.value("id_to_name"), state.value("name_to_id")
    if isinstance(by_name, dict):
        names |= {clean(user): clean(str(name)) for name, user in by_name.items() if isinstance(user, str)}
    if isinstance(by_id, dict):
        names |= {clean(user): clean(name) for user, name in by_id.items() if isinstance(name, str)}
    if owner:
        draft.users[owner] = OWNER
    for user, name in names.items():
        draft.user(user, name)
    return names


def _chat(key: str, chat: ForeignEntry, names: dict[str, str], draft: Draft) -> dict[str, Any] | None:
    chat.ignore("last_updated")
    foreign = chat.text("conversation_id") or key
    if foreign and draft.has(Conversation.table, foreign):
        draft.notes.say(chat.app, "a chat with a duplicate id is shown once")
        return None
    members = [draft.user(user, names.get(user, "")) for user in chat.texts("participant_ids")]
    messages = [seed for key, one in chat.entries("messages") if (seed := _message(key, one, names, draft)) is not None]
    for sender in dict.fromkeys(message["from"] for message in messages):
        if sender not in members and sender != OWNER:
            draft.notes.say(chat.app, "a sender who is not in the chat is shown as a member")
            members.append(sender)
    others = list(dict.fromkeys(member for member in members if member != OWNER))
    if not others:
        draft.notes.say(chat.app, "a chat with only the owner is skipped")
        return None
    # The original PARE stores the names of the members as the title of a chat. Our app shows such a title anyway.
    title = "" if _is_automatic(chat.text("title"), chat.texts("participant_ids"), names) else chat.text("title")
    label = draft.label(Conversation.table, foreign)
    return without_blanks({"label": label, "with": others, "title": title, "messages": messages})


def _is_automatic(title: str, members: list[str], names: dict[str, str]) -> bool:
    """Return whether a title only lists the members, by id or by name."""
    parts = {part.strip() for part in title.split(",")}
    return parts <= {*members, *(names.get(member, "") for member in members)}


def _message(key: str, message: ForeignEntry, names: dict[str, str], draft: Draft) -> dict[str, Any] | None:
    foreign, sender, text = message.text("message_id") or key, message.text("sender_id"), message.text("content")
    attached = message.text("attachment_name")
    content = file_text(message.value("attachment"))
    if foreign and draft.has(Message.table, foreign):
        draft.notes.say(message.app, "a message with a duplicate id is shown once")
        return None
    if not sender or not (text.strip() or attached):
        draft.notes.say(message.app, "a message without a sender or content is skipped")
        return None
    at = draft.past(message, message.time("timestamp"), "a message")
    return without_blanks(
        {
            "label": draft.label(Message.table, foreign),
            "from": draft.user(sender, names.get(sender, "")),
            "at": draft.written(at),
            "text": text,
            "attachment": without_blanks({"name": attached, "text": content}),
        }
    )


def write(world: World) -> dict[str, Any]:
    chats = sorted(world.store.all(Conversation).values(), key=lambda chat: (chat.created_at, chat.id))
    names = {OWNER_ID: world.owner.name} | {user.id: user.name for user in known_users(world.store)}
    return {
        "conversations": {chat.id: _told_chat(world, chat) for chat in chats},
        "messages_view_limit": _MESSAGES_SHOWN,
        "conversation_view_limit": _CONVERSATIONS_SHOWN,
        "mode": "NAME",
        "name_to_id": {name: user for user, name in names.items()},
        "id_to_name": names,
        "current_user_id": OWNER_ID,
        "current_user_name": world.owner.name,
    }


def _told_chat(world: World, chat: Conversation) -> dict[str, Any]:
    found = (message for message in world.store.all(Message).values() if message.conversation_id == chat.id)
    messages = sorted(found, key=lambda message: message.number)
    return {
        "participant_ids": list(chat.participant_ids),
        "messages": [_told_message(world, message) for message in messages],
        "title": chat.title or ", ".join(chat.participant_ids),
        "conversation_id": chat.id,
        "last_updated": told_time(messages[-1].at if messages else chat.created_at, world.tz),
    }


def _told_message(world: World, message: Message) -> dict[str, Any]:
    told: dict[str, Any] = {
        "sender_id": message.sender_id,
        "message_id": message.id,
        "timestamp": told_time(message.at, world.tz),
        "content": message.content,
    }
    file = world.store.get(File, message.attachment)
    return told if file is None else {**told, "attachment": file_bytes(file.text), "attachment_name": file.name}
