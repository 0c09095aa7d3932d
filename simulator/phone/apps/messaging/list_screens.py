"""The screens before a chat: the list of chats with its search, and a new chat with people to pick."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from msgspec.structs import replace

from simulator.phone.actions import POP, push, tap
from simulator.phone.actions import replace as swap_to
from simulator.phone.apps.messaging.arguments import (
    Attachment,
    ChatId,
    Content,
    Limit,
    MaxDate,
    MessageLimit,
    MessageOffset,
    MinDate,
    Offset,
    Someone,
    Title,
    Words,
)
from simulator.phone.apps.messaging.chat_screens import MESSAGES_SHOWN, MOST_SHOWN, ConversationOpened
from simulator.phone.apps.messaging.finding import search
from simulator.phone.apps.messaging.paging import Window, check_page, check_recent_messages, window
from simulator.phone.apps.messaging.people import known_users, pick_user, title_of
from simulator.phone.apps.messaging.records import APP, PREFIX, Conversation, User
from simulator.phone.apps.messaging.sending import mark_seen, say_first, say_to
from simulator.phone.apps.messaging.threads import recent, unread_in_all
from simulator.phone.apps.messaging.views import ConversationsView, NewConversationView, chat_row, person_rows
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.folding import folded
from simulator.phone.roles import Plain
from simulator.phone.screens import Screen, Step, View, back, go, swap

CHATS_SHOWN = 8
PEOPLE_SHOWN = 20


class ConversationList(Screen, frozen=True):
    app: ClassVar[str] = APP
    prefix: ClassVar[str] = PREFIX

    query: str = ""
    offset: int = 0
    limit: int = CHATS_SHOWN
    since: int | None = None
    until: int | None = None

    @tap(swap_to("ConversationList"))
    def list_recent_conversations(
        self,
        call: Call,
        offset: Offset = 0,
        limit: Limit = 5,
        offset_recent_messages_per_conversation: MessageOffset = 0,
        limit_recent_messages_per_conversation: MessageLimit = 10,
    ) -> Step:
        """Show all chats, the last active first. Of each it shows only the latest message, however many you ask for."""
        check_page(offset, limit, MOST_SHOWN)
        check_recent_messages(offset_recent_messages_per_conversation, limit_recent_messages_per_conversation)
        return swap(ConversationList(offset=offset, limit=limit), "All chats are listed.")

    @tap(swap_to("ConversationList"))
    def search_conversations(
        self,
        call: Call,
        query: Words,
        min_date: MinDate = None,
        max_date: MaxDate = None,
        limit: Limit = 10,
        offset: Offset = 0,
    ) -> Step:
        """Show the chats whose title, people or messages contain some words."""
        check_page(offset, limit, MOST_SHOWN)
        since, until = window(call, min_date, max_date)
        if not folded(query).strip():
            raise ActionError("bad_argument", "The search is empty.", "Give a word to look for.")
        found = ConversationList(query=query, offset=offset, limit=limit, since=since, until=until)
        return swap(found, f"Chats with '{query}' are listed.")

    @tap(push("ConversationOpened"), marks=True)
    def open_conversation(
        self, call: Call, conversation_id: ChatId, offset: Offset = 0, limit: Limit = MESSAGES_SHOWN
    ) -> Step:
        """Open a chat."""
        chat = call.find(Conversation, conversation_id, "chat", "Pick one from the list.")
        check_page(offset, limit, MOST_SHOWN)
        screen = ConversationOpened(conversation_id=chat.id, offset=offset, limit=limit)
        mark_seen(call, screen.shown(call))
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
        return search(look, self.query, Window(self.since, self.until)) if self.query else recent(look.store)


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
        """Take back a pick."""
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
    def search_people(
        self, call: Call, query: Annotated[str, Plain("Part of a name; empty for everyone.")] = "", offset: Offset = 0
    ) -> Step:
        """Look for people to pick."""
        check_page(offset, PEOPLE_SHOWN, PEOPLE_SHOWN)
        return swap(replace(self, query=query, offset=offset), "People are listed.")

    @tap(swap_to("ConversationOpened"), write=True)
    def send_first_message(self, call: Call, content: Content, attachment_path: Attachment = None) -> Step:
        """Send the first message and open the chat. A chat with one person is continued if there is one."""
        users = self._picked(call)
        if not users:
            raise ActionError("bad_argument", "Nobody is picked yet.", "Pick someone with add_participant first.")
        if len(users) == 1 and self.title.strip():
            raise ActionError("bad_argument", "Only a group has a title.", "Clear the title or pick more people.")
        if len(users) == 1:
            message = say_to(call, users[0], content, attachment_path)
        else:
            message = say_first(call, [user.id for user in users], self.title, content, attachment_path)
        mark_seen(call, (message,))
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
