"""The words of the messaging app: phrases for its actions and records, and labels for the fields of its views."""

from __future__ import annotations

from collections.abc import Mapping

from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, ReadMark, User, title_of
from simulator.phone.call import Look
from simulator.phone.words import Called, Phrases, RecordWords, Words

_DEEDS: Mapping[str, Phrases] = {
    "get_user_id": ("look for {user_name} among the people", "look for somebody among the people"),
    "lookup_user_id": ("look for {user_name} among the people", "look for somebody among the people"),
    "get_user_name_from_id": ("look up the name of {user_id}", "look up a name"),
    "get_existing_conversation_ids": ("look for a chat with {user_ids}", "look for a chat"),
    "list_recent_conversations": "look through the latest chats[, {found:chat}]",
    "list_conversations_by_participant": (
        "look through the chats with {user_id}[, {found:chat}]",
        "look through the chats",
    ),
    "read_conversation": ("read {conversation_id:chat}[, {found:message}]", "read a chat"),
    "search": ("search the chats for {query!q}[, {found:hit}]", "search the chats"),
    "regex_search": ("search the chats for {query!q}[, {found:hit}]", "search the chats"),
    "search_conversations": ("search the chats for {query!q}", "look through the chats"),
    "send_message": ("send a message to {user_id}", "send a message to {conversation_id}", "send a message"),
    "send_message_to_group_conversation": ("send a message to {conversation_id}", "send a message to a group"),
    "create_group_conversation": (
        "start the group chat {title} with {user_ids}",
        "start a group chat[ with {user_ids}]",
    ),
    "add_participant_to_conversation": ("add {user_id} to {conversation_id:chat}", "add somebody to a chat"),
    "remove_participant_from_conversation": (
        "remove {user_id} from {conversation_id:chat}",
        "remove somebody from a chat",
    ),
    "change_conversation_title": (
        "rename {conversation_id:chat} to {title}",
        "rename a chat to {title}",
        "rename a chat",
    ),
    "read_attachment": ("read an attachment in {conversation_id:chat}", "read an attachment"),
    "download_attachment": ("save an attachment from {conversation_id:chat}", "save an attachment"),
    "open_conversation": ("open {conversation_id:chat}", "open a chat"),
    "start_conversation": "start a new chat",
    "read_messages": ("look through {conversation_id:chat}", "look through the messages"),
    "open_attachment": ("open an attachment in {conversation_id:chat}", "open an attachment"),
    "open_info": ("open the details of {conversation_id:chat}", "open the details of the chat"),
    "add_participant": ("add {user_id} to {conversation_id:chat}", "add {user_id} to the new chat", "add somebody"),
    "remove_participant": (
        "remove {user_id} from {conversation_id:chat}",
        "remove {user_id} from the new chat",
        "remove somebody",
    ),
    "set_title": ("name the chat {title}", "take the chat's name away"),
    "search_people": ("look for {query!q} among the people", "look through the people"),
    "send_first_message": "send the first message[ to {participants}]",
    "cancel": "drop the new chat",
    "save_attachment": "save the attachment",
    "close": "close the attachment",
}
_NEWS: Mapping[str, Phrases] = {
    "create_and_add_message": (
        "Message from {sender_id} in {conversation_id:group}",
        "Message from {sender_id}",
    ),
    "create_group_conversation": ("New group chat {title} with {user_ids}", "New group chat[ {title}]"),
    "bring_conversation": ("New chat {title} with {people}", "New chat with {people}", "New chat"),
    "add_participant_to_conversation": "{user_id} joins {conversation_id:chat}",
    "remove_participant_from_conversation": "{user_id} leaves {conversation_id:chat}",
    "change_conversation_title": (
        "The chat {conversation_id} is now called {title}",
        "New chat name {title}",
    ),
}


def _chat(look: Look, chat: Conversation) -> Called:
    """Return the phrase for a chat: `the chat with Ada`, or `the chat Sunday futsal` if it has a title."""
    return Called("the chat " if chat.title else "the chat with ", title_of(look, chat))


def _group(look: Look, chat: Conversation) -> Called | None:
    return Called("", title_of(look, chat)) if chat.is_group else None


WORDS = Words(
    deeds=_DEEDS,
    news=_NEWS,
    records={
        Message: RecordWords(
            noun="message",
            labels={
                "by_assistant": "sent by the assistant",
                "conversation_id": "chat",
                "sender_id": "from",
            },
        ),
        Conversation: RecordWords(
            noun="chat",
            held="chat",
            name=title_of,
            labels={"participant_ids": "people"},
            forms={"chat": _chat, "group": _group},
        ),
        User: RecordWords(noun="person", held="person"),
        ReadMark: RecordWords(noun="read mark", held=None, told=("read_to",)),
    },
    # No record has the owner's id, so phrases get the owner's name from here.
    ids={OWNER_ID: lambda look: look.owner.name},
    labels={
        "Bubble.by_assistant": "sent by the assistant for you",
        "Bubble.mine": "written by you",
        "ChatView.since": "shown from",
        "ChatView.until": "shown until",
        "ConversationsView.since": "shown from",
        "ConversationsView.until": "shown until",
        "PersonRow.owner": "this is you",
    },
)
