"""What an offer must say to meet a need: its deeds, and the values that a right offer may name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.reading.claims import ActClaim
from simulator.reading.offers import WantedOffer
from simulator.reading.scene import Scene, content_words
from simulator.reading.text_values import ValueKey, keys_in
from simulator.scenario.schema import Need
from simulator.scenario.story import Story


def wanted_offer(story: Story, need: Need, scene: Scene) -> WantedOffer:
    """Return what an offer for the need names."""
    acts = tuple(ActClaim(act.act, target) for act in need.acts for target in act.targets)
    about = frozenset[str]()
    for act in need.acts:
        for label in act.about:
            about |= _words_of(label, story, scene)
    return WantedOffer(
        acts=acts,
        about=about,
        values=_values(story, need, scene),
        untold=_untold(story),
        untouched=_untouched(story),
    )


def _words_of(label: str, story: Story, scene: Scene) -> frozenset[str]:
    if label in story.people:
        return content_words(" ".join((story.people[label].name, *story.people[label].also)))
    return next((thing.title for thing in scene.things if thing.key == label), frozenset())


def _values(story: Story, need: Need, scene: Scene) -> frozenset[ValueKey]:
    """Return the values in the file's own good offers and answers, and in the calls of the solutions."""
    found: set[ValueKey] = set()
    for text in _good_texts(story):
        found |= keys_in(text, scene.now)
    return frozenset(found)


def _good_texts(story: Story) -> Iterator[str]:
    steps = [step.part for step in story.solution]
    for way in story.scenario.alternatives:
        steps += way.solution or []
    for part in steps:
        if part.offer is not None:
            yield part.offer
        yield from (str(value) for value in _flat(part.args) if isinstance(value, str))
    for need in story.scenario.needs:
        yield need.say
        for answer in need.answer:
            yield answer.accept or answer.change or ""


def _flat(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        for item in value.values():
            yield from _flat(item)
    elif isinstance(value, list):
        for item in value:
            yield from _flat(item)
    else:
        yield value


def _untold(story: Story) -> frozenset[str]:
    """Return the people to whom nothing may be sent."""
    rulings = [ruling.sent for ruling in story.scenario.forbidden if ruling.sent is not None]
    return frozenset(who for sent in rulings if not sent.mentions for who in sent.to.named)


def _untouched(story: Story) -> frozenset[str]:
    """Return the labels of records that must stay as they are."""
    kept: set[str] = set()
    for goal in story.scenario.goals:
        if goal.unchanged is not None and goal.unchanged.record:
            kept |= set(goal.unchanged.record)
    for ruling in story.scenario.forbidden:
        if ruling.records is not None and ruling.records.record and (ruling.changed or ruling.deleted):
            kept |= set(ruling.records.record)
    return frozenset(kept)
