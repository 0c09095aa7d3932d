"""What a claim is judged by: the phone as it is, the ledger, and the names of the story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from simulator.phone import when
from simulator.phone.app import Outgoing
from simulator.phone.people import Person
from simulator.phone.registry import app_of_table
from simulator.phone.store import Record
from simulator.phone.world import World
from simulator.scenario.formula import evaluate, names_in
from simulator.trace.ledger import Effect, Ledger

Touch = tuple[str, str, str]
"""Table, id and what was done: `+` made, `-` deleted, or the name of a changed field."""


class Finding(NamedTuple):
    """Whether a claim holds; if not, why in one sentence; if so, what it accounts for and since which moment."""

    ok: bool
    miss: str = ""
    covers: frozenset[Touch] = frozenset()
    moment: int = 0
    at: int = 0


class Message(NamedTuple):
    """A message that left the phone, with the effect that sent it."""

    app: str
    effect: Effect
    sent: Outgoing


@dataclass
class Evidence:
    """Everything a claim may look at. Pure: judging changes nothing."""

    world: World
    ledger: Ledger
    start: int
    labels: Mapping[str, tuple[str, str]]
    people: Mapping[str, Person]
    formulas: Mapping[str, str]
    standing: bool = False
    _derived: dict[str, Any] = field(default_factory=dict)

    def time(self, text: str) -> int:
        return when.parse_author_time(text, self.start, self.world.tz)

    def anchor(self, text: str) -> tuple[int, int] | None:
        """Moment number and time of an event, an offer (`need.offer`), an answer (`need.accepted`) or a time.

        None if it has not come. A plain time has no moment number of its own: 0.
        """
        fired = self.ledger.fired.get(text)
        if fired is not None:
            return fired.moment, fired.at
        need, dot, what = text.partition(".")
        if dot:
            return self._offer_anchor(need, what)
        if text in self.labels or text.isidentifier():
            return None
        return 0, self.time(text)

    def record(self, label: str) -> Record | None:
        table, record_id = self.labels[label]
        return self.world.store.tables()[table].get(record_id)

    def record_label(self, record_id: str) -> str:
        return next((label for label, (_, known) in self.labels.items() if known == record_id), record_id)

    def table(self, name: str) -> str:
        """`calendar` means the app's main records, `messaging.conversation` the table of that name."""
        return name if "." in name else self.world.apps[name].records[0].table

    def records(self, name: str) -> list[Record]:
        """Records that count as present, in a stable order."""
        table = self.table(name)
        app = self.world.apps[app_of_table(table)]
        rows = self.world.store.tables()[table]
        return [rows[key] for key in sorted(rows) if not app.gone(rows[key])]

    def present(self, table: str, record_id: str) -> bool:
        record = self.world.store.tables()[table].get(record_id)
        return record is not None and not self.world.apps[app_of_table(table)].gone(record)

    def messages(self, effects: Iterable[Effect]) -> list[Message]:
        found = []
        for effect in effects:
            if effect.old is None and effect.new is not None:
                app = self.world.apps[app_of_table(effect.table)]
                sent = app.outgoing(self.world.store, effect.new)
                if sent is not None:
                    found.append(Message(app.name, effect, sent))
        return found

    def aliases(self, who: str) -> frozenset[str]:
        """All by which a person may be addressed; a plain address stands for itself."""
        person = self.people.get(who)
        if person is None and who == "owner":
            return frozenset({self.world.owner.email, self.world.owner.name})
        if person is None:
            return frozenset({who})
        return frozenset(part for part in (person.email, person.user_id, person.name, person.phone) if part)

    def derived(self, name: str) -> Any:
        if name not in self._derived:
            self._derived[name] = evaluate(self.formulas[name], self._names(self.formulas[name]))
        return self._derived[name]

    def value(self, raw: Any) -> Any:
        """`=name` stands for a derived value, everything else for itself."""
        if isinstance(raw, str) and raw.startswith("="):
            return self.derived(raw[1:])
        return raw

    def needs_of(self, proposal: str) -> tuple[str, ...]:
        offer = self.ledger.offers.get(proposal)
        return offer.needs if offer is not None else ()

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

    def _names(self, formula: str) -> dict[str, Any]:
        """What a formula may speak of: labelled records, all records of an app, earlier formulas.

        The assistant's own work is left out: a derived value is what the world says, not what was made of it.
        """
        undone = before_assistant(self.ledger.effects)
        names: dict[str, Any] = {}
        for name in names_in(formula):
            if name in self.formulas:
                names[name] = self.derived(name)
            elif name in self.labels:
                table, record_id = self.labels[name]
                names[name] = undone.get((table, record_id), self.world.store.tables()[table].get(record_id))
            elif name in self.world.apps:
                names[name] = self._rows(self.world.apps[name].records[0].table, undone)
        return names

    def _rows(self, table: str, undone: Mapping[tuple[str, str], Record | None]) -> list[Record]:
        rows = dict(self.world.store.tables()[table])
        for (other, record_id), record in undone.items():
            if other == table and record is None:
                rows.pop(record_id, None)
            elif other == table and record is not None:
                rows[record_id] = record
        return [rows[key] for key in sorted(rows)]


def before_assistant(effects: Iterable[Effect]) -> dict[tuple[str, str], Record | None]:
    """Per record that the assistant touched, what it was before its first touch."""
    first: dict[tuple[str, str], Record | None] = {}
    for effect in effects:
        if effect.actor == "assistant":
            first.setdefault((effect.table, effect.id), effect.old)
    return first


def latest(effects: Iterable[Effect], chosen: Callable[[Effect], bool]) -> Effect | None:
    found = None
    for effect in effects:
        if chosen(effect):
            found = effect
    return found
