"""The matrix of a sweep as data: scenarios by configurations, one letter per run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmark.models import Cell, Sweep, SweepState
from simulator.models import ScenarioVersion, State

SUCCESS, MISS, FAILED, RUNNING, WAITING, LEFT_OUT = "s", "n", "f", "r", "q", "x"
# static/sweeps/marks.js has the same letters and words; change both together.
WORDS: Mapping[str, str] = {
    SUCCESS: "success",
    MISS: "no success",
    FAILED: "failed",
    RUNNING: "running",
    WAITING: "queued",
    LEFT_OUT: "skipped",
}
_STATES: Mapping[str, str] = {
    State.QUEUED: WAITING,
    State.INTERRUPTED: WAITING,
    State.PAUSED: WAITING,
    State.WAITING: WAITING,
    State.RUNNING: RUNNING,
    State.STOPPED: LEFT_OUT,
    State.FAILED: FAILED,
}
# A finished run without an outcome was not judged, so it counts neither as a success nor as a miss.
_OUTCOMES = {True: SUCCESS, False: MISS, None: LEFT_OUT}


class MatrixColumn(NamedTuple):
    """A configuration as a column of the matrix."""

    number: int
    label: str
    sub: str
    is_model: bool


class MatrixLine(NamedTuple):
    """A scenario as a line of the matrix."""

    version: int
    slug: str
    title: str
    category: str
    difficulty: str
    apps: Sequence[str]
    tags: Sequence[str]
    marks: Sequence[str]
    """By configuration: a letter per seed and run, in the order of `slots`."""


class SuccessShare(NamedTuple):
    """Successes among counted runs."""

    won: int
    counted: int

    @property
    def percent(self) -> str:
        return f"{100 * self.won / self.counted:.0f} %" if self.counted else "none"


class MatrixData(NamedTuple):
    """Columns, lines and marks of the whole matrix."""

    columns: Sequence[MatrixColumn]
    lines: Sequence[MatrixLine]
    """Sorted by title."""
    slots: Sequence[tuple[int, int]]
    """Seed and repeat number of each mark."""

    @property
    def models(self) -> list[MatrixColumn]:
        return [column for column in self.columns if column.is_model]

    @property
    def letters(self) -> str:
        """Return all marks as one text, lines joined by `|` and cells by `.`, for pages that update them in place."""
        return "|".join(".".join(line.marks) for line in self.lines)


def letter_of(state: str | None, success: bool | None, is_over: bool) -> str:
    """Return the letter of a run. `is_over`: the sweep was cancelled, so a cell without a run never gets one."""
    if state is None:
        return LEFT_OUT if is_over else WAITING
    return _OUTCOMES[success] if state == State.FINISHED else _STATES[state]


def share_of(marks: Iterable[str]) -> SuccessShare:
    together = "".join(marks)
    won = together.count(SUCCESS)
    return SuccessShare(won, won + together.count(MISS))


def columns_of(sweep: Sweep) -> list[MatrixColumn]:
    return [_column(number, kept) for number, kept in enumerate(sweep.configurations)]


def grid_of(sweep: Sweep) -> MatrixData:
    """Return the matrix of a sweep. Takes two queries, however large the sweep is."""
    # order_by() drops the default ordering: the marks are placed by slot, and sorting 10,000 rows takes time.
    cells = Cell.objects.filter(sweep=sweep).order_by()
    found = list(cells.values_list("version_id", "configuration", "seed", "run", "episode__state", "episode__success"))
    slots = sorted({(seed, run) for _, _, seed, run, _, _ in found})
    place = {slot: number for number, slot in enumerate(slots)}
    columns = columns_of(sweep)
    is_over = sweep.state == SweepState.CANCELLED
    marks: dict[int, list[list[str]]] = {}
    for version, configuration, seed, run, state, success in found:
        line = marks.get(version)
        if line is None:
            line = marks[version] = [[""] * len(slots) for _ in columns]
        line[configuration][place[seed, run]] = letter_of(state, success, is_over)
    return MatrixData(columns, _lines(sweep, marks), slots)


def _lines(sweep: Sweep, marks: dict[int, list[list[str]]]) -> list[MatrixLine]:
    played = Cell.objects.filter(sweep=sweep).order_by().values("version")
    facts = ("pk", "scenario__slug", "title", "category", "difficulty", "apps", "tags")
    rows = ScenarioVersion.objects.filter(pk__in=played).order_by().values_list(*facts)
    lines = [
        MatrixLine(version, slug, title, category, difficulty, apps, tags, ["".join(cell) for cell in marks[version]])
        for version, slug, title, category, difficulty, apps, tags in rows
    ]
    return sorted(lines, key=lambda line: (line.title.casefold(), line.version))


def _column(number: int, kept: Mapping[str, Any]) -> MatrixColumn:
    is_model = kept["kind"] == "model"
    sub = f"user {kept['user']}" if is_model and kept["user"] != "scripted" else "model" if is_model else "baseline"
    return MatrixColumn(number, kept["label"], sub, is_model)
