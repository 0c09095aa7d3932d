"""The preview of a plan on the launch page: runs and cost by configuration and in total, total time, and warnings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString
from redis.exceptions import RedisError

from benchmark.jobs.sweep_start import Preview, preview
from benchmark.plan.estimate import EstimateRange, judge_range
from benchmark.plan.schema import SweepPlan
from benchmark.views.preview_grid import grid_svg
from benchmark.views.time_estimate import TimeEstimate, estimate_time
from simulator.agents.registry import waits_outside
from simulator.jobs.worker_registry import workers_alive
from simulator.models import Queue
from simulator.trace.hashing import json_hash
from simulator.words.english import counted, spoken
from simulator.words.money import dollars


class PreviewLine(NamedTuple):
    """Runs, tokens and cost of one configuration, or of all."""

    label: str
    is_model: bool
    episodes: int
    cached: int
    tokens: float
    cost: EstimateRange | None
    """None if the price is unknown."""

    @property
    def to_run(self) -> int:
        return self.episodes - self.cached


class CostBasis(NamedTuple):
    """The range of the cost in US dollars, and the number of earlier runs that it is based on."""

    low: float
    high: float
    based_on: int


class LaunchPreview(NamedTuple):
    """The preview of a valid plan."""

    plan: SweepPlan
    scenarios: int
    lines: Sequence[PreviewLine]
    total: PreviewLine
    grid: SafeString
    cost: CostBasis
    pace: TimeEstimate
    warnings: Sequence[str]
    judge: EstimateRange | None
    """Cost of the judge, which is part of `total`; None if its price is unknown."""
    mark: str
    """Hash of the plan and number of runs to play. The form sends it back, to show which preview the user checked."""

    @property
    def runs_each(self) -> str:
        """Return the numbers of seeds, and of runs per seed if several, in words: "3 seeds × 2 runs"."""
        runs = f" × {counted(self.plan.runs, 'run')}" if self.plan.runs > 1 else ""
        return f"{counted(len(self.plan.seeds), 'seed')}{runs}"

    @property
    def time(self) -> timedelta:
        return self.pace.lasts


def shown(plan: SweepPlan) -> LaunchPreview:
    """Return the preview of a plan. Raises BadPlan."""
    seen = preview(plan)
    # The property goes through all cells, so it is read only once.
    is_cached = seen.is_cached
    lines = _lines(seen, is_cached)
    runs_cost = EstimateRange.sum(line.cost for line in lines if line.cost is not None)
    judge = None if seen.estimate.judge is None else judge_range(seen.estimate.judge)
    total = PreviewLine(
        "All",
        False,
        len(seen.cells),
        sum(is_cached),
        sum(line.tokens for line in lines),
        runs_cost.plus(judge or EstimateRange()),
    )
    cost, based_on = total.cost or EstimateRange(), sum(one.based_on for one in seen.estimate.configurations)
    waiting = Counter(
        Queue.MODELS if waits_outside(seen.configurations[cell.configuration].config) else Queue.BATCH
        for cell, known in zip(seen.cells, is_cached, strict=True)
        if not known
    )
    return LaunchPreview(
        plan,
        len(seen.scenarios),
        lines,
        total,
        grid_svg(seen, is_cached),
        CostBasis(cost.low, cost.high, based_on),
        estimate_time(waiting, plan.max_concurrent),
        list(_warnings(plan, lines, runs_cost, waiting)),
        judge,
        mark_of_plan(plan, total.to_run),
    )


def mark_of_plan(plan: SweepPlan, to_run: int) -> str:
    return f"{json_hash(plan.model_dump(mode='json'))[:16]}-{to_run}"


def is_still_true(seen: str, now: LaunchPreview) -> bool:
    """Return whether this is the plan that the user checked, with at most as many runs to play as they saw."""
    plan, _, to_run = seen.rpartition("-")
    # Fewer runs than shown are fine: other sweeps have filled the cache meanwhile, so this one costs less.
    return plan == now.mark.rpartition("-")[0] and to_run.isdigit() and int(to_run) >= now.total.to_run


def _lines(seen: Preview, is_cached: Sequence[bool]) -> list[PreviewLine]:
    episodes = Counter(cell.configuration for cell in seen.cells)
    cached = Counter(cell.configuration for cell, known in zip(seen.cells, is_cached, strict=True) if known)
    estimates = {one.configuration: one for one in seen.estimate.configurations}
    found = []
    for number, configuration in enumerate(seen.configurations):
        one = estimates.get(number)
        tokens = one.tokens_in.expected + one.tokens_out.expected if one else 0.0
        # Without an estimate there are no runs to play: all of them are cached and cost nothing.
        cost = one.cost if one else EstimateRange()
        is_model = configuration.kind == "model"
        found.append(PreviewLine(configuration.label, is_model, episodes[number], cached[number], tokens, cost))
    return found


def _warnings(
    plan: SweepPlan, lines: Sequence[PreviewLine], cost: EstimateRange, waiting: Counter[Queue]
) -> Iterator[str]:
    unpriced = [line.label for line in lines if line.cost is None]
    if unpriced:
        limit = " The cost limit does not cover these configurations." if plan.max_cost is not None else ""
        yield f"The price of {spoken(unpriced)} is unknown, so the total leaves it out.{limit}"
    if plan.max_cost is not None and plan.max_cost < cost.expected:
        yield (
            f"The limit of {dollars(plan.max_cost)} is below the estimate of {dollars(cost.expected)}. "
            "The sweep pauses when it reaches the limit. Raise the limit, or remove a pair of models."
        )
    if not plan.baselines:
        yield "Without baselines you have nothing to compare the models with. Baselines are free."
    yield from _without_workers(waiting)


def _without_workers(waiting: Counter[Queue]) -> Iterator[str]:
    try:
        alive = workers_alive()
    except RedisError:
        yield "Redis does not answer. You can start the sweep; it is played once Redis is back."
        return
    # The supervisor starts the worker for language models when runs wait for it, so none need be running yet.
    if waiting[Queue.BATCH] and not alive[Queue.BATCH]:
        yield "No batch worker is running, so the sweep will wait. Start a worker with `make run`."
