"""Numbers and lists inside plain sentences."""

from __future__ import annotations

from collections.abc import Sequence


def counted(number: int, noun: str) -> str:
    """`1 note`, `2 notes`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first of them and how many more there are: `Inbox, Work and 3 more`."""
    shown = between.join(names[:most]) or "none"
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown
