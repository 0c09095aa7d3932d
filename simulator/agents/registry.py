"""Players by name."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from typing import TypeVar

from simulator.agents.baselines import Eager, RandomAssistant, Silent
from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantPolicy, UserPolicy
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story

T = TypeVar("T")
EvidenceNow = Callable[[], Evidence]
UserMaker = Callable[[Story, EpisodeConfig, EvidenceNow], UserPolicy]
AssistantMaker = Callable[[Story, EpisodeConfig, EvidenceNow], AssistantPolicy]

USERS: dict[str, UserMaker] = {
    "scripted": lambda story, config, evidence: ScriptedUser(story, evidence),
}
ASSISTANTS: dict[str, AssistantMaker] = {
    "oracle": lambda story, config, evidence: Oracle(story, story.solution, evidence),
    "silent": lambda story, config, evidence: Silent(),
    "eager": lambda story, config, evidence: Eager(),
    "random": lambda story, config, evidence: RandomAssistant(config.seed),
}


class UnknownPlayer(ValueError):
    """Nobody plays under this name."""


def user_maker(name: str) -> UserMaker:
    return _find(USERS, name, "user")


def assistant_maker(name: str) -> AssistantMaker:
    return _find(ASSISTANTS, name, "assistant")


def _find(makers: dict[str, T], name: str, role: str) -> T:
    if name in makers:
        return makers[name]
    close = difflib.get_close_matches(name, makers, n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    raise UnknownPlayer(f"There is no {role} called '{name}'.{hint} Known: {', '.join(makers)}.")
