"""Compares two configurations, and estimates how much of a difference is chance."""

from __future__ import annotations

import math

import msgspec
import numpy as np

from benchmark.statistics.figure import BOOTSTRAP, NOTHING, ONE_SCENARIO, SEED, SweepFigure
from benchmark.statistics.table import Table
from simulator.statistics.bootstrap import DRAWS, drawn_ratios
from simulator.statistics.intervals import NORMAL, Floats, middle_of

# An interval without width, unlike a missing one, can still show that a lead is more than chance.
ALIKE_EVERYWHERE = "bootstrap over scenarios; the interval has no width, because the lead is the same in every scenario"
# With fewer scenarios, a lead in all of them may be chance: the sign test gives p = 0.06 for 5 of 5, 0.03 for 6 of 6.
FEWEST_SCENARIOS = 6


def difference(one: Table, other: Table, draws: int = DRAWS, seed: int = SEED) -> SweepFigure:
    """Return how much higher the success of `one` is than that of `other`, over scenarios with counted runs of both.

    The comparison is paired: each draw has the same scenarios for both, so scenarios that are hard for both do not
    widen the interval. `n` counts the scenarios.
    """
    common = sorted(set(_counted(one)) & set(_counted(other)))
    if not common:
        return SweepFigure(None, 0, method=NOTHING)
    sums = [_sums(table, common) for table in (one, other)]
    value = float(sums[0][0].sum() / sums[0][1].sum() - sums[1][0].sum() / sums[1][1].sum())
    if len(common) == 1:
        return SweepFigure(value, 1, method=ONE_SCENARIO)
    parts, wholes = (np.stack([pair[place] for pair in sums], axis=1) for place in (0, 1))
    drawn = drawn_ratios(parts, wholes, draws, seed)
    # Only common scenarios are drawn, so no draw divides by 0, and `(value, value)` is never needed.
    ends = middle_of(drawn[:, 0] - drawn[:, 1]) or (value, value)
    found = SweepFigure(value, len(common), method=BOOTSTRAP).with_interval(*ends)
    return msgspec.structs.replace(found, method=ALIKE_EVERYWHERE) if found.low == found.high else found


def leads(lead: SweepFigure) -> bool:
    """Return whether a lead is more than chance explains."""
    return lead.n >= FEWEST_SCENARIOS and lead.low is not None and lead.low > 0


def noise_floor(table: Table) -> float | None:
    """Return how far two sweeps of this configuration with different seeds may differ by chance alone (95 %).

    The spread among the runs of each scenario gives this bound: c (n-c) / (n-1) per run, for c successes in n runs.
    Return None if any scenario has only one counted run.
    """
    repeated = table.runs > 1
    # The spread of a scenario with a single run is unknown, so there is no floor for the whole sweep.
    if not repeated.any() or not (table.runs[table.runs > 0] > 1).all():
        return None
    n, c = table.runs[repeated], table.successes[repeated]
    variance = float((c * (n - c) / (n - 1)).sum()) / float(n.sum()) ** 2
    # Twice the variance, because both sweeps vary.
    return NORMAL * math.sqrt(2 * variance)


def _counted(table: Table) -> list[str]:
    return [name for name, runs in zip(table.scenarios, table.runs, strict=True) if runs]


def _sums(table: Table, scenarios: list[str]) -> tuple[Floats, Floats]:
    place = {name: number for number, name in enumerate(table.scenarios)}
    chosen = [place[name] for name in scenarios]
    return table.successes[chosen], table.runs[chosen]
