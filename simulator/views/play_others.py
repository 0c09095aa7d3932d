"""Compares a person's run with other runs of the scenario version in which the other side was played alike.

Other people appear as counts only. Of each person, only the first finished blind run counts: a person who plays again
knows the story.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from simulator.agents.human import HUMAN
from simulator.agents.registry import waits_outside
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode as PlayedEpisode
from simulator.episode.need_points import points_of
from simulator.jobs.practice_runs import is_practice
from simulator.jobs.serialization import story_of
from simulator.models import DecisionPoint, Episode, ScenarioVersion, Seat, Side, State
from simulator.rendering.run_histories import SharedHistory
from simulator.showing.config_words import publicly
from simulator.showing.outcome_words import OutcomeSummary
from simulator.showing.sentence_parts import shortened
from simulator.statistics.intervals import wilson
from simulator.trace.decisions import OfferFollowed, OfferPoint
from simulator.words.english import capital, counted

# Runs with models may be many; the newest are enough for a comparison.
MOST_RUNS = 2000
LONGEST_OFFER = 110
# The player that both sides are compared with, because it is always available.
_REFERENCE = {Side.USER: "scripted", Side.ASSISTANT: "oracle"}
_REFERENCE_LABELS = {Side.USER: "Scripted user", Side.ASSISTANT: "Oracle, which knows the solution"}
_MODELS: Mapping[str, tuple[str, ...]] = {"user": ("user_model",), "assistant": ("observe_model", "execute_model")}
# Options besides the other player that make runs comparable.
_SAME_OPTIONS = ("env_events_per_minute", "tool_failure_probability", "max_turns", "user_style")
_ANSWERS = {"accepted": "accepted", "rejected": "not now"}
NO_ANSWER = "no answer"


@dataclass
class PlayGroup:
    """Runs by one player, or by people, on the side that is compared."""

    sign: str
    label: str
    runs: int = 0
    won: int = 0
    undecided: int = 0
    turns_in_all: int = 0
    is_you: bool = False

    @property
    def turns(self) -> str:
        """Return the mean number of turns; empty without runs."""
        return f"{self.turns_in_all / self.runs:.1f}".removesuffix(".0") if self.runs else ""

    @property
    def interval(self) -> str:
        """Return Wilson's interval in percent; empty for a single run, of which it would say nothing."""
        if self.runs < 2:
            return ""
        low, high = wilson(self.won, self.runs)
        return f"{100 * low:.0f}–{100 * high:.0f} %"

    @property
    def words(self) -> str:
        unclear = f", {self.undecided} undecided" if self.undecided else ""
        return f"{self.won} of {self.runs}{unclear}"

    def add(self, success: bool, undecided: bool, turns: int) -> None:
        self.runs, self.turns_in_all = self.runs + 1, self.turns_in_all + turns
        self.won, self.undecided = self.won + success, self.undecided + undecided


class Answered(NamedTuple):
    """An offer of a run with the needs that it serves, and the user's final answer in words."""

    needs: frozenset[str]
    text_hash: str
    answer: str


@dataclass
class OfferAnswers:
    """The same offer in several runs: your answer, that of the reference player, and the counts of people."""

    number: int
    text: str
    yours: str
    reference: str = ""
    accepted: int = 0
    rejected: int = 0
    unanswered: int = 0

    @property
    def people(self) -> int:
        return self.accepted + self.rejected + self.unanswered

    def count(self, answer: str) -> None:
        self.accepted += answer == "accepted"
        self.rejected += answer == "not now"
        self.unanswered += answer == NO_ANSWER


@dataclass
class Others:
    """How others did on your side of this scenario, with the other side played alike."""

    groups: list[PlayGroup] = field(default_factory=list)
    offers: list[OfferAnswers] = field(default_factory=list)
    people: int = 0


def others_of(seat: Seat, shared: SharedHistory, verdict: OutcomeSummary | None) -> Others:
    """Return the comparison for the person in this seat. `verdict`: the outcome of the person's run, if it has one."""
    row = seat.episode
    rows = [each for each in _finished(row) if _is_alike(row.config_now, each.config, _other_side(seat))]
    people = _first_of_each_person(seat, [each.pk for each in rows])
    groups: dict[str, PlayGroup] = {}
    reference_run: int | None = None
    for each in rows:
        player, label, sign = _who(each.config, Side(seat.side))
        if player == HUMAN and each.pk not in people:
            continue
        if player == _REFERENCE[Side(seat.side)] and reference_run is None:
            reference_run = each.pk
        groups.setdefault(label, PlayGroup(sign, label)).add(bool(each.success), each.undecided, each.turn)
    found = groups.pop("people", None)
    points = _points([*people, *([reference_run] if reference_run else [])])
    answers = points.get(reference_run or 0, [])
    label = _REFERENCE_LABELS[Side(seat.side)]
    if reference_run is None and (played := _reference(row, Side(seat.side))) is not None:
        groups[label] = PlayGroup("rule", label, 1, int(played.won), int(played.undecided), played.turns)
        answers = list(played.answers)
    reference = groups.pop(label, None)
    return Others(
        groups=[_you(row, verdict), *_ordered(reference, found, groups)],
        offers=_offers(shared, answers, [points.get(pk, []) for pk in people]),
        people=len(people),
    )


def _finished(row: Episode) -> list[Episode]:
    """Return finished runs of the same scenario version that were played here from their start, newest first."""
    rows = Episode.objects.filter(version=row.version_id, state=State.FINISHED, parent=None)
    rows = (
        rows.filter(imported__isnull=True)
        .exclude(is_practice())
        .exclude(pk=row.pk)
        .only("config", "success", "undecided", "turn")
        .order_by("-pk")
    )
    return list(rows[:MOST_RUNS])


def _other_side(seat: Seat) -> str:
    return "assistant" if seat.side == Side.USER else "user"


def _is_alike(config: Mapping[str, Any], other: Mapping[str, Any], side: str) -> bool:
    """Return whether two runs had the same player on `side`, and the same noise and limits."""
    return _played(config, side) == _played(other, side)


def _played(config: Mapping[str, Any], side: str) -> tuple[Any, ...]:
    models = tuple((config.get(name) or {}).get("alias") for name in _MODELS[side])
    return (config.get(side), *models, *(config.get(name) for name in _SAME_OPTIONS))


def _who(config: Mapping[str, Any], side: Side) -> tuple[str, str, str]:
    """Return the player of a side, its label, and its icon. A label names one line of the comparison."""
    player = str(config.get(side.value, ""))
    aliases = [(config.get(name) or {}).get("alias") for name in _MODELS[side.value]]
    if player == HUMAN:
        return player, "people", "people"
    if player == _REFERENCE[side]:
        return player, _REFERENCE_LABELS[side], "rule"
    if aliases[0]:
        named = " and ".join(dict.fromkeys(alias for alias in aliases if alias))
        return player, f"{named} as {side.value}", "machine"
    return player, capital(publicly(player)), "rule"


def _first_of_each_person(seat: Seat, runs: Iterable[int]) -> list[int]:
    """Return the first of these runs of each other person, if that person did not ask to see the other side."""
    seats = Seat.objects.filter(episode__in=list(runs), side=seat.side, looked_at=None).exclude(player=None)
    seats = seats.exclude(player=seat.player_id).order_by("episode")
    first: dict[int | None, int] = {}
    for player, run in seats.values_list("player", "episode"):
        first.setdefault(player, run)
    return list(first.values())


def _you(row: Episode, verdict: OutcomeSummary | None) -> PlayGroup:
    is_counted = verdict is not None and row.state == State.FINISHED
    you = PlayGroup("person", "You", is_you=True)
    if is_counted and verdict is not None:
        you.add(verdict.success, verdict.undecided, row.turn)
    return you


def _ordered(reference: PlayGroup | None, people: PlayGroup | None, rest: Mapping[str, PlayGroup]) -> list[PlayGroup]:
    if people is not None:
        people.label = counted(people.runs, "other person", "other people")
    last = sorted(rest.values(), key=lambda group: (group.sign != "machine", group.label))
    return [group for group in (reference, people, *last) if group is not None]


class _Reference(NamedTuple):
    won: bool
    undecided: bool
    turns: int
    answers: Sequence[Answered]


def _reference(row: Episode, side: Side) -> _Reference | None:
    """Play the scenario with the reference player in the person's place; None if the other side can't play at once."""
    try:
        config = EpisodeConfig.model_validate({**row.config_now, side.value: _REFERENCE[side]})
    except ValueError:
        return None
    models = dict.fromkeys(_MODELS[side.value])
    config = config.model_copy(update=models)
    if waits_outside(config) or HUMAN in (config.user, config.assistant):
        return None
    return _play(row.version_id, config.model_dump_json())


@lru_cache(maxsize=256)
def _play(version_id: int, options: str) -> _Reference | None:
    # A scripted run of a whole day takes milliseconds (docs/performance.md), less than a query for its moments.
    version = ScenarioVersion.objects.get(pk=version_id)
    story, config = story_of(version), EpisodeConfig.model_validate_json(options)
    try:
        episode = PlayedEpisode(story, config)
        result = episode.run().result()
        points = points_of(story, config, episode.moments)
    except Exception:
        return None
    if result is None or result.outcome is None:
        return None
    answers = [_answered(one.needs, one.text, one.final) for one in points if isinstance(one, OfferPoint)]
    return _Reference(result.outcome.success, result.outcome.undecided is True, episode.moments[-1].turn, answers)


def _points(runs: Iterable[int]) -> dict[int, list[Answered]]:
    """Return the offers of each run with their answers, in the order in which they were made."""
    found: dict[int, list[Answered]] = {}
    rows = DecisionPoint.objects.filter(episode__in=list(runs), kind="offer").order_by("episode", "number")
    for run, body in rows.values_list("episode", "body"):
        found.setdefault(run, []).append(_answered(body["needs"], body["text"], body["final"]))
    return found


def _offers(
    shared: SharedHistory, reference: Sequence[Answered], people: Sequence[Sequence[Answered]]
) -> list[OfferAnswers]:
    """Return your offers, each beside the same offer in the other runs."""
    judged = shared.history.episode.ledger.offers
    mine = [point for point in shared.history.decisions.points if isinstance(point, OfferFollowed)]
    found: list[OfferAnswers] = []
    earlier: list[Answered] = []
    for number, point in enumerate(mine, 1):
        needs = judged[point.proposal].needs if point.proposal in judged else ()
        this = _answered(needs, point.text, point.final)
        # If an offer is made again, it is compared with the second such offer of other runs.
        nth = sum(_is_same(this, other) for other in earlier)
        earlier.append(this)
        line = OfferAnswers(number, shortened(point.text, LONGEST_OFFER), this.answer)
        line.reference = _nth(this, reference, nth)
        for answers in people:
            line.count(_nth(this, answers, nth))
        found.append(line)
    return found


def _answered(needs: Iterable[str], text: str, final: str) -> Answered:
    plain = " ".join(text.casefold().split())
    digest = hashlib.sha256(plain.encode()).hexdigest()
    return Answered(frozenset(needs), digest, _ANSWERS.get(final, NO_ANSWER))


def _is_same(one: Answered, other: Answered) -> bool:
    """Return whether two offers serve a common need or, if neither serves a need, say the same."""
    if one.needs or other.needs:
        return bool(one.needs & other.needs)
    return one.text_hash == other.text_hash


def _nth(this: Answered, answers: Sequence[Answered], nth: int) -> str:
    """Return the answer to the nth offer of a run that is the same as this one; empty if the run has none."""
    same = [each.answer for each in answers if _is_same(this, each)]
    return same[nth] if nth < len(same) else ""
