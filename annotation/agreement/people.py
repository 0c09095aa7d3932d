"""Each person: how much they answered, what, and how often as the others and as the simulated user did."""

from __future__ import annotations

import msgspec
import numpy as np

from annotation.agreement import measures
from annotation.agreement.against import NOBODY, kappa_part
from annotation.agreement.among import NO_PAIRS
from annotation.agreement.figure import Figure, Part, Recipe, part
from annotation.agreement.ratings import Ints, Ratings

_NO_ANSWERS = "Nobody has answered yet."
_PARTS = 3


class Person(msgspec.Struct, frozen=True):
    rater: str
    answers: int
    rates: dict[str, float | None]
    """Share of each label among this person's answers."""
    with_others: Figure
    """Others' answers to the same items that are the same; `pairs` counts them."""
    with_simulated: Figure
    kappa_simulated: Figure


def people_of(ratings: Ratings) -> Recipe[tuple[Person, ...]]:
    found = yield [one for rater in range(len(ratings.raters)) for one in _parts(ratings, rater)]
    figures = [drawn.figure for drawn in found]
    return tuple(
        Person(name, _given(ratings, rater), _rates(ratings, rater), *figures[rater * _PARTS : (rater + 1) * _PARTS])
        for rater, name in enumerate(ratings.raters)
    )


def rates_of(ratings: Ratings) -> Recipe[tuple[dict[str, Figure], dict[str, Figure]]]:
    """Share of each label among all answers of people, and among what the simulated user did with the same items."""
    counts = ratings.counts
    given = counts.sum(axis=1)
    known = (given > 0) & (ratings.simulated >= 0)
    did = [(ratings.simulated == label) & known for label in range(len(ratings.labels))]
    parts = [_rate(given, column, _NO_ANSWERS) for column in counts.T]
    parts += [_rate(known.astype(np.int64), column.astype(np.int64), NOBODY) for column in did]
    found = yield parts
    figures = [drawn.figure for drawn in found]
    size = len(ratings.labels)
    return (
        dict(zip(ratings.labels, figures[:size], strict=True)),
        dict(zip(ratings.labels, figures[size:], strict=True)),
    )


def _rate(wholes: Ints, parts: Ints, why_none: str) -> Part:
    return part(wholes > 0, measures.share_per_item(parts, wholes), measures.share, why_none, is_share=True)


def _parts(ratings: Ratings, rater: int) -> tuple[Part, Part, Part]:
    own, counts = ratings.answers[:, rater], ratings.counts
    there, n = own >= 0, counts.sum(axis=1)
    alike = np.where(there, counts[np.arange(len(own)), own] - 1, 0)
    pairs = np.where(there, n - 1, 0)
    known = (n > 0) & (ratings.simulated >= 0)
    both = there & known
    same = (own == ratings.simulated) & both
    others = measures.share_per_item(alike, pairs)
    simulated = measures.share_per_item(same.astype(np.int64), both.astype(np.int64))
    common = int(both.sum())
    return (
        part(n > 1, others, measures.share, NO_PAIRS, int(pairs.sum()), is_share=True),
        part(known, simulated, measures.share, NOBODY, common, is_share=True),
        kappa_part(ratings, known, rater),
    )


def _given(ratings: Ratings, rater: int) -> int:
    return int((ratings.answers[:, rater] >= 0).sum())


def _rates(ratings: Ratings, rater: int) -> dict[str, float | None]:
    own, total = ratings.answers[:, rater], _given(ratings, rater)
    counts = {label: int((own == place).sum()) for place, label in enumerate(ratings.labels)}
    return {label: count / total if total else None for label, count in counts.items()}
