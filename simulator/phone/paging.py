"""Pages of long lists, for tools and screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from simulator.phone.errors import ActionError
from simulator.words.english import counted

# The largest number of rows on a page, for lists that do not set their own.
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
        """Return the positions of the rows, counted from 1, and the total: `11 to 20 of 23`."""
        return f"{self.offset + 1} to {self.offset + len(self.rows)} of {self.total}"


def page_of(rows: Sequence[T], offset: int, limit: int, noun: str, most: int = MOST) -> Page[T]:
    """Return the page with at most `limit` rows from `offset` on. Raise ActionError if a number is out of range."""
    # The messages do not repeat the numbers, which may have thousands of digits.
    if not 1 <= limit <= most:
        raise ActionError("bad_argument", "The limit is out of range.", f"Give 1 to {most}.")
    if offset < 0:
        raise ActionError("bad_argument", "The offset is negative.", "Give 0 for the first page.")
    if offset and offset >= len(rows):
        problem = f"The list ends after {counted(len(rows), noun)}."
        raise ActionError("bad_argument", problem, "Give a smaller offset.")
    return Page(rows[offset : offset + limit], offset, len(rows))


def page_left(rows: Sequence[T], offset: int, limit: int) -> Page[T]:
    """Return the page with at most `limit` rows from `offset` on; if there are no rows there, return the last page."""
    # No error, unlike in `page_of`: an open screen must be drawn even if its rows were deleted meanwhile.
    start = offset if offset < len(rows) else max(0, len(rows) - 1) // limit * limit
    return Page(rows[start : start + limit], start, len(rows))
