"""Refuses unlisted models, server addresses and prompt folders, unless the user has the permission to use them.

Such entries make the server send requests to any address, or read any folder, that a user types into the form.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.plan.model_pairs import both_lists
from benchmark.plan.model_routes import STAGES
from benchmark.plan.player_names import ROLES, is_player
from benchmark.plan.schema import SweepPlan
from simulator.access import USE_UNLISTED, User, has_right
from simulator.agents.addresses import is_address
from simulator.agents.llm.aliases import BadModelsFile, is_listed_name
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.trace.exchange import Stage

_RIGHT = "give you the permission “Can use models, servers and prompt folders that are not listed”."
_LIST = f"Ask an administrator to list the model in PARE_MODELS_FILE, or to {_RIGHT}"
_ASK = f"Ask an administrator to start the sweep, or to {_RIGHT}"


def check_reserved(plan: SweepPlan, user: User) -> None:
    """Raise BadPlan if the plan uses an unlisted model, server or prompt folder and the user lacks the permission."""
    if has_right(user, USE_UNLISTED):
        return
    try:
        problems = list(_reserved(plan))
    except BadModelsFile as error:
        problems = [PlanProblem("observe_model", "The model list can’t be read.", str(error))]
    if problems:
        raise BadPlan(problems)


def _reserved(plan: SweepPlan) -> Iterator[PlanProblem]:
    for stage in STAGES:
        if getattr(plan, f"{stage}_endpoint"):
            yield PlanProblem(f"{stage}_endpoint", "You are not allowed to give a server address.", _LIST)
        yield from _unlisted_provider(plan, stage)
        yield from _unlisted_names(plan, stage)
    judge = plan.judge_model
    if "/" in judge and not is_listed_name(judge):
        problem = f"You are not allowed to use '{judge[:100]}', which is not a listed model."
        yield PlanProblem("judge_model", problem, _LIST)
    if plan.prompts:
        yield PlanProblem("prompts", "You are not allowed to use prompts from a folder on the server.", _ASK)


def _unlisted_names(plan: SweepPlan, stage: Stage) -> Iterator[PlanProblem]:
    """Yield a problem for each server address and each unlisted model of the form provider/name.

    `preview` refuses other unknown names.
    """
    field, role = f"{stage}_model", ROLES[stage]
    for name in dict.fromkeys(getattr(plan, field)):
        if is_address(name):
            yield PlanProblem(field, "You are not allowed to use a server address as a player.", _ASK)
        # provider/name reaches a model without an entry in the list.
        elif "/" in name and not is_player(name, role) and not is_listed_name(name):
            yield PlanProblem(field, f"You are not allowed to use '{name[:100]}', which is not a listed model.", _LIST)


def _unlisted_provider(plan: SweepPlan, stage: Stage) -> Iterator[PlanProblem]:
    """Yield a problem with the provider if a model of the stage is not listed with that provider."""
    provider = getattr(plan, f"{stage}_provider")
    watching, acting = both_lists(plan)
    names = {"observe": watching, "execute": acting, "user": plan.user_model}[stage]
    models = (name for name in names if not is_player(name, ROLES[stage]))
    # If users could choose the provider, any name would become a model, listed or not.
    if provider and not all(is_listed_name(name, provider) for name in models):
        problem = f"You are not allowed to use the provider '{provider[:100]}', which is not listed for these models."
        yield PlanProblem(f"{stage}_provider", problem, _LIST)
