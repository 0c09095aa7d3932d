"""Compares two rankings of the same things with Kendall's τ_b, and tests them by permutation."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import permutations

import numpy as np

from simulator.statistics.bootstrap import DRAWS
from simulator.statistics.intervals import Floats

# All 5,040 orders of 7 things are tried; of more things, a sample of the orders.
_MOST_EXACT = 7
# Equal values of τ may differ in their last digits, because they are computed from different orders.
_ROUNDING = 1e-12


def kendall_tau_b(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> float | None:
    """Return Kendall's τ_b, which allows ties. Return None if one side has fewer than two different values."""
    x, y = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    above = np.triu_indices(len(x), 1)
    a, b = np.sign(x[:, None] - x[None, :])[above], np.sign(y[:, None] - y[None, :])[above]
    scale = math.sqrt(float(np.abs(a).sum()) * float(np.abs(b).sum()))
    return float((a * b).sum()) / scale if scale else None


def permutation_p(one: Sequence[float], other: Sequence[float], draws: int = DRAWS, seed: int = 0) -> float | None:
    """Return how often a random order of `other` has a τ_b at least as far from 0 as the given order.

    Up to seven things, all orders are counted. With four things p is at least 2/24 = 0.083, so at least five are
    needed to show that two rankings agree. Return None if τ_b is None.
    """
    observed = kendall_tau_b(one, other)
    if observed is None:
        return None
    least = abs(observed) - _ROUNDING
    if len(other) <= _MOST_EXACT:
        orders = list(permutations(other))
        return sum(abs(kendall_tau_b(one, order) or 0.0) >= least for order in orders) / len(orders)
    stream = np.random.PCG64(seed)
    values, hits = np.asarray(other, dtype=np.float64), 1
    for _ in range(draws):
        order = values[np.argsort(stream.random_raw(len(values)), kind="stable")]
        hits += abs(kendall_tau_b(one, order) or 0.0) >= least
    # The given order counts as one of the draws, so that p is never 0.
    return hits / (draws + 1)
