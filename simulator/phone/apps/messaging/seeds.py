"""Reads chats from a scenario file and adds them to the phone."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from simulator.phone.app import Seed
from simulator.phone.apps.files import AttachmentSeed, File, plant_attachment
from simulator.phone.apps.messaging.records import OWNER_ID, Conversation, Message, ReadMark, User
from simulator.phone.people import Person
from simulator.phone.plot import Plot, SeedError, SeedTime


class MessageSeed(BaseModel):
    model_config = ConfigDict(extra="forbid", populate_by_name=True)

    label: str | None = Field(None, description="Name by which the rest of the file refers to this message.")
    from_: str = Field(alias="from", description="Sender: a person in the chat, by label or name, or `owner`.")
    at: SeedTime
    text: str = ""
    attachment: AttachmentSeed | str | None = Field(
        None, description="Attached file: the name and text of a new one, or the label of a file."
    )


class ConversationSeed(Seed):
    with_: list[str] = Field(alias="with", min_length=1, description="The other people, by label or name.")
    title: str = Field("", description="By default the chat is named after its people.")
    messages: list[MessageSeed] = []
    unread: int = Field(0, ge=0, description="How many of the newest messages the owner has not seen.")


def know(plot: Plot, person: Person) -> str:
    """Return a person's id in the messaging app; add the person if the app does not know them yet."""
    if person.user_id:
        if plot.store.get(User, person.user_id) is None:
            plot.add(User(id=person.user_id, name=person.name, phone=person.phone))
        return person.user_id
    known = plot.store.derived(
        "messaging.known", User, lambda: {(user.name, user.phone): user.id for user in plot.store.all(User).values()}
    )
    if (person.name, person.phone) in known:
        return known[person.name, person.phone]
    user = User(id=plot.new_id(User), name=person.name, phone=person.phone)
    plot.add(user)
    return user.id


def know_everyone(plot: Plot) -> None:
    """Add everyone with a phone number to the messaging app, so that the owner can write to them."""
    for person in plot.people.values():
        if person.phone:
            know(plot, person)


def plant(plot: Plot, seed: ConversationSeed) -> None:
    others = _others(plot, seed)
    # Each message keeps its position in the file, because errors give the position.
    in_order = sorted(enumerate(seed.messages), key=lambda entry: entry[1].at)
    chat = Conversation(
        id=plot.new_id(Conversation),
        participant_ids=(OWNER_ID, *others),
        created_at=in_order[0][1].at if in_order else plot.start,
        title=seed.title.strip(),
    )
    _check_new(plot, chat)
    plot.add(chat, seed.label)
    senders = []
    for number, (index, message) in enumerate(in_order, start=1):
        senders.append(_plant_message(plot, chat, message, number, f"messages.{index}"))
    _plant_read_mark(plot, chat, senders, seed.unread)


def _others(plot: Plot, seed: ConversationSeed) -> tuple[str, ...]:
    people = [plot.person(who, "with") for who in seed.with_ if who not in ("owner", plot.owner.name)]
    others = tuple(dict.fromkeys(know(plot, person) for person in people))
    if not others:
        raise SeedError("with", "a chat needs someone besides the owner; name at least one person")
    return others


def _check_new(plot: Plot, chat: Conversation) -> None:
    # Several groups may have the same people, but there may be only one chat with each single person.
    if chat.is_group:
        return
    for other in plot.store.all(Conversation).values():
        if other.participant_ids == chat.participant_ids:
            raise SeedError("with", "there is a chat with this person already; put all their messages into one item")


def _plant_message(plot: Plot, chat: Conversation, seed: MessageSeed, number: int, place: str) -> str:
    """Add one message and return the sender's id. Raise SeedError if a field is invalid.

    `place`: the message's path in the chat's entry, such as `messages.2`, for the error.
    """
    by_owner = seed.from_ in ("owner", plot.owner.name)
    sender_id = OWNER_ID if by_owner else know(plot, plot.person(seed.from_, f"{place}.from"))
    if sender_id not in chat.participant_ids:
        raise SeedError(f"{place}.from", f"'{seed.from_}' is not in this chat; add the person to `with`")
    if seed.at > plot.start:
        raise SeedError(f"{place}.at", "the message is after the start; move it to the timeline")
    attachment = _attached(plot, seed, f"{place}.attachment")
    if not seed.text.strip() and not attachment:
        raise SeedError(f"{place}.text", "the message is empty; give it a text or an attachment")
    message = Message(
        id=plot.new_id(Message),
        conversation_id=chat.id,
        sender_id=sender_id,
        at=seed.at,
        number=number,
        content=seed.text,
        attachment=attachment,
    )
    plot.add(message, seed.label)
    return sender_id


def _attached(plot: Plot, seed: MessageSeed, field: str) -> str:
    if seed.attachment is None:
        return ""
    if isinstance(seed.attachment, str):
        return plot.labelled(seed.attachment, File, field)
    return plant_attachment(plot, seed.attachment)


def _plant_read_mark(plot: Plot, chat: Conversation, senders: list[str], unread: int) -> None:
    if unread > len(senders):
        raise SeedError(
            "unread", f"{unread} messages are unread, but there are only {len(senders)}; give a smaller number"
        )
    if OWNER_ID in senders[len(senders) - unread :]:
        raise SeedError("unread", "the owner wrote and so has seen one of these messages; give a smaller number")
    if unread < len(senders):
        plot.add(ReadMark(id=chat.id, read_to=len(senders) - unread))
