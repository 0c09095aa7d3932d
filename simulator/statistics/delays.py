"""Compares delays: Wasserstein distance of their logarithms, and burstiness of the gaps between events."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.statistics.intervals import Floats


class Burstiness(NamedTuple):
    """`b` is Goh and Barabási's (sd - mean) / (sd + mean); `a` is Kim and Jo's version, corrected for few gaps.

    -1 is perfectly regular, 0 is random (Poisson), 1 is the most bursty.
    """

    b: float
    a: float
    gaps: int


def log_wasserstein(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> float:
    """Return W1 between the natural logarithms of two samples of delays above 0.

    exp(W1) is the typical factor between the two: 0.70 means a factor of 2.
    """
    return wasserstein(np.log(np.asarray(one, dtype=np.float64)), np.log(np.asarray(other, dtype=np.float64)))


def shape_wasserstein(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> float:
    """Return W1 between log delays after each side's median is subtracted, so that only their shapes differ."""
    x, y = np.log(np.asarray(one, dtype=np.float64)), np.log(np.asarray(other, dtype=np.float64))
    return wasserstein(x - np.median(x), y - np.median(y))


def wasserstein(x: Floats, y: Floats) -> float:
    """Return the area between the distribution functions of two samples."""
    both = np.sort(np.concatenate([x, y]))
    steps = np.diff(both)
    f = np.searchsorted(np.sort(x), both[:-1], side="right") / len(x)
    g = np.searchsorted(np.sort(y), both[:-1], side="right") / len(y)
    return float((np.abs(f - g) * steps).sum())


def burstiness(gaps: Sequence[float] | Floats) -> Burstiness | None:
    """Return the burstiness of the gaps between events; None with fewer than two gaps, or if all gaps are 0."""
    found = np.asarray(gaps, dtype=np.float64)
    m = len(found)
    mean = float(found.mean()) if m else 0.0
    if m < 2 or mean <= 0:
        return None
    r = float(found.std()) / mean
    up, down = math.sqrt(m + 1), math.sqrt(m - 1)
    return Burstiness((r - 1) / (r + 1), (up * r - down) / ((up - 2) * r + down), m)
