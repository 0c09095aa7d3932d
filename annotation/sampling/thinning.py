"""The first stage: of each scenario at most so many are kept, spread over models, decisions and outcomes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from annotation.sampling.candidate import Candidate
from annotation.sampling.splitting import Draw, even_split, expected, split_chances
from annotation.sampling.tree import parted


class Kept(NamedTuple):
    candidate: Candidate
    probability: float


def thin(pool: Sequence[Candidate], most: int, there: Mapping[str, int], draw: Draw) -> list[Kept]:
    """`there`: how many of a scenario the study has already; they count."""
    found: list[Kept] = []
    for scenario, part in parted(pool, "scenario").items():
        found += _of_one(part, max(most - there.get(scenario, 0), 0), draw, scenario)
    return found


def _of_one(pool: Sequence[Candidate], most: int, draw: Draw, scenario: str) -> Iterator[Kept]:
    cells: dict[str, list[Candidate]] = defaultdict(list)
    for one in pool:
        cells["|".join((scenario, one.model, one.decision, one.outcome))].append(one)
    sizes = {name: len(part) for name, part in cells.items()}
    total = min(most, len(pool))
    counts, chances = even_split(sizes, total, draw), split_chances(sizes, {total: 1.0})
    for name, part in cells.items():
        by_identity = {one.identity: one for one in part}
        for identity in draw.first(by_identity, counts[name]):
            yield Kept(by_identity[identity], expected(chances[name]) / len(part))
