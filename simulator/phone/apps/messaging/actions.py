"""Actions on chats: types of arguments, lookups, searches, and the writes that taps, tools and events share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from simulator.phone.apps.files import File, brought, file_at
from simulator.phone.apps.messaging.patterns import safe_pattern
from simulator.phone.apps.messaging.records import (
    APP,
    OWNER_ID,
    Conversation,
    Message,
    ReadMark,
    User,
    find_user,
    name_of,
    names_of,
    title_of,
)
from simulator.phone.apps.messaging.threads import SILENT, last_active, recent, thread, threads
from simulator.phone.arguments import Arguments
from simulator.phone.call import Call, Look, glance
from simulator.phone.errors import ActionError
from simulator.phone.roles import FilePath, PersonName, Plain, Ref, Text, When
from simulator.phone.search_text import folded

ChatId = Annotated[str, Ref("Id of the chat.", Conversation.table)]
MessageId = Annotated[str, Ref("Id of the message.", Message.table)]
UserId = Annotated[str, Ref("Id of the person.", User.table)]
UserIds = list[Annotated[str, Ref("Ids of the people; the owner need not be named.", User.table)]]
Someone = Annotated[str, Ref("Id or full name of the person.", User.table)]
Strangers = Annotated[dict[str, str], Text("People by the ids they get, with their names.")]
Content = Annotated[str, Text("What the message says.")]
Title = Annotated[str, Text("What the chat is called.")]
Attachment = Annotated[str | None, FilePath("Path of a file on the phone to send along.")]
InlineFile = Annotated[dict[str, str] | None, Text("An attachment with a name and a text.")]
Query = Annotated[str, Plain("What to look for in titles, names and messages; case and accents do not matter.")]
Offset = Annotated[int, Plain("How many to skip, counted from the newest.")]
Limit = Annotated[int, Plain("How many at most.")]
MessageOffset = Annotated[int, Plain("How many of the newest messages to skip in each chat.")]
MessageLimit = Annotated[int, Plain("How many messages of each chat at most.")]
MinDate = Annotated[str | None, When("Only messages from this local time on, YYYY-MM-DD HH:MM:SS.")]
MaxDate = Annotated[str | None, When("Only messages up to this local time, YYYY-MM-DD HH:MM:SS.")]
UserName = Annotated[str, PersonName("Full name of the person.")]
PartOfName = Annotated[str, Plain("Part of a name; empty for everyone.")]
Pattern = Annotated[str, Plain("Regular expression, at most 200 characters, without repetitions inside repetitions.")]
SaveTo = Annotated[str, Plain("Folder to save to.")]

# The descriptions of tools, which models read, state this limit.
MOST_RECENT_MESSAGES = 10
# Models read this text in errors, so it has the published names of tools.
FIND_CHATS = "Messages__list_recent_conversations and Messages__search give the ids of chats."
_FURTHEST = 1_000_000


class ChatPage(Arguments, frozen=True, kw_only=True):
    """Arguments for a page of a list of chats, and for a page of each chat's newest messages."""

    offset: Offset = 0
    limit: Limit = 5
    offset_recent_messages_per_conversation: MessageOffset = 0
    limit_recent_messages_per_conversation: MessageLimit = 10


class ParticipantChatPage(ChatPage, frozen=True, kw_only=True):
    """Arguments for a page of one person's chats, as in PARE's tool by default with 5 messages of each chat, not 10."""

    limit_recent_messages_per_conversation: MessageLimit = 5


class DatedPage(Arguments, frozen=True, kw_only=True):
    """Arguments for a page of messages between two times; the offset counts from the newest message."""

    offset: Offset = 0
    limit: Limit = 10
    min_date: MinDate = None
    max_date: MaxDate = None


class Window(NamedTuple):
    """A span of time in epoch seconds that includes both ends; None means no limit."""

    since: int | None = None
    until: int | None = None


def check_page(offset: int, limit: int, most: int, what: str = "", least: int = 1) -> None:
    """Raise ActionError if an offset or a limit is out of range.

    `what`: the suffix of both argument names, such as `_recent_messages_per_conversation`, for the error message.
    """
    # The message does not repeat the number, which may have thousands of digits.
    if not 0 <= offset <= _FURTHEST:
        raise ActionError("bad_argument", f"offset{what} is out of range.", f"Give 0 to {_FURTHEST}.")
    if not least <= limit <= most:
        raise ActionError("bad_argument", f"limit{what} is out of range.", f"Give {least} to {most}.")


def check_recent_messages(page: ChatPage) -> None:
    offset, limit = page.offset_recent_messages_per_conversation, page.limit_recent_messages_per_conversation
    check_page(offset, limit, MOST_RECENT_MESSAGES, "_recent_messages_per_conversation", least=0)


def window(look: Look, min_date: str | None, max_date: str | None) -> Window:
    since = look.parse_time(min_date, "min_date") if min_date else None
    until = look.parse_time(max_date, "max_date") if max_date else None
    if since is not None and until is not None and since > until:
        raise ActionError("bad_argument", "min_date is later than max_date.", "Give the earlier time as min_date.")
    return Window(since, until)


def find_chat(look: Look, conversation_id: str, remedy: str = FIND_CHATS) -> Conversation:
    return look.find(Conversation, conversation_id, "chat", remedy)


def still_there(look: Look, conversation_id: str) -> Conversation:
    return find_chat(look, conversation_id, "It is no longer there; go back.")


def chats_of(look: Look, user_id: str) -> list[str]:
    """Return the ids of the chats in which a person takes part, the most recently active first."""
    chats = look.store.all(Conversation)
    return [chat_id for chat_id in recent(look.store) if user_id in chats[chat_id].participant_ids]


def chats_among(look: Look, user_ids: Iterable[str]) -> list[str]:
    """Return the ids of the chats between exactly these people and the owner, the most recently active first."""
    wanted = frozenset({*user_ids, OWNER_ID})
    found = look.store.derived("messaging.among", Conversation, lambda: _by_people(look.store.all(Conversation)))
    chats = [look.store.all(Conversation)[chat_id] for chat_id in found.get(wanted, ())]
    return [chat.id for chat in sorted(chats, key=lambda chat: (-last_active(look.store, chat), chat.id))]


def chat_with(look: Look, user_id: str) -> Conversation | None:
    """Return the owner's chat with one person alone, preferably a chat without a title, or None if there is no chat."""
    chats = [look.store.all(Conversation)[chat_id] for chat_id in chats_among(look, (user_id,))]
    # A chat with a title may be a group that shrank to two people, so it is used only if there is no other chat.
    return min(chats, key=lambda chat: bool(chat.title), default=None)


def search(look: Look, query: str, window: Window) -> list[str]:
    """Return the ids of the chats whose title, names or messages contain the query, the most recently active first.

    If the window has a limit, only chats with a message in the window are found. A query that is exactly a person's id
    finds this person's chats. Raise ActionError for an empty query.
    """
    words = folded(query).strip()
    if not words:
        raise ActionError("bad_argument", "The search is empty.", "Give a word to look for.")
    labels = look.store.derived("messaging.labels", Conversation, lambda: _labels(look))
    with_person = _with_person(look, query)
    said = threads(look.store)
    found = []
    for chat_id in recent(look.store):
        named = words in labels[chat_id] or chat_id in with_person
        # Every message contains the empty text, so `says` checks whether a chat found by title or name has a message in
        # the window.
        if said.get(chat_id, SILENT).says("" if named else words, *window):
            found.append(chat_id)
    return found


def regex_search(look: Look, query: str, window: Window) -> list[str]:
    """Return the ids of the chats whose title, names or messages match a pattern, the most recently active first.

    A query that is exactly a person's id finds this person's chats. Raise ActionError if the pattern is invalid, or if
    the search could take too long.
    """
    safe = safe_pattern(query)
    texts: dict[str, list[str]] = {}
    for chat in map(look.store.all(Conversation).__getitem__, recent(look.store)):
        messages = thread(look.store, chat.id).within(*window)
        # A chat without messages can be found by title or name, but only if the window has no limit.
        if messages or window == Window():
            names = (name_of(look, user_id) for user_id in chat.others)
            texts[chat.id] = [chat.title, *names, *(message.content for message in messages)]
    # Checked before the search starts, because a running search can't be stopped.
    safe.check_work(text for listed in texts.values() for text in listed)
    with_person = _with_person(look, query)
    return [chat_id for chat_id, listed in texts.items() if chat_id in with_person or any(map(safe.found_in, listed))]


def _with_person(look: Look, user_id: str) -> frozenset[str]:
    """Return the ids of the chats of the person with this id, or an empty set if nobody has this id."""
    return frozenset(chats_of(look, user_id)) if look.store.get(User, user_id) else frozenset()


def _labels(look: Look) -> dict[str, str]:
    """Return the title of each chat and the names of its people as one folded text for searches, by the chat's id."""
    # Folded names are cached until somebody is added, because people never change their names.
    names = look.store.derived(
        "messaging.names", User, lambda: {user.id: folded(user.name) for user in look.store.all(User).values()}
    )
    return {
        chat.id: "\n".join((folded(chat.title), *(names.get(user_id, "") for user_id in chat.others)))
        for chat in look.store.all(Conversation).values()
    }


def _by_people(chats: Mapping[str, Conversation]) -> dict[frozenset[str], list[str]]:
    found: dict[frozenset[str], list[str]] = {}
    for chat in chats.values():
        found.setdefault(frozenset(chat.participant_ids), []).append(chat.id)
    return found


def attached_file(look: Look, conversation_id: str, message_id: str) -> File:
    """Return the file that came with a message of this chat. Raise ActionError if there is no such message or file."""
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


def say(call: Call, chat: Conversation, content: str, attachment_path: str | None = None) -> Message:
    """Add the owner's message to a chat and return it.

    Raise ActionError if the message is empty, or if there is no file at the path.
    """
    return _post(call, chat, content, _checked(call, content, attachment_path))


def hear(call: Call, chat: Conversation, sender_id: str, content: str, file: Mapping[str, str] | None) -> Message:
    """Add a message from another person to a chat and return it.

    Raise ActionError if the sender is the owner or not in the chat, or if the message is empty.
    """
    # Goals treat the owner's messages as sent from this phone, so no event may add one.
    if sender_id == OWNER_ID:
        raise ActionError("not_allowed", "The owner's messages come from this phone.", "Name another sender.")
    if sender_id not in chat.participant_ids:
        people = ", ".join(chat.others)
        raise ActionError("bad_argument", f"'{sender_id}' is not in this chat.", f"People in it: {people}.")
    attachment = "" if file is None else brought(call, file)
    _check_not_empty(content, attachment)
    return _post(call, chat, content, attachment, sender_id)


def say_to(call: Call, user: User, content: str, attachment_path: str | None = None) -> Message:
    """Send a message to one person, in the existing chat or in a new chat, and return the message."""
    # Checked first, because a wrong message must not create a chat.
    attachment = _checked(call, content, attachment_path)
    return _post(call, chat_with(call, user.id) or _new_chat(call, (user.id,)), content, attachment)


def say_first(
    call: Call, user_ids: Sequence[str], title: str, content: str, attachment_path: str | None = None
) -> Message:
    """Create a group, send its first message and return the message."""
    attachment = _checked(call, content, attachment_path)
    return _post(call, start_group(call, user_ids, title), content, attachment)


def start_group(call: Call, user_ids: Sequence[str], title: str | None = None) -> Conversation:
    others = tuple(dict.fromkeys(user_id for user_id in user_ids if user_id != OWNER_ID))
    for user_id in others:
        find_user(call, user_id)
    if len(others) < 2:
        raise ActionError(
            "bad_argument",
            "A group needs at least two people besides the owner.",
            "Name more people, or write to one person with Messages__send_message.",
        )
    return _new_chat(call, others, (title or "").strip())


def start_with_strangers(call: Call, people: Mapping[str, str], title: str) -> Conversation:
    """Create a chat with these people (names by id), add people who are new to the phone, and return the chat."""
    others = tuple(user_id for user_id in people if user_id.strip() and people[user_id].strip())
    if not others or len(others) < len(people) or OWNER_ID in others:
        raise ActionError("bad_argument", "A chat needs people, each with an id and a name.", "Leave the owner out.")
    # In the list, a second chat with the same person would look like the first.
    if len(others) == 1 and chat_with(call, others[0]) is not None:
        raise ActionError("not_available", f"There is a chat with {people[others[0]]} already.", "Write in that one.")
    for user_id in others:
        if call.store.get(User, user_id) is None:
            call.put(User(id=user_id, name=people[user_id].strip()))
    return _new_chat(call, others, title.strip())


def add_person(call: Call, chat: Conversation, user: User) -> Conversation:
    if user.id in chat.participant_ids:
        raise ActionError("bad_argument", f"{user.name} is in '{title_of(call, chat)}' already.", "Add someone else.")
    return _changed(call, replace(chat, participant_ids=(*chat.participant_ids, user.id)))


def remove_person(call: Call, chat: Conversation, user_id: str) -> Conversation:
    if user_id == OWNER_ID:
        raise ActionError("not_allowed", "The owner cannot be taken out of a chat.", "Name someone else.")
    if user_id not in chat.participant_ids:
        people = ", ".join(f"{name_of(call, other)} ({other})" for other in chat.others)
        raise ActionError("bad_argument", f"'{user_id}' is not in '{title_of(call, chat)}'.", f"People: {people}.")
    if len(chat.others) == 1:
        raise ActionError("not_allowed", "Only one other person is in this chat.", "A chat keeps at least one.")
    left = tuple(other for other in chat.participant_ids if other != user_id)
    return _changed(call, replace(chat, participant_ids=left))


def rename(call: Call, chat: Conversation, title: str) -> Conversation:
    if not title.strip():
        raise ActionError("bad_argument", "The title is empty.", "Give the chat a title.")
    return _changed(call, replace(chat, title=title.strip()))


def mark_seen(call: Call, messages: Sequence[Message]) -> None:
    """Mark the last of these messages, and all earlier messages of its chat, as seen by the owner."""
    if not messages:
        return
    last = messages[-1]
    mark = call.store.get(ReadMark, last.conversation_id)
    # A mark never moves back: looking at earlier messages must not make later messages unread again.
    if mark is None or mark.read_to < last.number:
        call.put(ReadMark(id=last.conversation_id, read_to=last.number))


def _checked(call: Call, content: str, attachment_path: str | None) -> str:
    """Return the id of the file to send, or an empty text. Raise ActionError if there is neither a text nor a file."""
    attachment = file_at(call, attachment_path).id if attachment_path else ""
    _check_not_empty(content, attachment)
    return attachment


def _check_not_empty(content: str, attachment: str) -> None:
    if not content.strip() and not attachment:
        raise ActionError("bad_argument", "The message is empty.", "Write something or attach a file.")


def _post(call: Call, chat: Conversation, content: str, attachment: str, sender_id: str = OWNER_ID) -> Message:
    message = Message(
        id=call.new_id(Message),
        conversation_id=chat.id,
        sender_id=sender_id,
        at=call.now,
        number=thread(call.store, chat.id).next_number,
        content=content,
        attachment=attachment,
        by_assistant=call.actor == "assistant",
    )
    call.put(message)
    return message


def _new_chat(call: Call, others: tuple[str, ...], title: str = "") -> Conversation:
    chat = Conversation(
        id=call.new_id(Conversation), participant_ids=(OWNER_ID, *others), created_at=call.now, title=title
    )
    return _changed(call, chat)


def _changed(call: Call, chat: Conversation) -> Conversation:
    call.put(chat)
    return chat


def announce_message(call: Call, chat: Conversation, message: Message) -> None:
    sender, title = name_of(call, message.sender_id), title_of(call, chat)
    heading = f"{sender} in {title}" if chat.is_group else sender
    full = f"{sender} ({message.sender_id}) in '{title}' ({chat.id}), message {message.id}: {message.content}"
    short = glance(message.content)
    file = call.store.get(File, message.attachment)
    if file is not None:
        full = f"{full}\nAttachment: {file.name}"
        short = f"{short} (with a file: {glance(file.name)})" if short else f"Sent a file: {glance(file.name)}"
    call.notify("message", APP, heading, short, full, message)


def announce_group(call: Call, chat: Conversation) -> None:
    called = f"'{chat.title}' with " if chat.title else "with "
    short = f"You are in a new group {called}{names_of(call, chat.others)}."
    people = ", ".join(f"{name_of(call, user_id)} ({user_id})" for user_id in chat.others)
    full = f"The owner is in a new group '{title_of(call, chat)}' ({chat.id}) with {people}."
    call.notify("group_created", APP, title_of(call, chat), short, full, chat)


def announce_title(call: Call, chat: Conversation, before: str) -> None:
    short = f"'{before}' is now called '{chat.title}'."
    call.notify("title_changed", APP, chat.title, short, f"The chat {chat.id}, {short}", chat)


def announce_change(call: Call, kind: str, chat: Conversation, user_id: str, verb: str) -> None:
    name, title = name_of(call, user_id), title_of(call, chat)
    full = f"{name} ({user_id}) {verb} '{title}' ({chat.id})."
    call.notify(kind, APP, title, f"{name} {verb} {title}.", full, chat)
