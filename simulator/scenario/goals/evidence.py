"""Evidence for judging claims: the current state of the phone, the ledger, and the labels and people of the story."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any, NamedTuple, TypeVar, cast
from zoneinfo import ZoneInfo

from simulator.phone import when
from simulator.phone.app import App, Outgoing
from simulator.phone.people import Person
from simulator.phone.registry import app_of_table
from simulator.phone.store import Record, Store
from simulator.phone.world import World
from simulator.reading.reading_lines import ReadingSource
from simulator.scenario.formula import FormulaError, evaluate, names_in
from simulator.scenario.goals.record_history import Key, Touch, by_record, with_changes, without, written_at
from simulator.trace.ledger import Effect, Ledger

__all__ = ["Evidence", "Finding", "NotThere", "SentMessage", "Touch", "before_assistant"]

START = "start"
_NOTHING: Mapping[Key, Record | None] = {}


class NotThere(FormulaError):
    """A value can't be computed now, because a record that it needs is not on the phone."""


class Finding(NamedTuple):
    """The judgement of a claim: whether it holds, since which moment, and which work it accounts for."""

    ok: bool
    miss: str = ""
    """Why the claim does not hold; empty if it holds."""
    covers: frozenset[Touch] = frozenset()
    """The work that the claim accounts for, so that it does not make the run unclean."""
    moment: int = 0
    at: int = 0
    doubt: str = ""
    """Why it is uncertain whether the claim holds: a text that can't be read clearly. Empty if there is no doubt."""


class SentMessage(NamedTuple):
    """A message that left the phone, with the effect that sent it."""

    app: str
    effect: Effect
    sent: Outgoing


T = TypeVar("T")


@dataclass
class Evidence:
    """The data from which claims are judged. Judging changes nothing except caches."""

    world: World
    ledger: Ledger
    start: int
    labels: Mapping[str, tuple[str, str]]
    people: Mapping[str, Person]
    formulas: Mapping[str, str]
    standing: bool = False
    readings: ReadingSource | None = None
    """How a judge model or a person read texts of this run; None if only the rules read them."""
    ignored: frozenset[str] = frozenset()
    """Ids of messages that `messages` leaves out, so that a goal can be judged by other messages."""
    _derived: dict[str, Any] = field(default_factory=dict)

    def time(self, text: str) -> int:
        return _time(text, self.start, self.world.tz)

    def anchor(self, text: str) -> tuple[int, int] | None:
        """Return the moment number and the time of an event, an offer, an answer or a plain time.

        `NEED.offer` is an offer; `NEED.accepted` and `NEED.rejected` are answers. Return None for a failed event, and
        for an event, an offer or an answer that has not come yet. The moment number of a plain time is 0.
        """
        fired = self.ledger.fired.get(text)
        if fired is not None:
            return (fired.moment, fired.at) if fired.ok else None
        need, dot, what = text.partition(".")
        if dot:
            return self._offer_anchor(need, what)
        # An identifier is the label of an event that has not happened; a time such as 09:00 is not an identifier.
        if text != START and (text in self.labels or text.isidentifier()):
            return None
        return 0, self.time(text)

    def record(self, label: str) -> Record | None:
        table, record_id = self.labels[label]
        return self.world.store.tables()[table].get(record_id)

    def record_label(self, record_id: str) -> str:
        return next((label for label, (_, known) in self.labels.items() if known == record_id), record_id)

    def name_of(self, record: Record) -> str:
        """Return the label of a record. If it has none, return its title, subject or name, or else its id."""
        label = self.record_label(record.id)
        if label != record.id:
            return label
        titles = (getattr(record, name, "") for name in ("title", "subject", "name"))
        return next((title for title in titles if title), record.id)

    def table(self, name: str) -> str:
        """Return the table of an app's main records. Return the name of a table, such as `email.mail`, unchanged."""
        return name if "." in name else self.world.apps[name].records[0].table

    def records(self, name: str) -> list[Record]:
        """Return the records of a table, or an app's main records, without deleted records, sorted by id."""
        return self._rows(self.table(name), _NOTHING)

    def present(self, table: str, record_id: str) -> bool:
        return self.there(self.world.store.tables()[table].get(record_id))

    def there(self, record: Record | None) -> bool:
        """Return True if this version of a record exists and is not deleted; a mail in the trash counts as deleted."""
        return record is not None and not self.world.apps[app_of_table(record.table)].gone(record)

    def effects_on(self, table: str, record_id: str) -> list[Effect]:
        return self._by_record.get((table, record_id), [])

    def touched(self, table: str) -> list[str]:
        """Return the ids of a table's records that anyone touched, in order of first touch."""
        return [record_id for other, record_id in self._by_record if other == table]

    def written_at(self, record: Record, names: Collection[str]) -> int:
        """Return the time when this version of a record got its values in these fields.

        The time is the start of the story if nobody changed the fields.
        """
        at = written_at(self.effects_on(record.table, record.id), record, names)
        return self.start if at is None else at

    def messages(self, effects: Iterable[Effect]) -> list[SentMessage]:
        found = []
        for effect in effects:
            if effect.old is None and effect.new is not None and effect.id not in self.ignored:
                app = self.world.apps[app_of_table(effect.table)]
                sent = app.outgoing(self._store_then(app, effect), effect.new)
                if sent is not None:
                    found.append(SentMessage(app.name, effect, sent))
        return found

    def aliases(self, who: str) -> frozenset[str]:
        """Return the name, e-mail address, user id and phone number of the person with this label.

        For `owner`, return the owner's name and e-mail address; for any other text, the text itself.
        """
        person = self.people.get(who)
        if person is None and who == "owner":
            return frozenset({self.world.owner.email, self.world.owner.name})
        if person is None:
            return frozenset({who})
        return frozenset(part for part in (person.email, person.user_id, person.name, person.phone) if part)

    def called(self, address: str) -> str:
        """Return the name of the person behind an address or id, or the address itself."""
        person = self.people.get(self.person_at(address))
        if person is not None:
            return person.name
        return self.world.owner.name if address.casefold() == self.world.owner.email.casefold() else address

    def person_at(self, address: str) -> str:
        """Return the label of the person with this address, user id, phone number or name.

        Return the text in lowercase if no person has it.
        """
        wanted = address.casefold()
        return self._labels_by_alias.get(wanted, wanted)

    @cached_property
    def _labels_by_alias(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for label in self.people:
            for alias in self.aliases(label):
                found.setdefault(alias.casefold(), label)
        return found

    def derived(self, name: str) -> Any:
        """Return a derived value, computed as if the assistant had changed nothing."""
        # Without the assistant's changes: otherwise the assistant could meet a goal by changing the formula's records.
        if name not in self._derived:
            undone = before_assistant(self.ledger.effects)
            self._derived[name] = self.computed(self.formulas[name], undone)
        return self._derived[name]

    def once(self, key: str, build: Callable[[], T]) -> T:
        """Return the cached result of `build` for `key`.

        Use a key with a space, which can't clash with the name of a derived value.
        """
        if key not in self._derived:
            self._derived[key] = build()
        return cast("T", self._derived[key])

    @property
    def seen(self) -> str:
        """Return a text to use in keys of `once`.

        It changes with each write, each act of the assistant, and each message between the assistant and the user.
        """
        ledger = self.ledger
        return f"version {self.world.store.version}, after {len(ledger.assistant_acts)} acts, {len(ledger.said)} lines"

    def computed(self, formula: str, changes: Mapping[Key, Record | None] = _NOTHING) -> Any:
        """Return the value of a formula over labelled records, an app's records and derived values.

        `changes`: versions of records to use instead of the current ones; None for a record that does not exist.
        """
        names: dict[str, Any] = {}
        for name in names_in(formula):
            if name in self.formulas:
                names[name] = self.derived(name)
            elif name in self.labels:
                names[name] = self._labelled(name, changes)
            elif name in self.world.apps and self.world.apps[name].records:
                names[name] = self._rows(self.table(name), changes)
        return evaluate(formula, names)

    def value(self, raw: Any) -> Any:
        """Return the derived value of `=name`; any other value is returned unchanged."""
        if isinstance(raw, str) and raw.startswith("="):
            return self.derived(raw[1:])
        return raw

    def needs_of(self, proposal: str) -> tuple[str, ...]:
        offer = self.ledger.offers.get(proposal)
        return offer.needs if offer is not None else ()

    def may_be_for(self, proposal: str) -> tuple[str, ...]:
        """Return the needs that an offer is for, followed by the needs that it may be for."""
        offer = self.ledger.offers.get(proposal)
        return (*offer.needs, *offer.unclear) if offer is not None else ()

    @cached_property
    def _by_record(self) -> dict[Key, list[Effect]]:
        return by_record(self.ledger.effects)

    def _offer_anchor(self, need: str, what: str) -> tuple[int, int] | None:
        for offer in self.ledger.offers.values():
            if need not in offer.needs:
                continue
            if what == "offer":
                return offer.moment, offer.at
            accepted = offer.accepted
            if offer.answered_in is not None and what == ("accepted" if accepted else "rejected"):
                return offer.answered_in, offer.proposal.answered_at or offer.at
        return None

    def _labelled(self, label: str, changes: Mapping[Key, Record | None]) -> Record:
        key = self.labels[label]
        record = changes[key] if key in changes else self.record(label)
        if record is None:
            raise NotThere(f"'{label}' is not there")
        return record

    def _rows(self, table: str, changes: Mapping[Key, Record | None]) -> list[Record]:
        rows: Mapping[str, Record] = self.world.store.tables()[table]
        rows = with_changes(rows, table, changes) if changes else rows
        gone = self.world.apps[app_of_table(table)].gone
        return [rows[key] for key in sorted(rows) if not gone(rows[key])]

    def _store_then(self, app: App, effect: Effect) -> Store:
        """Return a store with the app's side records, such as chats, as they were when the effect happened."""
        # In apps without side records, a message names its recipients itself, so the current store is right.
        if not app.incidental:
            return self.world.store
        kinds = {cls.table: cls for cls in app.incidental}
        later: dict[Key, Record | None] = {}
        for other in self.ledger.effects:
            if other.moment > effect.moment and other.table in kinds:
                # The first change after the message shows the record as it was when the message was sent.
                later.setdefault((other.table, other.id), other.old)
        if not later:
            return self.world.store
        store = self.world.store.copy()
        for (table, record_id), old in later.items():
            if old is not None:
                store.put(old)
            elif store.get(kinds[table], record_id) is not None:
                store.drop(kinds[table], record_id)
        return store


def before_assistant(effects: Iterable[Effect]) -> dict[Key, Record | None]:
    """Return each record that the assistant touched, as it would be without the assistant's changes."""
    return without(effects, _by_assistant)


def _by_assistant(effect: Effect) -> bool:
    return effect.actor == "assistant"


@lru_cache(maxsize=4096)
def _time(text: str, start: int, tz: ZoneInfo) -> int:
    return when.parse_author_time(text, start, tz)
