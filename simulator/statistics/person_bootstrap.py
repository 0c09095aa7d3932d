"""Bootstraps whole people: each draw has some people several times, each with all their observations.

Answers of one person resemble each other, so intervals that treat them as independent are too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simulator.statistics.bootstrap import DRAWS, all_weights
from simulator.statistics.intervals import Floats

SEED = 7
# Draws that are held in memory at once: their weights have one number per observation.
AT_ONCE = 200
SPLITS = 200


class People:
    """The people behind a list of observations, by name, and how often each draw has each of them."""

    def __init__(self, of_observation: Sequence[str], draws: int = DRAWS, seed: int = SEED) -> None:
        self.names = sorted(set(of_observation))
        self._draws, self._seed = draws, seed
        places = {name: place for place, name in enumerate(self.names)}
        self._place = np.asarray([places[name] for name in of_observation], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.names)

    def weights(self, at_once: int = AT_ONCE) -> Iterator[Floats]:
        """Yield the draws in pieces of `at_once`: one row per draw, one column per observation."""
        drawn = all_weights(len(self.names), self._draws, self._seed)
        for start in range(0, len(drawn), at_once):
            yield drawn[start : start + at_once][:, self._place]

    def halves(self, splits: int = SPLITS) -> Floats:
        """Return random halves of the people: 1 for observations of one half, 0 for those of the other.

        One row per split, one column per observation. With an odd number of people, the halves differ by one person.
        """
        raw = np.random.PCG64(self._seed).random_raw(splits * len(self.names)).reshape(splits, len(self.names))
        ranks = np.argsort(np.argsort(raw, axis=1, kind="stable"), axis=1)
        found: Floats = (ranks < len(self.names) // 2)[:, self._place].astype(np.float64)
        return found
