"""Defines facts that a text may mention, and texts in which facts are searched."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from itertools import chain, repeat

from simulator.reading.facts.folding import Span, fold, original_spans

_BLANK = "…"
# Number of attempts to replace a fact by its wrong value. After them, remaining occurrences are blanked.
_ROUNDS = 4


class FactError(ValueError):
    """Raised for a fact that can't be understood as it is written."""


@dataclass(frozen=True)
class Fact(ABC):
    """A value or phrase that a text may mention, with methods to find it and to replace it with a wrong value."""

    shown: str
    """The fact as its author wrote it, for messages."""

    @abstractmethod
    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        """Yield the spans of the fact in a folded text that was written at `now`, in any order; they may overlap."""

    @abstractmethod
    def wrong(self) -> str:
        """Return a value of the same kind that certainly differs from the fact."""

    def found_in(self, text: str, now: datetime) -> bool:
        return next(self.places(fold(text), now), None) is not None

    def spans(self, text: str, now: datetime) -> list[Span]:
        """Return the spans of the fact in the original text, in order and without overlap."""
        return original_spans(text, self.places(fold(text), now))

    def replaced(self, text: str, now: datetime) -> str | None:
        """Return the text with every occurrence replaced by the wrong value; None if there is no occurrence."""
        spans = self.spans(text, now)
        if not spans:
            return None
        # A wrong value may form a new occurrence with the text beside it. Blanking adds no letters, so the loop ends.
        for value in chain(repeat(self.wrong(), _ROUNDS), repeat(_BLANK)):
            text = _substituted(text, spans, value)
            spans = self.spans(text, now)
            if not spans:
                break
        return text


def _substituted(text: str, spans: list[Span], value: str) -> str:
    for start, end in reversed(spans):
        text = text[:start] + value + text[end:]
    return text


_LINE_ENDS = re.compile(r"\n")
_SENTENCE_ENDS = re.compile(r"[.!?;]\s|\n")


class SearchedTexts:
    """One or more texts with the times at which they were written.

    Spans are positions in the folded texts, joined by line breaks.
    """

    def __init__(self, texts: Iterable[tuple[str, datetime]]) -> None:
        self._texts = [(fold(text), now) for text, now in texts]

    def has(self, fact: Fact) -> bool:
        return any(next(fact.places(folded, now), None) is not None for folded, now in self._texts)

    def places(self, fact: Fact) -> list[Span]:
        found, offset = [], 0
        for folded, now in self._texts:
            found += [(offset + start, offset + end) for start, end in fact.places(folded, now)]
            offset += len(folded) + 1
        return sorted(found)

    @cached_property
    def passages(self) -> tuple[Span, ...]:
        """Return the spans of all lines, then of all sentences; a semicolon ends a sentence too."""
        whole = "\n".join(folded for folded, _ in self._texts)
        return (*_parts(whole, _LINE_ENDS), *_parts(whole, _SENTENCE_ENDS))


def _parts(whole: str, ends: re.Pattern[str]) -> Iterator[Span]:
    start = 0
    for end in ends.finditer(whole):
        yield start, end.end()
        start = end.end()
    yield start, len(whole)
