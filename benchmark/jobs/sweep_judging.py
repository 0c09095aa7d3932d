"""Has a sweep's judge read its finished runs in this process, for commands whose workers end with the sweep."""

from __future__ import annotations

from benchmark.models import Cell, Sweep
from simulator.jobs.judge_job import judge, judge_once
from simulator.models import State


def judge_sweep(sweep: Sweep) -> int:
    """Read all finished runs that the judge has not read yet, and return the number of runs."""
    if not sweep.judge_model:
        return 0
    share = sweep.judge_share(sweep.cells.count())
    cells = Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).order_by("position")
    runs = dict(cells.values_list("episode_id", "from_cache"))
    for run, from_cache in runs.items():
        if from_cache:
            judge(run, sweep.judge_model, share)
        else:
            judge_once(run)
    return len(runs)
