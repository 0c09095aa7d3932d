"""Computes all figures of agreement on one question of a study.

How to read the figures:

- Missing answers are allowed everywhere; no person and no item is left out for being incomplete. An item needs two
  answers to count for agreement among people, and one to be compared with the simulated user.
- Percent counts pairs of answers, so an item with more answers weighs more; in Fleiss' P every item weighs the same.
- The mean of Cohen's kappas is over pairs of people with at least ten items in common; each pair weighs the same.
- If all answers have the same label, agreement beyond chance is 0 / 0. The figure is then 1 by convention, with a
  remark.
- Intervals come from a bootstrap: an interval holds the middle 95 % of the values from 2,000 samples of the items,
  drawn with replacement. Intervals hold for similar items judged by the same people, not for other people.
- Items are not weighted by the probability with which they were sampled: figures describe the sample, not the pool.
"""

from __future__ import annotations

import msgspec

from annotation.agreement.among_people import LEAST_SHARED, AgreementAmongPeople, among
from annotation.agreement.figure import SEED, AgreementFigure, together
from annotation.agreement.rater_figures import RaterFigures, people_of, rates_of
from annotation.agreement.ratings import Ratings, Votes, votes_of
from annotation.agreement.with_simulated_user import AgreementWithSimulated, against
from simulator.statistics.bootstrap import DRAWS


class Agreement(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of agreement on one question."""

    labels: tuple[str, ...]
    items: int
    """Number of items with an answer."""
    comparable: int
    """Number of items with two answers or more."""
    raters: int
    answers: int
    among: AgreementAmongPeople
    against: AgreementWithSimulated
    rates: dict[str, AgreementFigure]
    simulated_rates: dict[str, AgreementFigure]
    """Shares of the simulated user's actions over the items that people answered."""
    people: tuple[RaterFigures, ...]
    votes: tuple[Votes, ...]
    """Votes on every item, including items without answers."""
    least_shared: int
    draws: int
    seed: int


def agreement(ratings: Ratings, least_shared: int = LEAST_SHARED, draws: int = DRAWS, seed: int = SEED) -> Agreement:
    """Return all figures of agreement. Figures over the same items share their bootstrap draws."""
    n = ratings.counts.sum(axis=1)
    recipes = [among(ratings, least_shared), against(ratings, least_shared), rates_of(ratings), people_of(ratings)]
    people_among, people_against, (rates, simulated_rates), people = together(recipes, draws, seed)
    return Agreement(
        labels=ratings.labels,
        items=int((n > 0).sum()),
        comparable=int((n > 1).sum()),
        raters=len(ratings.raters),
        answers=int(n.sum()),
        among=people_among,
        against=people_against,
        rates=rates,
        simulated_rates=simulated_rates,
        people=people,
        votes=votes_of(ratings),
        least_shared=least_shared,
        draws=draws,
        seed=seed,
    )
