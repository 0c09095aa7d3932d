"""Scores a reader: counts how often its answers about texts match the expected answers, by `where` and by `kind`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from benchmark.reading.texts import TextFileError, TextLine
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.reading.claims import Claim, Reading, RunText
from simulator.scenario.goals.goal import Goal
from simulator.scenario.library import Library, UnknownScenario
from simulator.scenario.run_claims import HONEST, texts_of_run
from simulator.scenario.schema import Need
from simulator.scenario.story import Story
from simulator.scenario.text_claims import field_reading, message_reading, offer_reading, report_reading
from simulator.scenario.told_claims import told_reading
from simulator.words.english import counted

if TYPE_CHECKING:
    from simulator.agents.llm.model_reader import ModelReader

_REQUESTS_AT_ONCE = 8


class ScoredText(NamedTuple):
    """A text, and how a reader read it."""

    line: TextLine
    reading: Reading
    is_failed: bool = False
    """True if a judge model gave no usable answer, so the text counts as unclear."""


class Score(NamedTuple):
    """Counts of texts by `where` (`confusion`) or `kind` (`kinds`), then by expected answer and reader's answer."""

    confusion: Mapping[str, Mapping[str, Mapping[str, int]]]
    kinds: Mapping[str, Mapping[str, Mapping[str, int]]]
    texts: list[ScoredText]


def score(lines: Sequence[TextLine], library: Library, judge: ModelReader | None = None) -> Score:
    """Have the rules, or the model `judge` if given, read every text, and return the counts."""
    if judge is None:
        scored = [ScoredText(line, read_line(line, library)) for line in lines]
    else:
        scored = _scored_by(judge, lines, library)
    return Score(counts_by(scored, "where"), counts_by(scored, "kind"), scored)


def read_line(line: TextLine, library: Library) -> Reading:
    """Read one text by rules, as the offer, message, field or report that its line names in a run of the solution.

    Raises TextFileError if the line names an unknown scenario, need, goal or field.
    """
    played = _run_of(line, library)
    story = played.story
    if line.where == "offer":
        return offer_reading(line.text, _need(line, story), story, _before_offer(played, line.need).evidence())
    goal = _goal(line, story)
    if line.where == "message" and goal is not None:
        return message_reading(line.text, goal, story, played.evidence())
    if line.where == "field" and goal is not None:
        # Writers may describe the field in their own words; then any field of the goal is meant.
        for name in dict.fromkeys((line.to, "")):
            reading = field_reading(line.text, goal, story, played.evidence(), name)
            if reading is not None:
                return reading
        raise _wrong(line, f"goal {line.goal} of {line.scenario} asks for no text in a field. Fix `goal` in this line.")
    if goal is not None and any(part.told is not None for part in goal.parts()):
        return told_reading(line.text, goal, story, played.evidence())
    return report_reading(line.text, line.need, story, played.evidence())


def text_of_line(line: TextLine, library: Library) -> RunText:
    """Return the text of a line with its single claim, in the form that judge models get. Raises TextFileError."""
    played = _run_of(line, library)
    story = played.story
    if line.where == "offer":
        evidence = _before_offer(played, line.need).evidence()
        return _text(line, Claim(f"need:{line.need}", _need(line, story).say), evidence.world.show(evidence.world.now))
    evidence, goal = played.evidence(), _goal(line, story)
    if line.where == "report" or goal is None:
        reports = [text for text in texts_of_run(story, evidence) if text.where == "report"]
        like = reports[-1] if reports else RunText(0, "report", "", ())
        return like._replace(text=line.text, claims=(HONEST,))
    at = goal.judge(evidence).at or evidence.world.now
    return _text(line, Claim(f"goal:{line.goal}", goal.say), evidence.world.show(at))


def _text(line: TextLine, claim: Claim, written: str) -> RunText:
    to = (line.to,) if line.to else ()
    return RunText(0, line.where, line.text, (claim,), to, written[:16].replace("T", " "))


def _scored_by(judge: ModelReader, lines: Sequence[TextLine], library: Library) -> list[ScoredText]:
    # Built before the threads start: threads are for waiting on requests, and playing solutions needs the processor.
    texts = [text_of_line(line, library) for line in lines]
    with ThreadPoolExecutor(_REQUESTS_AT_ONCE) as pool:
        answers = list(pool.map(lambda text: judge.read_lines(text, text.claims)[0], texts))
    pairs = zip(lines, answers, strict=True)
    return [ScoredText(line, answer.reading, answer.is_failed) for line, answer in pairs]


def _need(line: TextLine, story: Story) -> Need:
    need = next((need for need in story.scenario.needs if need.label == line.need), None)
    if need is None:
        known = ", ".join(need.label for need in story.scenario.needs) or "none"
        raise _wrong(line, f"{line.scenario} has no need '{line.need}'. Its needs: {known}.")
    return need


def _goal(line: TextLine, story: Story) -> Goal | None:
    goals = story.scenario.goals
    if line.goal is not None and not 0 <= line.goal < len(goals):
        raise _wrong(
            line,
            f"{line.scenario} has no goal {line.goal}; it has goals 0 to {len(goals) - 1}. Fix `goal` in this line.",
        )
    return None if line.goal is None else goals[line.goal]


def _run_of(line: TextLine, library: Library) -> Episode:
    try:
        return _played(line.scenario, library)
    except UnknownScenario:
        known = "Run `pare scenarios list` to see the known ones, and fix `scenario` in this line"
        raise _wrong(line, f"unknown scenario '{line.scenario}'. {known}.") from None


def _wrong(line: TextLine, message: str) -> TextFileError:
    return TextFileError(f"{line.place}: {message}" if line.place else message)


@cache
def _played(scenario: str, library: Library) -> Episode:
    """Play the worked solution of a scenario, and return the run."""
    return Episode(library.get(scenario), EpisodeConfig()).run()


@cache
def _before_offer(played: Episode, need: str) -> Episode:
    """Return the run as it was just before the offer for a need; the whole run if there is no such offer."""
    offer = next((offer for offer in played.ledger.offers.values() if need in offer.needs), None)
    if offer is None:
        return played
    again = Episode(played.story, played.config)
    again.replay(played.moments[: offer.moment])
    return again


class Agreement(NamedTuple):
    """Texts with labels by two people, and how many of them have the same label twice."""

    texts: int
    same: int

    def __str__(self) -> str:
        share = f" ({100 * self.same / self.texts:.0f} %)" if self.texts else ""
        return f"Two people gave the same label to {self.same} of {counted(self.texts, 'text')}{share}."


def agreement(lines: Iterable[TextLine]) -> Agreement:
    """Return how often the second label equals `expected`, which is unclear if the two people's labels differ."""
    twice = [line for line in lines if line.second is not None]
    return Agreement(len(twice), sum(line.second == line.expected for line in twice))


def counts_by(scored: Iterable[ScoredText], by: str) -> dict[str, dict[str, dict[str, int]]]:
    """Return the number of texts by `where` or `kind`, then by expected answer, then by the reader's answer."""
    counts = Counter((getattr(text.line, by), text.line.expected, text.reading.value) for text in scored)
    found: dict[str, dict[str, dict[str, int]]] = {}
    for (group, expected, read), number in sorted(counts.items()):
        found.setdefault(group, {}).setdefault(expected, {})[read] = number
    return found
