"""Which part of a long list is wanted, and how that part is told."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Generic, NamedTuple, TypeVar

from simulator.phone.errors import ActionError
from simulator.words.english import counted

MOST = 1_000_000
T = TypeVar("T")


class Page(NamedTuple, Generic[T]):
    """Some neighbouring rows of a list, how many stand before them, and how many there are in all."""

    rows: Sequence[T]
    offset: int
    total: int

    @property
    def range(self) -> list[int]:
        return [self.offset, self.offset + len(self.rows)]

    @property
    def span(self) -> str:
        """`11 to 20 of 23`."""
        return f"{self.offset + 1} to {self.offset + len(self.rows)} of {self.total}"


def page_of(rows: Sequence[T], offset: int, limit: int, noun: str, most: int = MOST) -> Page[T]:
    """The page that was asked for; a list without rows has an empty first page."""
    # The numbers themselves are not repeated: they may be absurdly long.
    if not 1 <= limit <= most:
        raise ActionError("bad_argument", "The limit is out of range.", f"Give 1 to {most}.")
    if offset < 0:
        raise ActionError("bad_argument", "The offset is negative.", "Give 0 for the first page.")
    if offset and offset >= len(rows):
        problem = f"The list ends after {counted(len(rows), noun)}."
        raise ActionError("bad_argument", problem, "Give a smaller offset.")
    return Page(rows[offset : offset + limit], offset, len(rows))


def page_left(rows: Sequence[T], offset: int, limit: int) -> Page[T]:
    """The page of a screen that was opened some time ago: the last one, if so many rows have gone since."""
    start = offset if offset < len(rows) else max(0, len(rows) - 1) // limit * limit
    return Page(rows[start : start + limit], start, len(rows))
