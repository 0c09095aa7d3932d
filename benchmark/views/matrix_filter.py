"""Filters and sorting of the matrix, read from the address."""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.http import QueryDict

from benchmark.models import Cell, Sweep
from benchmark.views.matrix_data import MatrixColumn, MatrixData, MatrixLine, SuccessShare, share_of
from simulator.blame.rules import PARTIES
from simulator.models import Episode
from simulator.models.current_blame import BLAMED_ON
from simulator.views.filter_form import ScenarioTraitsFilter, by_label

SORTS = ("scenario", "category", "level", "models")
KEPT = ("q", "app", "category", "difficulty", "tag", "blame", "differ", "models_only", "sort")


class MatrixSelection(NamedTuple):
    """The lines and columns to show."""

    lines: list[tuple[int, MatrixLine]]
    """Selected lines, each with its index among all lines."""
    columns: list[MatrixColumn]


class MatrixFilter(ScenarioTraitsFilter):
    """The filters of the matrix, and the order of its lines."""

    blame = forms.ChoiceField(label="Blame", required=False)
    differ = forms.BooleanField(label="Only where models differ", required=False)
    models_only = forms.BooleanField(label="Models only", required=False)

    def __init__(self, data: QueryDict, sweep: Sweep, grid: MatrixData) -> None:
        super().__init__(data)
        self._sweep, self._grid = sweep, grid
        self.offer_traits(grid.lines)
        self.offer("blame", "Any blame", by_label(PARTIES.items()))
        if len(grid.models) < 2:
            self.fields["differ"].label = "Only where they differ"

    @property
    def chooses_columns(self) -> bool:
        """Return whether there are both models and baselines, so that people can choose between them."""
        return 0 < len(self._grid.models) < len(self._grid.columns)

    @property
    def sort(self) -> str:
        wanted = self.data.get("sort", "")
        return wanted if wanted.removeprefix("-") in SORTS else "scenario"

    @property
    def query(self) -> dict[str, str]:
        """Return the filters and the sort order that are set, as address parameters."""
        return {name: self.data[name] for name in KEPT if self.data.get(name)}

    @property
    def is_used(self) -> bool:
        return any(name != "sort" for name in self.query)

    def found(self) -> MatrixSelection:
        blamed = self._blamed()
        lines = [
            (place, line)
            for place, line in enumerate(self._grid.lines)
            if self.fits(line, _searched(line)) and (blamed is None or line.version in blamed)
        ]
        if self.given.get("differ"):
            lines = [(place, line) for place, line in lines if self._differs(line)]
        only = self.given.get("models_only") and self.chooses_columns
        return MatrixSelection(self._sorted(lines), self._grid.models if only else list(self._grid.columns))

    def _blamed(self) -> set[int] | None:
        """Return ids of scenario versions with a run for which the chosen party is to blame; None if none is chosen."""
        party = self.given.get("blame")
        if not party:
            return None
        played = Cell.objects.filter(sweep=self._sweep, episode__isnull=False).order_by().values("episode")
        runs = Episode.objects.filter(pk__in=played).alias(blamed_on=BLAMED_ON).filter(blamed_on=party)
        return set(runs.order_by().values_list("version", flat=True))

    def _differs(self, line: MatrixLine) -> bool:
        """Return whether success differs between models, or, with fewer than two models, between all configurations."""
        columns = self._grid.models if len(self._grid.models) > 1 else self._grid.columns
        shares = (share_of([line.marks[column.number]]) for column in columns)
        rates = {(share.won / share.counted, share.undecided / share.counted) for share in shares if share.counted}
        return len(rates) > 1

    def _sorted(self, lines: list[tuple[int, MatrixLine]]) -> list[tuple[int, MatrixLine]]:
        name, down = self.sort.removeprefix("-"), self.sort.startswith("-")
        if name == "category":
            lines.sort(key=lambda entry: entry[1].category, reverse=down)
        elif name == "level":
            lines.sort(key=lambda entry: entry[1].difficulty, reverse=down)
        elif name == "models":
            lines.sort(key=lambda entry: _rank(self._of_models(entry[1])), reverse=down)
        elif down:
            lines.reverse()
        return lines

    def _of_models(self, line: MatrixLine) -> SuccessShare:
        return share_of(line.marks[column.number] for column in self._grid.models)


def _searched(line: MatrixLine) -> str:
    return f"{line.slug} {line.title} {' '.join(line.tags)}"


def _rank(share: SuccessShare) -> tuple[float, int]:
    """Return the sort key of a share; scenarios without counted runs come first."""
    return (share.won / share.counted if share.counted else -1.0, -share.counted)
