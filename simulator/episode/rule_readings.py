"""Reads the texts of an ended run by rules.

Offers are read with the phone as it was when they were made, all other texts with the phone at the end. The readings
are not stored.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from simulator.agents.policy import Decision
from simulator.episode.loop import Episode
from simulator.reading.claims import READER, Claim, Reading, RunText
from simulator.reading.rules import VERSION
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.goals.goal import Goal
from simulator.scenario.needs import read_for
from simulator.scenario.reading_details import explained
from simulator.scenario.run_claims import BUILT_IN, HONEST
from simulator.scenario.story import Story
from simulator.scenario.text_claims import field_reading, message_reading, report_reading
from simulator.scenario.told_claims import told_reading
from simulator.scenario.words_read import builtin_by_rules, reads_words
from simulator.trace.ledger import CardLine


class _Nobody:
    def decide(self, view: object) -> Decision:
        raise AssertionError("a run that is only read has no players")


class RulesReader:
    """The reader `rules`, which reads the texts of an ended run.

    Scenarios in older traces list words to search for, not claims; in such runs, only offers are read.
    """

    name = READER
    version = VERSION

    def __init__(self, episode: Episode) -> None:
        self._episode = episode
        self._earlier = self._at_start()

    def read(self, text: RunText, claims: Sequence[Claim]) -> list[Reading]:
        """Return a reading for each claim that rules can read, with its act, record and polarity if they are known."""
        if not reads_words(self._episode.story) and text.where != "offer":
            return []
        earlier = self._before(text.moment)
        # Offers are read with the phone as it was when they were made: their records may be gone at the end.
        evidence = earlier.evidence() if text.where == "offer" else self._episode.evidence()
        return [
            explained(reading._replace(key=key), text.text, earlier.world.now, evidence, self._episode.story)
            for key, reading in _readings(text._replace(claims=tuple(claims)), self._episode, earlier)
        ]

    def _before(self, moment: int) -> Episode:
        """Return the run as it was after a moment. Going back to an earlier moment replays the run from its start."""
        if len(self._earlier.moments) > moment + 1:
            self._earlier = self._at_start()
        self._earlier.replay(self._episode.moments[len(self._earlier.moments) : moment + 1])
        return self._earlier

    def _at_start(self) -> Episode:
        return Episode(self._episode.story, self._episode.first_config, lambda *_: _Nobody(), lambda *_: _Nobody())


def _readings(text: RunText, episode: Episode, earlier: Episode) -> Iterator[tuple[str, Reading]]:
    story, evidence = episode.story, episode.evidence()
    told = {reading.key: reading for reading in builtin_by_rules(text.where, text.text, evidence)}
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
            # A compound goal is read as a whole, so its parts get no reading of their own.
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
    """Return the first message between the assistant and the user at the moment of this text; None if there is none."""
    return next((said for said in evidence.ledger.said if said.moment == text.moment), None)
