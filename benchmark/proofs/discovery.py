"""Proof (i): every value a goal checks can be found on the phone, in an event, in the user's reply, or is derived."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

from simulator.episode import Episode
from simulator.phone.registry import app_of_table
from simulator.phone.state import Notice
from simulator.phone.store import Record
from simulator.scenario.facts import Fact, OneOfFact, WordsFact
from simulator.scenario.formula import FormulaError
from simulator.scenario.goals.evidence import Evidence, before_assistant
from simulator.scenario.goals.language import Goal
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.story import Story


class Checked(NamedTuple):
    """One value that a goal checks, and how it may be found."""

    what: str
    texts: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    time: int | None = None
    derived: str = ""


class Found(NamedTuple):
    made: int
    missing: list[str]


def discover(story: Story, worked: Episode) -> Found:
    """Looks for every checked value in what the assistant could read before it acted."""
    corpus = Corpus(story, worked)
    evidence = worked.evidence()
    checked = [value for goal in story.scenario.goals for leaf in goal.parts() for value in _values(leaf, evidence)]
    for need in story.scenario.needs:
        welcomed = _mentioned(need.welcome.mentions, evidence)
        checked += [value for value in welcomed if not _is_vocabulary(value)]
    missing = [
        f"{value.what} stands nowhere on the phone, in an event or in the user's reply"
        for value in checked
        if not corpus.has(value, evidence)
    ]
    return Found(len(checked), missing)


def _not_by_assistant(worked: Episode) -> Iterator[Record]:
    """Every record of an app as it was before the assistant touched it."""
    before = before_assistant(worked.ledger.effects)
    for table, rows in worked.world.store.tables().items():
        if app_of_table(table) in worked.world.apps:
            yield from (record for key, record in rows.items() if (table, key) not in before)
    yield from (record for record in before.values() if record is not None)


class Corpus:
    """All texts and times that can be read: records that the assistant did not make, notices, the user's answers."""

    def __init__(self, story: Story, worked: Episode) -> None:
        world = worked.world
        self.texts: list[str] = []
        self.times: set[int] = {story.start}
        for record in _not_by_assistant(worked):
            self.texts.append(world.apps[app_of_table(record.table)].readable(world.store, record))
            values = (getattr(record, name) for name in record.__struct_fields__)
            self.times.update(value for value in values if isinstance(value, int))
        self.texts += [notice.text for notice in world.inbox("assistant") if not _own_words(notice)]
        self.texts += [
            answer
            for need in story.scenario.needs
            for reply in need.answer
            for answer in (reply.accept, reply.change, reply.reject)
            if answer
        ]
        owner = world.owner
        self.texts.append(" ".join((owner.name, owner.email, owner.phone, owner.home)))
        self._now = datetime.fromtimestamp(story.start, UTC).astimezone(story.tz)
        self._tz = story.tz

    def has(self, value: Checked, evidence: Evidence) -> bool:
        if value.derived:
            return _computes(value.derived, evidence)
        if value.time is not None:
            return value.time in self.times or self._mentions_time(value.time)
        if value.facts:
            return any(fact.found_in(text, self._now) for fact in value.facts for text in self.texts)
        return all(any(part.casefold() in text.casefold() for text in self.texts) for part in value.texts)

    def _mentions_time(self, at: int) -> bool:
        """The time of day stands somewhere; the day is part of what must be understood."""
        local = datetime.fromtimestamp(at, UTC).astimezone(self._tz)
        fact = Mentions(all=[{"time": f"{local:%H:%M}"}]).facts_alone()
        return any(one.found_in(text, self._now) for one in fact.all for text in self.texts)


def _computes(name: str, evidence: Evidence) -> bool:
    try:
        evidence.derived(name)
    except FormulaError:
        return False
    return True


def _values(goal: Goal, evidence: Evidence) -> Iterator[Checked]:
    if goal.sent is not None:
        for who in goal.sent.to.named:
            yield _person(who, goal.sent.app, evidence)
        yield from _mentioned(goal.sent.mentions, evidence)
    if goal.told is not None:
        yield from _mentioned(goal.told.mentions, evidence)
    if goal.exists is not None:
        for match in goal.exists.where.values():
            yield from _matched(match, evidence)
    if goal.changed is not None:
        for match in goal.changed.to.values():
            yield from _matched(match, evidence)


def _person(who: str, apps: list[str], evidence: Evidence) -> Checked:
    """Someone to write to: by mail the address must be known, by chat the name."""
    person = evidence.people.get(who)
    if person is None:
        return Checked(f"the address {who}", texts=(who,))
    if apps == ["email"] or not person.phone:
        return Checked(f"the address of {person.name}", texts=(person.email or person.name,))
    return Checked(f"the name {person.name}", texts=(person.name,))


def _is_vocabulary(value: Checked) -> bool:
    """Words of an offer that say what would be done, not with what."""
    return bool(value.facts) and all(map(_is_plain_word, value.facts))


def _is_plain_word(fact: Fact) -> bool:
    """Lower-case words without a digit are how something is said; names, numbers, dates are what is said."""
    if isinstance(fact, OneOfFact):
        return all(map(_is_plain_word, fact.choices))
    words = isinstance(fact, WordsFact) and not any(character.isdigit() for character in fact.shown)
    return words and fact.shown == fact.shown.lower()


def _own_words(notice: Notice) -> bool:
    """What the assistant is told about its own offers quotes them; that proves nothing."""
    return notice.kind in ("accepted", "rejected") or notice.kind.startswith("offer_")


def _derived_in(raw: object) -> str:
    """The name of the derived value that a fact stands for, or nothing."""
    text = next(iter(raw.values()), "") if isinstance(raw, dict) else raw
    return text[1:] if isinstance(text, str) and text.startswith("=") else ""


def _mentioned(mentions: Mentions, evidence: Evidence) -> Iterator[Checked]:
    for raw in mentions.all:
        if _derived_in(raw):
            yield Checked(f"the derived value ={_derived_in(raw)}", derived=_derived_in(raw))
    stated = mentions.model_copy(update={"all": [raw for raw in mentions.all if not _derived_in(raw)]})
    if not stated:
        return
    facts = stated.facts(evidence)
    for fact in facts.all:
        if isinstance(fact, OneOfFact) and _is_plain_word(fact):
            continue
        yield Checked(f"the fact '{fact.shown}'", facts=(fact,))
    if facts.any and not all(map(_is_plain_word, facts.any)):
        shown = " / ".join(fact.shown for fact in facts.any)
        yield Checked(f"one of '{shown}'", facts=facts.any)


def _matched(match: FieldMatch, evidence: Evidence) -> Iterator[Checked]:
    if match.mentions is not None:
        yield from _mentioned(match.mentions, evidence)
    for raw in (match.at, match.not_before, match.not_after, match.near, match.eq):
        if isinstance(raw, str) and raw.startswith("="):
            yield Checked(f"the derived value {raw}", derived=raw[1:])
        elif raw is not None and raw in (match.at, match.not_before, match.not_after):
            yield Checked(f"the time {raw}", time=evidence.time(str(raw)))
        elif isinstance(raw, str) and raw:
            yield _plain(raw, evidence)
    for who in [*(match.same_set or []), *(match.includes or [])]:
        person = evidence.people.get(who)
        if who != "owner":
            yield Checked(f"the name {person.name if person else who}", texts=(person.name if person else who,))


def _plain(raw: str, evidence: Evidence) -> Checked:
    if raw in evidence.labels:
        return Checked(f"the record '{raw}'", texts=())
    try:
        return Checked(f"the time {raw}", time=evidence.time(raw))
    except ValueError:
        return Checked(f"the text '{raw}'", texts=(raw,))
