"""The assistant's tools for messages: looking things up, and writing."""

from __future__ import annotations

from typing import Annotated, Any

from simulator.phone.actions import tool
from simulator.phone.apps.files import DOWNLOADS, download
from simulator.phone.apps.messaging import finding, people
from simulator.phone.apps.messaging.arguments import (
    Attachment,
    ChatId,
    Content,
    Limit,
    MaxDate,
    MessageId,
    MessageLimit,
    MessageOffset,
    MinDate,
    Offset,
    Title,
    UserId,
    UserIds,
    Words,
)
from simulator.phone.apps.messaging.chat_screens import attached_file
from simulator.phone.apps.messaging.paging import window
from simulator.phone.apps.messaging.records import OWNER_ID, User
from simulator.phone.apps.messaging.sending import add_person, remove_person, rename, say, say_to, start_group
from simulator.phone.apps.messaging.telling import told_chats, told_thread
from simulator.phone.apps.messaging.threads import recent
from simulator.phone.call import Call
from simulator.phone.errors import ActionError
from simulator.phone.roles import PersonName, Plain

UserName = Annotated[str, PersonName("Full name of the person.")]
Pattern = Annotated[str, Plain("Regular expression, at most 200 characters, without repetitions inside repetitions.")]
Folder = Annotated[str, Plain("Folder to save to.")]


class ReadingTools:
    """Tools that change nothing."""

    @tool(write=False)
    def get_user_id(self, call: Call, user_name: UserName) -> str | None:
        """Give the id of the person of exactly this name, or nothing."""
        found = people.with_name(call, user_name)
        if len(found) > 1:
            ids = ", ".join(f"{user.id} ({user.phone or 'no number'})" for user in found)
            raise ActionError("bad_argument", f"{len(found)} people are called '{user_name}'.", f"Their ids: {ids}.")
        return found[0].id if found else None

    @tool(write=False)
    def get_user_name_from_id(self, call: Call, user_id: UserId) -> str | None:
        """Give the name of the person with this id, or nothing."""
        known = user_id == OWNER_ID or call.store.get(User, user_id) is not None
        return people.name_of(call, user_id) if known else None

    @tool(write=False)
    def lookup_user_id(self, call: Call, user_name: UserName) -> dict[str, str]:
        """Give names and ids of people: the one of exactly this name, else those spelled nearly so."""
        return people.ids_by_name(people.with_name(call, user_name) or people.close_users(call, user_name))

    @tool(write=False)
    def get_existing_conversation_ids(self, call: Call, user_ids: UserIds) -> list[str]:
        """Give the ids of the chats of exactly these people and the owner."""
        others = [user_id for user_id in user_ids if user_id != OWNER_ID]
        for user_id in others:
            people.find_user(call, user_id)
        return finding.chats_among(call, others)

    @tool(write=False)
    def list_recent_conversations(
        self,
        call: Call,
        offset: Offset = 0,
        limit: Limit = 5,
        offset_recent_messages_per_conversation: MessageOffset = 0,
        limit_recent_messages_per_conversation: MessageLimit = 10,
    ) -> list[dict[str, Any]]:
        """List chats with their newest messages, the last active chat first. At most 5 chats and 10 messages each."""
        messages = offset_recent_messages_per_conversation, limit_recent_messages_per_conversation
        return told_chats(call, recent(call.store), offset, limit, *messages)

    @tool(write=False)
    def list_conversations_by_participant(
        self,
        call: Call,
        user_id: UserId,
        offset: Offset = 0,
        limit: Limit = 5,
        offset_recent_messages_per_conversation: MessageOffset = 0,
        limit_recent_messages_per_conversation: MessageLimit = 5,
    ) -> list[dict[str, Any]]:
        """List the chats in which someone takes part, the last active first. At most 5 chats and 10 messages each."""
        messages = offset_recent_messages_per_conversation, limit_recent_messages_per_conversation
        if user_id != OWNER_ID:
            people.find_user(call, user_id)
        return told_chats(call, finding.chats_of(call, user_id), offset, limit, *messages)

    @tool(write=False)
    def read_conversation(
        self,
        call: Call,
        conversation_id: ChatId,
        offset: Offset = 0,
        limit: Limit = 10,
        min_date: MinDate = None,
        max_date: MaxDate = None,
    ) -> dict[str, Any]:
        """Read a chat, newest message first. With dates, range and length count only the messages between them."""
        chat = finding.find_chat(call, conversation_id)
        return told_thread(call, chat, offset, limit, window(call, min_date, max_date))

    @tool(write=False)
    def search(self, call: Call, query: Words, min_date: MinDate = None, max_date: MaxDate = None) -> list[str]:
        """Give the ids of the chats whose title, people or messages contain some words, the last active first."""
        return finding.search(call, query, window(call, min_date, max_date))

    @tool(write=False)
    def regex_search(self, call: Call, query: Pattern, min_date: MinDate = None, max_date: MaxDate = None) -> list[str]:
        """Give the ids of the chats whose title, people or messages match a pattern, the last active first."""
        return finding.regex_search(call, query, window(call, min_date, max_date))


class WritingTools:
    """Tools that change chats or leave files."""

    @tool(write=True)
    def send_message(
        self, call: Call, user_id: UserId, content: Content = "", attachment_path: Attachment = None
    ) -> str:
        """Send a message to one person and give the id of the chat."""
        return say_to(call, people.find_user(call, user_id), content, attachment_path).conversation_id

    @tool(write=True)
    def send_message_to_group_conversation(
        self, call: Call, conversation_id: ChatId, content: Content = "", attachment_path: Attachment = None
    ) -> str:
        """Send a message to a group and give the id of the chat."""
        chat = finding.find_chat(call, conversation_id)
        if not chat.is_group:
            other = chat.others[0]
            raise ActionError(
                "not_allowed",
                f"This is a chat with {people.name_of(call, other)} alone, not a group.",
                f"Use Messages__send_message with user_id '{other}'.",
            )
        return say(call, chat, content, attachment_path).conversation_id

    @tool(write=True)
    def create_group_conversation(self, call: Call, user_ids: UserIds, title: Title | None = None) -> str:
        """Make a group of the owner and at least two others, and give its id."""
        return start_group(call, user_ids, title).id

    @tool(write=True)
    def add_participant_to_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Add someone to a chat."""
        return add_person(call, finding.find_chat(call, conversation_id), people.find_user(call, user_id)).id

    @tool(write=True)
    def remove_participant_from_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Take someone out of a chat."""
        return remove_person(call, finding.find_chat(call, conversation_id), user_id).id

    @tool(write=True)
    def change_conversation_title(self, call: Call, conversation_id: ChatId, title: Title) -> str:
        """Give a chat another title."""
        return rename(call, finding.find_chat(call, conversation_id), title).id

    @tool(write=True)
    def download_attachment(
        self, call: Call, conversation_id: ChatId, message_id: MessageId, download_path: Folder = DOWNLOADS
    ) -> str:
        """Save the file that came with a message, and give its path."""
        chat = finding.find_chat(call, conversation_id)
        return download(call, attached_file(call, chat.id, message_id), download_path)
