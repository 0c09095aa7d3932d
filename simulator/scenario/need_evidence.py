"""Finds the events after which a need can be known: they bring the need's records and the values of its offer."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from simulator.phone.registry import app_of_table
from simulator.reading.facts.text_values import ValueKey, kind_of, values_in
from simulator.reading.language.tokens import tokenize
from simulator.scenario.formula import literals_in, names_in
from simulator.scenario.schema import EventPart, Need
from simulator.scenario.story import Story
from simulator.scenario.text_claims import offer_reading
from simulator.trace.ledger import Ledger

# In hundredths. Numbers up to 12 are not looked up, because the assistant can count "three reminders" itself.
_COUNTABLE = frozenset(number * 100 for number in range(13))


def events_of_evidence(need: Need, story: Story) -> tuple[str, ...]:
    """Return the labels of the events after which the need can be known; empty if it is known from the start."""
    if need.evident_after or not need.acts:
        # Scenarios in older traces name the events in `evident_after`.
        return tuple(need.evident_after)
    return computed_evidence(need, story)


def computed_evidence(need: Need, story: Story) -> tuple[str, ...]:
    """Return the events after which the need can be known, ignoring `evident_after`. Results are cached per story."""
    known = story.evidence_events
    if need.label not in known:
        known[need.label] = computed_events(need, _solution_offer(need, story), story)
    return known[need.label]


def _solution_offer(need: Need, story: Story) -> str:
    """Return the worked solution's offer for a need: the first that is read as yes, or else as unclear.

    If all are read as no, return the offer at the need's index, or the last offer. Without offers, return "".
    """
    offers = [step.part.offer for step in story.solution if step.part.offer is not None]
    evidence = story.evidence(story.blank, Ledger())
    for value in ("yes", "unclear"):
        for offer in offers:
            if offer_reading(offer, need, story, evidence).value == value:
                return offer
    place = [other.label for other in story.scenario.needs].index(need.label)
    return offers[min(place, len(offers) - 1)] if offers else ""


def computed_events(need: Need, offer: str, story: Story) -> tuple[str, ...]:
    """Return the events that bring the need's records or the values of its offer, in the order of the file.

    `offer`: the worked solution's offer for the need.
    """
    needed: list[str] = []
    events = {event.part.label: event for event in story.events}
    for label in _records(need):
        if label in events:
            needed.append(label)
    known = _known_at_start(story)
    arrivals = [(event.part.label, _event_keys(event.part, story)) for event in story.events]
    for key in _offer_keys(offer, story):
        if key in known:
            continue
        source = next((label for label, keys in arrivals if key in keys), None)
        if source is not None:
            needed.append(source)
        else:
            needed += _sources_of_derived(key, story, known, arrivals)
    order = [event.part.label for event in story.events]
    return tuple(sorted(set(needed), key=order.index))


def _records(need: Need) -> Iterator[str]:
    for act in need.acts:
        yield from act.targets
        yield from act.about


def _offer_keys(offer: str, story: Story) -> list[ValueKey]:
    found: list[ValueKey] = []
    for value in values_in(tokenize(offer).folded, _now(story)):
        meanings = [(kind_of(value), meaning) for meaning in sorted(value.meanings)]
        if value.certain and len(meanings) == 1 and not (value.kind == "number" and meanings[0][1] in _COUNTABLE):
            found += meanings
    return found


def _sources_of_derived(
    key: ValueKey, story: Story, known: frozenset[ValueKey], arrivals: list[tuple[str, frozenset[ValueKey]]]
) -> Iterator[str]:
    """Yield the events that bring the inputs of derived values. Include numbers only if `key` is an amount."""
    kind, _ = key
    for formula in story.scenario.derived.values():
        for literal in _inputs(formula, story):
            if isinstance(literal, str):
                if any(event.part.label == literal for event in story.events):
                    yield literal
                continue
            wanted = ("amount", round(literal * 100))
            if kind == "amount" and wanted not in known and wanted[1] not in _COUNTABLE:
                yield from [label for label, keys in arrivals if wanted in keys][:1]


def _inputs(formula: str, story: Story) -> Iterator[Any]:
    for name in names_in(formula):
        if name in story.scenario.derived:
            yield from _inputs(story.scenario.derived[name], story)
        elif name in story.labels:
            yield name
    yield from (literal for literal in literals_in(formula) if isinstance(literal, int | float))


def _known_at_start(story: Story) -> frozenset[ValueKey]:
    now, world = _now(story), story.blank
    keys: set[ValueKey] = set()
    for table, rows in world.store.tables().items():
        if app_of_table(table) in world.apps:
            app = world.apps[app_of_table(table)]
            for record in rows.values():
                keys |= _keys(app.readable(world.store, record), now)
                for name in record.__struct_fields__:
                    keys |= _moment_keys(getattr(record, name), story)
    return frozenset(keys)


def _event_keys(part: EventPart, story: Story) -> frozenset[ValueKey]:
    keys: set[ValueKey] = set()
    for text in _texts(part.args):
        keys |= _keys(text, _now(story))
    return frozenset(keys)


def _keys(text: str, now: datetime) -> set[ValueKey]:
    found = values_in(tokenize(text).folded, now)
    return {(kind_of(value), meaning) for value in found for meaning in value.meanings}


def _moment_keys(value: Any, story: Story) -> set[ValueKey]:
    """Return the values that a number from a record can stand for, or an empty set if `value` is no such number.

    A number within 400 days of the start is a time, and stands for its day and time of day. Any other number below
    10^9 is an amount.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return set()
    if abs(value - story.start) < 400 * 86400:
        local = datetime.fromtimestamp(value, UTC).astimezone(story.tz)
        return {("day", local.date().toordinal()), ("time", local.hour * 60 + local.minute)}
    return {("amount", round(value * 100))} if abs(value) < 10**9 else set()


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif value is not None:
        yield str(value)


def _now(story: Story) -> datetime:
    return datetime.fromtimestamp(story.start, UTC).astimezone(story.tz)
