"""The matrix of a sweep as data: scenarios by configurations, one letter per run."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from benchmark.models import Cell, Sweep, SweepState
from simulator.models import ScenarioVersion, State

SUCCESS, UNDECIDED, MISS, FAILED, RUNNING, WAITING, LEFT_OUT = "s", "u", "n", "f", "r", "q", "x"
# static/sweeps/marks.js has the same letters and words; change both together.
WORDS: Mapping[str, str] = {
    SUCCESS: "success",
    UNDECIDED: "undecided",
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
    State.ABANDONED: LEFT_OUT,
    State.FAILED: FAILED,
}
# Columns of a cell's run that decide its letter.
OF_OUTCOME = ("episode__state", "episode__success", "episode__undecided")
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
    """By configuration: one letter per seed and repeat, in the order of `MatrixData.slots`."""


class SuccessShare(NamedTuple):
    """Successes among counted runs; undecided runs are counted, but are neither successes nor misses."""

    won: int
    counted: int
    undecided: int = 0

    @property
    def percent(self) -> str:
        """Return strict success, with lenient success as the upper bound if runs are undecided: `62 to 68 %`."""
        if not self.counted:
            return "none"
        strict, lenient = (f"{100 * won / self.counted:.0f}" for won in (self.won, self.won + self.undecided))
        return f"{strict} to {lenient} %" if self.undecided else f"{strict} %"

    @property
    def words(self) -> str:
        """Return the counts: `5 of 8`, or `5 of 8, 1 undecided`."""
        return f"{self.won} of {self.counted}{f', {self.undecided} undecided' if self.undecided else ''}"


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


def letter_of(state: str | None, success: bool | None, undecided: bool | None, is_over: bool) -> str:
    """Return the letter of a cell. `is_over`: the sweep was cancelled, so cells without a run are not played."""
    if state is None:
        return LEFT_OUT if is_over else WAITING
    if state == State.FINISHED and undecided:
        return UNDECIDED
    return _OUTCOMES[success] if state == State.FINISHED else _STATES[state]


def share_of(marks: Iterable[str]) -> SuccessShare:
    together = "".join(marks)
    won, undecided = together.count(SUCCESS), together.count(UNDECIDED)
    return SuccessShare(won, won + undecided + together.count(MISS), undecided)


def columns_of(sweep: Sweep) -> list[MatrixColumn]:
    return [_column(number, kept) for number, kept in enumerate(sweep.configurations)]


def users_of(sweep: Sweep) -> list[str]:
    """Return the names of the users in a sweep's configurations, sorted."""
    return sorted({kept["user"] for kept in sweep.configurations})


def grid_of(sweep: Sweep) -> MatrixData:
    """Return the matrix of a sweep. Takes two queries, however large the sweep is."""
    # order_by() drops the default ordering: the marks are placed by slot, and sorting 10,000 rows takes time.
    cells = Cell.objects.filter(sweep=sweep).order_by()
    found = list(cells.values_list("version_id", "configuration", "seed", "run", *OF_OUTCOME))
    slots = sorted({(seed, run) for _, _, seed, run, *_ in found})
    place = {slot: number for number, slot in enumerate(slots)}
    columns = columns_of(sweep)
    is_over = sweep.state == SweepState.CANCELLED
    marks: dict[int, list[list[str]]] = {}
    for version, configuration, seed, run, state, success, undecided in found:
        line = marks.get(version)
        if line is None:
            line = marks[version] = [[""] * len(slots) for _ in columns]
        line[configuration][place[seed, run]] = letter_of(state, success, undecided, is_over)
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
