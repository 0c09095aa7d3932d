"""The phone's own records: screens, offers, the assistant's card, counters, and inboxes of user and assistant."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import msgspec

from simulator.phone.store import Record

Recipient = Literal["user", "assistant"]
ProposalState = Literal["pending", "accepted", "done", "abandoned", "rejected", "expired", "withdrawn"]
OPEN_STATES = ("pending", "accepted")
HOME = "home"
THE_PHONE = "phone"


class Frame(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One screen on a back stack: the name of its class, and its fields."""

    screen: str
    context: dict[str, Any] = {}


class Stack(Record, frozen=True):
    """The back stack of one app; the id is the app's name, and the last frame is the screen that the app shows."""

    table: ClassVar[str] = "phone.stack"

    frames: tuple[Frame, ...]


class Phone(Record, frozen=True):
    """The app in front, the apps in the background (the most recent last), and whether the phone is put down."""

    table: ClassVar[str] = "phone.phone"

    active: str = HOME
    background: tuple[str, ...] = ()
    down: bool = False


class Notice(Record, frozen=True):
    """One notification in an inbox. Inboxes only grow; a `Cursor` counts the notices that have been shown."""

    at: int
    kind: str
    app: str = ""
    title: str = ""
    text: str = ""
    about: tuple[str, str] | None = None
    """Table and id of the record that the notice is about, so that a tap can open the record."""
    moment: int | None = None
    """For a notice about a user action: the number of the action's moment."""


class UserNotice(Notice, frozen=True):
    """A notice in the user's inbox, with the short text of a lock screen."""

    table: ClassVar[str] = "phone.inbox_user"


class AssistantNotice(Notice, frozen=True):
    """A notice in the assistant's inbox, with the full text."""

    table: ClassVar[str] = "phone.inbox_assistant"


class Proposal(Record, frozen=True):
    """An offer of help and its state. `closed` says why the offer ended; after a rejection it is empty."""

    table: ClassVar[str] = "phone.proposal"
    prefix: ClassVar[str] = "proposal"

    text: str
    made_at: int
    made_in: int
    """Number of the moment in which the offer was made."""
    expires_at: int
    state: ProposalState = "pending"
    answer: str = ""
    answered_at: int | None = None
    closed_at: int | None = None
    closed: str = ""
    kept: bool = False
    """True once the user has written to the assistant instead of answering. The offer then no longer expires, and a
    quiet run may end although the offer is pending."""
    carried_out: tuple[str, ...] = ()
    """Names of the writing tools that the assistant called under this offer, one for each successful call."""


class CardMessage(Record, frozen=True):
    """A line on the assistant's card: an offer or a report from the assistant, or an answer or a note from the user."""

    table: ClassVar[str] = "phone.card"
    prefix: ClassVar[str] = "card"

    sender: Literal["user", "assistant"]
    kind: Literal["offer", "report", "accept", "reject", "note"]
    text: str
    at: int
    proposal: str = ""


class Counter(Record, frozen=True):
    """The number of ids that an actor has used for one type of record. The counter's id is `<table>.<actor>`."""

    table: ClassVar[str] = "meta.counter"

    count: int


class Cursor(Record, frozen=True):
    """The number of notices that a side (user or assistant) has been shown. The cursor's id is the side."""

    table: ClassVar[str] = "meta.cursor"

    seen: int = 0


PHONE_RECORDS: tuple[type[Record], ...] = (
    Stack,
    Phone,
    UserNotice,
    AssistantNotice,
    Proposal,
    CardMessage,
    Counter,
    Cursor,
)
INBOXES: dict[Recipient, type[UserNotice] | type[AssistantNotice]] = {
    "user": UserNotice,
    "assistant": AssistantNotice,
}
