"""Agreement among people: share of equal pairs, kappas of Cohen and Fleiss, Krippendorff's alpha."""

from __future__ import annotations

from itertools import combinations

import msgspec
import numpy as np

from annotation.agreement import measures
from annotation.agreement.figure import (
    AgreementFigure,
    DrawnFigure,
    Recipe,
    Statistic,
    statistic,
    value_only,
    with_drawn_interval,
)
from annotation.agreement.ratings import Ratings
from simulator.statistics.bootstrap import Mask

# With fewer items in common, the kappa of two raters is mostly noise.
LEAST_SHARED = 10
# Limit on the shared items of all pairs: bootstrapping more takes too long for a page.
_MOST_DRAWN = 200_000
# Each pair counts as at least this many items, because its 2,000 drawn values stay in memory (16,000 bytes) until all
# pairs are done.
_EACH = 50
_TOO_MANY = "No interval: with so many pairs, it would take too long to compute. Use the interval of Fleiss' kappa."
NO_PAIRS = "No item has answers from two people yet."


class RaterPair(msgspec.Struct, frozen=True):
    """Cohen's kappa of two raters over the items that both answered."""

    one: str
    other: str
    kappa: AgreementFigure
    counts: bool
    """True if the two raters have enough items in common to count in the mean."""


class AgreementAmongPeople(msgspec.Struct, frozen=True):
    """Figures of agreement among people on one question."""

    percent: AgreementFigure
    """Share of pairs with equal answers among all pairs of answers to the same item."""
    cohen: AgreementFigure
    """Mean over pairs of people with enough common items, equally weighted; `pairs` is the number of these pairs."""
    pairs: tuple[RaterPair, ...]
    fleiss: AgreementFigure
    alpha: AgreementFigure


def among(ratings: Ratings, least_shared: int = LEAST_SHARED) -> Recipe[AgreementAmongPeople]:
    """Yield the statistics of agreement among people, and return the figures; see `figure.Recipe`."""
    # One answer alone cannot agree or disagree, so the bootstrap draws only from items with two or more.
    rows = ratings.counts.sum(axis=1) > 1
    shared = _shared(ratings)
    statistics = {pair: _cohen_statistic(ratings, rows, *pair) for pair in shared}
    enough = [pair for pair in shared if shared[pair] >= least_shared]
    drawn = enough if sum(max(_EACH, shared[pair]) for pair in enough) <= _MOST_DRAWN else []
    percent, fleiss, alpha, *kappas = yield [*overall_statistics(ratings), *(statistics[pair] for pair in drawn)]
    # With too many pairs to bootstrap, each pair still has a value, but there are no intervals.
    kappas = kappas or [DrawnFigure(_value_only(statistics[pair], _TOO_MANY), np.empty(0)) for pair in enough]
    few = f"Fewer than {least_shared} items in common: not part of the mean, and no interval."
    figures = {pair: _value_only(one, few) for pair, one in statistics.items()}
    figures |= {pair: kappa.figure for pair, kappa in zip(enough, kappas, strict=True)}
    pairs = tuple(
        RaterPair(ratings.raters[one], ratings.raters[other], figures[one, other], shared[one, other] >= least_shared)
        for one, other in shared
    )
    most = max(shared.values(), default=0)
    too_few = f"No two people have {least_shared} items in common yet; the most so far is {most}."
    why_none = too_few if most else NO_PAIRS
    # Pairs share items, so the number of items is not the sum over pairs.
    seen = np.unique(np.concatenate([statistics[pair].places for pair in enough])) if enough else ()
    cohen = mean_of(kappas, len(seen), why_none)
    return AgreementAmongPeople(percent.figure, cohen, pairs, fleiss.figure, alpha.figure)


def overall_statistics(ratings: Ratings) -> list[Statistic]:
    """Return the statistics for the share of equal pairs, Fleiss' kappa and Krippendorff's alpha."""
    counts = ratings.counts
    n = counts.sum(axis=1)
    rows, pairs = n > 1, int((n * (n - 1) // 2).sum())
    return [
        statistic(rows, measures.pairs_per_item(counts), measures.share, NO_PAIRS, pairs, is_share=True),
        statistic(rows, measures.fleiss_per_item(counts), measures.fleiss, NO_PAIRS, pairs),
        statistic(rows, measures.alpha_per_item(counts), measures.alpha, NO_PAIRS, pairs),
    ]


def mean_of(kappas: list[DrawnFigure], items: int, why_none: str) -> AgreementFigure:
    """Return the unweighted mean of the kappas. In a bootstrap draw, kappas without a value are left out."""
    values = [one.figure.value for one in kappas if one.figure.value is not None]
    if not values:
        return AgreementFigure(None, why_none=why_none)
    figure = AgreementFigure(float(np.mean(values)), items, pairs=len(values))
    if not len(kappas[0].draws):
        return msgspec.structs.replace(figure, remark=_TOO_MANY)
    # If all answers of a pair are the same, its kappa is 1 by convention, in the data and therefore in every draw.
    drawn = np.stack([np.ones_like(one.draws) if np.isnan(one.draws).all() else one.draws for one in kappas])
    known = ~np.isnan(drawn)
    sums, counts = np.where(known, drawn, 0.0).sum(axis=0), known.sum(axis=0)
    means = np.full(len(sums), np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    return with_drawn_interval(figure, means)


def _shared(ratings: Ratings) -> dict[tuple[int, int], int]:
    """Return the number of common items for each pair of raters with at least one common item."""
    given = (ratings.answers >= 0).astype(np.int64)
    # One product counts the shared items of all pairs at once.
    common = given.T @ given
    pairs = combinations(range(len(ratings.raters)), 2)
    return {(one, other): int(common[one, other]) for one, other in pairs if common[one, other]}


def _cohen_statistic(ratings: Ratings, rows: Mask, one: int, other: int) -> Statistic:
    first, second = ratings.answers[:, one], ratings.answers[:, other]
    both = np.flatnonzero((first >= 0) & (second >= 0))
    # Only the shared items: a table over all items of every pair would fill the memory.
    table = measures.table_per_item(first[both], second[both], len(ratings.labels))
    return Statistic(rows, both, table, measures.cohen, NO_PAIRS, len(both), by_convention=True)


def _value_only(one: Statistic, remark: str) -> AgreementFigure:
    return msgspec.structs.replace(value_only(one), remark=remark)
