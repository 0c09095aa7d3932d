"""The runs of a cell of the matrix: one scenario under one configuration, and another one beside it if asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.http import HttpRequest

from benchmark.models import Cell, Sweep
from benchmark.views.grid import Column, columns_of
from benchmark.views.matrix import cell_in
from simulator.models import Episode, ScenarioVersion


class Played(NamedTuple):
    """One seed and run of a cell."""

    cell: Cell
    run: Episode | None
    pair: int | None
    """The run of the other configuration with the same seed and number, to compare it with."""


class Group(NamedTuple):
    column: Column
    played: Sequence[Played]


class Panel(NamedTuple):
    version: ScenarioVersion
    groups: Sequence[Group]
    others: Sequence[Column]
    """Configurations that can be put beside it."""
    chosen: str
    beside: str
    has_repeats: bool
    """Whether seeds are played more than once."""

    @property
    def comparable(self) -> int:
        """How many runs there are to be ticked."""
        return sum(played.run is not None for group in self.groups for played in group.played)


def panel_for(request: HttpRequest, sweep: Sweep) -> Panel | None:
    """Of the cell that the address names; None if it names none, or none that there is."""
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
    return Panel(
        version,
        [_group(columns[one], cells, numbers) for one in numbers],
        [column for column in columns if column.number != number],
        f"{version_id}-{number}",
        f"{version_id}-{numbers[1]}" if len(numbers) > 1 else "",
        any(cell.run > 1 for cell in cells),
    )


def _cells(sweep: Sweep, version: int, numbers: Sequence[int]) -> list[Cell]:
    found = Cell.objects.filter(sweep=sweep, version=version, configuration__in=numbers)
    rows = found.select_related("episode__version").defer("episode__version__source", "episode__config")
    return list(rows.order_by("seed", "run"))


def _group(column: Column, cells: Sequence[Cell], numbers: Sequence[int]) -> Group:
    others = {(cell.seed, cell.run): cell.episode_id for cell in cells if cell.configuration not in (column.number,)}
    # Once is enough: the pair is the same from both sides.
    is_second = column.number != numbers[0]
    own = [cell for cell in cells if cell.configuration == column.number]
    return Group(
        column,
        [Played(cell, cell.episode, others.get((cell.seed, cell.run)) if is_second else None) for cell in own],
    )
