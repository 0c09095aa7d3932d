"""Collects all texts that the assistant could read before a moment. Proof (i) looks for checked values in them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from simulator.episode.loop import Episode
from simulator.phone.registry import app_of_table
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.phone.world import World
from simulator.reading.facts import Fact, parse_fact
from simulator.scenario.formula import FormulaError, literals_in, names_in
from simulator.scenario.goals.evidence import Evidence, before_assistant
from simulator.scenario.story import Story
from simulator.trace.fold import fold

# Numbers that a formula may use without a source: small counts, minutes per hour, percent.
_COUNTABLE = frozenset({*range(13), 60, 100})


class CheckedValue(NamedTuple):
    """A value that a goal or need checks: `facts` (any of them), `texts` (all of them), a `time` or a `number`.

    `derived`: name of the formula that computes the value; if it is set, the assistant must be able to read its inputs.
    """

    what: str
    texts: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    time: int | None = None
    number: float | None = None
    derived: str = ""


class Corpus:
    """Texts that the assistant could read: records without its own changes, its notifications, and the owner's data.

    `answers`: include the user's answers to offers.
    """

    def __init__(self, story: Story, worked: Episode, before: int, answers: bool) -> None:
        # Use the phone as it was just before the moment `before`: a value that arrives later is not known yet.
        world = fold(story.fresh(worked.config.rules), worked.moments[:before])
        self.texts: list[str] = []
        self.numbers: set[float] = {story.start}
        for record in _not_by_assistant(world, worked, before):
            self.texts.append(world.apps[app_of_table(record.table)].readable(world.store, record))
            values = (getattr(record, name) for name in record.__struct_fields__)
            self.numbers.update(value for value in values if isinstance(value, int | float))
        self.texts += [notice.text for notice in world.inbox("assistant") if not _own_words(notice)]
        self.texts += list(_answers(story)) if answers else []
        owner = world.owner
        self.texts.append(" ".join((owner.name, owner.email, owner.phone, owner.home)))
        self._now = datetime.fromtimestamp(story.start, UTC).astimezone(story.tz)
        self._tz = story.tz

    def has(self, value: CheckedValue, evidence: Evidence) -> bool:
        if value.derived:
            return self._has_derived(value.derived, evidence)
        if value.time is not None:
            local = datetime.fromtimestamp(value.time, UTC).astimezone(self._tz)
            # The assistant can infer the day, so only the time of day must be in a text.
            return value.time in self.numbers or self._mentions(parse_fact({"time": f"{local:%H:%M}"}))
        if value.number is not None:
            return value.number in (0, 1) or self._has_number(value.number)
        if value.facts:
            return any(map(self._mentions, value.facts))
        return all(map(self._reads, value.texts))

    def _has_derived(self, name: str, evidence: Evidence) -> bool:
        """Return whether a formula can be computed, and the assistant could read every text and number in it."""
        formula = evidence.formulas[name]
        try:
            evidence.derived(name)
        except FormulaError:
            return False
        inner = [other for other in sorted(names_in(formula)) if other in evidence.formulas]
        return all(self._has_derived(other, evidence) for other in inner) and all(
            self._reads(literal) if isinstance(literal, str) else literal in _COUNTABLE or self._has_number(literal)
            for literal in literals_in(formula)
        )

    def _has_number(self, number: float) -> bool:
        facts = (parse_fact({"number": number}), parse_fact({"money": number}))
        return number in self.numbers or any(map(self._mentions, facts))

    def _mentions(self, fact: Fact) -> bool:
        return any(fact.found_in(text, self._now) for text in self.texts)

    def _reads(self, text: str) -> bool:
        return any(text.casefold() in other.casefold() for other in self.texts)


def _not_by_assistant(world: World, worked: Episode, before: int) -> Iterator[Record]:
    """Yield every record as it would be without the assistant's changes. Records that it created are left out."""
    touched = before_assistant(effect for effect in worked.ledger.effects if effect.moment < before)
    for table, rows in world.store.tables().items():
        if app_of_table(table) in world.apps:
            yield from (record for key, record in rows.items() if (table, key) not in touched)
    yield from (record for record in touched.values() if record is not None)


def _own_words(notice: Notice) -> bool:
    """Return whether a notice quotes the assistant's own offer; such a notice is not a source of values."""
    return notice.kind in ("accepted", "rejected") or notice.kind.startswith("offer_")


def _answers(story: Story) -> Iterator[str]:
    for need in story.scenario.needs:
        for answer in need.answer:
            yield from (text for text in (answer.accept, answer.change, answer.reject) if text)
