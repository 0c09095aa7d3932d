"""Plain tables with columns as wide as their content; one column is cut if the terminal is too narrow."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from pare_site.cli.output import Console, safe

GAP = "  "
NARROWEST_COLUMN = 8


def show_table(console: Console, head: Sequence[str], rows: Sequence[Sequence[str]], flexible: int) -> None:
    """Print a table, one line per row. If the terminal is too narrow, the column with the index `flexible` is cut."""
    shown = [[safe(" ".join(cell.split())) for cell in row] for row in rows]
    widths = _widths([list(head), *shown], console.table_width, flexible)
    console.raw(console.paint(_line(head, widths), "bold") + "\n")
    for row in shown:
        console.raw(_line(row, widths) + "\n")


def columns_of(text: str) -> int:
    """Return how many columns a text takes on a terminal: wide East Asian letters take two, combining marks none."""
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in text)
    return len(text) + wide - sum(bool(unicodedata.combining(letter)) for letter in text)


def _widths(rows: list[list[str]], limit: int | None, flexible: int) -> list[int]:
    widths = [max(map(columns_of, column)) for column in zip(*rows, strict=True)]
    total = sum(widths) + len(GAP) * (len(widths) - 1)
    if limit is not None and total > limit:
        widths[flexible] = max(NARROWEST_COLUMN, widths[flexible] - (total - limit))
    return widths


def _line(cells: Sequence[str], widths: Sequence[int]) -> str:
    return GAP.join(_fitted(cell, width) for cell, width in zip(cells, widths, strict=True)).rstrip()


def _fitted(text: str, width: int) -> str:
    while columns_of(text) > width:
        text = f"{text[:-2]}…" if len(text) > 1 else ""
    return text + " " * (width - columns_of(text))
