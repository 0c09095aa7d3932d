"""Numbers, lists and hints inside plain sentences."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def counted(number: int, noun: str) -> str:
    """`1 note`, `2 notes`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """The first of them and how many more there are: `Inbox, Work and 3 more`."""
    shown = between.join(names[:most]) or "none"
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def spoken(words: Iterable[str], last: str = "and") -> str:
    """`a, b and c`."""
    found = list(words)
    return f" {last} ".join(part for part in (", ".join(found[:-1]), *found[-1:]) if part)


def in_words(name: str) -> str:
    """`cross-app-orchestration` → `Cross app orchestration`."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def close_to(word: str, known: Iterable[str]) -> str:
    """A hint to append, such as " (did you mean 'late'?)"; empty if nothing is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""
