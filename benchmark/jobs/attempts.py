"""What earlier attempts of cells have used: runs that failed or were stopped, and were made anew."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from benchmark.models import Cell
from simulator.models import Episode

_AT_ONCE = 500
"""Ids in one question; SQLite takes no more than so many values."""


class Used(NamedTuple):
    runs: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = None
    """None: not known of any."""

    def and_also(self, other: Used) -> Used:
        known = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Used(
            self.runs + other.runs,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            sum(known) if known else None,
        )


def used_before(sweeps: Iterable[int]) -> dict[tuple[int, int], Used]:
    """By sweep and configuration; those without earlier attempts are missing."""
    cells = Cell.objects.filter(sweep__in=list(sweeps)).exclude(earlier=[]).order_by()
    attempts = list(cells.values_list("sweep_id", "configuration", "earlier"))
    used = used_by(run for *_, earlier in attempts for run in earlier)
    found: dict[tuple[int, int], Used] = {}
    for sweep_id, configuration, earlier in attempts:
        before = found.get((sweep_id, configuration), Used())
        found[sweep_id, configuration] = before.and_also(used_in(earlier, used))
    return found


def used_by(runs: Iterable[int]) -> dict[int, Used]:
    """By run. One that was deleted is missing."""
    wanted = sorted(set(runs))
    found: dict[int, Used] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        rows = Episode.objects.filter(pk__in=wanted[start : start + _AT_ONCE]).order_by()
        for key, tokens_in, tokens_out, cost in rows.values_list("pk", "tokens_in", "tokens_out", "cost"):
            found[key] = Used(1, tokens_in, tokens_out, cost)
    return found


def used_in(runs: Iterable[int], used: Mapping[int, Used]) -> Used:
    """All of them together."""
    whole = Used()
    for run in runs:
        whole = whole.and_also(used.get(run, Used()))
    return whole
