"""What changes chats, whoever does it: messages, new chats, people joining and leaving, titles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from simulator.phone.apps.files import brought, file_at
from simulator.phone.apps.messaging.finding import chat_with
from simulator.phone.apps.messaging.people import find_user, name_of, title_of
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, ReadMark, User
from simulator.phone.apps.messaging.threads import thread
from simulator.phone.call import Call
from simulator.phone.errors import ActionError


def say(call: Call, chat: Conversation, content: str, attachment_path: str | None = None) -> Message:
    """Add a message of the owner to a chat."""
    return _post(call, chat, content, _checked(call, content, attachment_path))


def hear(call: Call, chat: Conversation, sender_id: str, content: str, file: Mapping[str, str] | None) -> Message:
    """Add a message of someone else, who may send a file along."""
    attachment = "" if file is None else brought(call, file)
    _check_not_empty(content, attachment)
    return _post(call, chat, content, attachment, sender_id)


def say_to(call: Call, user: User, content: str, attachment_path: str | None = None) -> Message:
    """Write to one person, in the chat there is or in a new one."""
    attachment = _checked(call, content, attachment_path)
    return _post(call, chat_with(call, user.id) or _new_chat(call, (user.id,)), content, attachment)


def say_first(
    call: Call, user_ids: Sequence[str], title: str, content: str, attachment_path: str | None = None
) -> Message:
    """Write to a new group."""
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
    others = tuple(user_id for user_id in people if user_id.strip() and people[user_id].strip())
    if not others or len(others) < len(people) or OWNER_ID in others:
        raise ActionError("bad_argument", "A chat needs people, each with an id and a name.", "Leave the owner out.")
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
    """The owner has seen these messages of one chat, and so all before them."""
    if not messages:
        return
    last = messages[-1]
    mark = call.store.get(ReadMark, last.conversation_id)
    if mark is None or mark.read_to < last.number:
        call.put(ReadMark(id=last.conversation_id, read_to=last.number))


def _checked(call: Call, content: str, attachment_path: str | None) -> str:
    """Id of the file to send, after making sure that there is something to send."""
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
