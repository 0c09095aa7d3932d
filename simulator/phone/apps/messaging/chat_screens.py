"""The screens of one chat: its messages, the people in it, an attachment."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.files import DOWNLOADS, File, download
from simulator.phone.apps.messaging.arguments import (
    Attachment,
    Content,
    Limit,
    MaxDate,
    MessageId,
    MinDate,
    Offset,
    Someone,
    Title,
)
from simulator.phone.apps.messaging.paging import check_page, window
from simulator.phone.apps.messaging.people import name_of, pick_user, title_of
from simulator.phone.apps.messaging.records import APP, PREFIX, Conversation, Message
from simulator.phone.apps.messaging.sending import add_person, mark_seen, remove_person, rename, say
from simulator.phone.apps.messaging.threads import thread
from simulator.phone.apps.messaging.views import (
    AttachmentShown,
    ChatView,
    ConversationInfoView,
    bubble,
    participant_rows,
)
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap

MESSAGES_SHOWN = 20
MOST_SHOWN = 100
_GONE = GoneView(title="Chat", text="This chat is no longer there.")


class ConversationOpened(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    conversation_id: str
    offset: int = 0
    limit: int = MESSAGES_SHOWN
    since: int | None = None
    until: int | None = None

    @tap(swap_to("ConversationOpened"), write=True)
    def send_message(self, call: Call, content: Content, attachment_path: Attachment = None) -> Step:
        """Send a message to this chat."""
        chat = _still_there(call, self.conversation_id)
        message = say(call, chat, content, attachment_path)
        mark_seen(call, (message,))
        return swap(ConversationOpened(conversation_id=chat.id), f"Sent to {title_of(call, chat)}.")

    @tap(swap_to("ConversationOpened"), marks=True)
    def read_messages(
        self, call: Call, offset: Offset = 0, limit: Limit = 10, min_date: MinDate = None, max_date: MaxDate = None
    ) -> Step:
        """Show other messages of this chat: earlier ones, or those of some days."""
        _still_there(call, self.conversation_id)
        check_page(offset, limit, MOST_SHOWN)
        since, until = window(call, min_date, max_date)
        page = ConversationOpened(
            conversation_id=self.conversation_id, offset=offset, limit=limit, since=since, until=until
        )
        shown = page.shown(call)
        mark_seen(call, shown)
        return swap(page, f"{len(shown)} messages are shown.")

    @tap(push("AttachmentView"))
    def open_attachment(self, call: Call, message_id: MessageId) -> Step:
        """Open the file that came with a message."""
        file = attached_file(call, self.conversation_id, message_id)
        screen = AttachmentView(conversation_id=self.conversation_id, message_id=message_id)
        return go(screen, f"'{file.name}' is open.")

    @tap(push("ConversationInfo"))
    def open_info(self, call: Call) -> Step:
        """See who is in this chat."""
        chat = _still_there(call, self.conversation_id)
        return go(ConversationInfo(conversation_id=chat.id), f"The people in {title_of(call, chat)} are shown.")

    def shown(self, look: Look) -> Sequence[Message]:
        """The messages on this page, oldest first."""
        messages = thread(look.store, self.conversation_id).within(self.since, self.until)
        end = max(len(messages) - self.offset, 0)
        return messages[max(end - self.limit, 0) : end]

    def view(self, look: Look) -> View:
        chat = look.store.get(Conversation, self.conversation_id)
        if chat is None:
            return _GONE
        return ChatView(
            title=title_of(look, chat),
            conversation_id=chat.id,
            people=tuple(name_of(look, user_id) for user_id in chat.others),
            rows=tuple(bubble(look, message) for message in self.shown(look)),
            total=len(thread(look.store, chat.id).within(self.since, self.until)),
            offset=self.offset,
            limit=self.limit,
            group=chat.is_group,
            since="" if self.since is None else look.show(self.since),
            until="" if self.until is None else look.show(self.until),
        )


class ConversationInfo(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    conversation_id: str

    @tap(write=True)
    def add_participant(self, call: Call, user_id: Someone) -> Step:
        """Add someone to this chat."""
        chat = _still_there(call, self.conversation_id)
        user = pick_user(call, user_id)
        add_person(call, chat, user)
        return stay(f"{user.name} is in the chat now.")

    @tap(write=True)
    def remove_participant(self, call: Call, user_id: Someone) -> Step:
        """Take someone out of this chat."""
        chat = _still_there(call, self.conversation_id)
        user = pick_user(call, user_id)
        remove_person(call, chat, user.id)
        return stay(f"{user.name} is no longer in the chat.")

    @tap(write=True)
    def set_title(self, call: Call, title: Title) -> Step:
        """Give this chat a title."""
        chat = rename(call, _still_there(call, self.conversation_id), title)
        return stay(f"The chat is called '{chat.title}' now.")

    def view(self, look: Look) -> View:
        chat = look.store.get(Conversation, self.conversation_id)
        if chat is None:
            return _GONE
        return ConversationInfoView(
            title=title_of(look, chat),
            conversation_id=chat.id,
            people=participant_rows(look, chat),
            group=chat.is_group,
        )


class AttachmentView(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    conversation_id: str
    message_id: str

    @tap(write=True)
    def save_attachment(self, call: Call) -> Step:
        """Keep the file on the phone."""
        path = download(call, attached_file(call, self.conversation_id, self.message_id), DOWNLOADS)
        return stay(f"Saved as {path}.")

    @tap(POP)
    def close(self, call: Call) -> Step:
        """Close the file."""
        return back("Back in the chat.")

    def view(self, look: Look) -> View:
        message = look.store.get(Message, self.message_id)
        file = None if message is None else look.store.get(File, message.attachment)
        if message is None or file is None:
            return GoneView(title="Attachment", text="This file is no longer there.")
        return AttachmentShown(
            title=file.name,
            sender=name_of(look, message.sender_id),
            at=look.show(message.at),
            size=file.size,
            text=file.text,
        )


def attached_file(look: Look, conversation_id: str, message_id: str) -> File:
    """The file that hangs on a message of this chat."""
    message = look.store.get(Message, message_id)
    if message is None or message.conversation_id != conversation_id:
        raise ActionError(
            "unknown_record",
            f"There is no message '{message_id}' in this chat.",
            "Take an id from the chat's messages.",
        )
    file = look.store.get(File, message.attachment)
    if file is None:
        raise ActionError("unknown_file", "No file came with this message.", "Pick a message that has one.")
    return file


def _still_there(look: Look, conversation_id: str) -> Conversation:
    return look.find(Conversation, conversation_id, "chat", "It is no longer there; go back.")
