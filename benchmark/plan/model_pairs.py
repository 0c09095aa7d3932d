"""Pairs observe models with execute models: the two lists are zipped or crossed.

A name of a player, such as a baseline, is paired only with itself, because a player plays both stages.
"""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.plan.player_names import is_player
from benchmark.plan.schema import SweepPlan
from simulator.plans.plan_file import PlanProblem
from simulator.words.english import counted

Pair = tuple[str, str]


def pairs_of(plan: SweepPlan) -> tuple[Pair, ...]:
    """Return each pair once, in the order of the plan. The plan must have no `pairing_problems`."""
    watching, acting = both_lists(plan)
    if plan.pairing == "zipped":
        found = list(zip(watching, acting, strict=True))
    else:
        # A player plays both stages, so it is never crossed with models; `_crossed` pairs it with itself.
        models = [name for name in acting if not is_player(name)]
        found = [pair for name in watching for pair in _crossed(name, models)]
    return tuple(dict.fromkeys(found))


def pairing_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    watching, acting = both_lists(plan)
    if not watching and not plan.baselines:
        yield PlanProblem("observe_model", "No assistant is given.", "Give a model or a baseline.")
    if plan.pairing == "zipped" and len(watching) != len(acting):
        both = f"{counted(len(watching), 'observe model')} and {counted(len(acting), 'execute model')}"
        problem = f"There are {both}, but models are paired in order."
        yield PlanProblem("execute_model", problem, "Give the same number of each, or set pairing: crossed.")
    elif plan.pairing == "zipped":
        yield from (_alone(*pair) for pair in zip(watching, acting, strict=True) if _is_mixed(*pair))
    else:
        yield from _unmatched(watching, acting)


def both_lists(plan: SweepPlan) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the observe and the execute models. If one list is missing, the other is used for both stages."""
    return plan.observe_model or plan.execute_model, plan.execute_model or plan.observe_model


def _crossed(name: str, models: list[str]) -> list[Pair]:
    return [(name, name)] if is_player(name) else [(name, model) for model in models]


def _is_mixed(watching: str, acting: str) -> bool:
    return watching != acting and (is_player(watching) or is_player(acting))


def _alone(watching: str, acting: str) -> PlanProblem:
    player = watching if is_player(watching) else acting
    field = "observe_model" if player == watching else "execute_model"
    problem = f"'{watching}' can’t be paired with '{acting}': '{player}' plays both stages."
    return PlanProblem(field, problem, f"Pair '{player}' with '{player}'.")


def _unmatched(watching: tuple[str, ...], acting: tuple[str, ...]) -> Iterator[PlanProblem]:
    sides = (("observe_model", watching, acting), ("execute_model", acting, watching))
    for field, here, there in sides:
        for name in dict.fromkeys(here):
            if is_player(name) and name not in there:
                problem = f"'{name}' plays both stages, so it is not crossed with models."
                yield PlanProblem(field, problem, f"Give '{name}' in both observe_model and execute_model.")
    for field, here, there in sides:
        if here and all(map(is_player, here)) and not all(map(is_player, there)):
            problem = "This list has no model to cross with the models in the other list."
            yield PlanProblem(field, problem, "Add a model to this list.")
