"""What every kind of fact can do: be found in a text, be located, be replaced by something wrong."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from itertools import chain, repeat

from simulator.scenario.facts.normalise import Span, fold, original_spans

_BLANK = "…"
_ROUNDS = 4


class FactError(ValueError):
    """A fact that cannot be understood as written."""


@dataclass(frozen=True)
class Fact(ABC):
    shown: str
    """How the author wrote it, for messages."""

    @abstractmethod
    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        """Where it stands in an already folded text; places may overlap and come in any order."""

    @abstractmethod
    def wrong(self) -> str:
        """A value of the same kind that is surely different."""

    def found_in(self, text: str, now: datetime) -> bool:
        return next(self.places(fold(text), now), None) is not None

    def spans(self, text: str, now: datetime) -> list[Span]:
        """Where it stands in the original text, in order and without overlap."""
        return original_spans(text, self.places(fold(text), now))

    def replaced(self, text: str, now: datetime) -> str | None:
        """The text with every occurrence replaced by the wrong value, so that none is left; None if there is none."""
        spans = self.spans(text, now)
        if not spans:
            return None
        # The wrong value may form a new occurrence with its neighbours; blanking adds no letters, so it must end.
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
