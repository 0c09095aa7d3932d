"""The second stage: a number of items split evenly down a tree of strata, and how likely each was to be among them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotation.sampling.candidate import Candidate
from annotation.sampling.splitting import Chances, Draw, even_split, expected, split_chances

LEVELS = ("model", "decision", "outcome", "scenario")
"""Balance at an earlier one goes before balance at a later one."""


class Sampled(NamedTuple):
    candidate: Candidate
    probability: float


def draw_down(pool: Sequence[Candidate], total: int, draw: Draw) -> list[Sampled]:
    """`total` of the pool, or all of it. The probability is exact, over all that chance could have said."""
    total = min(total, len(pool))
    return list(_below(pool, total, {total: 1.0}, LEVELS, draw, "")) if total else []


def _below(
    pool: Sequence[Candidate], count: int, chances: Chances, levels: Sequence[str], draw: Draw, path: str
) -> Iterator[Sampled]:
    """`count` is what chance gave this stratum, `chances` what it could have given."""
    if not levels:
        probability = expected(chances) / len(pool)
        by_identity = {one.identity: one for one in pool}
        for identity in draw.first(by_identity, count):
            yield Sampled(by_identity[identity], probability)
        return
    parts = parted(pool, levels[0])
    sizes = {f"{path}|{name}": len(part) for name, part in parts.items()}
    counts, likely = even_split(sizes, count, draw), split_chances(sizes, chances)
    for name, part in parts.items():
        here = f"{path}|{name}"
        if counts[here]:
            yield from _below(part, counts[here], likely[here], levels[1:], draw, here)


def parted(pool: Sequence[Candidate], level: str) -> dict[str, list[Candidate]]:
    found: dict[str, list[Candidate]] = defaultdict(list)
    for one in pool:
        found[getattr(one, level)].append(one)
    return found
