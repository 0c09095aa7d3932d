"""95 % intervals: Wilson's for plain shares, and a bootstrap that draws whole scenarios.

Runs of one scenario resemble each other, so they are no independent observations: the bootstrap draws scenarios, with
replacement, and each brings all of its runs along. Everything here is the same bit by bit on every machine: the draws
come from the raw stream of PCG64, which numpy keeps for good, and sums are taken of numbers that floats hold exactly,
so that it does not matter in which order they are added.
"""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
DRAWS = 2000
SEED = 5
CONFIDENCE = 0.95
NORMAL = 1.959963984540054
"""The normal distribution's quantile at 97.5 %."""
_GRID = 2.0**30
"""Values are rounded to multiples of 2⁻³⁰, a billionth: sums of millions of dollars are then exact."""
_PIECE = 200_000
"""Multiplications at once."""


def wilson(hits: float, n: int) -> tuple[float, float]:
    """The score interval of a share of `n` > 0 independent things."""
    share = hits / n
    middle = (share + NORMAL * NORMAL / (2 * n)) / (1 + NORMAL * NORMAL / n)
    reach = NORMAL / (1 + NORMAL * NORMAL / n) * math.sqrt(share * (1 - share) / n + NORMAL * NORMAL / (4 * n * n))
    # Rounding must not leave the value outside by a hair where it is 0 or 1.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def exactly(values: Floats) -> Floats:
    """Values on the grid on which sums are exact."""
    rounded: Floats = np.round(values * _GRID) / _GRID
    return rounded


@lru_cache(maxsize=8)
def weights_of(scenarios: int, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """One row per draw, one column per scenario: how often the draw has it. Every row sums to the number of scenarios.

    The same number of scenarios gets the same draws, so that two configurations can be compared draw by draw.
    """
    raw = np.random.PCG64(seed).random_raw(draws * scenarios)
    drawn = (raw % np.uint64(scenarios)).astype(np.int64).reshape(draws, scenarios)
    places = drawn + np.arange(draws)[:, None] * scenarios
    weights = np.bincount(places.ravel(), minlength=draws * scenarios).reshape(draws, scenarios).astype(np.float64)
    weights.flags.writeable = False
    return weights


def resampled(parts: Floats, wholes: Floats, draws: int = DRAWS, seed: int = SEED) -> Floats:
    """Ratios of sums, one row per draw and one column per figure; nan where a draw has nothing to divide.

    `parts` and `wholes` have one row per scenario and one column per figure.
    """
    weights = weights_of(len(parts), draws, seed)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios: Floats = _product(weights, exactly(parts)) / _product(weights, exactly(wholes))
    return ratios


def _product(weights: Floats, sums: Floats) -> Floats:
    """In pieces so small that no threads are started for them: on busy machines these cost far more than they save."""
    product = np.empty((len(weights), sums.shape[1]))
    size = max(1, _PIECE // max(sums.size, 1))
    for start in range(0, len(weights), size):
        np.matmul(weights[start : start + size], sums, out=product[start : start + size])
    return product


def limits(drawn: Floats) -> list[tuple[float, float]]:
    """The middle 95 % of each column's draws, rounded outwards to values that were drawn; draws of nan are left out."""
    ordered = np.sort(drawn, axis=0)  # nan comes last
    known = np.count_nonzero(~np.isnan(ordered), axis=0)
    tail = (1 - CONFIDENCE) / 2
    found = []
    for column, count in enumerate(known):
        if not count:
            found.append((math.nan, math.nan))
            continue
        low = ordered[math.floor(tail * (count - 1)), column]
        high = ordered[math.ceil((1 - tail) * (count - 1)), column]
        found.append((float(low), float(high)))
    return found
