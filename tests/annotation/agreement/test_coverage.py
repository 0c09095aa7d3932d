"""Intervals hold what they promise: of a hundred studies about 95 contain what is true of all items."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from annotation.agreement.among_people import among
from annotation.agreement.figure import result_of
from annotation.agreement.ratings import Ratings

ITEMS, RATERS, LABELS, STUDIES = 80, 6, 3, 300
KNOWS = 0.75
"""How often somebody sees what is true; else they guess."""


def judged(seed: int) -> Ratings:
    """Three of six people judge each item."""
    chance = np.random.default_rng(seed)
    shape = (ITEMS, RATERS)
    truth = chance.integers(0, LABELS, ITEMS)
    answers = np.where(chance.random(shape) < KNOWS, truth[:, None], chance.integers(0, LABELS, shape))
    answers[np.argsort(chance.random(shape), axis=1) >= 3] = -1
    names = tuple(f"i{place}" for place in range(ITEMS))
    people, labels = (tuple(f"x{place}" for place in range(size)) for size in (RATERS, LABELS))
    return Ratings(names, tuple(range(ITEMS)), people, labels, answers, np.full(ITEMS, -1))


@pytest.mark.all
def test_intervals_contain_the_truth_as_often_as_they_say() -> None:
    """Two agree by chance once in three; beyond it they agree if both know: kappa is the square of that."""
    kappa = KNOWS**2
    true = {"percent": kappa + (1 - kappa) / LABELS, "cohen": kappa, "fleiss": kappa, "alpha": kappa}
    within: Counter[str] = Counter()
    for seed in range(STUDIES):
        found = result_of(among(judged(seed), least_shared=5), draws=400)
        for name, value in true.items():
            figure = getattr(found, name)
            within[name] += figure.low <= value <= figure.high
    shares = {name: within[name] / STUDIES for name in true}
    assert all(0.9 <= share <= 0.98 for share in shares.values()), shares
