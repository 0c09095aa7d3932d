"""What other people do in the owner's chats."""

from __future__ import annotations

from simulator.phone.actions import NOTHING, event
from simulator.phone.apps.files import File
from simulator.phone.apps.messaging.arguments import ChatId, Content, InlineFile, Strangers, Title, UserId, UserIds
from simulator.phone.apps.messaging.chat_screens import ConversationOpened
from simulator.phone.apps.messaging.finding import find_chat
from simulator.phone.apps.messaging.people import find_user, name_of, names_of, title_of
from simulator.phone.apps.messaging.records import APP, OWNER_ID, Conversation, Message
from simulator.phone.apps.messaging.sending import (
    add_person,
    hear,
    mark_seen,
    remove_person,
    rename,
    start_group,
    start_with_strangers,
)
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError


class OtherPeople:
    """The events of the messaging app. Four share their names with tools, so they stand in a class of their own."""

    @event()
    def create_and_add_message(
        self, call: Call, conversation_id: ChatId, sender_id: UserId, content: Content, file: InlineFile = None
    ) -> str:
        """Someone writes to a chat, perhaps with a file."""
        chat = find_chat(call, conversation_id)
        if sender_id == OWNER_ID:
            raise ActionError("not_allowed", "The owner's messages come from this phone.", "Name another sender.")
        if sender_id not in chat.participant_ids:
            people = ", ".join(chat.others)
            raise ActionError("bad_argument", f"'{sender_id}' is not in this chat.", f"People in it: {people}.")
        message = hear(call, chat, sender_id, content, file)
        if _watched(call, message):
            mark_seen(call, (message,))
        _tell_message(call, chat, message)
        return message.id

    @event(makes=Conversation.table)
    def create_group_conversation(self, call: Call, user_ids: UserIds, title: Title | None = None) -> str:
        """Someone makes a group with the owner in it."""
        chat = start_group(call, user_ids, title)
        called = f"'{chat.title}' with " if chat.title else "with "
        short = f"You are in a new group {called}{names_of(call, chat.others)}."
        full = f"The owner is in a new group '{title_of(call, chat)}' ({chat.id}) with {_people(call, chat)}."
        call.notify("group_created", APP, title_of(call, chat), short, full, chat)
        return chat.id

    # Ours: not in the published list.
    @event(makes=Conversation.table, wakes=False)
    def bring_conversation(self, call: Call, people: Strangers, title: Title = "") -> str:
        """A chat with people of whom the phone may not know yet; nobody is told before somebody writes in it."""
        return start_with_strangers(call, people, title).id

    @event(makes=NOTHING)
    def add_participant_to_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Someone joins a chat."""
        chat = add_person(call, find_chat(call, conversation_id), find_user(call, user_id))
        _tell_change(call, "participant_added", chat, user_id, "joined")
        return chat.id

    @event(makes=NOTHING)
    def remove_participant_from_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Someone leaves a chat."""
        chat = remove_person(call, find_chat(call, conversation_id), user_id)
        _tell_change(call, "participant_removed", chat, user_id, "left")
        return chat.id

    @event(makes=NOTHING)
    def change_conversation_title(self, call: Call, conversation_id: ChatId, title: Title) -> str:
        """Someone gives a chat another title."""
        chat = find_chat(call, conversation_id)
        before = title_of(call, chat)
        chat = rename(call, chat, title)
        short = f"'{before}' is now called '{chat.title}'."
        call.notify("title_changed", APP, chat.title, short, f"The chat {chat.id}, {short}", chat)
        return chat.id


def _tell_message(call: Call, chat: Conversation, message: Message) -> None:
    sender, title = name_of(call, message.sender_id), title_of(call, chat)
    heading = f"{sender} in {title}" if chat.is_group else sender
    full = f"{sender} ({message.sender_id}) in '{title}' ({chat.id}), message {message.id}: {message.content}"
    short = glance(message.content)
    file = call.store.get(File, message.attachment)
    if file is not None:
        full = f"{full}\nAttachment: {file.name}"
        short = f"{short} (with a file: {glance(file.name)})" if short else f"Sent a file: {glance(file.name)}"
    call.notify("message", APP, heading, short, full, message)


def _tell_change(call: Call, kind: str, chat: Conversation, user_id: str, verb: str) -> None:
    name, title = name_of(call, user_id), title_of(call, chat)
    full = f"{name} ({user_id}) {verb} '{title}' ({chat.id})."
    call.notify(kind, APP, title, f"{name} {verb} {title}.", full, chat)


def _people(look: Look, chat: Conversation) -> str:
    return ", ".join(f"{name_of(look, user_id)} ({user_id})" for user_id in chat.others)


def _watched(look: Look, message: Message) -> bool:
    """Whether the owner has the message before their eyes as it comes in."""
    phone = look.phone
    if phone.down or phone.active != APP:
        return False
    screen = look.screen
    return isinstance(screen, ConversationOpened) and message in screen.shown(look)
