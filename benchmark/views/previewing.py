"""What a plan comes to, as the launch page shows it: by configuration, in all, and what to think of first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import NamedTuple

from django.utils.safestring import SafeString
from redis.exceptions import RedisError

from benchmark.jobs.planning import Preview, preview
from benchmark.plan.expecting import Span
from benchmark.plan.schema import SweepPlan
from benchmark.templatetags.sweeps import dollars
from benchmark.views.pace import Pace, pace_of
from benchmark.views.preview_grid import grid_svg
from simulator.agents.registry import waits_outside
from simulator.jobs.presence import workers_alive
from simulator.models import Queue
from simulator.phone.wording import counted, spoken
from simulator.trace.hashing import json_hash


class PreviewLine(NamedTuple):
    label: str
    is_model: bool
    episodes: int
    cached: int
    tokens: float
    cost: Span | None
    """None where nobody knows the price."""

    @property
    def to_run(self) -> int:
        return self.episodes - self.cached


class Basis(NamedTuple):
    low: float
    high: float
    based_on: int


class Shown(NamedTuple):
    """A plan without problems."""

    plan: SweepPlan
    scenarios: int
    lines: Sequence[PreviewLine]
    total: PreviewLine
    grid: SafeString
    cost: Basis
    pace: Pace
    warnings: Sequence[str]
    mark: str
    """Of what was seen: the plan and how many runs it has to make."""

    @property
    def runs_each(self) -> str:
        """What every scenario is multiplied by besides configurations, in words."""
        runs = f" × {counted(self.plan.runs, 'run')}" if self.plan.runs > 1 else ""
        return f"{counted(len(self.plan.seeds), 'seed')}{runs}"

    @property
    def time(self) -> timedelta:
        return self.pace.lasts


def shown(plan: SweepPlan) -> Shown:
    """Raises BadPlan."""
    seen = preview(plan)
    is_cached = seen.is_cached
    lines = _lines(seen, is_cached)
    total = PreviewLine(
        "All",
        False,
        len(seen.cells),
        sum(is_cached),
        sum(line.tokens for line in lines),
        Span.sum(line.cost for line in lines if line.cost is not None),
    )
    cost, based_on = total.cost or Span(), sum(one.based_on for one in seen.estimate.configurations)
    waiting = Counter(
        Queue.MODELS if waits_outside(seen.configurations[cell.configuration].config) else Queue.BATCH
        for cell, known in zip(seen.cells, is_cached, strict=True)
        if not known
    )
    return Shown(
        plan,
        len(seen.scenarios),
        lines,
        total,
        grid_svg(seen, is_cached),
        Basis(cost.low, cost.high, based_on),
        pace_of(waiting, plan.max_concurrent),
        list(_warnings(plan, lines, cost, waiting)),
        mark_of_plan(plan, total.to_run),
    )


def mark_of_plan(plan: SweepPlan, to_run: int) -> str:
    return f"{json_hash(plan.model_dump(mode='json'))[:16]}-{to_run}"


def is_still_true(seen: str, now: Shown) -> bool:
    """Whether somebody who has seen that has seen at least what would be started now."""
    plan, _, to_run = seen.rpartition("-")
    return plan == now.mark.rpartition("-")[0] and to_run.isdigit() and int(to_run) >= now.total.to_run


def _lines(seen: Preview, is_cached: Sequence[bool]) -> list[PreviewLine]:
    episodes = Counter(cell.configuration for cell in seen.cells)
    cached = Counter(cell.configuration for cell, known in zip(seen.cells, is_cached, strict=True) if known)
    estimates = {one.configuration: one for one in seen.estimate.configurations}
    found = []
    for number, configuration in enumerate(seen.configurations):
        one = estimates.get(number)
        tokens = one.tokens_in.expected + one.tokens_out.expected if one else 0.0
        cost = one.cost if one else Span()
        is_model = configuration.kind == "model"
        found.append(PreviewLine(configuration.label, is_model, episodes[number], cached[number], tokens, cost))
    return found


def _warnings(plan: SweepPlan, lines: Sequence[PreviewLine], cost: Span, waiting: Counter[Queue]) -> Iterator[str]:
    unpriced = [line.label for line in lines if line.cost is None]
    if unpriced:
        limit = " The limit on money does not hold them." if plan.max_cost is not None else ""
        yield f"No price is known for {spoken(unpriced)}, so their cost is not in the sum.{limit}"
    if plan.max_cost is not None and plan.max_cost < cost.expected:
        yield (
            f"The limit of {dollars(plan.max_cost)} is below the estimate of {dollars(cost.expected)}. "
            "The sweep pauses when it is reached; raise it, or drop a pair."
        )
    if not plan.baselines:
        yield "Without baselines nothing shows what the figures of models are worth. They are free."
    yield from _without_workers(waiting)


def _without_workers(waiting: Counter[Queue]) -> Iterator[str]:
    try:
        alive = workers_alive()
    except RedisError:
        yield "Redis does not answer. The sweep can be started, and is played once it is back."
        return
    # The worker for language models comes when runs wait for it.
    if waiting[Queue.BATCH] and not alive[Queue.BATCH]:
        yield "No batch worker is running. The sweep waits until one is there; `make run` starts one."
