"""Sentences with which tools tell the assistant what they did in a chat. Each sentence contains the chat's id."""

from __future__ import annotations

from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.records import Conversation, Message, name_of, title_of
from simulator.phone.call import Look
from simulator.words.english import spoken


def sent_text(look: Look, message: Message) -> str:
    """Return the confirmation of a sent message: its id, the recipients, the chat's id and the attached file."""
    chat = look.store.all(Conversation)[message.conversation_id]
    people = spoken(name_of(look, user_id) for user_id in chat.others)
    to = f"the group '{title_of(look, chat)}' ({people})" if chat.is_group else people
    file = look.store.get(File, message.attachment)
    attached = "" if file is None else f" with the file '{file.name}'"
    return f"Message {message.id} is sent to {to} in chat {chat.id}{attached}."


def group_text(look: Look, chat: Conversation) -> str:
    people = spoken(name_of(look, user_id) for user_id in chat.others)
    return f"Group {chat.id}, '{title_of(look, chat)}', is created with {people}."


def joined_text(look: Look, chat: Conversation, user_id: str) -> str:
    return f"{name_of(look, user_id)} is added to chat {chat.id}, '{title_of(look, chat)}'."


def left_text(look: Look, chat: Conversation, user_id: str) -> str:
    return f"{name_of(look, user_id)} is removed from chat {chat.id}, '{title_of(look, chat)}'."


def renamed_text(chat: Conversation, before: str) -> str:
    return f"Chat {chat.id} is renamed from '{before}' to '{chat.title}'."
