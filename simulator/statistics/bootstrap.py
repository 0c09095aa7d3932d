"""Cluster bootstrap: draws whole clusters, each with all its observations, with replacement.

Runs of one scenario resemble each other, and so do answers to one item. Therefore whole scenarios or items are drawn,
because these are independent. The draws come from the raw stream of PCG64, which numpy keeps stable between versions,
so the same seed gives the same intervals on every machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from simulator.statistics.intervals import Floats

Counts = NDArray[np.int64]
Mask = NDArray[np.bool_]
DRAWS = 2000
# Values are rounded to multiples of 2⁻³⁰, about a billionth. Sums up to millions of dollars are then exact.
_GRID = 2.0**30
# Maximum number of weights that `weights` holds in memory at once.
_CELLS = 1_000_000
# Matrix products are split into pieces so small that BLAS starts no threads: on busy machines threads cost far more
# than they save.
_EXACT_PRODUCTS = 200_000
_PATTERN_PRODUCTS = 100_000


def weights(clusters: int, draws: int, seed: int) -> Iterator[tuple[slice, Counts]]:
    """Yield the draws in pieces: a slice of draws, and how often each cluster (row) is in each draw (column)."""
    stream = np.random.PCG64(seed)
    size = max(1, _CELLS // clusters)
    for start in range(0, draws, size):
        count = min(size, draws - start)
        raw = stream.random_raw(count * clusters) % np.uint64(clusters)
        places = raw.astype(np.int64).reshape(count, clusters) * count + np.arange(count)[:, None]
        piece = np.bincount(places.ravel(), minlength=clusters * count).reshape(clusters, count)
        yield slice(start, start + count), piece


@lru_cache(maxsize=8)
def all_weights(clusters: int, draws: int, seed: int) -> Floats:
    """Return how often each draw (row) has each cluster (column).

    With the same number of clusters and the same seed, the draws are the same, so that two configurations can be
    compared draw by draw.
    """
    found = np.empty((draws, clusters))
    for rows, piece in weights(clusters, draws, seed):
        found[rows] = piece.T
    found.flags.writeable = False
    return found


def by_mask(masks: Iterable[Mask]) -> list[list[int]]:
    """Return the positions of the masks, in groups of equal masks. Figures with equal masks can share their draws."""
    places: defaultdict[bytes, list[int]] = defaultdict(list)
    for place, mask in enumerate(masks):
        places[mask.tobytes()].append(place)
    return list(places.values())


def exactly(values: Floats) -> Floats:
    """Return the values rounded to a grid on which sums are exact, so that the order of adding does not matter."""
    rounded: Floats = np.round(values * _GRID) / _GRID
    return rounded


def drawn_ratios(parts: Floats, wholes: Floats, draws: int, seed: int) -> Floats:
    """Return the sums of parts divided by the sums of wholes, one row per draw and one column per figure.

    `parts` and `wholes` have one row per cluster and one column per figure. The ratio of 0 to 0 is nan.
    """
    weight = all_weights(len(parts), draws, seed)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios: Floats = _product(weight, exactly(parts)) / _product(weight, exactly(wholes))
    return ratios


def _product(weight: Floats, sums: Floats) -> Floats:
    product = np.empty((len(weight), sums.shape[1]))
    size = max(1, _EXACT_PRODUCTS // max(sums.size, 1))
    for start in range(0, len(weight), size):
        np.matmul(weight[start : start + size], sums, out=product[start : start + size])
    return product


class DrawnSums:
    """Sums, for each draw, the values of its clusters. Any formula can be computed from these sums.

    Clusters with the same values are summed together, which is fast if there are few different clusters, such as items
    with a few answers. For ratios of clusters that all differ, `drawn_ratios` takes a sixth of the time.
    """

    def __init__(self, places: Counts, per_cluster: Floats) -> None:
        self._patterns, which = np.unique(per_cluster, axis=0, return_inverse=True)
        order = np.argsort(which, kind="stable")
        self._places = places[order]
        self._starts = np.flatnonzero(np.diff(which[order], prepend=-1))

    def of(self, weight: Counts) -> Floats:
        """Return the sums, one row per sum and one column per draw."""
        counts = np.add.reduceat(weight[self._places], self._starts, axis=0).astype(np.float64)
        patterns = self._patterns.T
        size = max(1, _PATTERN_PRODUCTS // patterns.size)
        pieces = [patterns @ counts[:, start : start + size] for start in range(0, counts.shape[1], size)]
        return np.concatenate(pieces, axis=1)
