"""People among themselves: equal pairs, Cohen for two at a time, Fleiss, Krippendorff."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np

from annotation.agreement import measures
from annotation.agreement.draws import DRAWS, SEED, Floats
from annotation.agreement.figure import Drawn, Figure, Part, figures_from, part, with_interval
from annotation.agreement.ratings import Ints, Ratings

LEAST_SHARED = 10
"""Items that two raters must have in common to count for a mean of kappas: with fewer, a kappa is mostly noise."""
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


def among(ratings: Ratings, least_shared: int = LEAST_SHARED, draws: int = DRAWS, seed: int = SEED) -> Among:
    rows = ratings.counts.sum(axis=1) > 1
    shared = _shared(ratings)
    enough = [pair for pair in shared if shared[pair] >= least_shared]
    parts = [*overall_parts(ratings), *(_cohen_part(ratings, rows, *pair) for pair in enough)]
    percent, fleiss, alpha, *kappas = figures_from(parts, draws, seed)
    found = dict(zip(enough, kappas, strict=True))
    few = {pair: _without_interval(ratings, rows, pair, least_shared) for pair in shared if pair not in found}
    pairs = tuple(
        Pair(
            ratings.raters[pair[0]],
            ratings.raters[pair[1]],
            found[pair].figure if pair in found else few[pair],
            pair in found,
        )
        for pair in shared
    )
    together = int(_seen_by(ratings, enough).sum())
    most = max(shared.values(), default=0)
    cohen = mean_of(kappas, together, _too_few(most, least_shared, "No two people"))
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
    # One whose answers are all the same is 1 by convention, in the data and so in every draw of it.
    drawn = np.stack([np.ones_like(one.draws) if np.isnan(one.draws).all() else one.draws for one in kappas])
    known = ~np.isnan(drawn)
    sums, counts = np.where(known, drawn, 0.0).sum(axis=0), known.sum(axis=0)
    means = np.full(len(sums), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return with_interval(Figure(float(np.mean(values)), items, len(values)), means)


def _too_few(most: int, least: int, who: str) -> str:
    return f"{who} have {least} items in common yet; the most is {most}." if most else NO_PAIRS


def _shared(ratings: Ratings) -> dict[tuple[int, int], int]:
    """Pairs of raters with items in common, and how many."""
    given = (ratings.answers >= 0).astype(np.float64)
    common = given.T @ given
    pairs = combinations(range(len(ratings.raters)), 2)
    return {(one, other): int(common[one, other]) for one, other in pairs if common[one, other]}


def _seen_by(ratings: Ratings, pairs: list[tuple[int, int]]) -> Ints:
    """1 for each item that the two of some pair have answered."""
    given = ratings.answers >= 0
    seen = np.zeros(len(given), dtype=np.int64)
    for one, other in pairs:
        seen |= given[:, one] & given[:, other]
    return seen


def _cohen_part(ratings: Ratings, rows: np.ndarray, one: int, other: int) -> Part:
    table = _table(ratings, one, other)
    return part(rows, table, measures.cohen, NO_PAIRS, int(table.sum()))


def _table(ratings: Ratings, one: int, other: int) -> Floats:
    return measures.table_per_item(ratings.answers[:, one], ratings.answers[:, other], len(ratings.labels))


def _without_interval(ratings: Ratings, rows: np.ndarray, pair: tuple[int, int], least: int) -> Figure:
    (found,) = figures_from([_cohen_part(ratings, rows, *pair)], draws=0)
    remark = f"Fewer than {least} items in common: not part of the mean, and no interval."
    return msgspec.structs.replace(found.figure, remark=remark)
