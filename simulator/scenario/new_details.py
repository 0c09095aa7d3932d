"""Finds made-up details of new records, such as a description of an event with names that occur nowhere else.

The assistant may fill in details without being asked, but not make them up. At least half of the words, every name and
every number above 60 in a text must be known from the phone, the conversation or the scenario; if not, the outcome gets
a doubt. A tag or a folder that nobody named must be known or common; if not, the outcome is unclean.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from simulator.phone.registry import app_of_table
from simulator.phone.store import Record
from simulator.reading.messages.claim_points import related
from simulator.reading.scene import content_words, stem
from simulator.scenario.goals.evidence import Evidence, Finding
from simulator.scenario.goals.field_values import free_texts
from simulator.scenario.goals.goal import Goal
from simulator.scenario.new_titles import GENERIC_WORDS
from simulator.scenario.schema import SolutionStep
from simulator.scenario.story import Story
from simulator.scenario.unnamed_fields import goals_for, named_fields
from simulator.scenario.written_fields import texts_by_others

_NUMBER = re.compile(r"(?<![\w:])\d+(?![\w:])")
# A capital letter in the middle of a sentence.
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
# Fields by which people sort records, and common words in these fields.
_LABELS = ("tag", "folder")
_COMMON_LABELS = content_words(
    "work job office business personal private family friends social leisure health medical home household travel trip"
    " finance money bills shopping school study studies errands admin other general misc inbox notes default"
)
# Smaller numbers are often days, hours or counts, which the assistant may work out.
_SMALL = 60


def strange_details(story: Story, evidence: Evidence, findings: Iterable[tuple[Goal, Finding]]) -> list[str]:
    """Return a doubt for each detail of a new record that no goal or `allowed` names and that seems made up."""
    met = [(goal, finding) for goal, finding in findings if finding.ok]
    found = []
    for effect in evidence.ledger.by("assistant"):
        record = evidence.world.store.tables()[effect.table].get(effect.id)
        app = evidence.world.apps.get(app_of_table(effect.table))
        if effect.old is not None or record is None or app is None:
            continue
        texts = free_texts(app) & set(plain_texts(type(record)))
        names = [name for name in record.details if name in texts and getattr(record, name)]
        named = named_fields(goals_for(effect, met), effect, story, evidence) if names else frozenset()
        for name in names:
            if name not in named and (strange := _strange(str(getattr(record, name)), story, evidence)):
                called = f"the {effect.table.partition('.')[2]} '{evidence.name_of(record)}'"
                found.append(f"The {name} of {called} says what stands nowhere else: {', '.join(strange)}.")
    return found


def strange_labels(story: Story, evidence: Evidence, findings: Iterable[tuple[Goal, Finding]]) -> list[str]:
    """Return a sentence for each tag and folder of a new record that nobody named and that has unknown words.

    Words are known if they occur on the phone, in the conversation or in the scenario, or if they are common, such as
    "work".
    """
    met = [(goal, finding) for goal, finding in findings if finding.ok]
    found = []
    for effect in evidence.ledger.by("assistant"):
        record = evidence.world.store.tables()[effect.table].get(effect.id)
        if effect.old is not None or record is None:
            continue
        names = [name for name in _LABELS if name in record.details and getattr(record, name)]
        named = named_fields(goals_for(effect, met), effect, story, evidence) if names else frozenset()
        for name in names:
            label = str(getattr(record, name))
            if name not in named and not _is_known_label(label, record, story, evidence):
                noun = effect.table.partition(".")[2]
                called = f"the {noun} '{evidence.name_of(record)}'"
                found.append(f"It set {name} of {called} to {label}, which nobody asked for.")
    return found


def _is_known_label(label: str, record: Record, story: Story, evidence: Evidence) -> bool:
    known = evidence.once("known stems", lambda: _known(story, evidence))
    words = content_words(label) - GENERIC_WORDS - _COMMON_LABELS - content_words(str(getattr(record, "title", "")))
    return all(word.isdigit() or stem(word) in known for word in words)


@cache
def plain_texts(record: type[Record]) -> tuple[str, ...]:
    """Return the names of fields that accept any text. The value of a field with fixed choices can't be made up."""
    return tuple(field.name for field in msgspec.structs.fields(record) if field.type is str)


def _strange(text: str, story: Story, evidence: Evidence) -> list[str]:
    """Return a text's unknown words and numbers, but only if most words, a name or a number above 60 are unknown."""
    known = evidence.once("known stems", lambda: _known(story, evidence))
    words = [word for word in sorted(content_words(text) - GENERIC_WORDS) if not word.isdigit()]
    numbers = [number for number in _NUMBER.findall(text) if int(number) > _SMALL and number not in known]
    unknown = [word for word in words if stem(word) not in known]
    names = content_words(" ".join(_NAME.findall(text))) & set(unknown)
    if numbers or names or len(unknown) * 2 > len(words):
        return [*unknown, *numbers]
    return []


def _known(story: Story, evidence: Evidence) -> frozenset[str]:
    texts = list(_texts(story, evidence))
    numbers = {number for text in texts for number in re.findall(r"\d+", text)}
    return frozenset(map(stem, related(content_words(" ".join(texts))))) | numbers


def _texts(story: Story, evidence: Evidence) -> Iterator[str]:
    yield from texts_by_others(evidence)
    scenario = story.scenario
    yield msgspec.json.encode([person.model_dump(mode="json") for person in scenario.people]).decode()
    yield from (goal.say for goal in scenario.goals)
    yield from (need.say for need in scenario.needs)
    yield from (ruling.say for ruling in scenario.allowed)
    for step in [*(step.part for step in story.solution), *_alternative_steps(story)]:
        yield " ".join([step.offer or "", step.report or "", str(step.args)])
    yield from (str(way.replace) for way in scenario.alternatives)
    # Accepted offers count, because the user has agreed to what they say.
    yield from (offer.proposal.text for offer in evidence.ledger.offers.values() if offer.accepted)
    written = {(effect.table, effect.id) for effect in evidence.ledger.by("assistant")}
    for table, rows in evidence.world.store.tables().items():
        if app_of_table(table) in evidence.world.apps:
            yield from (str(msgspec.to_builtins(row)) for key, row in rows.items() if (table, key) not in written)


def _alternative_steps(story: Story) -> Iterator[SolutionStep]:
    return (step for way in story.scenario.alternatives for step in way.solution or [])
