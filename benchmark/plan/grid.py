"""The cells of a sweep: scenario × configuration × seed × run, in the order in which they are to be played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from benchmark.plan.configurations import Configuration, configurations_of, seeded
from benchmark.plan.keys import keyed, played_by
from benchmark.plan.schema import SweepPlan
from benchmark.plan.selecting import ScenarioRef, refuse, select
from simulator.phone.wording import counted
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.scenario.splits import Splits

MOST_CELLS = 200_000


class PlannedCell(NamedTuple):
    scenario: str
    """The slug."""
    configuration: int
    """Its index among those of the sweep."""
    seed: int
    run: int
    """From 1."""
    key: str
    """Of the result; see `keys`."""


class Unfolded(NamedTuple):
    """All that a plan comes to."""

    scenarios: tuple[ScenarioRef, ...]
    configurations: tuple[Configuration, ...]
    cells: list[PlannedCell]


def unfold(plan: SweepPlan, known: Sequence[ScenarioRef], splits: Splits, *, keys: bool = True) -> Unfolded:
    """Raises BadPlan with every problem of the plan, whichever part has it."""
    problems: list[PlanProblem] = []
    scenarios: tuple[ScenarioRef, ...] = ()
    configurations: tuple[Configuration, ...] = ()
    try:
        scenarios = select(plan, known, splits)
    except BadPlan as bad:
        problems += bad.problems
    try:
        configurations = configurations_of(plan, keys=keys)
    except BadPlan as bad:
        problems += bad.problems
    refuse(problems)
    return Unfolded(scenarios, configurations, cells_of(scenarios, configurations, plan))


def cells_of(
    scenarios: Sequence[ScenarioRef], configurations: Sequence[Configuration], plan: SweepPlan
) -> list[PlannedCell]:
    """The first run of the first seed of everything comes first, so that partial results cover the whole grid."""
    refuse(_size_problems(len(scenarios), len(configurations), plan))
    cells: list[PlannedCell] = []
    for run, seed in product(range(1, plan.runs + 1), plan.seeds):
        played = [played_by(seeded(configuration, seed), run) for configuration in configurations]
        cells += (
            PlannedCell(ref.slug, index, seed, run, keyed(ref.hash, by))
            for ref in scenarios
            for index, by in enumerate(played)
        )
    return cells


def _size_problems(scenarios: int, configurations: int, plan: SweepPlan) -> list[PlanProblem]:
    cells = scenarios * configurations * len(plan.seeds) * plan.runs
    if not cells:
        remedy = "Choose at least one scenario, and a model or a baseline."
        return [PlanProblem("scenarios", "The plan has no episodes to play.", remedy)]
    if cells <= MOST_CELLS:
        return []
    parts = ((scenarios, "scenario"), (configurations, "configuration"), (len(plan.seeds), "seed"), (plan.runs, "run"))
    size = " × ".join(counted(number, noun) for number, noun in parts)
    problem = f"The plan has {cells:,} episodes ({size}); a sweep may have {MOST_CELLS:,}."
    return [PlanProblem("runs", problem, "Choose fewer of any, or make several sweeps.")]
