"""Compares two distributions of labels: entropy, cross-entropy, Jensen–Shannon divergence and the G test, in nats."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from simulator.statistics.intervals import Floats

SMOOTHING = 0.5


class GTest(NamedTuple):
    """A likelihood-ratio test of two rows of counts. It assumes that all observations are independent."""

    g: float
    df: int
    p: float


def shares_of(counts: Floats) -> Floats:
    """Return the counts divided by their sum over the last axis; rows without counts are nan."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shares: Floats = counts / counts.sum(axis=-1, keepdims=True)
    return shares


def entropy(counts: Sequence[float] | Floats) -> float:
    """Return the entropy of the counts' shares."""
    return float(_entropy(shares_of(np.asarray(counts, dtype=np.float64))))


def smoothed(counts: Sequence[float] | Floats, smoothing: float = SMOOTHING) -> Floats:
    """Return (c + smoothing) / (n + smoothing · labels): no label has a share of 0, so its logarithm exists."""
    found = np.asarray(counts, dtype=np.float64) + smoothing
    shares: Floats = found / found.sum(axis=-1, keepdims=True)
    return shares


def cross_entropy(people: Sequence[float], simulated: Sequence[float], smoothing: float = SMOOTHING) -> float:
    """Return the cross-entropy of people's shares under the smoothed shares of the simulated user."""
    shares = shares_of(np.asarray(people, dtype=np.float64))
    return float(-(shares * np.log(smoothed(simulated, smoothing))).sum())


def kl(people: Sequence[float], simulated: Sequence[float], smoothing: float = SMOOTHING) -> float:
    """Return the divergence of the smoothed shares of the simulated user from people's shares."""
    return cross_entropy(people, simulated, smoothing) - entropy(people)


def jsd(one: Sequence[float] | Floats, other: Sequence[float] | Floats) -> float:
    """Return the Jensen–Shannon divergence of two rows of counts, from 0 (equal) to ln 2 (nothing in common)."""
    return float(jsd_of_rows(np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)))


def jsd_of_rows(one: Floats, other: Floats) -> Floats:
    """Return the Jensen–Shannon divergence over the last axis; nan if a row has no counts."""
    p, q = shares_of(one), shares_of(other)
    # Rounding may give a tiny negative number for equal shares.
    return np.maximum(_entropy((p + q) / 2) - (_entropy(p) + _entropy(q)) / 2, 0.0)


def jsd_noise(labels: int, one: float, other: float) -> float:
    """Return the Jensen–Shannon divergence that two samples of equal populations have on average.

    With n observations on each side this is (labels - 1) / 4n.
    """
    return (labels - 1) / 8 * (1 / one + 1 / other)


def g_test(one: Sequence[float], other: Sequence[float]) -> GTest | None:
    """Test whether two rows of counts have the same shares. Return None if a row is empty or one label has all counts.

    The p-value is exact for the χ² distribution with 1 or 2 degrees of freedom, and computed from these for more.
    """
    table = np.asarray([one, other], dtype=np.float64)
    table = table[:, table.sum(axis=0) > 0]
    df = table.shape[1] - 1
    if not table.sum(axis=1).all() or df < 1:
        return None
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(table > 0, table * np.log(table / expected), 0.0)
    g = max(0.0, float(2 * terms.sum()))
    return GTest(g, df, chi_squared_p(g, df))


def chi_squared_p(x: float, df: int) -> float:
    """Return the probability that a χ² variable with `df` degrees of freedom is at least `x`."""
    half = x / 2
    # Q(a + 1, x) = Q(a, x) + x^a e^(-x) / Γ(a + 1), from the closed forms for 1 and for 2 degrees of freedom.
    p, a = (math.erfc(math.sqrt(half)), 0.5) if df % 2 else (math.exp(-half), 1.0)
    while 2 * a < df:
        p += math.exp(a * math.log(half) - half - math.lgamma(a + 1)) if half > 0 else 0.0
        a += 1
    return min(1.0, p)


def _entropy(shares: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        terms = np.where(shares == 0, 0.0, shares * np.log(shares))
    found: Floats = -terms.sum(axis=-1)
    return found
