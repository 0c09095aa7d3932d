"""Writes numbers, lists and hints for plain sentences."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

_VOWELS = "aeiou"


def counted(number: int, noun: str, plural: str = "", *, none: str = "0", grouped: bool = False) -> str:
    """Return a number with its noun, such as `1 note` or `2 notes`.

    `plural` is an irregular plural, and `none` replaces 0. With `grouped`, 1200 becomes 1,200; this is off by default
    because texts that runs record have no commas in numbers.
    """
    digits = none if not number else f"{number:,}" if grouped else str(number)
    return f"{digits} {noun if number == 1 else plural or plural_of(noun)}"


def plural_of(noun: str) -> str:
    """Return the regular plural of a noun: `notes` for `note`, `entries` for `entry`."""
    # `day` keeps its y.
    if noun.endswith("y") and noun[-2:-1] not in _VOWELS:
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def listed(names: Sequence[str], most: int, between: str = ", ") -> str:
    """Return the first `most` names and the number of the others: `Inbox, Work and 3 more`; `none` for no names."""
    shown = between.join(names[:most]) or "none"
    return f"{shown} and {len(names) - most} more" if len(names) > most else shown


def spoken(words: Iterable[str], last: str = "and") -> str:
    """Return the words joined with commas, and the last two with `last`: `a, b and c`."""
    found = list(words)
    return f" {last} ".join(part for part in (", ".join(found[:-1]), *found[-1:]) if part)


def first_few(words: Iterable[str], most: int = 3) -> str:
    """Return at most `most` words and the number of the others: `a, b and c`, or `a, b, c and 1,200 more`."""
    found = list(words)
    more = len(found) - most
    return spoken([*found[:most], f"{more:,} more"] if more > 0 else found)


def capital(sentence: str) -> str:
    """Return the sentence with a capital first letter."""
    # Not `str.capitalize`, which would change all other letters to lower case.
    return f"{sentence[:1].upper()}{sentence[1:]}"


def cut(text: str, longest: int) -> str:
    """Return the text cut to `longest` characters, with an ellipsis if something was cut off."""
    # The ellipsis counts, so that the result never has more than `longest` characters.
    if longest < 1:
        return ""
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"


def in_words(name: str) -> str:
    """Return a name from code in words: `Cross app orchestration` for `cross-app-orchestration`."""
    return name.replace("-", " ").replace("_", " ").capitalize()


def close_to(word: str, known: Iterable[str]) -> str:
    """Return a hint to append, such as " (did you mean 'late'?)"; empty if nothing is close."""
    close = difflib.get_close_matches(word, list(known), n=1)
    return f" (did you mean '{close[0]}'?)" if close else ""
