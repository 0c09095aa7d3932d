"""Who watches with who acts: lists zipped or crossed, and players that do both."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.plan.names import is_player
from benchmark.plan.schema import SweepPlan
from simulator.phone.wording import counted
from simulator.plans.problems import PlanProblem

Pair = tuple[str, str]


def pairs_of(plan: SweepPlan) -> tuple[Pair, ...]:
    """Each once, in the order of the plan. Only for a plan without `pairing_problems`."""
    watching, acting = both_lists(plan)
    if plan.pairing == "zipped":
        found = list(zip(watching, acting, strict=True))
    else:
        models = [name for name in acting if not is_player(name)]
        found = [pair for name in watching for pair in _crossed(name, models)]
    return tuple(dict.fromkeys(found))


def pairing_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    watching, acting = both_lists(plan)
    if plan.pairing == "zipped" and len(watching) != len(acting):
        both = f"{counted(len(watching), 'observe model')} and {counted(len(acting), 'execute model')}"
        problem = f"There are {both}, and they go in pairs."
        yield PlanProblem("execute_model", problem, "Name as many of both, or set pairing: crossed.")
    elif plan.pairing == "zipped":
        yield from (_alone(*pair) for pair in zip(watching, acting, strict=True) if _is_mixed(*pair))
    else:
        yield from _unmatched(watching, acting)


def both_lists(plan: SweepPlan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is named for one stage only does both."""
    return plan.observe_model or plan.execute_model, plan.execute_model or plan.observe_model


def _crossed(name: str, models: list[str]) -> list[Pair]:
    return [(name, name)] if is_player(name) else [(name, model) for model in models]


def _is_mixed(watching: str, acting: str) -> bool:
    return watching != acting and (is_player(watching) or is_player(acting))


def _alone(watching: str, acting: str) -> PlanProblem:
    player = watching if is_player(watching) else acting
    field = "observe_model" if player == watching else "execute_model"
    problem = f"'{watching}' cannot be paired with '{acting}': '{player}' watches and acts by itself."
    return PlanProblem(field, problem, f"Pair '{player}' with '{player}'.")


def _unmatched(watching: tuple[str, ...], acting: tuple[str, ...]) -> Iterator[PlanProblem]:
    sides = (("observe_model", watching, acting), ("execute_model", acting, watching))
    for field, here, there in sides:
        for name in dict.fromkeys(here):
            if is_player(name) and name not in there:
                problem = f"'{name}' watches and acts by itself, so it is not crossed with models."
                yield PlanProblem(field, problem, f"Name '{name}' in observe_model and in execute_model.")
    for field, here, there in sides:
        if here and all(map(is_player, here)) and not all(map(is_player, there)):
            problem = "The other list has models, and here is none that they could be crossed with."
            yield PlanProblem(field, problem, "Name a model here too.")
