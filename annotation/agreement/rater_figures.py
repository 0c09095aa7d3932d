"""Figures of each rater: number and shares of answers, agreement with others and with the simulated user."""

from __future__ import annotations

import msgspec
import numpy as np

from annotation.agreement import measures
from annotation.agreement.among_people import NO_PAIRS
from annotation.agreement.figure import AgreementFigure, Recipe, Statistic, statistic
from annotation.agreement.ratings import Ints, Ratings
from annotation.agreement.with_simulated_user import NOBODY, kappa_statistic

_NO_ANSWERS = "Nobody has answered yet."
# Statistics per rater, in the order of the figures in RaterFigures.
_PER_RATER = 3


class RaterFigures(msgspec.Struct, frozen=True):
    """Answers of one person, and their agreement with others and with the simulated user."""

    rater: str
    answers: int
    rates: dict[str, float | None]
    """Share of each label among this person's answers."""
    with_others: AgreementFigure
    """Among other people's answers to the same items, the share equal to this person's; `pairs` counts all of them."""
    with_simulated: AgreementFigure
    kappa_simulated: AgreementFigure


def people_of(ratings: Ratings) -> Recipe[tuple[RaterFigures, ...]]:
    """Yield the statistics of each rater, and return the figures; see `figure.Recipe`."""
    found = yield [one for rater in range(len(ratings.raters)) for one in _statistics(ratings, rater)]
    figures = [drawn.figure for drawn in found]
    return tuple(
        RaterFigures(
            name,
            _given(ratings, rater),
            _rates(ratings, rater),
            *figures[rater * _PER_RATER : (rater + 1) * _PER_RATER],
        )
        for rater, name in enumerate(ratings.raters)
    )


def rates_of(ratings: Ratings) -> Recipe[tuple[dict[str, AgreementFigure], dict[str, AgreementFigure]]]:
    """Yield statistics, and return the share of each label as figures; see `figure.Recipe`.

    The first dictionary has shares of people's answers, the second has shares of the simulated user's actions.
    """
    counts = ratings.counts
    given = counts.sum(axis=1)
    known = (given > 0) & (ratings.simulated >= 0)
    did = [(ratings.simulated == label) & known for label in range(len(ratings.labels))]
    statistics = [_rate(given, column, _NO_ANSWERS) for column in counts.T]
    statistics += [_rate(known.astype(np.int64), column.astype(np.int64), NOBODY) for column in did]
    found = yield statistics
    figures = [drawn.figure for drawn in found]
    size = len(ratings.labels)
    return (
        dict(zip(ratings.labels, figures[:size], strict=True)),
        dict(zip(ratings.labels, figures[size:], strict=True)),
    )


def _rate(wholes: Ints, parts: Ints, why_none: str) -> Statistic:
    return statistic(wholes > 0, measures.share_per_item(parts, wholes), measures.share, why_none, is_share=True)


def _statistics(ratings: Ratings, rater: int) -> tuple[Statistic, Statistic, Statistic]:
    own, counts = ratings.answers[:, rater], ratings.counts
    there, n = own >= 0, counts.sum(axis=1)
    # Minus 1 for the person's own answer. Where they gave no answer, `own` is -1 and `np.where` puts 0.
    alike = np.where(there, counts[np.arange(len(own)), own] - 1, 0)
    pairs = np.where(there, n - 1, 0)
    known = (n > 0) & (ratings.simulated >= 0)
    both = there & known
    same = (own == ratings.simulated) & both
    others = measures.share_per_item(alike, pairs)
    simulated = measures.share_per_item(same.astype(np.int64), both.astype(np.int64))
    common = int(both.sum())
    return (
        # Drawn from all items with two answers, not only from this person's items, so that all people share one set of
        # draws.
        statistic(n > 1, others, measures.share, NO_PAIRS, int(pairs.sum()), is_share=True),
        statistic(known, simulated, measures.share, NOBODY, common, is_share=True),
        kappa_statistic(ratings, known, rater),
    )


def _given(ratings: Ratings, rater: int) -> int:
    return int((ratings.answers[:, rater] >= 0).sum())


def _rates(ratings: Ratings, rater: int) -> dict[str, float | None]:
    own, total = ratings.answers[:, rater], _given(ratings, rater)
    counts = {label: int((own == place).sum()) for place, label in enumerate(ratings.labels)}
    return {label: count / total if total else None for label, count in counts.items()}
