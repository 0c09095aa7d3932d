"""Proof (i): every value that a goal checks is on the phone, in an event, in the user's reply, or can be computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

from benchmark.proofs.corpus import CheckedValue, Corpus
from simulator.episode.loop import Episode
from simulator.reading.facts import Fact, OneOfFact, WordsFact
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.matchers import FieldMatch
from simulator.scenario.goals.mentions import Mentions
from simulator.scenario.story import Story


class Discovery(NamedTuple):
    """The number of checked values, and descriptions of the values not found."""

    made: int
    missing: list[str]


def discover(story: Story, worked: Episode) -> Discovery:
    """Return the number of checked values, and those that the assistant could not read before it needed them."""
    evidence = worked.evidence()
    corpora: dict[tuple[int, bool], Corpus] = {}
    made, missing = 0, []
    for place, before, answers, value in _checked(story, worked, evidence):
        key = (before, answers)
        corpus = corpora[key] if key in corpora else corpora.setdefault(key, Corpus(story, worked, before, answers))
        made += 1
        if not corpus.has(value, evidence):
            where = "on the phone, in an event or in the user's reply" if answers else "on the phone or in an event"
            missing.append(f"{value.what}, which {place} asks for, cannot be found in time {where}")
    return Discovery(made, missing)


def _checked(story: Story, worked: Episode, evidence: Evidence) -> Iterator[tuple[str, int, bool, CheckedValue]]:
    """Yield each checked value with its key in the scenario file and the limits of the search for it.

    The limits are the moment before which the assistant must know the value, and whether the user may have told it.
    """
    for index, goal in enumerate(story.scenario.goals):
        for leaf in goal.parts():
            before = leaf.judge(evidence).moment or len(worked.moments)
            yield from ((f"goals.{index}", before, True, value) for value in _values(leaf, evidence))
    for index, need in enumerate(story.scenario.needs):
        offers = (offer.moment for offer in evidence.ledger.offers.values() if need.label in offer.needs)
        before = next(offers, len(worked.moments))
        for value in _mentioned(need.welcome.mentions, evidence) if need.welcome is not None else ():
            # Words that only name the action, such as "cancel", need no source: the assistant chooses them itself.
            if not _is_vocabulary(value):
                yield f"needs.{index}.welcome", before, False, value


def _values(goal: Goal, evidence: Evidence) -> Iterator[CheckedValue]:
    if goal.sent is not None:
        for who in goal.sent.to.named:
            yield _person(who, goal.sent.app, evidence)
        yield from _mentioned(goal.sent.mentions, evidence)
    if goal.told is not None:
        yield from _mentioned(goal.told.mentions, evidence)
    if goal.exists is not None:
        yield from _fields(goal.exists.where, goal.exists.table(evidence), evidence)
    if goal.changed is not None:
        yield from _fields(goal.changed.to, evidence.labels[goal.changed.record][0], evidence)
    if goal.value is not None:
        yield from _matched(goal.value.is_, evidence)


def _fields(matches: Mapping[str, FieldMatch], table: str, evidence: Evidence) -> Iterator[CheckedValue]:
    """Yield the checked values of fields, except states that the app sets itself, such as cancelled."""
    hints = get_type_hints(evidence.world.store.type_of(table))
    for name, match in matches.items():
        hint = hints.get(name)
        states = get_args(hint) if get_origin(hint) is Literal else ()
        if match.eq not in states:
            yield from _matched(match, evidence)


def _person(who: str, apps: list[str], evidence: Evidence) -> CheckedValue:
    """Return the value that the assistant must know about a recipient: the address for email, the name for chat."""
    person = evidence.people.get(who)
    if person is None:
        return CheckedValue(f"the address {who}", texts=(who,))
    if apps == ["email"] or not person.phone:
        return CheckedValue(f"the address of {person.name}", texts=(person.email or person.name,))
    return CheckedValue(f"the name {person.name}", texts=(person.name,))


def _is_vocabulary(value: CheckedValue) -> bool:
    """Return whether the words only describe an action, such as cancel, and name no particular thing."""
    return bool(value.facts) and all(map(_is_plain_word, value.facts))


def _is_plain_word(fact: Fact) -> bool:
    """Return whether a fact consists of lower-case words without digits, and so is not a name, number or date."""
    if isinstance(fact, OneOfFact):
        return all(map(_is_plain_word, fact.choices))
    words = isinstance(fact, WordsFact) and not any(character.isdigit() for character in fact.shown)
    return words and fact.shown == fact.shown.lower()


def _derived_in(raw: object) -> str:
    """Return the name of the derived value that a fact refers to, or ""."""
    text = next(iter(raw.values()), "") if isinstance(raw, dict) else raw
    return text[1:] if isinstance(text, str) and text.startswith("=") else ""


def _mentioned(mentions: Mentions, evidence: Evidence) -> Iterator[CheckedValue]:
    for raw in mentions.required:
        if _derived_in(raw):
            yield CheckedValue(f"an input of the derived value ={_derived_in(raw)}", derived=_derived_in(raw))
    given = [raw for raw in mentions.required if not _derived_in(raw)]
    stated = mentions.model_copy(update={"all": given, "together": []})
    if not stated:
        return
    facts = stated.facts(evidence)
    for fact in facts.all:
        # Alternatives that are all plain words are different ways to say one thing and need not be on the phone.
        if isinstance(fact, OneOfFact) and _is_plain_word(fact):
            continue
        yield CheckedValue(f"the fact '{fact.shown}'", facts=(fact,))
    if facts.any and not all(map(_is_plain_word, facts.any)):
        shown = " / ".join(fact.shown for fact in facts.any)
        yield CheckedValue(f"one of '{shown}'", facts=facts.any)


def _matched(match: FieldMatch, evidence: Evidence) -> Iterator[CheckedValue]:
    if match.mentions is not None:
        yield from _mentioned(match.mentions, evidence)
    for time in (match.at, match.not_before, match.not_after):
        if time is not None:
            yield _value(time, evidence)
    for raw in (match.near, *(match.eq if isinstance(match.eq, list) else [match.eq])):
        if raw not in (None, "") and not isinstance(raw, bool):
            yield _value(raw, evidence)
    for name in [*(match.same_set or []), *(match.includes or []), *(match.multiset or {})]:
        if name != "owner":
            yield _value(name, evidence)
    yield from _choices(match, evidence)


def _choices(match: FieldMatch, evidence: Evidence) -> Iterator[CheckedValue]:
    """Yield one checked value for all options in `one_of`, because the assistant needs to know only one of them.

    If an option is a time, a number or derived, yield only the first option.
    """
    options = [_value(raw, evidence) for raw in match.one_of or [] if isinstance(raw, str | int | float)]
    if options and not any(option.derived or option.time or option.number is not None for option in options):
        texts = [text for option in options for text in option.texts]
        facts = Mentions(all=[{"words": text} for text in texts]).facts_alone()
        yield CheckedValue(f"one of {', '.join(texts)}", facts=facts.all)
    elif options:
        yield options[0]


def _value(raw: str | float, evidence: Evidence) -> CheckedValue:
    """Return the checked value for a raw value in a scenario file, such as a record, a person, a time or a text."""
    if isinstance(raw, int | float):
        return CheckedValue(f"the number {raw}", number=float(raw))
    if raw.startswith("="):
        return CheckedValue(f"an input of the derived value {raw}", derived=raw[1:])
    if raw in evidence.labels:
        return CheckedValue(f"the record '{raw}'")
    if raw in evidence.people:
        return CheckedValue(f"the name {evidence.people[raw].name}", texts=(evidence.people[raw].name,))
    try:
        return CheckedValue(f"the time {raw}", time=evidence.time(raw))
    except ValueError:
        return CheckedValue(f"the text '{raw}'", texts=(raw,))
