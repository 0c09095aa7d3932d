"""Formulas of agreement. A formula gets a matrix of sums over items and returns one value per column.

A column stands for the data or for one bootstrap draw. A division by 0 gives nan. Functions with `per_item` in
their names return the values that are summed. An item with fewer than two answers has no pair to compare, so it is left
out of every figure of agreement among raters. It is also left out of the label shares from which agreement by chance is
computed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from annotation.agreement.ratings import Ints
from simulator.statistics.intervals import Floats

Formula = Callable[[Floats], Floats]


def share_per_item(parts: Ints, wholes: Ints) -> Floats:
    return np.stack([parts, wholes], axis=1).astype(np.float64)


def share(sums: Floats) -> Floats:
    """Return the first sum divided by the second."""
    return _over(sums[0], sums[1])


def pairs_per_item(counts: Ints) -> Floats:
    """Return per item: the number of equal pairs of answers, and the number of all pairs."""
    n = counts.sum(axis=1)
    return share_per_item((counts * (counts - 1)).sum(axis=1) // 2, n * (n - 1) // 2)


def fleiss_per_item(counts: Ints) -> Floats:
    """Return per item: 1, the share of equal pairs, and the number of answers per label.

    All values are 0 for an item with fewer than two answers.
    """
    n = counts.sum(axis=1)
    pairs = n * (n - 1)
    same = _over((counts * (counts - 1)).sum(axis=1).astype(np.float64), pairs.astype(np.float64))
    counted = n > 1
    # Sums over items, not averages: a bootstrap draw is then a matrix product.
    columns = [counted, np.where(counted, same, 0.0), *(np.where(counted, column, 0) for column in counts.T)]
    return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)


def fleiss(sums: Floats) -> Floats:
    """Return Fleiss' kappa, (P - Pe) / (1 - Pe). Every item weighs the same in P, whatever its number of answers."""
    items, same, by_label = sums[0], sums[1], sums[2:]
    total = by_label.sum(axis=0)
    by_chance = _over((by_label**2).sum(axis=0), total**2)
    return _beyond_chance(_over(same, items), by_chance)


def alpha_per_item(counts: Ints) -> Floats:
    """Return per item: coincidences of equal labels, and the number of answers per label.

    All values are 0 for an item with fewer than two answers.
    """
    n = counts.sum(axis=1)
    counted = n > 1
    same = (counts * (counts - 1)).sum(axis=1) / np.where(counted, n - 1, 1)
    columns = [np.where(counted, same, 0.0), *(np.where(counted, column, 0) for column in counts.T)]
    return np.stack([np.asarray(column, dtype=np.float64) for column in columns], axis=1)


def alpha(sums: Floats) -> Floats:
    """Return Krippendorff's alpha for nominal labels, 1 - Do / De. Every answer weighs the same."""
    same, by_label = sums[0], sums[1:]
    total = by_label.sum(axis=0)
    differing = _over(total - same, total)
    # Krippendorff draws pairs without replacement, hence total - 1; Fleiss draws with replacement.
    by_chance = _over(total**2 - (by_label**2).sum(axis=0), total * (total - 1))
    return 1 - _over(differing, by_chance)


def table_per_item(one: Ints, other: Ints, labels: int) -> Floats:
    """Return a flat table of labels x labels per item: 1 in the cell of the two answers, 0 in all other cells.

    If one of the two answers is missing, all cells are 0.
    """
    cells = np.zeros((len(one), labels * labels))
    both = np.flatnonzero((one >= 0) & (other >= 0))
    cells[both, one[both] * labels + other[both]] = 1
    return cells


def cohen(sums: Floats) -> Floats:
    """Return Cohen's kappa, (Po - Pe) / (1 - Pe), of a table of two raters."""
    table = _table(sums)
    total = table.sum(axis=(0, 1))
    same = np.trace(table)
    by_chance = _over((table.sum(axis=1) * table.sum(axis=0)).sum(axis=0), total**2)
    return _beyond_chance(_over(same, total), by_chance)


def same_cells(sums: Floats) -> Floats:
    """Return the share of items to which two raters gave the same answer: the diagonal of their table."""
    table = _table(sums)
    return _over(np.trace(table), table.sum(axis=(0, 1)))


def _table(sums: Floats) -> Floats:
    # The table is flat because statistics are vectors; it has labels x labels cells.
    labels = round(len(sums) ** 0.5)
    return sums.reshape(labels, labels, sums.shape[1])


def _beyond_chance(observed: Floats, by_chance: Floats) -> Floats:
    # Computed from whole numbers, agreement by chance is either 1 (up to rounding) or clearly smaller than 1.
    room = np.where(by_chance > 1 - 1e-12, 0.0, 1 - by_chance)
    return _over(observed - by_chance, room)


def _over(part: Floats, whole: Floats) -> Floats:
    found = np.full(np.broadcast(part, whole).shape, np.nan)
    np.divide(part, whole, out=found, where=whole != 0)
    return found
