"""Follows a sweep until it is over, paused or left, and has its results written as they come."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from benchmark.jobs.feeding import finish_what_is_over
from benchmark.jobs.money import spent
from benchmark.jobs.totals import GIVEN_UP, STOPPED, SUCCESS, Totals, total_of, totals_of
from benchmark.models import Sweep, SweepState
from pare_site.cli.benchmark_ground import Ground
from pare_site.cli.benchmark_progress import Progress, Standing
from pare_site.cli.interrupting import Interruption

_BETWEEN_LOOKS = 0.25
_LOOKS_UNTIL_WELL = 8
"""Whether anybody still plays is asked every so many looks."""


class Ended(Enum):
    FINISHED = "finished"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    LEFT = "left"
    """Somebody pressed Ctrl-C."""
    ABANDONED = "abandoned"
    """Whoever played it is gone."""


class Results(Protocol):
    def complete(self, configurations: set[int]) -> None:
        """All episodes of these are over."""


def follow(sweep: Sweep, ground: Ground, interruption: Interruption, progress: Progress, results: Results) -> Ended:
    looks, told = 0, set[int]()
    while True:
        sweep.refresh_from_db(fields=["state", "why"])
        standing, complete = look_at(sweep)
        progress.show(standing)
        if complete - told:
            told = complete
            results.complete(complete)
        if sweep.state == SweepState.RUNNING and standing.done == standing.total:
            finish_what_is_over()
            continue
        if sweep.state != SweepState.RUNNING:
            return Ended(sweep.state)
        looks += 1
        if looks % _LOOKS_UNTIL_WELL == 0 and not ground.is_alive():
            return Ended.ABANDONED
        if interruption.wait(_BETWEEN_LOOKS):
            return Ended.LEFT


def look_at(sweep: Sweep) -> tuple[Standing, set[int]]:
    """How far it is, and the configurations of which all episodes are over."""
    totals = totals_of(sweep)
    whole = total_of(totals)
    broken = whole.counts[GIVEN_UP] + whole.counts[STOPPED]
    cost = spent(sweep) if _costs(totals) else 0.0
    standing = Standing(whole.cells, whole.over, whole.counts[SUCCESS], broken, whole.from_cache, cost)
    return standing, {number for number, one in enumerate(totals) if one.over == one.cells}


def _costs(totals: list[Totals]) -> bool:
    """Whether there is anything to be added up at all, which takes another question."""
    return any(one.cost or one.tokens_in for one in totals)
