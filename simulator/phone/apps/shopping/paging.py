"""Which part of a long list is wanted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from simulator.phone.errors import ActionError

PAGE = 10
LONGEST_PAGE = 20
"""More do not fit on a screen."""
_FURTHEST = 1_000_000

T = TypeVar("T")


def page_of(rows: Sequence[T], offset: int, limit: int, most: int = _FURTHEST) -> Sequence[T]:
    # The numbers themselves are not repeated: they may be absurdly long.
    if not 1 <= limit <= most:
        raise ActionError("bad_argument", "limit is out of range.", f"Give 1 to {most}.")
    if not 0 <= offset <= _FURTHEST:
        raise ActionError("bad_argument", "offset is out of range.", "Give 0 for the first page.")
    if offset and offset >= len(rows):
        raise ActionError("bad_argument", f"There are only {len(rows)} in this list.", "Give a smaller offset.")
    return rows[offset : offset + limit]


def spoken(what: str, rows: Sequence[object], offset: int, limit: int) -> str:
    """What a page shows, in a sentence: `Orders: 1 to 10 of 23.`"""
    page = page_of(rows, offset, limit, LONGEST_PAGE)
    return f"{what}: {offset + 1} to {offset + len(page)} of {len(rows)}." if page else f"{what}: none."
