"""The class of the messaging app: its tools, its events, and the methods of `App` that it overrides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from simulator.phone.actions import NOTHING, ToolAct, event, tool
from simulator.phone.app import App, Meddling, Outgoing
from simulator.phone.apps.files import DOWNLOADS, File, download, told_attachment
from simulator.phone.apps.messaging import actions, confirmations, seeds
from simulator.phone.apps.messaging.actions import (
    Attachment,
    ChatId,
    ChatPage,
    Content,
    DatedPage,
    InlineFile,
    MaxDate,
    MessageId,
    MinDate,
    ParticipantChatPage,
    Pattern,
    Query,
    SaveTo,
    Strangers,
    Title,
    UserId,
    UserIds,
    UserName,
)
from simulator.phone.apps.messaging.records import (
    APP,
    OWNER_ID,
    PREFIX,
    Conversation,
    Message,
    ReadMark,
    User,
    close_users,
    find_user,
    ids_by_name,
    known_users,
    name_of,
    title_of,
    with_name,
)
from simulator.phone.apps.messaging.screens import (
    MESSAGES_SHOWN,
    AttachmentView,
    ConversationInfo,
    ConversationList,
    ConversationOpened,
    NewConversation,
)
from simulator.phone.apps.messaging.threads import last_active, recent, thread, unread_in_all
from simulator.phone.apps.messaging.words import WORDS
from simulator.phone.call import Call, Look
from simulator.phone.errors import ActionError
from simulator.phone.plot import Plot
from simulator.phone.screens import Screen
from simulator.phone.store import Record, Store

# The descriptions of tools, which models read, state this limit.
MOST_CHATS = 5
MOST_MESSAGES = 100


class Messaging(App):
    name = APP
    prefix = PREFIX
    title = "Messages"
    about = "Chats with one person or with a group."
    category = "communication"
    records = (Message, Conversation, User, ReadMark)
    screens = (ConversationList, ConversationOpened, NewConversation, ConversationInfo, AttachmentView)
    seed = seeds.ConversationSeed
    words = WORDS
    needs = ("files",)
    # A first message creates its chat, so a goal for the message also covers the new chat.
    incidental = (Conversation,)

    @tool(write=False)
    def get_user_id(self, call: Call, user_name: UserName) -> str | None:
        """Return the id of the person of exactly this name, or nothing."""
        found = with_name(call, user_name)
        if len(found) > 1:
            ids = ", ".join(f"{user.id} ({user.phone or 'no number'})" for user in found)
            raise ActionError("bad_argument", f"{len(found)} people are called '{user_name}'.", f"Their ids: {ids}.")
        return found[0].id if found else None

    @tool(write=False)
    def get_user_name_from_id(self, call: Call, user_id: UserId) -> str | None:
        """Return the name of the person with this id, or nothing."""
        known = user_id == OWNER_ID or call.store.get(User, user_id) is not None
        return name_of(call, user_id) if known else None

    @tool(write=False)
    def lookup_user_id(self, call: Call, user_name: UserName) -> dict[str, str]:
        """Return the name and id of the person with exactly this name, or else of people with similar names."""
        return ids_by_name(with_name(call, user_name) or close_users(call, user_name))

    @tool(write=False)
    def get_existing_conversation_ids(self, call: Call, user_ids: UserIds) -> list[str]:
        """Return the ids of the chats of exactly these people and the owner."""
        others = [user_id for user_id in user_ids if user_id != OWNER_ID]
        for user_id in others:
            find_user(call, user_id)
        return actions.chats_among(call, others)

    @tool(write=False)
    def list_recent_conversations(self, call: Call, page: ChatPage) -> list[dict[str, Any]]:
        """List chats with their newest messages, the last active chat first. At most 5 chats and 10 messages each."""
        return told_chats(call, recent(call.store), page)

    @tool(write=False)
    def list_conversations_by_participant(
        self, call: Call, user_id: UserId, page: ParticipantChatPage
    ) -> list[dict[str, Any]]:
        """List the chats in which someone takes part, the last active first. At most 5 chats and 10 messages each."""
        if user_id != OWNER_ID:
            find_user(call, user_id)
        return told_chats(call, actions.chats_of(call, user_id), page)

    @tool(write=False)
    def read_conversation(self, call: Call, conversation_id: ChatId, page: DatedPage) -> dict[str, Any]:
        """Read a chat, newest message first. With dates, range and length count only the messages between them."""
        chat = actions.find_chat(call, conversation_id)
        return told_thread(call, chat, page)

    @tool(write=False)
    def search(self, call: Call, query: Query, min_date: MinDate = None, max_date: MaxDate = None) -> list[str]:
        """Return the ids of the chats whose title, people or messages contain some words, the last active first."""
        return actions.search(call, query, actions.window(call, min_date, max_date))

    @tool(write=False)
    def regex_search(self, call: Call, query: Pattern, min_date: MinDate = None, max_date: MaxDate = None) -> list[str]:
        """Return the ids of the chats whose title, people or messages match a pattern, the last active first."""
        return actions.regex_search(call, query, actions.window(call, min_date, max_date))

    # Our addition: downloading is a write, so without this tool the assistant could read no attachment before an offer.
    @tool(write=False, ours=True)
    def read_attachment(self, call: Call, conversation_id: ChatId, message_id: MessageId) -> dict[str, Any]:
        """Read the file that came with a message without saving it on the phone."""
        chat = actions.find_chat(call, conversation_id)
        return told_attachment(actions.attached_file(call, chat.id, message_id))

    @tool(write=True, act=ToolAct("send", to="user_id"))
    def send_message(
        self, call: Call, user_id: UserId, content: Content = "", attachment_path: Attachment = None
    ) -> str:
        """Send a message to one person and return the id of the chat."""
        return confirmations.sent_text(call, actions.say_to(call, find_user(call, user_id), content, attachment_path))

    @tool(write=True, act=ToolAct("send", on="conversation_id"))
    def send_message_to_group_conversation(
        self, call: Call, conversation_id: ChatId, content: Content = "", attachment_path: Attachment = None
    ) -> str:
        """Send a message to a group and return the id of the chat."""
        chat = actions.find_chat(call, conversation_id)
        if not chat.is_group:
            other = chat.others[0]
            raise ActionError(
                "not_allowed",
                f"This is a chat with {name_of(call, other)} alone, not a group.",
                f"Use Messages__send_message with user_id '{other}'.",
            )
        return confirmations.sent_text(call, actions.say(call, chat, content, attachment_path))

    @tool(write=True, act=ToolAct("add", to="user_ids"))
    def create_group_conversation(self, call: Call, user_ids: UserIds, title: Title | None = None) -> str:
        """Make a group of the owner and at least two others, and return its id."""
        return confirmations.group_text(call, actions.start_group(call, user_ids, title))

    @tool(write=True, act=ToolAct("change", on="conversation_id", to="user_id"))
    def add_participant_to_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Add someone to a chat."""
        chat = actions.add_person(call, actions.find_chat(call, conversation_id), find_user(call, user_id))
        return confirmations.joined_text(call, chat, user_id)

    @tool(write=True, act=ToolAct("change", on="conversation_id", to="user_id"))
    def remove_participant_from_conversation(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Take someone out of a chat."""
        chat = actions.remove_person(call, actions.find_chat(call, conversation_id), user_id)
        return confirmations.left_text(call, chat, user_id)

    @tool(write=True, act=ToolAct("change", on="conversation_id"))
    def change_conversation_title(self, call: Call, conversation_id: ChatId, title: Title) -> str:
        """Give a chat another title."""
        chat = actions.find_chat(call, conversation_id)
        before = title_of(call, chat)
        return confirmations.renamed_text(actions.rename(call, chat, title), before)

    @tool(write=True, act=ToolAct("save", on="conversation_id"))
    def download_attachment(
        self, call: Call, conversation_id: ChatId, message_id: MessageId, download_path: SaveTo = DOWNLOADS
    ) -> str:
        """Save the file that came with a message, and return its path."""
        chat = actions.find_chat(call, conversation_id)
        file = actions.attached_file(call, chat.id, message_id)
        return f"'{file.name}' of message {message_id} is saved as {download(call, file, download_path)}."

    # Four of the events below share their names with tools, so their methods have other names.
    @event()
    def create_and_add_message(
        self, call: Call, conversation_id: ChatId, sender_id: UserId, content: Content, file: InlineFile = None
    ) -> str:
        """Someone writes to a chat, perhaps with a file."""
        chat = actions.find_chat(call, conversation_id)
        message = actions.hear(call, chat, sender_id, content, file)
        # A message that appears on the visible screen counts as seen at once.
        if _watched(call, message):
            actions.mark_seen(call, (message,))
        actions.announce_message(call, chat, message)
        return message.id

    @event("create_group_conversation", makes=Conversation.table)
    def other_creates_group(self, call: Call, user_ids: UserIds, title: Title | None = None) -> str:
        """Someone makes a group with the owner in it."""
        chat = actions.start_group(call, user_ids, title)
        actions.announce_group(call, chat)
        return chat.id

    # Our addition: not among PARE's published actions.
    @event(makes=Conversation.table, wakes=False)
    def bring_conversation(self, call: Call, people: Strangers, title: Title = "") -> str:
        """A chat with people who may be new to the phone; there is no notification until somebody writes in it."""
        return actions.start_with_strangers(call, people, title).id

    @event("add_participant_to_conversation", makes=NOTHING)
    def other_joins(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Someone joins a chat."""
        chat = actions.add_person(call, actions.find_chat(call, conversation_id), find_user(call, user_id))
        actions.announce_change(call, "participant_added", chat, user_id, "joined")
        return chat.id

    @event("remove_participant_from_conversation", makes=NOTHING)
    def other_leaves(self, call: Call, conversation_id: ChatId, user_id: UserId) -> str:
        """Someone leaves a chat."""
        chat = actions.remove_person(call, actions.find_chat(call, conversation_id), user_id)
        actions.announce_change(call, "participant_removed", chat, user_id, "left")
        return chat.id

    @event("change_conversation_title", makes=NOTHING)
    def other_renames(self, call: Call, conversation_id: ChatId, title: Title) -> str:
        """Someone gives a chat another title."""
        chat = actions.find_chat(call, conversation_id)
        # Computed before the change, because the notice also contains the old title.
        before = title_of(call, chat)
        chat = actions.rename(call, chat, title)
        actions.announce_title(call, chat, before)
        return chat.id

    def prepare(self, plot: Plot) -> None:
        seeds.know_everyone(plot)

    def plant(self, plot: Plot, seed: seeds.ConversationSeed) -> None:
        seeds.know_everyone(plot)
        seeds.plant(plot, seed)

    def badge(self, look: Look) -> int:
        return unread_in_all(look.store).chats

    def landing(self, look: Look, record: Record) -> tuple[Screen, ...]:
        chat_id = record.conversation_id if isinstance(record, Message) else record.id
        if look.store.get(Conversation, chat_id) is None:
            return (ConversationList(),)
        opened = ConversationOpened(conversation_id=chat_id)
        if isinstance(record, Message):
            # The offset of the page with the message; offsets count from the newest message.
            newer = thread(look.store, chat_id).next_number - 1 - record.number
            opened = ConversationOpened(conversation_id=chat_id, offset=newer - newer % MESSAGES_SHOWN)
        return (ConversationList(), opened)

    def looked_at(self, call: Call, record: Record) -> None:
        if isinstance(record, Message):
            actions.mark_seen(call, (record,))

    def outgoing(self, store: Store, record: Record) -> Outgoing | None:
        if not isinstance(record, Message) or record.sender_id != OWNER_ID:
            return None
        chat = store.get(Conversation, record.conversation_id)
        return Outgoing(
            to=() if chat is None else chat.others,
            text=record.content,
            # The first message of a chat starts a new thread.
            reply_to=record.conversation_id if record.number > 1 else "",
            attachments=(record.attachment,) if record.attachment else (),
        )

    def meddlings(self, look: Look, spared: frozenset[str]) -> Iterable[Meddling]:
        for user in known_users(look.store):
            # Not in spared chats, where this message might meet a goal that asks for a message.
            if user.id not in spared and spared.isdisjoint(actions.chats_among(look, (user.id,))):
                yield Meddling("send_message", {"user_id": user.id, "content": "The ferns have been watered."})
        for chat_id in recent(look.store):
            if chat_id not in spared and look.store.all(Conversation)[chat_id].is_group:
                yield Meddling("change_conversation_title", {"conversation_id": chat_id, "title": "The fern club"})

    def readable(self, store: Store, record: Record) -> str:
        if isinstance(record, Message):
            file = store.get(File, record.attachment)
            texts = [_name(store, record.sender_id), record.content]
            return "\n".join(texts if file is None else [*texts, file.name, file.text])
        if isinstance(record, Conversation):
            return "\n".join((record.title, *(_name(store, user_id) for user_id in record.others)))
        if isinstance(record, User):
            return f"{record.name}\n{record.phone}"
        return ""


def told_chats(look: Look, chat_ids: Sequence[str], page: ChatPage) -> list[dict[str, Any]]:
    """Return a page of chats in the form in which tools return them to the assistant, each with its newest messages.

    Raise ActionError if an offset or limit is out of range.
    """
    actions.check_page(page.offset, page.limit, MOST_CHATS)
    actions.check_recent_messages(page)
    chats = look.store.all(Conversation)
    first = page.offset_recent_messages_per_conversation
    newest = slice(first, first + page.limit_recent_messages_per_conversation)
    return [_told_chat(look, chats[chat_id], newest) for chat_id in chat_ids[page.offset : page.offset + page.limit]]


def told_thread(look: Look, chat: Conversation, page: DatedPage) -> dict[str, Any]:
    """Return a page of a chat in the form in which tools return it to the assistant, newest message first.

    Raise ActionError if the offset or the limit is out of range, or if a date is invalid.
    """
    between = actions.window(look, page.min_date, page.max_date)
    actions.check_page(page.offset, page.limit, MOST_MESSAGES)
    messages = thread(look.store, chat.id).within(*between)[::-1]
    shown = messages[page.offset : page.offset + page.limit]
    return {
        "messages": [told_message(look, message) for message in shown],
        "metadata": {
            "message_range": [page.offset, page.offset + len(shown)],
            "conversation_length": len(messages),
            "conversation_id": chat.id,
            "conversation_title": title_of(look, chat),
        },
    }


def told_message(look: Look, message: Message) -> dict[str, Any]:
    """Return a message in the form in which tools return it to the assistant."""
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


def _told_chat(look: Look, chat: Conversation, newest: slice) -> dict[str, Any]:
    messages = thread(look.store, chat.id).messages[::-1]
    return {
        "conversation_id": chat.id,
        "title": title_of(look, chat),
        "participants": [{"user_id": user_id, "name": name_of(look, user_id)} for user_id in chat.participant_ids],
        "last_updated": look.show(last_active(look.store, chat)),
        "conversation_length": len(messages),
        "messages": [told_message(look, message) for message in messages[newest]],
    }


def _name(store: Store, user_id: str) -> str:
    # The owner has no `User` record, and a store does not know the owner's name.
    user = store.get(User, user_id)
    return "Owner" if user is None else user.name


def _watched(look: Look, message: Message) -> bool:
    """Return whether the user sees this message: the phone is not put down, and the message is on its screen."""
    phone = look.phone
    if phone.down or phone.active != APP:
        return False
    screen = look.screen
    return isinstance(screen, ConversationOpened) and message in screen.shown(look)
