"""A figure: a value, what it was taken over, and how sure it is; and how sums over items become figures.

Where the draws of the bootstrap leave a formula without a value (0 / 0: the draw has one label only, or no pair), these
draws are left out; a remark says so as soon as it is more than one in twenty, because the interval is too narrow then.
Where all items are alike a bootstrap would report certainty: shares get Wilson's interval over items instead, and
others none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from annotation.agreement.draws import DRAWS, SEED, Floats, middle, weights, wilson
from annotation.agreement.measures import Formula

ONE_LABEL = "All answers are the same one, so there is nothing that chance could differ from; 1 by convention."
_ALIKE = "No interval: every draw of items gives the same value, which is no certainty."
_ALIKE_SHARE = "All items are alike, so the interval is Wilson's over items."
_ONE_ITEM = "No interval: one item."
_LOST = "{percent} % of the draws had no value and are left out, so the interval is narrower than it should be."
_MOST_LOST = 0.05


class Figure(msgspec.Struct, frozen=True):
    """`n` counts items and `pairs` the pairs of answers compared in them. Without a value `why_none` says why."""

    value: float | None
    n: int = 0
    pairs: int = 0
    low: float | None = None
    high: float | None = None
    why_none: str = ""
    remark: str = ""
    """About the value or its interval, where there is something to know."""


class Part(NamedTuple):
    """A figure to be."""

    rows: NDArray[np.bool_]
    """The items that are drawn from; figures with the same ones share their draws."""
    places: NDArray[np.int64]
    """The items that this figure looks at, as places among all."""
    per_item: Floats
    """What is summed: one row for each of these."""
    formula: Formula
    why_none: str
    pairs: int = 0
    is_share: bool = False
    by_convention: bool = False
    """Whether 0 / 0 means 1: an agreement beyond chance where all answers are the same."""


class Drawn(NamedTuple):
    figure: Figure
    draws: Floats
    """The value in each draw; nan where it has none."""


def part(
    rows: NDArray[np.bool_], per_item: Floats, formula: Formula, why_none: str, pairs: int = 0, is_share: bool = False
) -> Part:
    """Of sums over all items; those that bring nothing are passed over."""
    places = np.flatnonzero(rows & per_item.any(axis=1))
    return Part(rows, places, per_item[places], formula, why_none, pairs, is_share, not is_share)


def figures_from(parts: Sequence[Part], draws: int = DRAWS, seed: int = SEED) -> list[Drawn]:
    """All at once, because making the draws costs more than using them."""
    drawn = np.full((len(parts), draws), np.nan)
    alike: defaultdict[bytes, list[int]] = defaultdict(list)
    for place, one in enumerate(parts):
        if len(one.places) > 1:
            alike[one.rows.tobytes()].append(place)
    for members in alike.values():
        rows = parts[members[0]].rows
        within = np.cumsum(rows) - 1
        looked_at = {member: within[parts[member].places] for member in members}
        for columns, weight in weights(int(rows.sum()), draws, seed):
            for member in members:
                one, own = parts[member], looked_at[member]
                chosen = weight if len(own) == len(weight) else weight[own]
                drawn[member, columns] = one.formula(one.per_item.T @ chosen)
    return [Drawn(_figure(one, drawn[place]), drawn[place]) for place, one in enumerate(parts)]


def _figure(one: Part, drawn: Floats) -> Figure:
    n = len(one.places)
    if not n:
        return Figure(None, why_none=one.why_none)
    value = float(one.formula(one.per_item.sum(axis=0)[:, None])[0])
    if math.isnan(value):
        if not one.by_convention:
            return Figure(None, n, one.pairs, why_none=one.why_none)
        return Figure(1.0, n, one.pairs, remark=ONE_LABEL)
    return with_interval(Figure(value, n, one.pairs), drawn, one.is_share)


def with_interval(figure: Figure, drawn: Floats, is_share: bool = False) -> Figure:
    """A figure that has a value, with what the draws say about it."""
    value = figure.value or 0.0
    if figure.n == 1:
        return msgspec.structs.replace(figure, remark=_ONE_ITEM)
    ends = middle(drawn)
    if ends is None or (math.isclose(*ends, abs_tol=1e-12) and np.nanstd(drawn) < 1e-12):
        if not is_share:
            return msgspec.structs.replace(figure, remark=_ALIKE)
        low, high = wilson(value, figure.n)
        return msgspec.structs.replace(figure, low=low, high=high, remark=_ALIKE_SHARE)
    lost = float(np.isnan(drawn).mean())
    remark = _LOST.format(percent=round(100 * lost)) if lost > _MOST_LOST else ""
    # Few draws of a lopsided sample may reach the value itself; an interval that excludes it would confuse.
    return msgspec.structs.replace(figure, low=min(ends[0], value), high=max(ends[1], value), remark=remark)
