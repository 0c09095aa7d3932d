"""Computes figures of agreement (values with intervals) from sums over items.

In a bootstrap draw with only one label, or without a pair of answers, a formula may have no value (0 / 0). Such draws
are left out. If more than one draw in twenty is left out, the interval is too narrow, and a remark says so. If all
draws give the same value, a share gets Wilson's interval over items instead, and other figures get no interval.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np

from annotation.agreement.measures import Formula
from simulator.statistics.bootstrap import DRAWS, Counts, DrawnSums, Mask, by_mask, weights
from simulator.statistics.figure import Figure
from simulator.statistics.intervals import Floats, middle_of, wilson_of_share

# Fixed, so that an interval does not change when the page is reloaded.
SEED = 8

ONE_LABEL = "All answers are the same, so agreement beyond chance can’t be computed. The value is 1 by convention."
_ALIKE = "No interval: every draw of items gives the same value, although the value is not certain."
_ALIKE_SHARE = "Every draw of items gives the same value, so this is Wilson's interval over the items."
_ONE_ITEM = "No interval: there is only one item."
_LOST = "{percent} % of the draws had no value and are left out, so the interval is narrower than it should be."
_MOST_LOST = 0.05


class AgreementFigure(Figure, frozen=True):
    """A figure of agreement over `n` items. `pairs` counts the compared pairs; `why_none` explains a missing value."""

    pairs: int = 0
    why_none: str = ""
    remark: str = ""
    """Note about the value or its interval."""


class Statistic(NamedTuple):
    """Sums over items, and the formula that turns them into a figure."""

    rows: Mask
    """Items that the bootstrap draws from; figures with the same items share their draws."""
    places: Counts
    """Indices, among all items, of the items that this figure uses."""
    per_item: Floats
    """Values to sum, one row per used item."""
    formula: Formula
    why_none: str
    pairs: int = 0
    is_share: bool = False
    by_convention: bool = False
    """True if 0 / 0 gives 1, as for agreement beyond chance when all answers are the same."""


class DrawnFigure(NamedTuple):
    """A figure with its value in each draw; nan for a draw without a value."""

    figure: AgreementFigure
    draws: Floats


T = TypeVar("T")
# Generator that yields its statistics once, is sent their figures, and returns its result.
Recipe = Generator[list[Statistic], list[DrawnFigure], T]


def statistic(
    rows: Mask, per_item: Floats, formula: Formula, why_none: str, pairs: int = 0, is_share: bool = False
) -> Statistic:
    """Return a statistic over the items in `rows`, skipping items whose values are all 0."""
    places = np.flatnonzero(rows & per_item.any(axis=1))
    return Statistic(rows, places, per_item[places], formula, why_none, pairs, is_share, not is_share)


def together(recipes: Sequence[Recipe[Any]], draws: int = DRAWS, seed: int = SEED) -> list[Any]:
    """Return the results of several recipes. Statistics over the same items share their draws, which saves time."""
    wanted = [next(recipe) for recipe in recipes]
    found = iter(figures_from([one for statistics in wanted for one in statistics], draws, seed))
    return [_finished(recipe, [next(found) for _ in each]) for recipe, each in zip(recipes, wanted, strict=True)]


def result_of(recipe: Recipe[T], draws: int = DRAWS, seed: int = SEED) -> T:
    (found,) = together([recipe], draws, seed)
    result: T = found
    return result


def figures_from(statistics: Sequence[Statistic], draws: int = DRAWS, seed: int = SEED) -> list[DrawnFigure]:
    drawn = np.full((len(statistics), draws), np.nan)
    to_draw = [place for place, one in enumerate(statistics) if len(one.places) > 1]
    for members in by_mask(statistics[place].rows for place in to_draw):
        _draw(statistics, [to_draw[member] for member in members], drawn, seed)
    return [DrawnFigure(_figure(one, drawn[place]), drawn[place]) for place, one in enumerate(statistics)]


def value_only(one: Statistic) -> AgreementFigure:
    """Return the figure of a statistic that is not a share, without bootstrap draws and without an interval."""
    return _figure(one, np.empty(0))


def _draw(statistics: Sequence[Statistic], members: Sequence[int], drawn: Floats, seed: int) -> None:
    """Store the bootstrap values of the statistics `members` in `drawn`. All must be over the same items."""
    rows = statistics[members[0]].rows
    # Maps indices among all items to indices among the items that are drawn from.
    within = np.cumsum(rows) - 1
    sums = {one: DrawnSums(within[statistics[one].places], statistics[one].per_item) for one in members}
    # Draws come in pieces, so that the weights of large studies fit into memory.
    for columns, weight in weights(int(rows.sum()), drawn.shape[1], seed):
        for member in members:
            drawn[member, columns] = statistics[member].formula(sums[member].of(weight))


def _finished(recipe: Recipe[Any], drawn: list[DrawnFigure]) -> Any:
    try:
        recipe.send(drawn)
    except StopIteration as end:
        return end.value
    raise AssertionError("a recipe must yield its statistics exactly once")


def _figure(one: Statistic, drawn: Floats) -> AgreementFigure:
    n = len(one.places)
    if not n:
        return AgreementFigure(None, why_none=one.why_none)
    # The data are one column, so that the same formula serves the value and the draws.
    value = float(one.formula(one.per_item.sum(axis=0)[:, None])[0])
    if math.isnan(value):
        if not one.by_convention:
            return AgreementFigure(None, n, pairs=one.pairs, why_none=one.why_none)
        return AgreementFigure(1.0, n, pairs=one.pairs, remark=ONE_LABEL)
    return with_drawn_interval(AgreementFigure(value, n, pairs=one.pairs), drawn, one.is_share)


def with_drawn_interval(figure: AgreementFigure, drawn: Floats, is_share: bool = False) -> AgreementFigure:
    """Return the figure with the interval of its draws.

    If all draws are equal, a share gets Wilson's interval; other figures, and figures of one item, get only a remark.
    """
    if figure.n == 1:
        return msgspec.structs.replace(figure, remark=_ONE_ITEM)
    ends = middle_of(drawn)
    if ends is None or (math.isclose(*ends, abs_tol=1e-12) and np.nanstd(drawn) < 1e-12):
        if not is_share:
            return msgspec.structs.replace(figure, remark=_ALIKE)
        ends = wilson_of_share(figure.value or 0.0, figure.n)
        return msgspec.structs.replace(figure, low=ends[0], high=ends[1], remark=_ALIKE_SHARE)
    lost = float(np.isnan(drawn).mean())
    remark = _LOST.format(percent=round(100 * lost)) if lost > _MOST_LOST else ""
    return msgspec.structs.replace(figure, remark=remark).with_interval(*ends)
