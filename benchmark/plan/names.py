"""Who is meant by a name in a plan: somebody who plays by itself, or a language model."""

from __future__ import annotations

from typing import NamedTuple

from simulator.agents import addresses
from simulator.agents.entry_points import Role
from simulator.agents.llm import providers
from simulator.agents.llm.aliases import BadModelName, BadModelsFile, UnknownModel, choose, known_models
from simulator.agents.llm.choosing import Chosen
from simulator.agents.llm.model_names import REMEDY
from simulator.agents.registry import OUTSIDE, assistant_names, user_names
from simulator.plans.problems import PlanProblem
from simulator.scenario.problems import close_to, listed
from simulator.trace.exchange import Stage

LLM = OUTSIDE[0]
ROLES: dict[Stage, Role] = {"observe": "assistant", "execute": "assistant", "user": "user"}
_OTHER: dict[Role, Role] = {"user": "assistant", "assistant": "user"}


class Way(NamedTuple):
    """How models of one stage are reached, where a plan says so."""

    provider: str = ""
    endpoint: str = ""


class Meant(NamedTuple):
    name: str
    model: Chosen | None = None
    """None: a player that needs no choice of model."""


def is_player(name: str, role: Role = "assistant") -> bool:
    """Whether the name is one of a player, not of a model; nobody is asked whether it can be reached."""
    return addresses.is_address(name) or name in players(role)


def players(role: Role) -> list[str]:
    """Everybody with a name of their own; `llm` is not, since it needs a model."""
    names = user_names() if role == "user" else assistant_names()
    return [name for name in names if name not in OUTSIDE]


def meant(field: str, name: str, role: Role, way: Way, *, keys: bool = True) -> Meant | PlanProblem:
    """`keys`: whether a model must be ready to be asked, with its key or address set."""
    if addresses.is_address(name):
        problem, _, remedy = addresses.wrong_with(name).partition(". ")
        return PlanProblem(field, f"{problem}.", remedy) if problem else Meant(name)
    if name in players(role):
        return Meant(name)
    if wrong := _wrong_role(field, name, role):
        return wrong
    try:
        chosen = choose(name, provider=way.provider, endpoint=way.endpoint)
    except BadModelsFile as error:
        return PlanProblem(field, "The list of models cannot be read.", str(error))
    except BadModelName as error:
        return PlanProblem(field, error.problem, REMEDY)
    except UnknownModel as error:
        return _unknown(field, name, role, str(error))
    if keys and (remedy := providers.missing(chosen[1])):
        return PlanProblem(field, f"The model '{name}' cannot be asked yet.", remedy)
    return Meant(name, chosen)


def _wrong_role(field: str, name: str, role: Role) -> PlanProblem | None:
    if name == LLM:
        return PlanProblem(field, "'llm' stands for any language model.", "Name the model, such as gpt-5-mini.")
    if name in players(_OTHER[role]) and name not in known_models():
        problem = f"'{name}' plays the {_OTHER[role]}, not the {role}."
        return PlanProblem(field, problem, f"Here may stand a model, or one of {listed(players(role))}.")
    return None


def _unknown(field: str, name: str, role: Role, said: str) -> PlanProblem:
    if "/" in name or name in known_models():
        return PlanProblem(field, f"The model '{name[:100]}' cannot be chosen.", said)
    there = [*players(role), *known_models()]
    remedy = (
        "`pare models list` shows the models with a short name; any other goes by provider/name, such as "
        f"hosted_vllm/qwen3. Players are {listed(players(role))}, and the address of a server."
    )
    return PlanProblem(field, f"There is no model or player '{name[:100]}'{close_to(name, there)}.", remedy)
