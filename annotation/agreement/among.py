"""People among themselves: equal pairs, Cohen for two at a time, Fleiss, Krippendorff."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from annotation.agreement import measures
from annotation.agreement.figure import Drawn, Figure, Part, Recipe, part, value_only, with_interval
from annotation.agreement.ratings import Ratings

LEAST_SHARED = 10
"""Items that two raters must have in common to count for a mean of kappas: with fewer, a kappa is mostly noise."""
_MOST_DRAWN = 200_000
"""Items that all pairs have in common, added up. With more, drawing them again and again takes too long to wait for."""
_EACH = 50
"""A pair counts as so many at least: what it was in each draw is kept until all are done, and takes 16,000 bytes."""
_TOO_MANY = "No interval: there are too many pairs to draw. Fleiss' kappa has one."
NO_PAIRS = "No item has answers of two people yet."


class Pair(msgspec.Struct, frozen=True):
    """Cohen's kappa of two raters over the items that both answered."""

    one: str
    other: str
    kappa: Figure
    counts: bool
    """Whether it is part of the mean: the two have enough items in common."""


class Among(msgspec.Struct, frozen=True):
    percent: Figure
    """Pairs of answers to the same item that are the same, of all such pairs."""
    cohen: Figure
    """Mean over pairs of people with enough items in common, each weighing the same; `pairs` counts those pairs."""
    pairs: tuple[Pair, ...]
    fleiss: Figure
    alpha: Figure


def among(ratings: Ratings, least_shared: int = LEAST_SHARED) -> Recipe[Among]:
    rows = ratings.counts.sum(axis=1) > 1
    shared = _shared(ratings)
    parts = {pair: _cohen_part(ratings, rows, *pair) for pair in shared}
    enough = [pair for pair in shared if shared[pair] >= least_shared]
    drawn = enough if sum(max(_EACH, shared[pair]) for pair in enough) <= _MOST_DRAWN else []
    percent, fleiss, alpha, *kappas = yield [*overall_parts(ratings), *(parts[pair] for pair in drawn)]
    kappas = kappas or [Drawn(_value_only(parts[pair], _TOO_MANY), np.empty(0)) for pair in enough]
    few = f"Fewer than {least_shared} items in common: not part of the mean, and no interval."
    figures = {pair: _value_only(part, few) for pair, part in parts.items()}
    figures |= {pair: kappa.figure for pair, kappa in zip(enough, kappas, strict=True)}
    pairs = tuple(
        Pair(ratings.raters[one], ratings.raters[other], figures[one, other], shared[one, other] >= least_shared)
        for one, other in shared
    )
    most = max(shared.values(), default=0)
    why_none = f"No two people have {least_shared} items in common yet; the most is {most}." if most else NO_PAIRS
    seen = np.unique(np.concatenate([parts[pair].places for pair in enough])) if enough else ()
    cohen = mean_of(kappas, len(seen), why_none)
    return Among(percent.figure, cohen, pairs, fleiss.figure, alpha.figure)


def overall_parts(ratings: Ratings) -> list[Part]:
    """Equal pairs, Fleiss and Krippendorff."""
    counts = ratings.counts
    n = counts.sum(axis=1)
    rows, pairs = n > 1, int((n * (n - 1) // 2).sum())
    return [
        part(rows, measures.pairs_per_item(counts), measures.share, NO_PAIRS, pairs, is_share=True),
        part(rows, measures.fleiss_per_item(counts), measures.fleiss, NO_PAIRS, pairs),
        part(rows, measures.alpha_per_item(counts), measures.alpha, NO_PAIRS, pairs),
    ]


def mean_of(kappas: list[Drawn], items: int, why_none: str) -> Figure:
    """Each weighs the same. In a draw in which one has no value, the mean is over the others."""
    values = [one.figure.value for one in kappas if one.figure.value is not None]
    if not values:
        return Figure(None, why_none=why_none)
    figure = Figure(float(np.mean(values)), items, len(values))
    if not len(kappas[0].draws):
        return msgspec.structs.replace(figure, remark=_TOO_MANY)
    # One whose answers are all the same is 1 by convention, in the data and so in every draw of it.
    drawn = np.stack([np.ones_like(one.draws) if np.isnan(one.draws).all() else one.draws for one in kappas])
    known = ~np.isnan(drawn)
    sums, counts = np.where(known, drawn, 0.0).sum(axis=0), known.sum(axis=0)
    means = np.full(len(sums), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return with_interval(figure, means)


def _shared(ratings: Ratings) -> dict[tuple[int, int], int]:
    """Pairs of raters with items in common, and how many."""
    given = (ratings.answers >= 0).astype(np.int64)
    common = given.T @ given
    pairs = combinations(range(len(ratings.raters)), 2)
    return {(one, other): int(common[one, other]) for one, other in pairs if common[one, other]}


def _cohen_part(ratings: Ratings, rows: NDArray[np.bool_], one: int, other: int) -> Part:
    first, second = ratings.answers[:, one], ratings.answers[:, other]
    both = np.flatnonzero((first >= 0) & (second >= 0))
    table = measures.table_per_item(first[both], second[both], len(ratings.labels))
    return Part(rows, both, table, measures.cohen, NO_PAIRS, len(both), by_convention=True)


def _value_only(one: Part, remark: str) -> Figure:
    return msgspec.structs.replace(value_only(one), remark=remark)
