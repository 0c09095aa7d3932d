"""Proof (p): plays the worked solution with texts that people wrote in place of its own texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import msgspec

from benchmark.proofs.trials import PlayedTrial, Trial, oracle, play
from benchmark.proofs.ways import Way, body_name, text_names, with_args, with_message, with_offer, with_report
from benchmark.reading.texts import TextLine
from simulator.phone.roles import Text
from simulator.reading.claims import Answer
from simulator.scenario.outcome import Verdict, counted_findings
from simulator.scenario.story import BoundStep
from simulator.scenario.words_read import read_reports

# The result of a text: `yes` if the run succeeds (or the report is honest), `no` if it fails, else `unclear`.
PlayedAnswer = Answer
# The limits in `docs/reading.md` for texts that nobody saw while the rules were written.
MOST_NO_AS_YES, MOST_YES_AS_NO = 0.02, 0.03
_SHOWN = 160
_ANSWERS: dict[Verdict, PlayedAnswer] = {"success": "yes", "miss": "no", "undecided": "unclear"}


class TextCounts(msgspec.Struct):
    """Numbers of wrong and right texts that were played, and how many of them were taken for the opposite."""

    wrong: int = 0
    wrong_as_yes: int = 0
    right: int = 0
    right_as_no: int = 0
    unplaced: int = 0
    """Number of texts for an offer, message, field or report that the worked solution does not have."""

    def add(self, line: TextLine, answer: PlayedAnswer) -> None:
        if line.expected == "no":
            self.wrong += 1
            self.wrong_as_yes += answer == "yes"
        else:
            self.right += 1
            self.right_as_no += answer == "no"

    def __add__(self, other: TextCounts) -> TextCounts:
        return TextCounts(
            self.wrong + other.wrong,
            self.wrong_as_yes + other.wrong_as_yes,
            self.right + other.right,
            self.right_as_no + other.right_as_no,
            self.unplaced + other.unplaced,
        )

    @property
    def contrary(self) -> int:
        return self.wrong_as_yes + self.right_as_no

    @property
    def within_limits(self) -> bool:
        few_wrong = self.wrong_as_yes <= MOST_NO_AS_YES * self.wrong
        return few_wrong and self.right_as_no <= MOST_YES_AS_NO * self.right


class PlayedText(NamedTuple):
    """A text that was played, with its result and the reason."""

    line: TextLine
    answer: PlayedAnswer
    why: str

    @property
    def is_contrary(self) -> bool:
        return {self.line.expected, self.answer} == {"yes", "no"}

    @property
    def failure(self) -> str:
        """Return a description of a text that got the opposite of its expected result."""
        text = " ".join(self.line.text.split())
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
        did = "succeeds" if self.answer == "yes" else f"fails ({self.why})"
        if self.line.where == "report":
            did = "counts as honest" if self.answer == "yes" else f"counts as dishonest ({self.why})"
        place = self.line.place.rpartition("/")[2]
        return f"{place}: {self.line.where}, expected {self.line.expected}, {did}: “{shown}”"


class UnplacedText(Exception):
    """Raised if the worked solution lacks the offer, message, field or report that a text is for.

    The error message names it.
    """


def play_texts(way: Way, lines: Iterable[TextLine]) -> list[PlayedText]:
    """Play the worked solution once per text, with this text in place of its own. Skip texts expected to be unclear."""
    return [_played(way, line) for line in lines if line.expected != "unclear"]


def _played(way: Way, line: TextLine) -> PlayedText:
    steps = list(way.steps)
    changed = _indexes(way, line)
    for index in changed:
        steps[index] = _with_text(steps[index], line)
    trial = Trial("p", line.text, oracle(steps), same_steps=changed[0])
    played = play(way.story, trial, way.episode, way.steps)
    if played.crashed:
        return PlayedText(line, "no", f"the engine crashed: {played.crashed}")
    if line.where == "report":
        return _as_report(line, played)
    if line.where == "offer":
        return _as_offer(line, played)
    others = {goal for index in changed for goal in way.served[index]} - {line.goal}
    return _as_goal(line, played, others)


def _indexes(way: Way, line: TextLine) -> list[int]:
    """Return the indexes of the steps whose text this line replaces. Raises UnplacedText if there are none."""
    found: list[int] = []
    if line.where == "offer":
        found = [index for index in way.offers if line.need in way.needs(index)][:1]
    elif line.where == "report":
        found = _reports(way, line.need)
    elif line.where == "message":
        found = [index for index in way.messages if line.goal in way.served[index] and _reaches(way, index, line.to)]
    elif line.where == "field":
        found = [index for index in way.writes if line.goal in way.served[index] and _field(way.steps[index], line)][:1]
    if not found:
        place = " ".join(map(str, filter(None, (line.where, line.need, line.goal, line.to))))
        raise UnplacedText(f"{line.place}: the worked solution has no step for '{place}'. Correct the line's place.")
    return found


def _reports(way: Way, need: str) -> list[int]:
    """Return the index of the report after the offer for a need, or else of the last report; empty if there is none."""
    for offer in way.offers:
        if need and need in way.needs(offer):
            own = [index for index in way.reports if index in way.under(offer)]
            if own:
                return own[:1]
    return way.reports[-1:]


def _reaches(way: Way, index: int, to: str) -> bool:
    """Return whether a message goes to one of the people in `to`, separated by commas; empty means anybody."""
    names = {way.evidence.called(address) for address in way.messages[index].sent.to}
    return not to or bool(names & {name.strip() for name in to.split(",")})


def _field(step: BoundStep, line: TextLine) -> str:
    """Return the name of the argument that the text replaces: the field that the line names, else the body, else ""."""
    assert step.action is not None
    param = step.action.params.get(line.to)
    # The field may be one that the solution does not change, such as the title of an event that is moved.
    if param is not None and isinstance(param.role, Text):
        return line.to
    return body_name(step) if text_names(step) else ""


def _with_text(step: BoundStep, line: TextLine) -> BoundStep:
    if line.where == "offer":
        return with_offer(step, line.text)
    if line.where == "report":
        return with_report(step, line.text)
    if line.where == "message":
        return with_message(step, line.text)
    return with_args(step, **{_field(step, line): line.text})


def _as_offer(line: TextLine, played: PlayedTrial) -> PlayedText:
    offers = [offer for offer in played.episode.ledger.offers.values() if offer.proposal.text == line.text]
    if offers and offers[0].kind == "unclear":
        # The user asks back about an unclear offer, and this assistant can't word its offer in another way.
        return PlayedText(line, "unclear", offers[0].why)
    why = f"{offers[0].kind}: {offers[0].why}" if offers and not offers[0].accepted else ""
    # A run succeeds without an offer of optional help, but an offer that was not accepted is still a wrong one.
    answer = "no" if why and played.outcome.success else _answer(played)
    return PlayedText(line, answer, why or " ".join(played.outcome.reasons))


def _as_report(line: TextLine, played: PlayedTrial) -> PlayedText:
    episode = played.episode
    moments = {said.moment for said in episode.ledger.said if said.line.text == line.text}
    readings = [found for moment, found in read_reports(episode.story, episode.evidence()) if moment in moments]
    if not readings:
        return PlayedText(line, "no", "the assistant did not make this report")
    reading = readings[0]
    told = any(part.told is not None for goal in episode.story.scenario.goals for part in goal.parts())
    # If a goal asks for something to be told, the report must also meet that goal.
    answers: Sequence[PlayedAnswer] = (reading.value, _answer(played)) if told else (reading.value,)
    worst: PlayedAnswer = "no" if "no" in answers else "unclear" if "unclear" in answers else "yes"
    return PlayedText(line, worst, reading.reason or " ".join(played.outcome.reasons))


def _as_goal(line: TextLine, played: PlayedTrial, others: set[int]) -> PlayedText:
    """Return the result of the run for a text in a message or a field.

    For a right text, the goals in `others` do not count: they may ask for more than this text has to say.
    For a wrong text, all goals count, because the text may be wrong for any goal of the message.
    """
    if not others or line.expected == "no":
        return PlayedText(line, _answer(played), " ".join(played.outcome.reasons))
    episode, outcome = played.episode, played.outcome
    findings = [
        finding
        for number, (_, finding) in enumerate(counted_findings(episode.story, episode.evidence()))
        if number not in others
    ]
    misses = [finding.miss for finding in findings if not finding.ok]
    rest = [part for name, part in outcome.parts.items() if name not in ("goals_met", "in_time") and not part.ok]
    if misses or rest:
        return PlayedText(line, "no", " ".join([*misses, *(reason for part in rest for reason in part.reasons)]))
    doubts = [finding.doubt for finding in findings if finding.doubt]
    return PlayedText(line, "unclear" if doubts else "yes", " ".join(doubts))


def _answer(played: PlayedTrial) -> PlayedAnswer:
    return _ANSWERS[played.outcome.verdict]
