"""Agreement of people with the simulated user, which was asked the same question at the same moment."""

from __future__ import annotations

import msgspec
import numpy as np

from annotation.agreement import measures
from annotation.agreement.among_people import LEAST_SHARED, mean_of, overall_statistics
from annotation.agreement.figure import AgreementFigure, Recipe, Statistic, statistic
from annotation.agreement.ratings import MISSING, Ints, Ratings, Votes, votes_of, with_simulated
from simulator.statistics.bootstrap import Mask

NOBODY = "No item that people answered has a reaction of the simulated user."
_NO_MAJORITY = "No item with a reaction of the simulated user has a majority."


class Confusion(msgspec.Struct, frozen=True):
    """Counts of items: rows are majority answers ("" for no majority), columns are actions of the simulated user."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[tuple[int, ...], ...], ...]
    """Numbers of the items in each cell."""

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(len(cell) for cell in row) for row in self.cells)


class AgreementWithSimulated(msgspec.Struct, frozen=True):
    """Figures of agreement between people and the simulated user."""

    percent: AgreementFigure
    """Share of items on which the majority agrees with the simulated user; items without a majority are left out."""
    cohen: AgreementFigure
    percent_settled: AgreementFigure
    """Like `percent`, but ties are settled by the item's identity instead of being left out."""
    cohen_settled: AgreementFigure
    mean_kappa: AgreementFigure
    """Mean of the kappas between the simulated user and each person with enough items; `pairs` counts these people."""
    kappa_spread: float | None
    """Population standard deviation of the kappas in `mean_kappa`."""
    fleiss: AgreementFigure
    """Fleiss' kappa with the simulated user as one more rater; `alpha` includes the simulated user in the same way."""
    alpha: AgreementFigure
    confusion: Confusion


def against(ratings: Ratings, least_shared: int = LEAST_SHARED) -> Recipe[AgreementWithSimulated]:
    """Yield the statistics of agreement with the simulated user, and return the figures; see `figure.Recipe`."""
    votes = votes_of(ratings)
    rows = (ratings.counts.sum(axis=1) > 0) & (ratings.simulated >= 0)
    clear, keyed = (_places(ratings, votes, name) for name in ("majority", "settled"))
    enough = [rater for rater in range(len(ratings.raters)) if _common(ratings, rater) >= least_shared]
    one_more = [_only_if(rows.any(), one) for one in overall_statistics(with_simulated(ratings))[1:]]
    statistics = [
        *_two(ratings, rows & (clear >= 0), clear, _NO_MAJORITY if rows.any() else NOBODY),
        *_two(ratings, rows, keyed, NOBODY),
        *one_more,
        *(kappa_statistic(ratings, rows, rater) for rater in enough),
    ]
    percent, cohen, percent_settled, cohen_settled, fleiss, alpha, *kappas = yield statistics
    seen = (ratings.answers[:, enough] >= 0).any(axis=1) & rows
    values = [one.figure.value for one in kappas if one.figure.value is not None]
    return AgreementWithSimulated(
        percent=percent.figure,
        cohen=cohen.figure,
        percent_settled=percent_settled.figure,
        cohen_settled=cohen_settled.figure,
        mean_kappa=mean_of(kappas, int(seen.sum()), _too_few(ratings, rows, least_shared)),
        # numpy's default divides by n, for the standard deviation of a population.
        kappa_spread=float(np.std(values)) if values else None,
        fleiss=fleiss.figure,
        alpha=alpha.figure,
        confusion=_confusion(ratings, votes),
    )


def kappa_statistic(ratings: Ratings, rows: Mask, rater: int) -> Statistic:
    """Return the statistic for Cohen's kappa of one person and the simulated user."""
    table = measures.table_per_item(ratings.answers[:, rater], ratings.simulated, len(ratings.labels))
    return statistic(rows, table, measures.cohen, NOBODY, int(table.sum()))


def _only_if(compared: np.bool_, one: Statistic) -> Statistic:
    """Return the statistic; drop its items, and so its value, if no item is `compared` with the simulated user.

    The value would otherwise describe agreement among people alone.
    """
    if compared:
        return one
    return one._replace(places=one.places[:0], per_item=one.per_item[:0], why_none=NOBODY, pairs=0)


def _two(ratings: Ratings, rows: Mask, said: Ints, why_none: str) -> tuple[Statistic, Statistic]:
    """Return two statistics that compare the majority with the simulated user: share of equal answers, and kappa."""
    table = measures.table_per_item(said, ratings.simulated, len(ratings.labels))
    pairs = int(table.sum())
    return (
        statistic(rows, table, measures.same_cells, why_none, pairs, is_share=True),
        statistic(rows, table, measures.cohen, why_none, pairs),
    )


def _places(ratings: Ratings, votes: tuple[Votes, ...], name: str) -> Ints:
    place = {label: number for number, label in enumerate(ratings.labels)}
    return np.array([place.get(getattr(vote, name), MISSING) for vote in votes], dtype=np.int64)


def _common(ratings: Ratings, rater: int) -> int:
    return int(((ratings.answers[:, rater] >= 0) & (ratings.simulated >= 0)).sum())


def _too_few(ratings: Ratings, rows: Mask, least: int) -> str:
    if not rows.any():
        return NOBODY
    most = max(_common(ratings, rater) for rater in range(len(ratings.raters)))
    return f"Nobody has answered {least} items with a reaction of the simulated user yet; the most so far is {most}."


def _confusion(ratings: Ratings, votes: tuple[Votes, ...]) -> Confusion:
    rows = (*ratings.labels, "")
    known = [vote for vote in votes if vote.simulated and sum(vote.counts)]
    cells = tuple(
        tuple(
            tuple(vote.number for vote in known if vote.majority == row and vote.simulated == column)
            for column in ratings.labels
        )
        for row in rows
    )
    return Confusion(rows, ratings.labels, cells)
