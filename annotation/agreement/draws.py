"""Bootstrap over items: whole items are drawn with replacement, and each brings all of its answers along.

Answers to one item resemble each other, so they are no independent observations; items are. The draws come from the
raw stream of PCG64, which numpy keeps for good: the same seed gives the same intervals everywhere.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Counts = NDArray[np.int64]
DRAWS = 2000
SEED = 8
_NORMAL = 1.959963984540054
_TAIL = 0.025
_CELLS = 1_000_000
"""Weights in memory at once."""
_PRODUCTS = 100_000
"""Multiplications at once."""


def weights(items: int, draws: int, seed: int) -> Iterator[tuple[slice, Counts]]:
    """In pieces: which draws, and how often each has each item. One row per item, one column per draw."""
    stream = np.random.PCG64(seed)
    size = max(1, _CELLS // items)
    for start in range(0, draws, size):
        count = min(size, draws - start)
        raw = stream.random_raw(count * items) % np.uint64(items)
        places = raw.astype(np.int64).reshape(count, items) * count + np.arange(count)[:, None]
        yield slice(start, start + count), np.bincount(places.ravel(), minlength=items * count).reshape(items, count)


class Sums:
    """Sums over drawn items. Items that bring the same are counted first: of a few answers there are few patterns."""

    def __init__(self, places: NDArray[np.int64], per_item: Floats) -> None:
        self._patterns, which = np.unique(per_item, axis=0, return_inverse=True)
        order = np.argsort(which, kind="stable")
        self._places = places[order]
        self._starts = np.flatnonzero(np.diff(which[order], prepend=-1))

    def of(self, weight: Counts) -> Floats:
        """One row per sum, one column per draw."""
        counts = np.add.reduceat(weight[self._places], self._starts, axis=0).astype(np.float64)
        patterns = self._patterns.T
        # In bits so small that no threads are started for them: on busy machines these cost far more than they save.
        size = max(1, _PRODUCTS // patterns.size)
        bits = [patterns @ counts[:, start : start + size] for start in range(0, counts.shape[1], size)]
        return np.concatenate(bits, axis=1)


def middle(drawn: Floats) -> tuple[float, float] | None:
    """The middle 95 % of the draws, rounded outwards to values that were drawn; draws of nan are left out."""
    known = np.sort(drawn[~np.isnan(drawn)])
    if not len(known):
        return None
    last = len(known) - 1
    return float(known[math.floor(_TAIL * last)]), float(known[math.ceil((1 - _TAIL) * last)])


def wilson(share: float, n: int) -> tuple[float, float]:
    """The score interval of a share of n things."""
    square = _NORMAL * _NORMAL
    centre = (share + square / (2 * n)) / (1 + square / n)
    reach = _NORMAL / (1 + square / n) * math.sqrt(share * (1 - share) / n + square / (4 * n * n))
    return max(0.0, min(share, centre - reach)), min(1.0, max(share, centre + reach))
