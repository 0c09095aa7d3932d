"""A run reduced to what its user did: decisions about offers with their delays, other taps, and the outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

import msgspec

from benchmark.fidelity.detours import Taps, taps_of
from simulator.agents.human import HUMAN
from simulator.config import EpisodeConfig
from simulator.episode.rebuild import config_now, last_fork
from simulator.scenario.story import Story
from simulator.trace.decisions import OfferFollowed, OfferTracker
from simulator.trace.metrics import CARD
from simulator.trace.moments import Acted, Moment
from simulator.trace.trace_reader import Trace

Choice = Literal["accept", "decline", "look"]
CHOICES: tuple[Choice, ...] = ("accept", "decline", "look")
# first: the first tap while the offer is open. answer: the answer after the user has looked first.
Stage = Literal["first", "answer"]
_CHOICE_OF: dict[str, Choice] = {"accept_proposal": "accept", "reject_proposal": "decline"}
_FINISHED = ("turn_limit", "quiet")
PUT_DOWN = "put_phone_down"


class OfferDecision(msgspec.Struct, frozen=True):
    """One decision of the user about an open offer."""

    moment: int
    """Number of the user's moment; the run is rebuilt up to here to ask a simulated user."""
    offer: int
    """Number of the offer in the run, counted from 1."""
    stage: Stage
    choice: Choice
    delay: float | None = None
    """Seconds that the decision took; None if they are unknown."""


class PlayedRun(msgspec.Struct, frozen=True, kw_only=True):
    """The decisions and taps of the user in one run."""

    run: str
    """The run's number or file, for links and messages."""
    person: str
    """Pseudonym of the person; for a simulated user its label."""
    scenario: str
    scenario_hash: str
    difficulty: int
    assistant: str
    ended: str
    """Why the run ended, empty if it has not. `abandoned` if the person left, `not blind` if the person saw the other
    side, and `taken over` if the person began in the middle."""
    success: bool | None
    """None without an outcome; an undecided run is not a success."""
    decisions: tuple[OfferDecision, ...]
    delays: tuple[float, ...]
    """Seconds of each of the user's actions, as far as they are known."""
    taps: Taps
    card_taps: int
    failed_taps: int
    put_downs: int
    back_taps: int
    writes: int
    turns: int

    @property
    def is_finished(self) -> bool:
        return self.ended in _FINISHED

    @property
    def pair(self) -> tuple[str, str]:
        """Scenario and assistant: runs of people and of simulated users are compared within a pair."""
        return self.scenario, self.assistant


def choice_of(act: Acted) -> Choice:
    """Return the decision that a tap is while an offer is open: any tap except an answer looks first."""
    return _CHOICE_OF.get(act.name, "look") if act.app == CARD else "look"


def is_by_person(config: EpisodeConfig) -> bool:
    return config.user == HUMAN


def assistant_label(config: EpisodeConfig) -> str:
    """Return the assistant's name; for language models the names of the observing and the executing model."""
    models = [choice.alias for choice in (config.observe_model, config.execute_model) if choice is not None]
    return " + ".join(dict.fromkeys(models)) if config.assistant == "llm" and models else config.assistant


def reduced(
    trace: Trace, story: Story, person: str, *, run: str = "", left_out: str = "", recorded: bool | None = None
) -> PlayedRun:
    """Return what the user did in a run.

    `left_out`: why the run does not count, whatever its trace says: `abandoned` or `not blind`.

    `recorded`: whether delays are the recorded latencies. By default this is so for people only. The latency of a
    simulated user is that of its model's server, so its delays are the simulated seconds that its actions take.
    """
    config = config_now(trace)
    recorded = is_by_person(config) if recorded is None else recorded
    acts = [moment for moment in trace.moments if isinstance(moment, Acted) and moment.actor == "user"]
    delays = {act.n: _delay(act, config, recorded) for act in acts}
    outcome = None if trace.result is None else trace.result.outcome
    return PlayedRun(
        run=run or trace.file,
        person=person,
        scenario=story.scenario.id,
        scenario_hash=trace.header.scenario_hash,
        difficulty=story.scenario.difficulty.rating,
        assistant=assistant_label(config),
        ended=_ended(trace, left_out),
        success=None if outcome is None else outcome.success,
        decisions=tuple(_decisions(trace.moments, delays)),
        delays=tuple(delay for delay in delays.values() if delay is not None),
        taps=taps_of(story, config, trace.moments),
        card_taps=sum(act.app == CARD for act in acts),
        failed_taps=sum(act.error is not None for act in acts),
        put_downs=sum(act.name == PUT_DOWN for act in acts),
        back_taps=sum(act.name in ("go_back", "go_home") for act in acts),
        writes=sum(act.write and act.error is None and act.app != CARD for act in acts),
        turns=max((moment.turn for moment in trace.moments), default=0),
    )


def _ended(trace: Trace, left_out: str) -> str:
    if left_out:
        return left_out
    # Before a fork, somebody else played, so the run as a whole says nothing about the person.
    if last_fork(trace) is not None:
        return "taken over"
    return "" if trace.result is None else trace.result.ended


def _delay(act: Acted, config: EpisodeConfig, recorded: bool) -> float | None:
    if not recorded:
        return float(act.thinking + config.user_action_seconds) or None
    latency = None if act.envelope is None else act.envelope.latency_ms
    # A latency of 0 has no logarithm, and no person answers in less than a millisecond.
    return None if latency is None or latency <= 0 else latency / 1000


def _decisions(moments: Sequence[Moment], delays: dict[int, float | None]) -> Iterator[OfferDecision]:
    tracker = OfferTracker()
    for moment in moments:
        tracker.feed(moment)
    acts = {moment.n: moment for moment in moments if isinstance(moment, Acted)}
    offers = [point for point in tracker.points if isinstance(point, OfferFollowed)]
    for number, offer in enumerate(offers, 1):
        first = offer.reaction_moment
        if first is None:
            continue
        yield OfferDecision(first, number, "first", choice_of(acts[first]), delays.get(first))
        last = offer.final_moment
        if last is not None and last != first and offer.final in ("accepted", "rejected"):
            yield OfferDecision(last, number, "answer", choice_of(acts[last]), delays.get(last))
