"""The phone's own records: the screens, the inboxes of the user and the assistant, and the offers."""

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
    """The back stack of one app, whose name is the id; the last frame is the screen shown."""

    table: ClassVar[str] = "phone.stack"

    frames: tuple[Frame, ...]


class Phone(Record, frozen=True):
    """The app in front, the apps behind it (the last is the most recent), and whether the phone is put down."""

    table: ClassVar[str] = "phone.phone"

    active: str = HOME
    background: tuple[str, ...] = ()
    down: bool = False


class Notice(Record, frozen=True):
    """One line in an inbox. Inboxes only grow; a `Cursor` counts the notices already shown."""

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
    """A notice as a lock screen shows it."""

    table: ClassVar[str] = "phone.inbox_user"


class AssistantNotice(Notice, frozen=True):
    """A notice in full, for the assistant."""

    table: ClassVar[str] = "phone.inbox_assistant"


class Proposal(Record, frozen=True):
    """An offer of help and its state. `closed` says why it ended, unless the user rejected it."""

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
    """True once the user has put the offer off or asked about it. Such an offer does not expire or keep a run going."""
    carried_out: tuple[str, ...] = ()
    """Names of the tools that wrote under this offer, one for each write."""


class CardMessage(Record, frozen=True):
    """A line on the assistant's card: an offer, a report, or a text of the user."""

    table: ClassVar[str] = "phone.card"
    prefix: ClassVar[str] = "card"

    sender: Literal["user", "assistant"]
    kind: Literal["offer", "report", "accept", "reject", "note"]
    text: str
    at: int
    proposal: str = ""


class Counter(Record, frozen=True):
    """The number of records of one type that an actor has made, for the next id."""

    table: ClassVar[str] = "meta.counter"

    count: int


class Cursor(Record, frozen=True):
    """The number of notices that a side (user or assistant) has been shown. The id is the side."""

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
