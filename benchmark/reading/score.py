"""Scores a reader on texts: how often it reads what people expect, by place of the text and kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from benchmark.reading.texts import TextFileError, TextLine
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.reading.claims import Reading
from simulator.scenario.library import Library
from simulator.scenario.text_claims import field_reading, message_reading, offer_reading, report_reading


class ScoredText(NamedTuple):
    """A text with the reading that it got."""

    line: TextLine
    reading: Reading


class Score(NamedTuple):
    """Counts of readings: by place and by kind, then by expected answer, then by the answer that was read."""

    confusion: Mapping[str, Mapping[str, Mapping[str, int]]]
    kinds: Mapping[str, Mapping[str, Mapping[str, int]]]
    texts: list[ScoredText]


def score(lines: Iterable[TextLine], library: Library) -> Score:
    """Read every text by rules and compare with the expected answers."""
    scored = [ScoredText(line, read_line(line, library)) for line in lines]
    return Score(counts_by(scored, "where"), counts_by(scored, "kind"), scored)


def read_line(line: TextLine, library: Library) -> Reading:
    """Read one text in the place that its line names, in a run of the worked solution."""
    played = _played(line.scenario, library)
    story = played.story
    if line.where == "offer":
        need = next((need for need in story.scenario.needs if need.label == line.need), None)
        if need is None:
            known = ", ".join(need.label for need in story.scenario.needs) or "none"
            raise TextFileError(f"{line.scenario} has no need '{line.need}'. Its needs: {known}.")
        return offer_reading(line.text, need, story, _before_offer(played, line.need).evidence())
    if line.goal is not None and not 0 <= line.goal < len(story.scenario.goals):
        raise TextFileError(
            f"{line.scenario} has no goal {line.goal}; it has goals 0 to {len(story.scenario.goals) - 1}."
        )
    if line.where == "message" and line.goal is not None:
        return message_reading(line.text, story.scenario.goals[line.goal], story, played.evidence())
    if line.where == "field" and line.goal is not None:
        return field_reading(line.text, story.scenario.goals[line.goal], story, played.evidence())
    return report_reading(line.text, line.need, story, played.evidence())


@cache
def _played(scenario: str, library: Library) -> Episode:
    """Return the run of the worked solution of a scenario."""
    return Episode(library.get(scenario), EpisodeConfig()).run()


@cache
def _before_offer(played: Episode, need: str) -> Episode:
    """Return the run up to the solution's offer for a need."""
    offer = next((offer for offer in played.ledger.offers.values() if need in offer.needs), None)
    if offer is None:
        return played
    again = Episode(played.story, played.config)
    again.replay(played.moments[: offer.moment])
    return again


def counts_by(scored: Iterable[ScoredText], by: str) -> dict[str, dict[str, dict[str, int]]]:
    """Return the number of texts by `where` or `kind`, then by expected answer, then by the answer that was read."""
    counts = Counter((getattr(text.line, by), text.line.expected, text.reading.value) for text in scored)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (group, expected, read), number in sorted(counts.items()):
        found.setdefault(group, {}).setdefault(expected, {})[read] = number
    return found
