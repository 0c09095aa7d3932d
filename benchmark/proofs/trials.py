"""A trial: one episode of a story with something made different, and whether it must succeed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from simulator.agents.oracle import WAITS, Oracle
from simulator.agents.policy import AssistantPolicy, Decision, UserPolicy, UserView
from simulator.agents.registry import AssistantMaker, EvidenceNow, UserMaker
from simulator.agents.scripted_user import PUT_DOWN, ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.phone.perform import TOOL_FAILED
from simulator.scenario.outcome import Outcome
from simulator.scenario.story import BoundStep, Story

PROOFS = {
    "a": "The worked solution succeeds, minimal, with no failed call",
    "b": "Silence fails, or succeeds where it is right",
    "c": "Each write left out fails",
    "d": "Each essential argument changed fails",
    "e": "Each write made to fail fails",
    "f": "Writes before the offer or without acceptance are refused and fail",
    "g": "One extra write per app fails",
    "h": "No offer fails",
    "i": "Every checked value can be found",
    "j": "Two processes with different hash seeds give identical content",
    "k": "Each alternative succeeds",
    "l": "Each near miss fails",
}


class Trial(NamedTuple):
    proof: str
    what: str
    """The difference, in words."""
    assistant: AssistantMaker
    user: UserMaker | None = None
    config: EpisodeConfig = EpisodeConfig()
    succeeds: bool = False
    shows: Callable[[Episode, Outcome], bool] = lambda episode, outcome: True
    """Whether it fails for the reason for which it must."""
    same_steps: int = 0
    """With how many steps of the worked solution it begins: what these led to is taken over instead of played."""


class Played(NamedTuple):
    trial: Trial
    episode: Episode
    outcome: Outcome

    @property
    def crashed(self) -> str:
        ended = self.episode.ended
        return ended.error if ended is not None and ended.reason == "crashed" else ""

    @property
    def holds(self) -> bool:
        if self.crashed or self.outcome.success != self.trial.succeeds:
            return False
        return self.trial.shows(self.episode, self.outcome)


def play(story: Story, trial: Trial, worked: Episode | None = None) -> Played:
    """`worked`: the solution as it was played, for trials that begin like it."""
    episode = Episode(story, trial.config, user=trial.user, assistant=trial.assistant)
    if worked is not None:
        episode.replay(worked.moments[: _shared_moments(worked, story.solution[: trial.same_steps])])
    episode.run()
    return Played(trial, episode, episode.outcome())


def _shared_moments(worked: Episode, steps: Sequence[BoundStep]) -> int:
    """How far an episode has come with the last of these steps."""
    calls = [act for act in worked.ledger.assistant_acts if act.name not in WAITS]
    done = sum(1 for step in steps if step.part.wait is None)
    return calls[done - 1].n + 1 if 0 < done <= len(calls) else 0


def same_steps(story: Story, steps: Sequence[BoundStep]) -> int:
    """With how many steps of the solution another way begins."""
    pairs = zip(story.solution, steps, strict=False)
    return next((number for number, (own, other) in enumerate(pairs) if own != other), len(story.solution))


def oracle(steps: Sequence[BoundStep], pushy: bool = False) -> AssistantMaker:
    """An assistant that plays these steps instead of the story's own."""

    def make(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
        return Oracle(story, steps, evidence, pushy)

    return make


class Unyielding:
    """The scenario's user, but one who never accepts: turns every offer down, or does not even answer."""

    def __init__(self, user: UserPolicy, answers: bool) -> None:
        self._user = user
        self._answers = answers

    def decide(self, view: UserView) -> Decision:
        if view.offer is None:
            return self._user.decide(view)
        return Decision("reject_proposal", {"content": "No."}) if self._answers else PUT_DOWN


def unyielding(answers: bool) -> UserMaker:
    def make(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
        return Unyielding(ScriptedUser(story, evidence), answers)

    return make


def refused(episode: Episode, outcome: Outcome) -> bool:
    """A write was refused for want of consent, and that alone is a failure."""
    return bool(episode.ledger.refused) and not outcome.consented.ok


def broke_down(episode: Episode, outcome: Outcome) -> bool:
    return any(act.error is not None and act.error.code == TOOL_FAILED for act in episode.ledger.failed)


def offered(episode: Episode, outcome: Outcome) -> bool:
    """It got as far as an offer: one that waits for its time for ever proves nothing."""
    return bool(episode.ledger.offers)


def unclean(episode: Episode, outcome: Outcome) -> bool:
    return not outcome.clean.ok


def is_write(step: BoundStep) -> bool:
    return step.action is not None and step.action.write


def written(step: BoundStep) -> str:
    """A step as a reader of the file knows it."""
    return step.part.key
