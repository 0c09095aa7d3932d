"""Checks the judge of a sweep and estimates its cost. A judge changes no run, so it is not in any run's config."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.plan.schema import SweepPlan
from simulator.agents.llm.aliases import UnknownModel, choose, usable
from simulator.agents.llm.model_list import BadModelsFile
from simulator.agents.llm.model_reader import expected_run_cost
from simulator.agents.llm.public_prices import price_of
from simulator.plans.plan_file import PlanProblem

FIELD = "judge_model"


def judge_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield the problems with `judge_model` and `judge_budget` of a plan."""
    if plan.judge_budget is not None and not plan.judge_model:
        yield PlanProblem(
            "judge_budget", "judge_budget is set, but there is no judge.", "Add judge_model, or leave out judge_budget."
        )
    if plan.judge_model:
        try:
            choose(plan.judge_model)
        except (UnknownModel, BadModelsFile) as error:
            yield PlanProblem(FIELD, str(error), "Write a short name from `pare models list`.")


def missing_key(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield a problem if the judge can't be used yet, for example because its API key is missing.

    Yield nothing for an unknown judge, which `judge_problems` reports.
    """
    try:
        missing = usable(plan.judge_model) if plan.judge_model else ""
    except (UnknownModel, BadModelsFile):
        return
    if missing:
        yield PlanProblem(FIELD, f"The judge can’t be used. {missing}", "Or leave out judge_model.")


def expected_judge_cost(plan: SweepPlan, runs: int) -> float | None:
    """Return the expected cost in US dollars of judging this many runs, at most the budget.

    Return 0 without a judge, and None if the price is unknown.
    """
    if not plan.judge_model:
        return 0.0
    per_run = expected_run_cost(price_of(*choose(plan.judge_model)))
    if per_run is None:
        return None
    whole = per_run * runs
    return whole if plan.judge_budget is None else min(whole, plan.judge_budget)
