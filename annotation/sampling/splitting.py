"""Splits a number evenly over cells of limited size. All sampling uses these functions."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
# Probability of each number of items that a cell may get.
Chances = Mapping[int, float]


class Draw(NamedTuple):
    """Randomness that depends only on a seed, a purpose and a name: not on order, machine or other draws."""

    seed: int
    purpose: str

    def rank(self, name: str) -> bytes:
        # A hash instead of a generator, so that adding a name does not change the rank of any other name.
        return hashlib.sha256(f"{self.seed}|{self.purpose}|{name}".encode()).digest()

    def first(self, names: Iterable[str], count: int) -> list[str]:
        """Return `count` of these names; every subset of this size is equally likely."""
        return sorted(names, key=self.rank)[:count]


class Level(NamedTuple):
    """Every cell gets `height` items, or all its items if it has fewer.

    Of the `open` cells that have more than `height` items, `over` cells chosen at random get one more.
    """

    height: int
    over: int
    open: int

    def chances(self, size: int) -> dict[int, float]:
        """Return the distribution of the number of items that a cell of this size gets."""
        if size <= self.height or not self.over:
            return {min(size, self.height): 1.0}
        more = self.over / self.open
        return {self.height: 1 - more, self.height + 1: more} if more < 1 else {self.height + 1: 1.0}


def level_of(sizes: Iterable[int], total: int) -> Level:
    """Return the level at which `total` items are spread evenly over cells of these sizes."""
    left, height = sorted(sizes), 0
    total = min(total, sum(left))
    while left:
        step = min(left[0] - height, total // len(left))
        height, total = height + step, total - step * len(left)
        if height < left[0]:
            return Level(height, total, len(left))
        left = [size for size in left if size > height]
    return Level(height, 0, 0)


def even_split(sizes: Mapping[str, int], total: int, draw: Draw) -> dict[str, int]:
    """Return each cell's share of `total`. The shares add up to `total`, or to all items if there are fewer."""
    level = level_of(sizes.values(), total)
    lucky = set(draw.first((name for name, size in sizes.items() if size > level.height), level.over))
    return {name: min(size, level.height) + (name in lucky) for name, size in sizes.items()}


def split_chances(sizes: Mapping[Key, int], totals: Chances) -> dict[Key, dict[int, float]]:
    """Return the distribution of each cell's share, given the distribution of the total."""
    found: dict[Key, dict[int, float]] = {name: {} for name in sizes}
    for total, chance in totals.items():
        level = level_of(sizes.values(), total)
        for name, size in sizes.items():
            for count, given in level.chances(size).items():
                found[name][count] = found[name].get(count, 0.0) + chance * given
    return found


def expected(chances: Chances) -> float:
    return sum(count * chance for count, chance in chances.items())
