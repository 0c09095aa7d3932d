"""What the text of a message or a field must say to meet a goal: its values, and the statements of its `say`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from simulator.reading.facts import Fact, FactError, FactSet, parse_fact
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.word_facts import WordsFact
from simulator.reading.messages import WantedMessage, WantedValue
from simulator.reading.scene import content_words
from simulator.reading.statements import points_in
from simulator.reading.text_values import keys_in
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.goals.mentions import Mentions, settled_fact
from simulator.scenario.story import Story


def wanted_messages(goal: Goal, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a message can say what the goal asks for; one of them is enough."""
    ways = [part for part in goal.parts() if part.sent is not None]
    found = []
    for way in ways:
        assert way.sent is not None
        secret = tuple(_secrets(way.sent.to.named, story, evidence))
        found.append(_wanted(way.sent.mentions, way.say or goal.say, story, evidence, now, secret))
    return found


def wanted_fields(goal: Goal, name: str, story: Story, evidence: Evidence, now: datetime) -> list[WantedMessage]:
    """Return the ways in which a field can say what the goal asks for."""
    found = []
    for part in goal.parts():
        for matches in (part.exists.where if part.exists else {}, part.changed.to if part.changed else {}):
            for field, match in matches.items():
                if match.mentions is not None and name in ("", field):
                    found.append(_wanted(match.mentions, part.say or goal.say, story, evidence, now))
    return found


def _wanted(
    mentions: Mentions, say: str, story: Story, evidence: Evidence, now: datetime, secret: tuple[Fact, ...] = ()
) -> WantedMessage:
    values = [WantedValue((fact,)) for fact in _facts(mentions.all, evidence)]
    for group in mentions.any_groups:
        facts = tuple(_facts(group, evidence))
        if facts:
            # Words beside values may say the same, so that the values alone are not required.
            values.append(WantedValue(facts, strict=len(facts) == len(group)))
    people = [*evidence.people.values()]
    names = content_words(" ".join([evidence.world.owner.name, *(person.name for person in people)]))
    capitals = frozenset(word for group in mentions.any_groups for fact in group for word in _names(fact))
    points = [point._replace(about=point.about | capitals) if point.about else point for point in points_in(say, names)]
    times = frozenset(key for key in keys_in(say, now) if key[0] in ("day", "time"))
    return WantedMessage(
        tuple(values),
        tuple(_facts(mentions.none, evidence)),
        secret,
        FactSet(together=tuple(_groups(mentions, evidence))),
        tuple(points),
        times,
    )


def _groups(mentions: Mentions, evidence: Evidence) -> Iterator[tuple[Fact, ...]]:
    for group in mentions.together:
        yield tuple(parse_fact(settled_fact(fact, evidence)) for fact in group)


def _secrets(to: Iterable[str], story: Story, evidence: Evidence) -> Iterator[Fact]:
    """Yield the values that the file forbids to tell these people."""
    for ruling in story.scenario.forbidden:
        if ruling.sent is not None and set(ruling.sent.to.named) & set(to):
            for group in (ruling.sent.mentions.all, *ruling.sent.mentions.any_groups):
                yield from _facts(group, evidence)


def _facts(raw: Iterable[Any], evidence: Evidence) -> Iterator[Fact]:
    for fact in raw:
        if is_value(fact):
            try:
                yield parse_fact(settled_fact(fact, evidence))
            except FactError:
                continue


def is_value(fact: Any) -> bool:
    """Return True for a number, date, time, amount, code, phone number or name; False for a lower-case word."""
    if isinstance(fact, dict):
        return "words" not in fact or is_value(fact["words"])
    if not isinstance(fact, str) or fact.startswith("="):
        return True
    if fact.casefold() in VALUES or not isinstance(parse_fact(fact), WordsFact):
        return True
    return bool(re.search(r"[0-9]|[A-Z\u00c0-\u00de\u0100-\u017f]", fact)) and bool(
        re.search(r"\b[A-Z\u00c0-\u00de0-9+]", fact)
    )


def _names(fact: Any) -> frozenset[str]:
    return content_words(fact) if isinstance(fact, str) and fact[:1].isupper() and fact.isalpha() else frozenset()
