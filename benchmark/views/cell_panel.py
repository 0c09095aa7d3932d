"""The panel with the runs of one matrix cell, and of a second configuration to compare with, if people choose one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest

from benchmark.models import Cell, Sweep
from benchmark.views.matrix_data import MatrixColumn, columns_of
from benchmark.views.matrix_html import cell_in
from simulator.models import Episode, ScenarioVersion


class CellRun(NamedTuple):
    """One run of a cell, or a cell whose run has not started."""

    cell: Cell
    run: Episode | None
    pair: int | None
    """Id of the first configuration's run with the same seed and repeat; None in the first configuration itself."""


class CellGroup(NamedTuple):
    """The runs of a scenario under one configuration."""

    column: MatrixColumn
    played: Sequence[CellRun]


class CellPanel(NamedTuple):
    """All data that the panel of a matrix cell shows."""

    version: ScenarioVersion
    groups: Sequence[CellGroup]
    others: Sequence[MatrixColumn]
    """Configurations to compare with."""
    chosen: str
    beside: str
    has_repeats: bool
    """True if each seed is played more than once."""

    @property
    def comparable(self) -> int:
        """Return how many runs can be selected for a comparison."""
        return sum(played.run is not None for group in self.groups for played in group.played)


def panel_for(request: HttpRequest, sweep: Sweep) -> CellPanel | None:
    """Return the panel of the cell in the address, or None if there is no such cell."""
    # People type and share addresses, so anything may be in them.
    chosen = cell_in(request.GET.get("cell", ""))
    columns = columns_of(sweep)
    if chosen is None or chosen[1] >= len(columns):
        return None
    version_id, number = chosen
    version = ScenarioVersion.objects.select_related("scenario").defer("source").filter(pk=version_id).first()
    other = cell_in(request.GET.get("beside", ""))
    is_same_scenario = other is not None and other[0] == version_id and other[1] < len(columns) and other != chosen
    numbers = [number, *([other[1]] if other is not None and is_same_scenario else [])]
    cells = _cells(sweep, version_id, numbers)
    if version is None or not cells:
        return None
    return CellPanel(
        version,
        [_group(columns[one], cells, numbers) for one in numbers],
        [column for column in columns if column.number != number],
        f"{version_id}-{number}",
        f"{version_id}-{numbers[1]}" if len(numbers) > 1 else "",
        any(cell.run > 1 for cell in cells),
    )


def _cells(sweep: Sweep, version: int, numbers: Sequence[int]) -> list[Cell]:
    found = Cell.objects.filter(sweep=sweep, version=version, configuration__in=numbers)
    # The source of a scenario and the configuration of a run are large JSON columns that the panel does not show.
    rows = found.select_related("episode__version").defer("episode__version__source", "episode__config")
    return list(rows.order_by("seed", "run"))


def _group(column: MatrixColumn, cells: Sequence[Cell], numbers: Sequence[int]) -> CellGroup:
    # Runs are paired by seed and repeat number, because they had the same random numbers.
    others = {(cell.seed, cell.run): cell.episode_id for cell in cells if cell.configuration not in (column.number,)}
    # Only the second configuration links to the comparison of two runs: a second link would lead to the same page.
    is_second = column.number != numbers[0]
    own = [cell for cell in cells if cell.configuration == column.number]
    return CellGroup(
        column,
        [CellRun(cell, cell.episode, others.get((cell.seed, cell.run)) if is_second else None) for cell in own],
    )
