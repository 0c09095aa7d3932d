"""Reads the texts of an ended run by rules.

Offers are read with the phone as it was when they were made, all other texts with the phone at the end. The readings
are not stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from simulator.agents.policy import Decision
from simulator.episode.loop import Episode
from simulator.reading.builtin import builtin_readings
from simulator.reading.claims import Reading
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.needs import read_for
from simulator.scenario.run_claims import BUILT_IN, HONEST, RunText, texts_of_run
from simulator.scenario.story import Story
from simulator.scenario.text_claims import field_reading, message_reading, report_reading
from simulator.scenario.told_claims import told_reading
from simulator.scenario.words_read import reads_words
from simulator.trace.ledger import CardLine


class TextByRules(NamedTuple):
    """A text of a run, with the readings of the rules by claim key; claims that no rule reads are missing."""

    text: RunText
    readings: Mapping[str, Reading]


class _Nobody:
    def decide(self, view: object) -> Decision:
        raise AssertionError("a run that is only read has no players")


def read_by_rules(episode: Episode) -> list[TextByRules]:
    """Return the texts of an ended run, each with its readings by rules.

    In scenarios of older traces, whose goals look for words, only offers are read.
    """
    story = episode.story
    # Offers are read with the phone as it was when they were made: their records may be gone at the end.
    earlier = Episode(story, episode.first_config, lambda *_: _Nobody(), lambda *_: _Nobody())
    found = []
    for text in texts_of_run(story, episode.evidence()):
        earlier.replay(episode.moments[len(earlier.moments) : text.moment + 1])
        readings = dict(_readings(text, episode, earlier)) if reads_words(story) or text.where == "offer" else {}
        found.append(TextByRules(text, readings))
    return found


def _readings(text: RunText, episode: Episode, earlier: Episode) -> Iterator[tuple[str, Reading]]:
    story, evidence = episode.story, episode.evidence()
    told = {reading.key: reading for reading in builtin_readings(text.text)}
    for claim in text.claims:
        kind, _, name = claim.key.partition(":")
        if kind == "need":
            yield claim.key, read_for(text.text, earlier.world.now, story.need(name), story, earlier.evidence())
        elif claim in BUILT_IN:
            yield claim.key, told.get(claim.key) or Reading(claim.key, "no", "", "")
        elif claim == HONEST:
            yield claim.key, report_reading(text.text, "", story, evidence, _said(text, evidence))
        else:
            place, _, field = name.partition("/")
            index, _, part = place.partition(".")
            # A part of a compound goal is read with its goal.
            if part and not field:
                continue
            goal = story.scenario.goals[int(index)]
            reading = _goal_reading(text, goal, story, evidence, earlier.world.now, field)
            if reading is not None:
                yield claim.key, reading


def _goal_reading(text: RunText, goal: Goal, story: Story, evidence: Evidence, at: int, field: str) -> Reading | None:
    if text.where == "message":
        return message_reading(text.text, goal, story, evidence, at)
    if text.where == "field":
        return field_reading(text.text, goal, story, evidence, field, at)
    return told_reading(text.text, goal, story, evidence, _said(text, evidence))


def _said(text: RunText, evidence: Evidence) -> CardLine | None:
    """Return the first message between assistant and user at the moment of this text; None if there is none."""
    return next((said for said in evidence.ledger.said if said.moment == text.moment), None)
