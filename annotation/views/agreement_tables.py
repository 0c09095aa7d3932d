"""Agreement as tables: each measure with its interval, and the majority's answers by the simulated user's actions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from annotation.agreement.agreement_text import scale
from annotation.agreement.figure import AgreementFigure
from annotation.agreement.question_agreement import Agreement
from annotation.questions import DECISION, Question
from simulator.words.english import counted

_ALPHA = "Krippendorff \N{GREEK SMALL LETTER ALPHA}"


class AgreementLine(NamedTuple):
    """One measure with its description."""

    title: str
    about: str
    figure: AgreementFigure
    words: str
    """Word on the scale of Landis and Koch; only for measures corrected for chance."""


class AgreementGroup(NamedTuple):
    title: str
    lines: Sequence[AgreementLine]


class ConfusionCell(NamedTuple):
    items: int
    row: str
    column: str
    is_same: bool


class ConfusionRow(NamedTuple):
    """One answer of the majority ("" if people are split), with numbers of items by the simulated user's action."""

    value: str
    cells: Sequence[ConfusionCell]
    all: int


class ConfusionTable(NamedTuple):
    """Numbers of items by the majority's answer and the simulated user's action, with sums."""

    columns: Sequence[str]
    rows: Sequence[ConfusionRow]
    sums: Sequence[int]
    all: int
    same: int
    decided: int
    lean: str


class AgreementTables(NamedTuple):
    """Agreement on one question as the page shows it."""

    whole: Agreement
    groups: Sequence[AgreementGroup]
    matrix: ConfusionTable | None
    note: str


def agreement_tables(whole: Agreement, question: Question) -> AgreementTables:
    has_simulated = question.key == DECISION.key
    groups = [AgreementGroup("Among people", [*_among(whole)])]
    if has_simulated:
        groups.append(AgreementGroup("People compared with the simulated user", [*_against(whole)]))
    return AgreementTables(whole, groups, confusion_table(whole, question) if has_simulated else None, _note(whole))


def _among(whole: Agreement) -> Iterator[AgreementLine]:
    among = whole.among
    pairs = among.cohen.pairs
    cohen = f"Cohen κ, mean of {counted(pairs, 'pair')}" if pairs > 1 else "Cohen κ"
    yield _line(
        "Same answer, pairs",
        "Share of pairs with equal answers among all pairs of answers to the same item",
        among.percent,
    )
    yield _line(cohen, f"Pairs of people with at least {whole.least_shared} items in common", among.cohen, True)
    yield _line("Fleiss κ", "All people together, over items with two answers or more", among.fleiss, True)
    yield _line(_ALPHA, "All answers to items with two answers or more, weighted equally", among.alpha, True)


def _against(whole: Agreement) -> Iterator[AgreementLine]:
    against = whole.against
    about = "Share of items on which the majority agrees with the simulated user; items without a majority are left out"
    yield _line("Same answer", about, against.percent)
    yield _line("Cohen κ", "Majority of people compared with the simulated user", against.cohen, True)
    people = against.mean_kappa.pairs
    title = f"Cohen κ, mean of {people} people" if people > 1 else "Cohen κ, each person"
    yield _line(title, "Each person compared with the simulated user", against.mean_kappa, True)


def _line(title: str, about: str, figure: AgreementFigure, beyond_chance: bool = False) -> AgreementLine:
    return AgreementLine(title, about, figure, scale(figure.value) if beyond_chance else "")


def confusion_table(whole: Agreement, question: Question) -> ConfusionTable | None:
    """Return the table without actions that the simulated user never took; None if no item can be compared."""
    found = whole.against.confusion
    kept = [place for place in range(len(found.columns)) if any(row[place] for row in found.cells)]
    if not kept:
        return None
    columns = [found.columns[place] for place in kept]
    rows = [
        _row(value, columns, [len(cells[place]) for place in kept])
        for value, cells in zip(found.rows, found.cells, strict=True)
        # A label that the question no longer has is shown only if it is the majority answer of some item.
        if value in ("", *question.values) or any(cells)
    ]
    decided = sum(row.all for row in rows if row.value)
    return ConfusionTable(
        columns=columns,
        rows=rows,
        sums=[sum(row.cells[place].items for row in rows) for place in range(len(columns))],
        all=sum(row.all for row in rows),
        same=sum(cell.items for row in rows for cell in row.cells if cell.is_same),
        decided=decided,
        lean=_lean(rows),
    )


def _row(value: str, columns: Sequence[str], counts: Sequence[int]) -> ConfusionRow:
    cells = [
        ConfusionCell(count, value, column, column == value) for column, count in zip(columns, counts, strict=True)
    ]
    return ConfusionRow(value, cells, sum(counts))


def _lean(rows: Sequence[ConfusionRow]) -> str:
    """Return a sentence that says whether the simulated user accepts more or less often than people.

    Return "" if it accepted no offer that people reject, and rejected none that people accept.
    """
    counts = {(cell.row, cell.column): cell.items for row in rows for cell in row.cells}
    eager, wary = counts.get(("reject", "accept"), 0), counts.get(("accept", "reject"), 0)
    if not eager + wary:
        return ""
    says = (
        f"The simulated user accepts {eager or 'none'} of the offers that people reject, "
        f"and rejects {wary or 'none'} of the offers that people accept"
    )
    # About two standard deviations of a fair coin tossed as often as the two disagree.
    if abs(eager - wary) <= 2 * (eager + wary) ** 0.5:
        return f"{says}: no clear lean."
    return f"{says}: it leans towards {'accepting' if eager > wary else 'rejecting'}."


def _note(whole: Agreement) -> str:
    # A narrow space, because comma and full stop are decimal signs in some languages.
    draws = f"{whole.draws:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")
    return (
        f"Intervals: bootstrap over items, {draws} draws. Intervals hold for similar items judged by the same people."
        " Words such as “fair” follow the scale of Landis and Koch."
    )
