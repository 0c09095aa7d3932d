"""The judge of a sweep: a model that reads the texts of its runs. It changes no run, so it is not in any config."""

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
    """Yield what is wrong with the keys of the judge."""
    if plan.judge_budget is not None and not plan.judge_model:
        yield PlanProblem("judge_budget", "There is no judge to pay.", "Add judge_model, or leave out judge_budget.")
    if plan.judge_model:
        try:
            choose(plan.judge_model)
        except (UnknownModel, BadModelsFile) as error:
            yield PlanProblem(FIELD, str(error), "Write a short name from `pare models list`.")


def missing_key(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield what must be set before the judge can be asked."""
    try:
        missing = usable(plan.judge_model) if plan.judge_model else ""
    except (UnknownModel, BadModelsFile):
        return
    if missing:
        yield PlanProblem(FIELD, f"The judge can’t be asked. {missing}", "Or leave out judge_model.")


def expected_judge_cost(plan: SweepPlan, runs: int) -> float | None:
    """Return the likely cost of judging this many runs, at most the budget; None if the price is unknown."""
    if not plan.judge_model:
        return 0.0
    per_run = expected_run_cost(price_of(*choose(plan.judge_model)))
    if per_run is None:
        return None
    whole = per_run * runs
    return whole if plan.judge_budget is None else min(whole, plan.judge_budget)
