"""Splits a number evenly over cells that hold so many each. All sampling is built on this."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Mapping
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", bound=Hashable)
Chances = Mapping[int, float]
"""By number: how likely a cell is to get it."""


class Draw(NamedTuple):
    """Chance that depends on a seed and on what is drawn alone: not on an order, a machine or another draw."""

    seed: int
    purpose: str

    def rank(self, name: str) -> bytes:
        return hashlib.sha256(f"{self.seed}|{self.purpose}|{name}".encode()).digest()

    def first(self, names: Iterable[str], count: int) -> list[str]:
        """So many of them, every choice being as likely as every other."""
        return sorted(names, key=self.rank)[:count]


class Level(NamedTuple):
    """Every cell gets `height` or all that it has; `over` more go to those of the `open` ones that chance names."""

    height: int
    over: int
    open: int

    def chances(self, size: int) -> dict[int, float]:
        """What a cell of this size gets."""
        if size <= self.height or not self.over:
            return {min(size, self.height): 1.0}
        more = self.over / self.open
        return {self.height: 1 - more, self.height + 1: more} if more < 1 else {self.height + 1: 1.0}


def level_of(sizes: Iterable[int], total: int) -> Level:
    """How high `total` stands when it is poured evenly over cells of these sizes."""
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
    """By cell, how many of `total` it gets; fewer in all only if all cells together hold fewer."""
    level = level_of(sizes.values(), total)
    lucky = set(draw.first((name for name, size in sizes.items() if size > level.height), level.over))
    return {name: min(size, level.height) + (name in lucky) for name, size in sizes.items()}


def split_chances(sizes: Mapping[Key, int], totals: Chances) -> dict[Key, dict[int, float]]:
    """The same as `even_split` before chance has spoken, of a total that is itself left to chance."""
    found: dict[Key, dict[int, float]] = {name: {} for name in sizes}
    for total, chance in totals.items():
        level = level_of(sizes.values(), total)
        for name, size in sizes.items():
            for count, given in level.chances(size).items():
                found[name][count] = found[name].get(count, 0.0) + chance * given
    return found


def expected(chances: Chances) -> float:
    return sum(count * chance for count, chance in chances.items())
