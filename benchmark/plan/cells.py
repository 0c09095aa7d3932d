"""The cells of a plan: scenario × configuration × seed × repeat, in order of play."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from benchmark.plan.configurations import Configuration, configurations_of, seeded
from benchmark.plan.result_keys import hash_key, shared_material
from benchmark.plan.scenario_selection import ScenarioRef, refuse, select
from benchmark.plan.schema import SweepPlan
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.scenario.splits import Splits
from simulator.words.english import counted

# A limit, because every cell becomes a database row before the first run starts.
MOST_CELLS = 200_000


class PlannedCell(NamedTuple):
    """One cell of a plan, before it is stored."""

    scenario: str
    """The scenario's id."""
    configuration: int
    """Index among the configurations of the sweep."""
    seed: int
    run: int
    """Repeat number, counted from 1."""
    key: str
    """Cache key of the result; see `result_keys`."""


class UnfoldedPlan(NamedTuple):
    """Scenarios, configurations and cells of a plan."""

    scenarios: tuple[ScenarioRef, ...]
    configurations: tuple[Configuration, ...]
    cells: list[PlannedCell]


def unfold(plan: SweepPlan, known: Sequence[ScenarioRef], splits: Splits, *, keys: bool = True) -> UnfoldedPlan:
    """Return the scenarios, configurations and cells of a plan.

    Raises BadPlan with all problems of the scenarios and configurations. Only a plan without such problems is checked
    for its number of cells.

    `keys`: require that each model is set up.
    """
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
    # Report problems of scenarios and configurations together, so that people can fix them in one go.
    refuse(problems)
    return UnfoldedPlan(scenarios, configurations, cells_of(scenarios, configurations, plan))


def cells_of(
    scenarios: Sequence[ScenarioRef], configurations: Sequence[Configuration], plan: SweepPlan
) -> list[PlannedCell]:
    """Return the cells, repeat by repeat and seed by seed, so that partial results cover the whole matrix.

    Raises BadPlan if there are no cells, or more than MOST_CELLS.
    """
    refuse(_size_problems(len(scenarios), len(configurations), plan))
    cells: list[PlannedCell] = []
    for run, seed in product(range(1, plan.runs + 1), plan.seeds):
        # The part of a key that all scenarios share is computed once per configuration, not once per cell.
        played = [shared_material(seeded(configuration, seed), run) for configuration in configurations]
        cells += (
            PlannedCell(ref.slug, index, seed, run, hash_key(ref.hash, by))
            for ref in scenarios
            for index, by in enumerate(played)
        )
    return cells


def _size_problems(scenarios: int, configurations: int, plan: SweepPlan) -> list[PlanProblem]:
    cells = scenarios * configurations * len(plan.seeds) * plan.runs
    if not cells:
        remedy = "Choose at least one scenario, and a model or a baseline."
        return [PlanProblem("scenarios", "The plan has no runs to play.", remedy)]
    if cells <= MOST_CELLS:
        return []
    parts = ((scenarios, "scenario"), (configurations, "configuration"), (len(plan.seeds), "seed"), (plan.runs, "run"))
    size = " × ".join(counted(number, noun) for number, noun in parts)
    problem = f"The plan has {cells:,} runs ({size}); a sweep can have at most {MOST_CELLS:,}."
    return [PlanProblem("runs", problem, "Reduce one of these numbers, or start several sweeps.")]
