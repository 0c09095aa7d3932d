"""People against the simulated user, which was asked the same question at the same moment."""

from __future__ import annotations

import msgspec
import numpy as np
from numpy.typing import NDArray

from annotation.agreement import measures
from annotation.agreement.among import LEAST_SHARED, mean_of, overall_parts
from annotation.agreement.figure import Figure, Part, Recipe, part
from annotation.agreement.ratings import MISSING, Ints, Ratings, Votes, votes_of, with_simulated

NOBODY = "No item that people answered has a reaction of the simulated user."
_NO_MAJORITY = "People are of two minds about every item that has a reaction of the simulated user."


class Confusion(msgspec.Struct, frozen=True):
    """Rows: what most people said, last the items without a majority (""). Columns: what the simulated user did."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    cells: tuple[tuple[tuple[int, ...], ...], ...]
    """The numbers of the items behind each cell."""

    @property
    def counts(self) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(len(cell) for cell in row) for row in self.cells)


class Against(msgspec.Struct, frozen=True):
    percent: Figure
    """Items on which most people said what the simulated user did; items without a majority are left out."""
    cohen: Figure
    percent_settled: Figure
    """The same with every item: where labels share the first place, the item's identity picks one (as published)."""
    cohen_settled: Figure
    mean_kappa: Figure
    """Mean over people of each one's kappa with the simulated user; `pairs` counts these people."""
    kappa_spread: float | None
    """Standard deviation of these kappas: of all people there are, not of a sample of them."""
    fleiss: Figure
    """People with the simulated user as one more rater; so is `alpha`."""
    alpha: Figure
    confusion: Confusion


def against(ratings: Ratings, least_shared: int = LEAST_SHARED) -> Recipe[Against]:
    votes = votes_of(ratings)
    rows = (ratings.counts.sum(axis=1) > 0) & (ratings.simulated >= 0)
    clear, keyed = (_places(ratings, votes, name) for name in ("majority", "settled"))
    enough = [rater for rater in range(len(ratings.raters)) if _common(ratings, rater) >= least_shared]
    one_more = [_only_if(rows.any(), one) for one in overall_parts(with_simulated(ratings))[1:]]
    parts = [
        *_two(ratings, rows & (clear >= 0), clear, _NO_MAJORITY if rows.any() else NOBODY),
        *_two(ratings, rows, keyed, NOBODY),
        *one_more,
        *(kappa_part(ratings, rows, rater) for rater in enough),
    ]
    percent, cohen, percent_settled, cohen_settled, fleiss, alpha, *kappas = yield parts
    seen = (ratings.answers[:, enough] >= 0).any(axis=1) & rows
    values = [one.figure.value for one in kappas if one.figure.value is not None]
    return Against(
        percent=percent.figure,
        cohen=cohen.figure,
        percent_settled=percent_settled.figure,
        cohen_settled=cohen_settled.figure,
        mean_kappa=mean_of(kappas, int(seen.sum()), _too_few(ratings, rows, least_shared)),
        kappa_spread=float(np.std(values)) if values else None,
        fleiss=fleiss.figure,
        alpha=alpha.figure,
        confusion=_confusion(ratings, votes),
    )


def kappa_part(ratings: Ratings, rows: NDArray[np.bool_], rater: int) -> Part:
    """Cohen's kappa of one person and the simulated user."""
    table = measures.table_per_item(ratings.answers[:, rater], ratings.simulated, len(ratings.labels))
    return part(rows, table, measures.cohen, NOBODY, int(table.sum()))


def _only_if(compared: np.bool_, one: Part) -> Part:
    """Without a simulated user there is nobody to be one more: the figure would be that of people alone."""
    if compared:
        return one
    return one._replace(places=one.places[:0], per_item=one.per_item[:0], why_none=NOBODY, pairs=0)


def _two(ratings: Ratings, rows: NDArray[np.bool_], said: Ints, why_none: str) -> tuple[Part, Part]:
    """The share of equal ones, and kappa, of what people said together and what the simulated user did."""
    table = measures.table_per_item(said, ratings.simulated, len(ratings.labels))
    pairs = int(table.sum())
    return (
        part(rows, table, measures.same_cells, why_none, pairs, is_share=True),
        part(rows, table, measures.cohen, why_none, pairs),
    )


def _places(ratings: Ratings, votes: tuple[Votes, ...], name: str) -> Ints:
    place = {label: number for number, label in enumerate(ratings.labels)}
    return np.array([place.get(getattr(vote, name), MISSING) for vote in votes], dtype=np.int64)


def _common(ratings: Ratings, rater: int) -> int:
    return int(((ratings.answers[:, rater] >= 0) & (ratings.simulated >= 0)).sum())


def _too_few(ratings: Ratings, rows: NDArray[np.bool_], least: int) -> str:
    if not rows.any():
        return NOBODY
    most = max(_common(ratings, rater) for rater in range(len(ratings.raters)))
    return f"Nobody has answered {least} items with a reaction of the simulated user yet; the most is {most}."


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
