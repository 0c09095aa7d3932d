"""Quick ways to the places where a pattern may begin: trying it at every letter is what costs time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_DIGITS = re.compile(r"[0-9]+")


@lru_cache(maxsize=256)
def _digit_starts(folded: str) -> tuple[int, ...]:
    return tuple([run.start() for run in _DIGITS.finditer(folded)])


@lru_cache(maxsize=512)
def _word_starts(beginnings: re.Pattern[str], folded: str) -> tuple[int, ...]:
    starts = [beginning.start() for beginning in beginnings.finditer(folded)]
    return tuple([start for start in starts if start == 0 or not folded[start - 1].isalnum()])


def matches_at_digits(pattern: re.Pattern[str], folded: str) -> Iterator[re.Match[str]]:
    """Matches that begin where a run of digits begins; the pattern may look behind that place."""
    end = 0
    for start in _digit_starts(folded):
        if start >= end and (match := pattern.match(folded, start)):
            end = match.end()
            yield match


def matches_at_words(beginnings: re.Pattern[str], pattern: re.Pattern[str], folded: str) -> Iterator[re.Match[str]]:
    """Matches that begin where a word begins in one of several ways.

    `beginnings` should be only alternatives that begin with plain letters: then only their first letters cost time.
    """
    end = 0
    for start in _word_starts(beginnings, folded):
        if start >= end and (match := pattern.match(folded, start)):
            end = match.end()
            yield match
