"""Computes 95 % intervals: Wilson's for shares of independent observations, and the middle 95 % of bootstrap draws."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
CONFIDENCE = 0.95
# The normal distribution's quantile at 97.5 %.
NORMAL = 1.959963984540054
_TAIL = (1 - CONFIDENCE) / 2


def wilson(hits: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for the share of `hits` among `n` > 0 independent observations."""
    return wilson_of_share(hits / n, n)


def wilson_of_share(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval for a share of `n` > 0 independent observations."""
    square = NORMAL * NORMAL
    middle = (share + square / (2 * n)) / (1 + square / n)
    reach = NORMAL / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    # Rounding must not put a value of 0 or 1 just outside its interval.
    return max(0.0, min(share, middle - reach)), min(1.0, max(share, middle + reach))


def middle_of(drawn: Floats) -> tuple[float, float] | None:
    """Return the ends of the middle 95 % of the draws, rounded outwards to values that were drawn.

    Draws that are nan are left out; the result is None if no draw remains.
    """
    known = np.sort(drawn[~np.isnan(drawn)])
    if not len(known):
        return None
    last = len(known) - 1
    return float(known[math.floor(_TAIL * last)]), float(known[math.ceil((1 - _TAIL) * last)])
