"""The rows of one configuration as columns of numbers, with sums per scenario that do not depend on row order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from benchmark.result_row import NO_VALIDATION, ResultRow
from benchmark.statistics.figure import Ratio
from simulator.scenario.outcome import PARTS
from simulator.statistics.bootstrap import Mask, exactly
from simulator.statistics.intervals import Floats

RESTRAINED = "restrained"


def was_made(row: ResultRow) -> bool:
    """Return whether the row's run has ended, even with an error; False for waiting cells and for runs in progress."""
    # Rows of the original benchmark have no `attempts`; it writes rows only for runs that were played.
    return row.status != NO_VALIDATION or row.attempts is None or row.run_duration is not None


class Table:
    """Columns of one configuration's rows, and ratios of their sums per scenario."""

    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self.rows = rows
        self.scenarios = tuple(sorted({row.base_scenario_id for row in rows}))
        place = {name: number for number, name in enumerate(self.scenarios)}
        self._place = np.array([place[row.base_scenario_id] for row in rows], dtype=np.int64)
        self.counted: Mask = np.array([row.is_counted for row in rows], dtype=bool)

    def column(self, name: str) -> Floats:
        """Return a column as numbers; nan where a value is missing."""
        return np.array([getattr(row, name) for row in self.rows], dtype=np.float64)

    def sums(self, values: Floats) -> Floats:
        """Return the sum of the values per scenario."""
        # bincount adds in row order; rounding to the exact grid first makes the order irrelevant.
        return np.bincount(self._place, weights=exactly(values), minlength=len(self.scenarios)).astype(np.float64)

    @cached_property
    def success(self) -> Floats:
        """Return 1 for each success, and 0 for misses and for runs that are not counted."""
        return np.where(self.counted, self.column("success_numeric"), 0.0)

    @cached_property
    def lenient(self) -> Floats:
        """Return 1 for each run that is a success or undecided, and 0 for misses and for runs that are not counted."""
        # Rows of older versions and of the original benchmark lack this column; all their runs are decided.
        undecided = np.nan_to_num(self.column("undecided_numeric"))
        return np.where(self.counted, np.maximum(self.success, undecided), 0.0)

    def part(self, name: str) -> tuple[Floats, Floats]:
        """Return a part of the outcome per run, strict and lenient: 1 if it holds, 0 if not, nan if unknown."""
        strict = self.column(name)
        return strict, np.where(self._undecided(name) & ~np.isnan(strict), 1.0, strict)

    @cached_property
    def unrestrained(self) -> tuple[Floats, Floats]:
        """Return success per run if the part `restrained` is ignored, strict and lenient.

        A run whose parts are unknown keeps its success.
        """
        parts = [self.part(name) for name in PARTS if name != RESTRAINED]
        known = ~np.isnan(np.sum([strict for strict, _ in parts], axis=0))
        strict, lenient = (np.minimum.reduce([pair[place] for pair in parts]) for place in (0, 1))
        strict, lenient = np.where(known, strict, self.success), np.where(known, lenient, self.lenient)
        return strict, lenient

    def _undecided(self, part: str) -> Mask:
        return np.array([part in row.undecided_parts.split(", ") for row in self.rows], dtype=bool)

    @cached_property
    def runs(self) -> Floats:
        """Return the number of counted runs per scenario."""
        return self.sums(self.counted.astype(np.float64))

    @cached_property
    def made(self) -> Mask:
        """Return which scenarios have a run that ended, counted or not."""
        made: Mask = self.sums(np.array([was_made(row) for row in self.rows], dtype=np.float64)) > 0
        return made

    @cached_property
    def successes(self) -> Floats:
        """Return the number of successes per scenario."""
        return self.sums(self.success)

    @cached_property
    def lenient_successes(self) -> Floats:
        """Return the number of successes and undecided runs per scenario."""
        return self.sums(self.lenient)

    def mean(self, values: Floats, among: Mask, is_share: bool = False) -> Ratio:
        """Return the mean of the known values in the rows of `among`, as a ratio of sums per scenario."""
        known = among & ~np.isnan(values)
        wholes = self.sums(known.astype(np.float64))
        return Ratio(self.sums(np.where(known, values, 0.0)), wholes, wholes > 0, is_share)

    def quotient(self, parts: Floats, wholes: Floats, among: Mask, is_share: bool = False) -> Ratio:
        """Return the ratio of two sums over the rows of `among`.

        The bootstrap draws from all scenarios with rows in `among`.
        """
        known = among & ~np.isnan(parts) & ~np.isnan(wholes)
        within = self.sums(known.astype(np.float64)) > 0
        part, whole = (self.sums(np.where(known, values, 0.0)) for values in (parts, wholes))
        return Ratio(part, whole, within, is_share)
