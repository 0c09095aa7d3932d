"""Agreement as tables: each measure with its interval, and what most people said beside what the simulated user did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotation.agreement.figure import Figure
from annotation.agreement.whole import Agreement
from annotation.agreement.words import scale
from annotation.questions import DECISION, Question
from simulator.phone.wording import counted

_ALPHA = "Krippendorff \N{GREEK SMALL LETTER ALPHA}"


class Line(NamedTuple):
    title: str
    about: str
    figure: Figure
    words: str
    """On the scale of Landis and Koch; only for measures that leave chance out."""


class Group(NamedTuple):
    title: str
    lines: Sequence[Line]


class Cell(NamedTuple):
    items: int
    row: str
    column: str
    is_same: bool


class Row(NamedTuple):
    """What most people said (nothing: they are split), with the items by what the simulated user did."""

    value: str
    cells: Sequence[Cell]
    all: int


class Matrix(NamedTuple):
    columns: Sequence[str]
    rows: Sequence[Row]
    sums: Sequence[int]
    all: int
    same: int
    decided: int
    lean: str


class Shown(NamedTuple):
    whole: Agreement
    groups: Sequence[Group]
    matrix: Matrix | None
    note: str


def agreement_shown(whole: Agreement, question: Question) -> Shown:
    has_simulated = question.key == DECISION.key
    groups = [Group("Among people", [*_among(whole)])]
    if has_simulated:
        groups.append(Group("People against the simulated user", [*_against(whole)]))
    return Shown(whole, groups, matrix_of(whole, question) if has_simulated else None, _note(whole))


def _among(whole: Agreement) -> Iterator[Line]:
    among = whole.among
    pairs = among.cohen.pairs
    cohen = f"Cohen κ, mean of {counted(pairs, 'pair')}" if pairs > 1 else "Cohen κ"
    yield _line(
        "Same answer, pairs", "Of all pairs of answers to the same item, those that are the same", among.percent
    )
    yield _line(
        cohen, f"Of two people at a time, who have {whole.least_shared} items in common or more", among.cohen, True
    )
    yield _line("Fleiss κ", "Of all people at once; items with two answers or more", among.fleiss, True)
    yield _line(_ALPHA, "Of all answers there are, however many an item has", among.alpha, True)


def _against(whole: Agreement) -> Iterator[Line]:
    against = whole.against
    about = "What most people said is what the simulated user did; items without a majority are left out"
    yield _line("Same answer", about, against.percent)
    yield _line("Cohen κ", "Of what most people said, and the simulated user", against.cohen, True)
    people = against.mean_kappa.pairs
    title = f"Cohen κ, mean of {people} people" if people > 1 else "Cohen κ, each person"
    yield _line(title, "Of each person alone, and the simulated user", against.mean_kappa, True)


def _line(title: str, about: str, figure: Figure, beyond_chance: bool = False) -> Line:
    return Line(title, about, figure, scale(figure.value) if beyond_chance else "")


def matrix_of(whole: Agreement, question: Question) -> Matrix | None:
    """Only the columns of what the simulated user did at all, and no row of an answer that nobody can give."""
    found = whole.against.confusion
    kept = [place for place in range(len(found.columns)) if any(row[place] for row in found.cells)]
    if not kept:
        return None
    columns = [found.columns[place] for place in kept]
    rows = [
        _row(value, columns, [len(cells[place]) for place in kept])
        for value, cells in zip(found.rows, found.cells, strict=True)
        if value in ("", *question.values) or any(cells)
    ]
    decided = sum(row.all for row in rows if row.value)
    return Matrix(
        columns=columns,
        rows=rows,
        sums=[sum(row.cells[place].items for row in rows) for place in range(len(columns))],
        all=sum(row.all for row in rows),
        same=sum(cell.items for row in rows for cell in row.cells if cell.is_same),
        decided=decided,
        lean=_lean(rows),
    )


def _row(value: str, columns: Sequence[str], counts: Sequence[int]) -> Row:
    cells = [Cell(count, value, column, column == value) for column, count in zip(columns, counts, strict=True)]
    return Row(value, cells, sum(counts))


def _lean(rows: Sequence[Row]) -> str:
    """Whether the simulated user says yes where people say no more often than the other way round."""
    counts = {(cell.row, cell.column): cell.items for row in rows for cell in row.cells}
    eager, wary = counts.get(("reject", "accept"), 0), counts.get(("accept", "reject"), 0)
    if not eager + wary:
        return ""
    says = (
        f"The simulated user accepts {eager or 'none'} that people reject, "
        f"and rejects {wary or 'none'} that people accept"
    )
    # Twice the square root of the sum is about where a coin would be doubted, too.
    if abs(eager - wary) <= 2 * (eager + wary) ** 0.5:
        return f"{says}: no clear lean."
    return f"{says}: it leans towards {'accepting' if eager > wary else 'rejecting'}."


def _note(whole: Agreement) -> str:
    draws = f"{whole.draws:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return (
        f"Intervals: bootstrap over items, {draws} draws. They speak of other items like these, judged by these people."
        " Words are those of Landis and Koch."
    )
