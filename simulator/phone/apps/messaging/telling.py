"""How the assistant is told of chats and messages: ids with the names beside them, local times, newest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.paging import Window, check_page, check_recent_messages
from simulator.phone.apps.messaging.people import name_of, title_of
from simulator.phone.apps.messaging.records import Conversation, Message
from simulator.phone.apps.messaging.threads import last_active, thread
from simulator.phone.call import Look

MOST_CHATS = 5
MOST_MESSAGES = 100


def told_chats(
    look: Look, chat_ids: Sequence[str], offset: int, limit: int, message_offset: int, message_limit: int
) -> list[dict[str, Any]]:
    check_page(offset, limit, MOST_CHATS)
    check_recent_messages(message_offset, message_limit)
    chats = look.store.all(Conversation)
    page = slice(message_offset, message_offset + message_limit)
    return [_told_chat(look, chats[chat_id], page) for chat_id in chat_ids[offset : offset + limit]]


def told_thread(look: Look, chat: Conversation, offset: int, limit: int, window: Window) -> dict[str, Any]:
    check_page(offset, limit, MOST_MESSAGES)
    messages = thread(look.store, chat.id).within(*window)[::-1]
    shown = messages[offset : offset + limit]
    return {
        "messages": [told_message(look, message) for message in shown],
        "metadata": {
            "message_range": [offset, offset + len(shown)],
            "conversation_length": len(messages),
            "conversation_id": chat.id,
            "conversation_title": title_of(look, chat),
        },
    }


def told_message(look: Look, message: Message) -> dict[str, Any]:
    told: dict[str, Any] = {
        "message_id": message.id,
        "sender_id": message.sender_id,
        "sender_name": name_of(look, message.sender_id),
        "timestamp": look.show(message.at),
        "content": message.content,
    }
    file = look.store.get(File, message.attachment)
    if file is not None:
        told["attachment_name"] = file.name
    return told


def _told_chat(look: Look, chat: Conversation, page: slice) -> dict[str, Any]:
    messages = thread(look.store, chat.id).messages[::-1]
    return {
        "conversation_id": chat.id,
        "title": title_of(look, chat),
        "participants": [{"user_id": user_id, "name": name_of(look, user_id)} for user_id in chat.participant_ids],
        "last_updated": look.show(last_active(look.store, chat)),
        "conversation_length": len(messages),
        "messages": [told_message(look, message) for message in messages[page]],
    }
