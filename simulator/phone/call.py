"""Access to the phone for actions: a `Look` only reads; a `Call` belongs to one action and can also write."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar
from zoneinfo import ZoneInfo

from simulator.phone import when
from simulator.phone.actions import Side
from simulator.phone.errors import ActionError
from simulator.phone.people import Owner, Rules
from simulator.phone.screens import Screen
from simulator.phone.state import (
    INBOXES,
    THE_PHONE,
    Counter,
    Cursor,
    Frame,
    Notice,
    Phone,
    Proposal,
    ProposalState,
    Recipient,
    Stack,
)
from simulator.phone.store import Record, Store

if TYPE_CHECKING:
    from simulator.phone.app import App

R = TypeVar("R", bound=Record)
_ALWAYS_THERE = "a phone always has its own records"
# Number of characters of a message that a lock screen shows.
GLANCE = 20


class Look:
    """Read access to the phone: records, clock, owner, apps and rules. `now` is in epoch seconds."""

    __slots__ = ("apps", "now", "owner", "rules", "store", "tz")

    def __init__(
        self, store: Store, now: int, tz: ZoneInfo, owner: Owner, apps: Mapping[str, App], rules: Rules
    ) -> None:
        self.store = store
        self.now = now
        self.tz = tz
        self.owner = owner
        self.apps = apps
        self.rules = rules

    def show(self, at: int) -> str:
        return when.show(at, self.tz)

    def parse_time(self, text: str, argument: str) -> int:
        try:
            return when.parse_local(text, self.tz)
        except when.TimeError as error:
            raise ActionError("bad_argument", f"{argument}: {error}") from None

    def find(self, cls: type[R], record_id: str, noun: str, remedy: str) -> R:
        """Return the record; if there is none, raise ActionError with `remedy`, which says how to find the right id."""
        record = self.store.get(cls, record_id)
        if record is None:
            raise ActionError("unknown_record", f"There is no {noun} with the id '{record_id}'.", remedy)
        return record

    @property
    def phone(self) -> Phone:
        phone = self.store.get(Phone, THE_PHONE)
        assert phone is not None, _ALWAYS_THERE
        return phone

    @property
    def screen(self) -> Screen:
        """Return the screen that the phone shows now."""
        active = self.phone.active
        return self.apps[active].screen_at(self.frames(active)[-1])

    def frames(self, app: str) -> tuple[Frame, ...]:
        stack = self.store.get(Stack, app)
        assert stack is not None, _ALWAYS_THERE
        return stack.frames

    def latest_proposal(self) -> Proposal | None:
        proposals = self.store.all(Proposal)
        # Offers are numbered from 1 and never deleted, so their count is the number of the newest.
        return proposals.get(f"{Proposal.prefix}_{len(proposals)}") if proposals else None

    def proposal_in(self, state: ProposalState) -> Proposal | None:
        """Return the newest offer if it is in this state, else None. Older offers are never pending or accepted."""
        latest = self.latest_proposal()
        return latest if latest is not None and latest.state == state else None

    def seen(self, side: Recipient) -> int:
        """Return the number of notices that a side (user or assistant) has been shown."""
        cursor = self.store.get(Cursor, side)
        assert cursor is not None, _ALWAYS_THERE
        return cursor.seen

    def inbox(self, side: Recipient, after: int = 0) -> list[Notice]:
        """Return the notices of one side, oldest first, without the first `after` notices."""
        notices = self.store.all(INBOXES[side])
        # Notices are numbered from 1 and never deleted, so the newest are found without sorting the inbox.
        if len(notices) == after:
            return []
        return [notices[str(number)] for number in range(after + 1, len(notices) + 1)]

    def latest(self, side: Recipient, most: int) -> list[Notice]:
        """Return the newest notices of one side, at most `most`, oldest first."""
        return self.inbox(side, max(0, len(self.store.all(INBOXES[side])) - most))


class Call(Look):
    """One action of an actor while it is performed. If the action fails, `perform` undoes all its writes."""

    __slots__ = ("actor", "moment", "reserved")

    def __init__(self, look: Look, actor: Side, moment: int, reserved: tuple[str, str] | None = None) -> None:
        super().__init__(look.store, look.now, look.tz, look.owner, look.apps, look.rules)
        self.actor = actor
        # Number of the moment that will record this action.
        self.moment = moment
        # Table and id of the record that a scheduled event makes. The id is fixed in advance, so that other parts of
        # the scenario can refer to the record.
        self.reserved = reserved

    def new_id(self, cls: type[Record]) -> str:
        """Return the id reserved for this type, or else a new id, such as `ride_a2` for the assistant's second ride."""
        if self.reserved is not None and self.reserved[0] == cls.table:
            record_id = self.reserved[1]
            self.reserved = None
            return record_id
        # Counted for each actor, so that an actor's ids do not depend on the actions of the other actors.
        key = f"{cls.table}.{self.actor}"
        counter = self.store.get(Counter, key)
        count = 1 if counter is None else counter.count + 1
        self.store.put(Counter(id=key, count=count))
        return f"{cls.prefix}_{self.actor[0]}{count}"

    def put(self, record: Record) -> None:
        self.store.put(record)

    def drop(self, record: Record) -> None:
        self.store.drop(type(record), record.id)

    def notify(self, kind: str, app: str, title: str, short: str, full: str, about: Record | None = None) -> None:
        """Add a notice to both inboxes: the user gets `short`, as on a lock screen, and the assistant gets `full`."""
        ref = None if about is None else (about.table, about.id)
        self.tell("user", kind, app=app, title=title, text=short, about=ref)
        self.tell("assistant", kind, app=app, title=title, text=full, about=ref)

    def tell(self, side: Recipient, kind: str, **fields: Any) -> None:
        """Add a notice with the current time to the inbox of one side."""
        cls = INBOXES[side]
        number = len(self.store.all(cls)) + 1
        self.store.put(cls(id=str(number), at=self.now, kind=kind, **fields))


def glance(text: str) -> str:
    """Return the first `GLANCE` characters of a text in one line; `...` follows if the text is longer."""
    line = " ".join(text.split())
    return line if len(line) <= GLANCE else line[:GLANCE] + "..."
