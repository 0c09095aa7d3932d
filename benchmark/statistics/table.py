"""The rows of one configuration as columns of numbers, with sums per scenario. The order of the rows leaves no mark."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from benchmark.result_row import NO_VALIDATION, ResultRow
from benchmark.statistics.figure import Ratio
from simulator.statistics.bootstrap import Mask, exactly
from simulator.statistics.intervals import Floats


def was_made(row: ResultRow) -> bool:
    """Whether the run has come to an end of any kind; a cell that waits or is being played is no run yet.

    Rows of other systems, which do not tell how often something was begun, are all of runs that were made.
    """
    return row.status != NO_VALIDATION or row.attempts is None or row.run_duration is not None


class Table:
    def __init__(self, rows: Sequence[ResultRow]) -> None:
        self.rows = rows
        self.scenarios = tuple(sorted({row.base_scenario_id for row in rows}))
        place = {name: number for number, name in enumerate(self.scenarios)}
        self._place = np.array([place[row.base_scenario_id] for row in rows], dtype=np.int64)
        self.counted: Mask = np.array([row.is_counted for row in rows], dtype=bool)

    def column(self, name: str) -> Floats:
        """A column as numbers; nan where nothing is known."""
        return np.array([getattr(row, name) for row in self.rows], dtype=np.float64)

    def sums(self, values: Floats) -> Floats:
        """Per scenario."""
        return np.bincount(self._place, weights=exactly(values), minlength=len(self.scenarios)).astype(np.float64)

    @cached_property
    def success(self) -> Floats:
        """1 for a success, 0 for a miss and for what is not counted."""
        return np.where(self.counted, self.column("success_numeric"), 0.0)

    @cached_property
    def runs(self) -> Floats:
        """Counted runs per scenario."""
        return self.sums(self.counted.astype(np.float64))

    @cached_property
    def made(self) -> Mask:
        """Scenarios of which some run was made, counted or not."""
        made: Mask = self.sums(np.array([was_made(row) for row in self.rows], dtype=np.float64)) > 0
        return made

    @cached_property
    def successes(self) -> Floats:
        """Per scenario."""
        return self.sums(self.success)

    def mean(self, values: Floats, among: Mask, is_share: bool = False) -> Ratio:
        """Of what is known among some of the rows, as a ratio over scenarios."""
        known = among & ~np.isnan(values)
        wholes = self.sums(known.astype(np.float64))
        return Ratio(self.sums(np.where(known, values, 0.0)), wholes, wholes > 0, is_share)

    def quotient(self, parts: Floats, wholes: Floats, among: Mask, is_share: bool = False) -> Ratio:
        """Sum over sum among some of the rows; drawn from all scenarios that have such rows."""
        known = among & ~np.isnan(parts) & ~np.isnan(wholes)
        within = self.sums(known.astype(np.float64)) > 0
        part, whole = (self.sums(np.where(known, values, 0.0)) for values in (parts, wholes))
        return Ratio(part, whole, within, is_share)
