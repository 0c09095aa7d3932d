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

    The comparison is paired: each bootstrap draw has the same scenarios for both, so scenarios that are hard for both
    do not widen the interval. `n` counts the scenarios.

    The value compares strict success. If runs are undecided, `least` is the strict success of `one` minus the lenient
    success of `other`, and `most` is the lenient success of `one` minus the strict success of `other`. The interval
    covers both.
    """
    common = sorted(set(_counted(one)) & set(_counted(other)))
    if not common:
        return SweepFigure(None, 0, method=NOTHING)
    # Columns: strict and lenient success of `one`, then of `other`.
    sums = [pair for table in (one, other) for pair in _sums(table, common)]
    parts, wholes = (np.stack([pair[place] for pair in sums], axis=1) for place in (0, 1))
    strict, lenient, other_strict, other_lenient = (float(rate) for rate in parts.sum(axis=0) / wholes.sum(axis=0))
    value, least, most = strict - other_strict, strict - other_lenient, lenient - other_strict
    found = SweepFigure(value, len(common), method=ONE_SCENARIO)
    if least < most:
        found = msgspec.structs.replace(found, least=least, most=most)
    if len(common) == 1:
        return found
    drawn = drawn_ratios(parts, wholes, draws, seed)
    # Only common scenarios are drawn, so no draw divides by 0, and the fallbacks are never needed.
    low, _ = middle_of(drawn[:, 0] - drawn[:, 3]) or (least, least)
    _, high = middle_of(drawn[:, 1] - drawn[:, 2]) or (most, most)
    found = found.with_interval(min(low, least), max(high, most))
    return msgspec.structs.replace(found, method=ALIKE_EVERYWHERE if found.low == found.high else BOOTSTRAP)


def leads(lead: SweepFigure) -> bool:
    """Return whether a lead is more than chance: its interval is above 0, and enough scenarios were compared."""
    return lead.n >= FEWEST_SCENARIOS and lead.low is not None and lead.low > 0


def noise_floor(table: Table) -> float | None:
    """Return how far two sweeps of this configuration with different seeds may differ by chance alone (95 %).

    The bound is computed from the spread among the runs of each scenario: c (n-c) / (n-1) for c successes in n runs.
    Return None if any scenario has only one counted run. If runs are undecided, return the larger of the bounds for
    strict and for lenient success.
    """
    repeated = table.runs > 1
    # The spread of a scenario with a single run is unknown, so there is no floor for the whole sweep.
    if not repeated.any() or not (table.runs[table.runs > 0] > 1).all():
        return None
    n = table.runs[repeated]
    counts = (table.successes[repeated], table.lenient_successes[repeated])
    variance = max(float((c * (n - c) / (n - 1)).sum()) for c in counts) / float(n.sum()) ** 2
    # Twice the variance, because both sweeps vary.
    return NORMAL * math.sqrt(2 * variance)


def _counted(table: Table) -> list[str]:
    return [name for name, runs in zip(table.scenarios, table.runs, strict=True) if runs]


def _sums(table: Table, scenarios: list[str]) -> tuple[tuple[Floats, Floats], tuple[Floats, Floats]]:
    """Return strict and lenient successes per scenario, each with the counted runs."""
    place = {name: number for number, name in enumerate(table.scenarios)}
    chosen = [place[name] for name in scenarios]
    runs = table.runs[chosen]
    return (table.successes[chosen], runs), (table.lenient_successes[chosen], runs)
