"""Texts as facts are looked for in them: one, or several that were written at different times."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import cached_property

from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.normalise import Span, fold

_LINE_ENDS = re.compile(r"\n")
_SENTENCE_ENDS = re.compile(r"[.!?;]\s|\n")


class Reading:
    """Places count through all the texts, as if they stood below each other."""

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
        """All lines and all sentences; what a semicolon parts counts as sentences too."""
        whole = "\n".join(folded for folded, _ in self._texts)
        return (*_parts(whole, _LINE_ENDS), *_parts(whole, _SENTENCE_ENDS))


def _parts(whole: str, ends: re.Pattern[str]) -> Iterator[Span]:
    start = 0
    for end in ends.finditer(whole):
        yield start, end.end()
        start = end.end()
    yield start, len(whole)
