"""Finds players by name: built-in players, policies of installed packages, and addresses of servers."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from simulator.agents import addresses
from simulator.agents.baselines import Eager, Parrot, RandomAssistant, Silent
from simulator.agents.entry_points import InstalledPolicy, Role, installed_names
from simulator.agents.human import HUMAN, Person
from simulator.agents.oracle import Oracle
from simulator.agents.policy import AssistantPolicy, UserPolicy
from simulator.agents.scripted_user import ScriptedUser
from simulator.config import EpisodeConfig
from simulator.scenario.goals.evidence import Evidence
from simulator.scenario.story import Story

if TYPE_CHECKING:
    from simulator.agents.outside import HttpPolicy

EvidenceNow = Callable[[], Evidence]
UserMaker = Callable[[Story, EpisodeConfig, EvidenceNow], UserPolicy]
AssistantMaker = Callable[[Story, EpisodeConfig, EvidenceNow], AssistantPolicy]


def _llm_user(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> UserPolicy:
    from simulator.agents.llm.user import LLMUser

    return LLMUser(story, config, evidence=evidence)


def _llm_assistant(story: Story, config: EpisodeConfig, evidence: EvidenceNow) -> AssistantPolicy:
    from simulator.agents.llm.assistant import LLMAssistant

    return LLMAssistant(story, config)


def _http_player(name: str, role: Role, config: EpisodeConfig) -> HttpPolicy:
    from simulator.agents.outside import HttpPolicy

    return HttpPolicy(name, role, config)


USERS: dict[str, UserMaker] = {
    "scripted": lambda story, config, evidence: ScriptedUser(story, evidence),
    "llm": _llm_user,
    HUMAN: lambda story, config, evidence: Person("user"),
}
ASSISTANTS: dict[str, AssistantMaker] = {
    "oracle": lambda story, config, evidence: Oracle(story, story.solution, evidence),
    "silent": lambda story, config, evidence: Silent(),
    "eager": lambda story, config, evidence: Eager(),
    "random": lambda story, config, evidence: RandomAssistant(config.seed),
    "parrot": lambda story, config, evidence: Parrot(config.seed),
    "llm": _llm_assistant,
    HUMAN: lambda story, config, evidence: Person("assistant"),
}


# Built-in players that wait for something outside this process.
OUTSIDE = ("llm",)


class UnknownPlayer(ValueError):
    """Raised for an unknown name or an address that can't be used. The message says what to write instead."""


def user_names() -> list[str]:
    """Return the names of built-in users and of all installed policies; a server's address is also a valid name.

    People are not among them: they play only on the pages for playing.
    """
    return _names(USERS)


def assistant_names() -> list[str]:
    return _names(ASSISTANTS)


def user_maker(name: str) -> UserMaker:
    """Return the function that creates the user with this name. Raises UnknownPlayer."""
    return USERS[name] if name in USERS else _outside_maker(name, "user", user_names())


def assistant_maker(name: str) -> AssistantMaker:
    """Return the function that creates the assistant with this name. Raises UnknownPlayer."""
    return ASSISTANTS[name] if name in ASSISTANTS else _outside_maker(name, "assistant", assistant_names())


def waits_outside(config: EpisodeConfig) -> bool:
    """Return whether a player of this configuration waits for a model or a server, or comes from another package."""
    players = ((config.user, USERS.keys()), (config.assistant, ASSISTANTS.keys()))
    return any(name in OUTSIDE or name not in ours for name, ours in players)


def _names(ours: Iterable[str]) -> list[str]:
    return [name for name in dict.fromkeys([*ours, *installed_names()]) if name != HUMAN]


def _outside_maker(
    name: str, role: Role, known: list[str]
) -> Callable[[Story, EpisodeConfig, EvidenceNow], HttpPolicy | InstalledPolicy]:
    """Return the function that creates a player that is not built in: a server, or a policy from another package."""
    if _is_address(name):
        return lambda story, config, evidence: _http_player(name, role, config)
    _check_known(name, known, role)
    return lambda story, config, evidence: InstalledPolicy(name, role, story, config, evidence)


def _is_address(name: str) -> bool:
    """Return whether a name is an address. Raises UnknownPlayer for an address that can't be used."""
    if not addresses.is_address(name):
        return False
    problem = addresses.wrong_with(name)
    if problem:
        raise UnknownPlayer(problem)
    return True


def _check_known(name: str, known: list[str], role: str) -> None:
    if name in known:
        return
    close = difflib.get_close_matches(name, known, n=1)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    there_are = f"Known: {', '.join(known)}, and the address of a server, such as {addresses.EXAMPLE}."
    raise UnknownPlayer(f"There is no {role} called '{name}'.{hint} {there_are}")
