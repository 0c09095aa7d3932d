"""Recognises days that a text gives to the wrong thing: "the fitting on 13 May", which is the day of the cue list.

A claim such as "the fitting on 14 May, the cue list by 13 May" says which thing each day belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.statements import NEGATOR
from simulator.reading.scene import content_words, stem

_PARTS = re.compile(r"[,;:]| and ")
_SENTENCES = re.compile(r"(?<=[.!?;])\s|\n")
_COMMAS = re.compile(r",\s| and ")


class _Dated(NamedTuple):
    """A part of a claim: the words that only this part has, and its days."""

    words: frozenset[str]
    days: frozenset[int]


def swapped_days(text: str, say: str, now: datetime) -> Iterator[Found]:
    """Yield a finding for each clause that names one thing of the claim, but only days of the claim's other things."""
    dated = _dated_parts(say, now)
    for sentence in _SENTENCES.split(text) if len(dated) > 1 else ():
        named = _named_in(sentence, dated)
        for clause in [sentence] if len(named) == 1 else _COMMAS.split(sentence):
            of_clause, days = _named_in(clause, dated), _days(clause, now)
            if len(of_clause) != 1 or not days or NEGATOR.search(clause.lower()):
                continue
            others = frozenset[int]().union(*(part.days for part in dated if part is not of_clause[0]))
            if days <= others - of_clause[0].days:
                yield Found("no", "it gives it the day of something else", clause.strip())


@lru_cache(maxsize=256)
def _dated_parts(say: str, now: datetime) -> tuple[_Dated, ...]:
    parts = [(_words(part), _days(part, now)) for part in _PARTS.split(say)]
    parts = [(words, days) for words, days in parts if words and days]
    return tuple(
        _Dated(words - frozenset[str]().union(*(other for other, _ in parts if other is not words)), days)
        for words, days in parts
    )


def _named_in(text: str, dated: Sequence[_Dated]) -> list[_Dated]:
    words = _words(text)
    return [part for part in dated if part.words & words]


def _words(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(text) - NEUTRAL if not word.isdigit())


def _days(text: str, now: datetime) -> frozenset[int]:
    return frozenset(meaning for kind, meaning in keys_in(text, now) if kind == "day")
