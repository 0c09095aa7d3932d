"""The screens of the messaging app and their taps: the list of chats, a new chat, one chat, its people, a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.files import DOWNLOADS, File, download
from simulator.phone.apps.messaging import actions
from simulator.phone.apps.messaging.actions import (
    Attachment,
    ChatId,
    ChatPage,
    Content,
    DatedPage,
    Limit,
    MessageId,
    Offset,
    PartOfName,
    Query,
    Someone,
    Title,
    Window,
)
from simulator.phone.apps.messaging.records import (
    APP,
    PREFIX,
    Conversation,
    Message,
    User,
    known_users,
    name_of,
    pick_user,
    title_of,
)
from simulator.phone.apps.messaging.threads import recent, thread, unread_in_all
from simulator.phone.apps.messaging.views import (
    AttachmentShown,
    ChatView,
    ConversationInfoView,
    ConversationsView,
    NewConversationView,
    bubble,
    chat_row,
    participant_rows,
    person_rows,
)
from simulator.phone.arguments import Only
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.screens import GoneView, Screen, Step, View, back, go, stay, swap
from simulator.phone.search_text import folded

CHATS_SHOWN = 8
PEOPLE_SHOWN = 20
MESSAGES_SHOWN = 20
MOST_SHOWN = 100
_GONE = GoneView(title="Chat", text="This chat is no longer there.")


class ConversationList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    query: str = ""
    offset: int = 0
    limit: int = CHATS_SHOWN
    since: int | None = None
    until: int | None = None

    @tap(swap_to("ConversationList"))
    def list_recent_conversations(self, call: Call, page: ChatPage) -> Step:
        """Show all chats, the last active first, each with only its latest message, however many you ask for."""
        actions.check_page(page.offset, page.limit, MOST_SHOWN)
        # PARE's published action takes these arguments, so they are checked, although the list does not use them.
        actions.check_recent_messages(page)
        return swap(ConversationList(offset=page.offset, limit=page.limit), "All chats are listed.")

    @tap(swap_to("ConversationList"))
    def search_conversations(
        self,
        call: Call,
        query: Query,
        page: Annotated[DatedPage, Only("min_date", "max_date", "limit", "offset")],
    ) -> Step:
        """Show the chats whose title, people or messages contain some words."""
        actions.check_page(page.offset, page.limit, MOST_SHOWN)
        since, until = actions.window(call, page.min_date, page.max_date)
        if not folded(query).strip():
            raise ActionError("bad_argument", "The search is empty.", "Give a word to look for.")
        found = ConversationList(query=query, offset=page.offset, limit=page.limit, since=since, until=until)
        return swap(found, f"Chats with '{query}' are listed.")

    @tap(push("ConversationOpened"), marks=True)
    def open_conversation(
        self, call: Call, conversation_id: ChatId, offset: Offset = 0, limit: Limit = MESSAGES_SHOWN
    ) -> Step:
        """Open a chat."""
        chat = actions.find_chat(call, conversation_id, "Pick one from the list.")
        actions.check_page(offset, limit, MOST_SHOWN)
        screen = ConversationOpened(conversation_id=chat.id, offset=offset, limit=limit)
        actions.mark_seen(call, screen.shown(call))
        return go(screen, f"The chat {title_of(call, chat)} is open.")

    @tap(push("NewConversation"))
    def start_conversation(self, call: Call) -> Step:
        """Start a new chat."""
        return go(NewConversation(), "Pick the people for the new chat.")

    def view(self, look: Look) -> View:
        found = self._found(look)
        chats = look.store.all(Conversation)
        unread = unread_in_all(look.store)
        return ConversationsView(
            title="Messages",
            rows=tuple(chat_row(look, chats[chat_id]) for chat_id in found[self.offset : self.offset + self.limit]),
            total=len(found),
            offset=self.offset,
            limit=self.limit,
            unread_messages=unread.messages,
            unread_chats=unread.chats,
            query=self.query,
            since="" if self.since is None else look.show(self.since),
            until="" if self.until is None else look.show(self.until),
        )

    def _found(self, look: Look) -> Sequence[str]:
        return actions.search(look, self.query, Window(self.since, self.until)) if self.query else recent(look.store)


class NewConversation(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    participants: tuple[str, ...] = ()
    title: str = ""
    query: str = ""
    offset: int = 0

    @tap(swap_to("NewConversation"))
    def add_participant(self, call: Call, user_id: Someone) -> Step:
        """Pick someone for the new chat."""
        user = pick_user(call, user_id)
        if user.id in self.participants:
            raise ActionError("bad_argument", f"{user.name} is picked already.", "Pick someone else or write to them.")
        return swap(replace(self, participants=(*self.participants, user.id)), f"{user.name} is picked.")

    @tap(swap_to("NewConversation"))
    def remove_participant(self, call: Call, user_id: Someone) -> Step:
        """Remove a picked person."""
        user = pick_user(call, user_id)
        if user.id not in self.participants:
            raise ActionError("bad_argument", f"{user.name} is not picked.", "Name someone who is.")
        left = tuple(picked for picked in self.participants if picked != user.id)
        return swap(replace(self, participants=left), f"{user.name} is no longer picked.")

    @tap(swap_to("NewConversation"))
    def set_title(self, call: Call, title: Title = "") -> Step:
        """Give a new group a title; empty clears it."""
        return swap(replace(self, title=title), "The title is set.")

    @tap(swap_to("NewConversation"))
    def search_people(self, call: Call, query: PartOfName = "", offset: Offset = 0) -> Step:
        """Look for people to pick."""
        actions.check_page(offset, PEOPLE_SHOWN, PEOPLE_SHOWN)
        return swap(replace(self, query=query, offset=offset), "People are listed.")

    @tap(swap_to("ConversationOpened"), write=True)
    def send_first_message(self, call: Call, content: Content, attachment_path: Attachment = None) -> Step:
        """Send the first message and open the chat. An existing chat with a single person is continued."""
        users = self._picked(call)
        if not users:
            raise ActionError("bad_argument", "Nobody is picked yet.", "Pick someone with add_participant first.")
        if len(users) == 1 and self.title.strip():
            raise ActionError("bad_argument", "Only a group has a title.", "Clear the title or pick more people.")
        if len(users) == 1:
            message = actions.say_to(call, users[0], content, attachment_path)
        else:
            message = actions.say_first(call, [user.id for user in users], self.title, content, attachment_path)
        actions.mark_seen(call, (message,))
        names = ", ".join(user.name for user in users)
        return swap(ConversationOpened(conversation_id=message.conversation_id), f"Sent to {names}.")

    @tap(POP)
    def cancel(self, call: Call) -> Step:
        """Leave without sending."""
        return back("Nothing was sent.")

    def view(self, look: Look) -> View:
        people = self._listed(look)
        return NewConversationView(
            title="New chat",
            chat_title=self.title,
            picked=person_rows(self._picked(look), self.participants),
            people=person_rows(people[self.offset : self.offset + PEOPLE_SHOWN], self.participants),
            total=len(people),
            offset=self.offset,
            query=self.query,
        )

    def _picked(self, look: Look) -> list[User]:
        return [user for user_id in self.participants if (user := look.store.get(User, user_id)) is not None]

    def _listed(self, look: Look) -> Sequence[User]:
        people = known_users(look.store)
        if not self.query:
            return people
        words = folded(self.query).strip()
        return [user for user in people if words in folded(user.name) or words in user.phone]


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
        chat = actions.still_there(call, self.conversation_id)
        message = actions.say(call, chat, content, attachment_path)
        # The owner writes with the chat open, so all its messages count as seen.
        actions.mark_seen(call, (message,))
        return swap(ConversationOpened(conversation_id=chat.id), f"Sent to {title_of(call, chat)}.")

    @tap(swap_to("ConversationOpened"), marks=True)
    def read_messages(self, call: Call, page: DatedPage) -> Step:
        """Show other messages in this chat: earlier messages, or those between two times."""
        actions.still_there(call, self.conversation_id)
        actions.check_page(page.offset, page.limit, MOST_SHOWN)
        since, until = actions.window(call, page.min_date, page.max_date)
        screen = ConversationOpened(
            conversation_id=self.conversation_id, offset=page.offset, limit=page.limit, since=since, until=until
        )
        shown = screen.shown(call)
        actions.mark_seen(call, shown)
        return swap(screen, f"{len(shown)} messages are shown.")

    @tap(push("AttachmentView"))
    def open_attachment(self, call: Call, message_id: MessageId) -> Step:
        """Open the file that came with a message."""
        file = actions.attached_file(call, self.conversation_id, message_id)
        screen = AttachmentView(conversation_id=self.conversation_id, message_id=message_id)
        return go(screen, f"'{file.name}' is open.")

    @tap(push("ConversationInfo"))
    def open_info(self, call: Call) -> Step:
        """See who is in this chat."""
        chat = actions.still_there(call, self.conversation_id)
        return go(ConversationInfo(conversation_id=chat.id), f"The people in {title_of(call, chat)} are shown.")

    def shown(self, look: Look) -> Sequence[Message]:
        """Return the messages on this page, oldest first."""
        messages = thread(look.store, self.conversation_id).within(self.since, self.until)
        # The offset counts from the newest message, but the list begins with the oldest.
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
        chat = actions.still_there(call, self.conversation_id)
        user = pick_user(call, user_id)
        actions.add_person(call, chat, user)
        return stay(f"{user.name} is in the chat now.")

    @tap(write=True)
    def remove_participant(self, call: Call, user_id: Someone) -> Step:
        """Take someone out of this chat."""
        chat = actions.still_there(call, self.conversation_id)
        user = pick_user(call, user_id)
        actions.remove_person(call, chat, user.id)
        return stay(f"{user.name} is no longer in the chat.")

    @tap(write=True)
    def set_title(self, call: Call, title: Title) -> Step:
        """Give this chat a title."""
        chat = actions.rename(call, actions.still_there(call, self.conversation_id), title)
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
        path = download(call, actions.attached_file(call, self.conversation_id, self.message_id), DOWNLOADS)
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
