"""A figure: a value, what it was taken over, and how sure it is; and how sums over items become figures.

Where the draws of the bootstrap leave a formula without a value (0 / 0: the draw has one label only, or no pair), these
draws are left out; a remark says so as soon as it is more than one in twenty, because the interval is too narrow then.
Where all items are alike a bootstrap would report certainty: shares get Wilson's interval over items instead, and
others none.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Generator, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from annotation.agreement.draws import DRAWS, SEED, Floats, Sums, middle, weights, wilson
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


T = TypeVar("T")
Recipe = Generator[list[Part], list[Drawn], T]
"""Asks for the figures of its parts once, and makes something of them."""


def part(
    rows: NDArray[np.bool_], per_item: Floats, formula: Formula, why_none: str, pairs: int = 0, is_share: bool = False
) -> Part:
    """Of sums over all items; those that bring nothing are passed over."""
    places = np.flatnonzero(rows & per_item.any(axis=1))
    return Part(rows, places, per_item[places], formula, why_none, pairs, is_share, not is_share)


def together(recipes: Sequence[Recipe[Any]], draws: int = DRAWS, seed: int = SEED) -> list[Any]:
    """What several recipes make, with one set of draws for all: making the draws costs more than using them."""
    wanted = [next(recipe) for recipe in recipes]
    found = iter(figures_from([one for parts in wanted for one in parts], draws, seed))
    return [_made(recipe, [next(found) for _ in parts]) for recipe, parts in zip(recipes, wanted, strict=True)]


def made(recipe: Recipe[T], draws: int = DRAWS, seed: int = SEED) -> T:
    """What one recipe makes."""
    (found,) = together([recipe], draws, seed)
    result: T = found
    return result


def figures_from(parts: Sequence[Part], draws: int = DRAWS, seed: int = SEED) -> list[Drawn]:
    drawn = np.full((len(parts), draws), np.nan)
    alike: defaultdict[bytes, list[int]] = defaultdict(list)
    for place, one in enumerate(parts):
        if len(one.places) > 1:
            alike[one.rows.tobytes()].append(place)
    for members in alike.values():
        _draw(parts, members, drawn, seed)
    return [Drawn(_figure(one, drawn[place]), drawn[place]) for place, one in enumerate(parts)]


def value_only(one: Part) -> Figure:
    """Without draws, and so without an interval."""
    return _figure(one, np.empty(0))


def _draw(parts: Sequence[Part], members: Sequence[int], drawn: Floats, seed: int) -> None:
    """Fills the rows of parts that are drawn from the same items."""
    rows = parts[members[0]].rows
    within = np.cumsum(rows) - 1
    sums = {member: Sums(within[parts[member].places], parts[member].per_item) for member in members}
    for columns, weight in weights(int(rows.sum()), drawn.shape[1], seed):
        for member in members:
            drawn[member, columns] = parts[member].formula(sums[member].of(weight))


def _made(recipe: Recipe[Any], drawn: list[Drawn]) -> Any:
    try:
        recipe.send(drawn)
    except StopIteration as end:
        return end.value
    raise AssertionError("a recipe asks for its parts once")


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
