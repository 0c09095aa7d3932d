"""Has the judge of a sweep read its runs in this process, and finds the budget that these runs share."""

from __future__ import annotations

from functools import partial

from django.db.models import Sum

from benchmark.models import Cell, Sweep
from simulator.agents.llm.model_reader import JudgeSpending
from simulator.jobs.judge_job import judge, judge_once
from simulator.models import State, Verdict


def judge_sweep(sweep: Sweep) -> int:
    """Have the sweep's judge read the finished runs, and return their number; 0 if the sweep has no judge.

    Runs that a worker has begun to judge are counted, but this process does not read them.
    """
    if not sweep.judge_model:
        return 0
    cells = Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).order_by("position")
    runs = dict(cells.values_list("episode_id", "from_cache"))
    for run, from_cache in runs.items():
        if from_cache:
            judge(run, sweep.judge_model)
        else:
            judge_once(run)
    return len(runs)


def shared_budget(episode_id: int, alias: str) -> JudgeSpending | None:
    """Return the budget of the newest sweep that has this run, this judge and a budget; None if there is none."""
    sweeps = Sweep.objects.filter(cells__episode=episode_id, judge_model=alias, judge_budget__isnull=False)
    sweep = sweeps.only("pk", "judge_budget", "judge_model", "created_at").order_by("-pk").first()
    return None if sweep is None else JudgeSpending(sweep.judge_budget, partial(judge_cost, sweep, but=episode_id))


def judge_cost(sweep: Sweep, but: int | None = None) -> float:
    """Return the cost of the judge in US dollars since the sweep was created, without the run `but`."""
    runs = Cell.objects.filter(sweep=sweep).values("episode")
    # A run from the cache may have older readings, which other sweeps paid for.
    rows = Verdict.objects.filter(
        episode__in=runs, rater_kind="model", rater=sweep.judge_model, created_at__gte=sweep.created_at
    )
    return rows.exclude(episode=but).aggregate(cost=Sum("cost"))["cost"] or 0.0
