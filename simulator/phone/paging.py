"""Pages of long lists, for tools and screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from simulator.phone.errors import ActionError
from simulator.words.english import counted

MOST = 1_000_000
T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """Consecutive rows of a list, the number of rows before them, and the total number of rows."""

    rows: Sequence[T]
    offset: int
    total: int

    @property
    def range(self) -> list[int]:
        return [self.offset, self.offset + len(self.rows)]

    @property
    def span(self) -> str:
        """Return the range of rows, such as `11 to 20 of 23`."""
        return f"{self.offset + 1} to {self.offset + len(self.rows)} of {self.total}"


def page_of(rows: Sequence[T], offset: int, limit: int, noun: str, most: int = MOST) -> Page[T]:
    """Return the requested page; a list without rows has an empty first page. Refuse a page out of range."""
    # Messages do not repeat the numbers, which may have thousands of digits.
    if not 1 <= limit <= most:
        raise ActionError("bad_argument", "The limit is out of range.", f"Give 1 to {most}.")
    if offset < 0:
        raise ActionError("bad_argument", "The offset is negative.", "Give 0 for the first page.")
    if offset and offset >= len(rows):
        problem = f"The list ends after {counted(len(rows), noun)}."
        raise ActionError("bad_argument", problem, "Give a smaller offset.")
    return Page(rows[offset : offset + limit], offset, len(rows))


def page_left(rows: Sequence[T], offset: int, limit: int) -> Page[T]:
    """Return the page of a screen that was opened earlier; the list's last page if that page no longer has rows."""
    # A screen must be drawn whatever was deleted meanwhile, so this never refuses.
    start = offset if offset < len(rows) else max(0, len(rows) - 1) // limit * limit
    return Page(rows[start : start + limit], start, len(rows))
