"""Collects the values and statements that a text must contain, from `mentions` and the sentence of a claim."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from simulator.reading.facts import Fact, FactError, FactSet, TimeFact, parse_fact
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.text_values import keys_in
from simulator.reading.facts.word_facts import WordsFact
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.scene import content_words
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.mentions import Mentions, settled_fact


def wanted_text(
    mentions: Mentions, say: str, evidence: Evidence, now: datetime, secret: tuple[Fact, ...] = ()
) -> WantedMessage:
    """Return the values and statements that a text must or must not contain, from `mentions`, `say` and `secret`."""
    values = [WantedValue((fact,)) for fact in value_facts(mentions.all, evidence)]
    for group in mentions.any_groups:
        facts = tuple(value_facts(group, evidence))
        if facts:
            # A group with plain words does not require one of its values, because a text may use the words instead.
            strict = len(facts) == len(group)
            if any(isinstance(fact, TimeFact) for fact in facts):
                # "Three" in a group with 15:00 means the hour, which the fact for 15:00 also finds.
                facts = tuple(fact for fact in facts if fact.shown.casefold() not in VALUES)
            values.append(WantedValue(facts, strict))
    people = [*evidence.people.values()]
    names = content_words(" ".join([evidence.world.owner.name, *(person.name for person in people)]))
    capitals = frozenset(word for group in mentions.any_groups for fact in group for word in _names(fact))
    points = [point._replace(about=point.about | capitals) if point.about else point for point in points_in(say, names)]
    times = frozenset(key for key in keys_in(say, now) if key[0] in ("day", "time"))
    return WantedMessage(
        tuple(values),
        tuple(value_facts(mentions.none, evidence)),
        secret,
        FactSet(together=tuple(_groups(mentions, evidence))),
        tuple(points),
        times,
    )


def _groups(mentions: Mentions, evidence: Evidence) -> Iterator[tuple[Fact, ...]]:
    for group in mentions.together:
        yield tuple(parse_fact(settled_fact(fact, evidence)) for fact in group)


def value_facts(raw: Iterable[Any], evidence: Evidence) -> Iterator[Fact]:
    """Yield the parsed facts that are values; plain words and values that can't be parsed are left out."""
    for fact in raw:
        if is_value(fact):
            try:
                yield parse_fact(settled_fact(fact, evidence))
            except FactError:
                continue


def is_value(fact: Any) -> bool:
    """Return True for a number, date, time, amount, code, address or name; False for lowercase words."""
    if isinstance(fact, dict):
        return "words" not in fact or is_value(fact["words"])
    if not isinstance(fact, str) or fact.startswith("="):
        return True
    if fact.casefold() in VALUES or not isinstance(parse_fact(fact), WordsFact):
        return True
    if re.fullmatch(r"[\w.-]+(?:\.[\w-]+)+(?:/\S*)?|\S+@\S+", fact):
        # A web or e-mail address.
        return True
    return bool(re.search(r"[0-9]|[A-Z\u00c0-\u00de\u0100-\u017f]", fact)) and bool(
        re.search(r"\b[A-Z\u00c0-\u00de0-9+]", fact)
    )


def _names(fact: Any) -> frozenset[str]:
    return content_words(fact) if isinstance(fact, str) and fact[:1].isupper() and fact.isalpha() else frozenset()
