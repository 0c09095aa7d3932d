"""Generates runs of people with known behaviour: fixed probabilities of decisions, and delays from a log-normal."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path

import msgspec
import numpy as np

from benchmark.fidelity.played_run import PlayedRun, reduced
from benchmark.fidelity.resampling import trace_of_episode
from simulator.agents.human import HUMAN
from simulator.agents.policy import Decision, UserView
from simulator.agents.registry import UserMaker
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.scenario.story import Story
from simulator.trace.moments import Envelope
from simulator.trace.trace_reader import Trace
from simulator.trace.trace_writer import dump

NOTE = Decision("send_message_to_agent", {"content": "Wait, let me think."})


class Habits(msgspec.Struct, frozen=True):
    """How people of a population behave."""

    accept: float = 0.5
    decline: float = 0.3
    """The rest look first: they write to the assistant, and decide at their next turn."""
    log_mean: float = 1.0
    log_sd: float = 0.5


class Generated:
    """Follows the scenario's path like the scripted user, but answers offers by chance and takes its time."""

    def __init__(self, story: Story, evidence: object, habits: Habits, seed: int) -> None:
        self._scripted = ScriptedUser(story, evidence)  # type: ignore[arg-type]
        self._habits = habits
        self._random = np.random.default_rng(seed)

    def decide(self, view: UserView) -> Decision:
        decision = self._choose(view)
        delay = math.exp(self._random.normal(self._habits.log_mean, self._habits.log_sd))
        return Decision(decision.name, decision.args, envelope=Envelope(latency_ms=1000 * delay))

    def _choose(self, view: UserView) -> Decision:
        if view.offer is None:
            return self._scripted.decide(view)
        drawn = self._random.random() * (self._habits.accept + self._habits.decline if view.offer.kept else 1)
        if drawn < self._habits.accept:
            return Decision("accept_proposal")
        return Decision("reject_proposal") if drawn < self._habits.accept + self._habits.decline else NOTE


def generated(habits: Habits, seed: int) -> UserMaker:
    return lambda story, config, evidence: Generated(story, evidence, habits, seed + config.seed)


class Played(msgspec.Struct, frozen=True):
    """A run of a generated person, as a trace and reduced."""

    trace: Trace
    story: Story
    run: PlayedRun


@lru_cache(maxsize=1)
def library() -> Library:
    return Library.standard()


def play(story: Story, person: str, habits: Habits, seed: int, assistant: str = "oracle") -> Played:
    config = EpisodeConfig(user=HUMAN, assistant=assistant)
    episode = Episode(story, config, user=generated(habits, seed)).run()
    trace = trace_of_episode(episode)
    return Played(trace, story, reduced(trace, story, person, run=f"{story.scenario.id} by {person}"))


def population(
    scenarios: Iterable[str], people: int, habits: Habits, seed: int = 0, assistants: Sequence[str] = ("oracle",)
) -> list[Played]:
    """Return one run of each person in each scenario with each assistant."""
    stories = [library().get(name) for name in scenarios]
    return [
        play(story, f"p{person}", habits, 1_000_000 * seed + 1000 * person + place, assistant)
        for person in range(people)
        for place, story in enumerate(stories)
        for assistant in assistants
    ]


class Wanderer:
    """Opens an app without need and goes home, three times, and follows the scenario's path afterwards."""

    WAY = (Decision("open_app", {"app_name": "Contacts"}), Decision("go_home")) * 3

    def __init__(self, scripted: ScriptedUser) -> None:
        self._scripted = scripted

    def decide(self, view: UserView) -> Decision:
        done = len(view.own)
        return self.WAY[done] if done < len(self.WAY) else self._scripted.decide(view)


def with_detours() -> Played:
    """Return a run with one visit to an app, and two more visits to the same app that are detours."""
    story = library().get("email_notification")
    config = EpisodeConfig(user=HUMAN, assistant="silent", max_turns=20)
    episode = Episode(story, config, user=lambda story, _, evidence: Wanderer(ScriptedUser(story, evidence))).run()
    trace = trace_of_episode(episode)
    return Played(trace, story, reduced(trace, story, "p0"))


def written(one: Played, folder: Path) -> Path:
    """Write the run's trace to the folder of its person, and return the file."""
    file = folder / one.run.person / f"{one.run.scenario}-{one.run.assistant}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(dump(one.trace.header, one.trace.moments, one.trace.result))
    return file
