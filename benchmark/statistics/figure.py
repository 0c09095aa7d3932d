"""A figure: a value, what it was taken over, and its interval; and how ratios over scenarios become figures."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmark.statistics.intervals import DRAWS, SEED, Floats, exactly, limits, resampled, wilson

WILSON = "Wilson"
BOOTSTRAP = "bootstrap over scenarios"
AGREED = "Wilson over scenarios: the runs of each agree"
ALIKE = "Wilson over scenarios: all are alike, which a bootstrap would take for certainty"
ALL_ALIKE = "no interval: all alike"
ONE_SCENARIO = "no interval: one scenario"
NOTHING = "nothing to divide by"
NO_PRICE = "no price known"


class Figure(msgspec.Struct, frozen=True):
    """`n` counts what the value is a share or mean of. Without any the value is None, never 0.

    A missing `high` beside a `low` means that the interval has no upper end.
    """

    value: float | None
    n: int
    low: float | None = None
    high: float | None = None
    method: str = NOTHING


class Ratio(NamedTuple):
    """A figure to be: sums per scenario, of which the figure is the ratio.

    A share lies between 0 and 1. `within` tells the scenarios that are drawn from: those that the figure is about.
    """

    parts: Floats
    wholes: Floats
    within: NDArray[np.bool_]
    is_share: bool


def none_because(method: str) -> Figure:
    return Figure(None, 0, method=method)


def figures_from(ratios: Sequence[Ratio], draws: int = DRAWS, seed: int = SEED) -> list[Figure]:
    """All at once: ratios over the same scenarios share one multiplication."""
    found: dict[int, Figure] = {}
    to_draw: defaultdict[bytes, list[int]] = defaultdict(list)
    for place, ratio in enumerate(ratios):
        figure = _without_draws(ratio)
        if figure is None:
            to_draw[ratio.within.tobytes()].append(place)
        else:
            found[place] = figure
    for places in to_draw.values():
        within = ratios[places[0]].within
        parts = np.stack([ratios[place].parts[within] for place in places], axis=1)
        wholes = np.stack([ratios[place].wholes[within] for place in places], axis=1)
        ends = limits(resampled(parts, wholes, draws, seed))
        found |= {place: _drawn(ratios[place], *end) for place, end in zip(places, ends, strict=True)}
    return [found[place] for place in range(len(ratios))]


def _without_draws(ratio: Ratio) -> Figure | None:
    """What needs no bootstrap, or what a bootstrap would take for certain: where scenarios do not differ."""
    whole = float(exactly(ratio.wholes).sum())
    if not whole:
        return none_because(NOTHING)
    value, n = float(exactly(ratio.parts).sum()) / whole, round(whole)
    # Money may be spent where there is no success to divide it by: such a scenario has its part in the figure, too.
    scenarios = int(((ratio.wholes > 0) | (ratio.parts != 0)).sum())
    if scenarios == 1:
        return Figure(value, n, method=ONE_SCENARIO)
    if ratio.is_share and _is_plain(ratio):
        return Figure(value, n, *wilson(value * n, n), WILSON)
    if _is_alike(ratio):
        if not ratio.is_share:
            return Figure(value, n, method=ALL_ALIKE)
        return Figure(value, n, *wilson(value * scenarios, scenarios), ALIKE)
    if ratio.is_share and _is_agreed(ratio):
        return Figure(value, n, *wilson(value * scenarios, scenarios), AGREED)
    return None


def _is_plain(ratio: Ratio) -> bool:
    """Whether every scenario gives at most one thing, which either is or is not."""
    whole = bool((ratio.wholes <= 1).all())
    return whole and _is_all_or_nothing(ratio)


def _is_all_or_nothing(ratio: Ratio) -> bool:
    return bool(((ratio.parts == 0) | (ratio.parts == ratio.wholes)).all())


def _is_agreed(ratio: Ratio) -> bool:
    """Whether no scenario is of two minds, and all weigh the same: each is then one observation."""
    weights = ratio.wholes[ratio.wholes > 0]
    return _is_all_or_nothing(ratio) and bool((weights == weights[0]).all())


def _is_alike(ratio: Ratio) -> bool:
    """Whether all scenarios have the same ratio."""
    counted = ratio.wholes > 0
    if ratio.parts[~counted].any():
        return False
    ratios = ratio.parts[counted] / ratio.wholes[counted]
    return bool(np.allclose(ratios, ratios[0], rtol=1e-9, atol=0))


def _drawn(ratio: Ratio, low: float, high: float) -> Figure:
    whole = float(exactly(ratio.wholes).sum())
    value = float(exactly(ratio.parts).sum()) / whole
    # Of a lopsided sample few draws may reach the value itself; an interval that excludes it would confuse.
    low, high = min(low, value), max(high, value)
    return Figure(value, round(whole), low, None if math.isinf(high) else high, BOOTSTRAP)
