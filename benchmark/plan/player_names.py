"""Resolves names in a plan to players, servers or language models."""

from __future__ import annotations

from typing import NamedTuple

from simulator.agents import addresses
from simulator.agents.entry_points import Role
from simulator.agents.human import HUMAN
from simulator.agents.llm import providers
from simulator.agents.llm.aliases import BadModelName, BadModelsFile, UnknownModel, choose, known_models
from simulator.agents.llm.choosing import Chosen
from simulator.agents.llm.model_names import REMEDY
from simulator.agents.registry import OUTSIDE, assistant_names, user_names
from simulator.plans.plan_file import PlanProblem
from simulator.scenario.problems import close_to, listed
from simulator.trace.exchange import Stage

LLM = OUTSIDE[0]
ROLES: dict[Stage, Role] = {"observe": "assistant", "execute": "assistant", "user": "user"}
_OTHER: dict[Role, Role] = {"user": "assistant", "assistant": "user"}


class PlanRoute(NamedTuple):
    """Provider and endpoint of a stage's models, if the plan sets them."""

    provider: str = ""
    endpoint: str = ""


class NamedPlayer(NamedTuple):
    """The player that a name stands for, with the chosen model if it is a language model."""

    name: str
    model: Chosen | None = None
    """None for a player that needs no model."""


def is_player(name: str, role: Role = "assistant") -> bool:
    """Return whether the name is a player or a server address, not a model. Makes no request."""
    return addresses.is_address(name) or name in players(role)


def players(role: Role) -> list[str]:
    """Return the names of players for a role, without `llm`, which needs a model."""
    names = user_names() if role == "user" else assistant_names()
    return [name for name in names if name not in OUTSIDE]


def resolve_player(
    field: str, name: str, role: Role, way: PlanRoute, *, keys: bool = True
) -> NamedPlayer | PlanProblem:
    """Return the player that a name stands for, or a problem. `keys`: require the API key or address of a model."""
    if addresses.is_address(name):
        # `wrong_with` returns a problem and a remedy in two sentences.
        problem, _, remedy = addresses.wrong_with(name).partition(". ")
        return PlanProblem(field, f"{problem}.", remedy) if problem else NamedPlayer(name)
    if name in players(role):
        return NamedPlayer(name)
    if name == HUMAN:
        problem = f"People can’t play the {role} in a sweep: its runs start by themselves and would wait for somebody."
        remedy = f"Use a model, or one of {listed(players(role))}. People play on the page /play/start/."
        return PlanProblem(field, problem, remedy)
    if wrong := _wrong_role(field, name, role):
        return wrong
    try:
        chosen = choose(name, provider=way.provider, endpoint=way.endpoint)
    except BadModelsFile as error:
        return PlanProblem(field, "The model list can’t be read.", str(error))
    except BadModelName as error:
        return PlanProblem(field, error.problem, REMEDY)
    except UnknownModel as error:
        return _unknown(field, name, role, str(error))
    if keys and (remedy := providers.missing(chosen[1])):
        return PlanProblem(field, f"The model '{name}' is not set up.", remedy)
    return NamedPlayer(name, chosen)


def _wrong_role(field: str, name: str, role: Role) -> PlanProblem | None:
    if name == LLM:
        return PlanProblem(field, "'llm' stands for any language model.", "Give the model's name, such as gpt-5-mini.")
    # A listed model may share the name of a player of the other side; then the model is meant.
    if name in players(_OTHER[role]) and name not in known_models():
        problem = f"'{name}' plays the {_OTHER[role]}, not the {role}."
        return PlanProblem(field, problem, f"Use a model, or one of {listed(players(role))}.")
    return None


def _unknown(field: str, name: str, role: Role, said: str) -> PlanProblem:
    if "/" in name or name in known_models():
        return PlanProblem(field, f"The model '{name[:100]}' can’t be used.", said)
    there = [*players(role), *known_models()]
    remedy = (
        "Use a name from `pare models list`, or provider/name such as hosted_vllm/qwen3, "
        f"or a player ({listed(players(role))}), or the address of a server."
    )
    return PlanProblem(field, f"There is no model or player '{name[:100]}'{close_to(name, there)}.", remedy)
