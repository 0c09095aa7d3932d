"""Asks a simulated user for its decision at each decision point of a person's run, and plays whole runs with it."""

from __future__ import annotations

import zlib
from typing import NamedTuple, NoReturn

import msgspec

from benchmark.fidelity.played_run import CHOICES, Choice, PlayedRun, choice_of, reduced
from simulator.agents.human import HUMAN
from simulator.agents.policy import AssistantView, PlayerFailed
from simulator.agents.registry import OUTSIDE, UserMaker, user_maker, waits_outside
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_of, missing_noise
from simulator.language_models import ModelChoice, ModelRoute
from simulator.scenario.story import Story
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import Trace

SCRIPTED = "scripted"


class SimulatedUser(msgspec.Struct, frozen=True):
    """A simulated user: the scripted user, another player, or a model with a style and a set of prompts."""

    player: str = SCRIPTED
    model: ModelChoice | None = None
    route: ModelRoute | None = None
    style: str = "strict"
    prompt_set: str = ""
    prompt_texts: dict[str, str] = {}

    @property
    def label(self) -> str:
        """Return the name in reports, such as `scripted` or `gpt-5-mini, strict, prompts 3f9a1c20`."""
        if self.player not in OUTSIDE or self.model is None:
            return self.player
        prompts = f", prompts {self.prompt_set[:8]}" if self.prompt_set else ""
        return f"{self.model.alias}, {self.style}{prompts}"

    @property
    def is_deterministic(self) -> bool:
        """Return whether the user decides the same each time it is asked, so that asking once is enough."""
        return self.player == SCRIPTED

    def config(self, config: EpisodeConfig) -> EpisodeConfig:
        """Return the configuration with this user instead of its own."""
        changes: dict[str, object] = {"user": self.player, "user_model": self.model}
        if self.model is not None and self.route is not None:
            changes["model_routes"] = {**config.model_routes, self.model.alias: self.route}
        if self.player in OUTSIDE:
            texts = {**config.prompt_texts, **self.prompt_texts}
            changes |= {"user_style": self.style, "prompt_set": self.prompt_set, "prompt_texts": texts}
        return config.model_copy(update=changes)


def user_of(config: EpisodeConfig) -> SimulatedUser:
    """Return the simulated user of a configuration."""
    if config.user not in OUTSIDE or config.user_model is None:
        return SimulatedUser(config.user)
    route = config.model_routes.get(config.user_model.alias)
    return SimulatedUser(
        config.user, config.user_model, route, config.user_style, config.prompt_set, config.prompt_texts
    )


class CannotResample(Exception):
    """Raised if a simulated user can't be asked. The message says where, why, and what to do."""


class Resampled(NamedTuple):
    """A decision of a person beside the decisions of the simulated user at the same point."""

    person: str
    run: str
    point: tuple[str, str, int, str]
    """Scenario, assistant, number of the offer, and stage. Points that are equal here are counted together."""
    choice: Choice
    simulated: tuple[int, ...]
    """How often the simulated user chose each of CHOICES; all 0 if it gave no valid decision."""


def resample(
    trace: Trace,
    story: Story,
    played: PlayedRun,
    user: SimulatedUser,
    k: int,
    *,
    seed: int = 0,
    maker: UserMaker | None = None,
) -> list[Resampled]:
    """Rebuild the run up to each decision about an offer, and let the simulated user decide `k` times.

    A deterministic user is asked once. Players that use the seed of their configuration get a different one, drawn
    from `seed`, for each decision. `maker` creates the user instead of the player that `user` names. Raises
    CannotResample.
    """
    ways = 1 if user.is_deterministic and maker is None else k
    found = []
    for decision in played.decisions:
        counts = dict.fromkeys(CHOICES, 0)
        for number in range(ways):
            drawn = zlib.crc32(f"{seed} {played.run} {decision.moment} {number}".encode())
            choice = _decide(trace, story, decision.moment, user, maker, drawn)
            if choice is not None:
                counts[choice] += 1
        point = (played.scenario, played.assistant, decision.offer, decision.stage)
        found.append(Resampled(played.person, played.run, point, decision.choice, tuple(counts.values())))
    return found


def _decide(
    trace: Trace, story: Story, moment: int, user: SimulatedUser, maker: UserMaker | None, seed: int
) -> Choice | None:
    """Return the simulated user's decision instead of this moment; None if none of its attempts was valid."""
    config = config_of(trace)
    episode = Episode(story, config, _user(user, maker, seed), lambda *_: _Unasked())
    episode.replay(trace.moments[:moment])
    misses = 0
    try:
        for played in episode.play():
            act = played.moment
            if not isinstance(act, Acted) or act.actor != "user":
                continue
            if act.error is None:
                return choice_of(act)
            misses += 1
            if misses > config.user_retries:
                return None
    except PlayerFailed as problem:
        raise CannotResample(f"{trace.file}, moment {moment}: {user.label} can't decide: {problem}") from None
    return None


def _user(user: SimulatedUser, maker: UserMaker | None, seed: int) -> UserMaker:
    make = maker or user_maker(user.player)
    return lambda story, config, evidence: make(story, user.config(config).model_copy(update={"seed": seed}), evidence)


class _Unasked:
    """Plays the assistant in a run that ends with the user's decision."""

    def decide(self, view: AssistantView) -> NoReturn:
        raise RuntimeError("the user did not decide before the assistant's turn")


def can_play(config: EpisodeConfig, user: SimulatedUser) -> bool:
    """Return whether a whole run can be played here and now: without models, servers, people or missing noise."""
    wanted = user.config(config)
    return not waits_outside(wanted) and HUMAN not in (wanted.user, wanted.assistant) and not missing_noise(wanted)


def play_like(trace: Trace, story: Story, user: SimulatedUser) -> PlayedRun:
    """Play the scenario of a person's run with the same options and the simulated user; see `can_play`."""
    episode = Episode(story, user.config(config_of(trace))).run()
    played = trace_of_episode(episode)
    return reduced(played, story, user.label, run=f"played like {trace.file}", recorded=False)


def trace_of_episode(episode: Episode) -> Trace:
    """Return a finished episode as a trace, without checksums."""
    return Trace(episode.header(), tuple(episode.moments), episode.result())
