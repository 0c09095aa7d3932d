"""Bootstraps whole people: each draw has some people several times, each with all their observations.

Answers of one person resemble each other, so intervals that treat them as independent are too narrow.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from simulator.statistics.bootstrap import DRAWS, all_weights
from simulator.statistics.intervals import Floats

SEED = 7
# Maximum number of weights that are held in memory at once.
_CELLS = 2_000_000


class People:
    """The people behind a list of observations, by name, and how often each draw has each of them."""

    def __init__(self, of_observation: Sequence[str], draws: int = DRAWS, seed: int = SEED) -> None:
        self.names = sorted(set(of_observation))
        self._draws, self._seed = draws, seed
        places = {name: place for place, name in enumerate(self.names)}
        self._place = np.asarray([places[name] for name in of_observation], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.names)

    def sums(self, values: Floats) -> Floats:
        """Return the sums of the observations' values in each draw: one row per draw, then the axes of a value."""
        per_person = np.zeros((len(self.names), *values.shape[1:]))
        np.add.at(per_person, self._place, values)
        found: Floats = np.tensordot(all_weights(len(self.names), self._draws, self._seed), per_person, axes=1)
        return found

    def weights(self) -> Iterator[Floats]:
        """Yield the draws in pieces: one row per draw, one column per observation."""
        drawn = all_weights(len(self.names), self._draws, self._seed)
        size = max(1, _CELLS // max(len(self._place), 1))
        for start in range(0, len(drawn), size):
            yield drawn[start : start + size][:, self._place]
