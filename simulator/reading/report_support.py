"""Finds sentences on the phone that support what a report says besides the deeds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.reading.facts.number_words import VALUES
from simulator.reading.report_parts import DoneRun, Part, Source, stems
from simulator.reading.report_plain_words import LIGHT, RECORD_WORDS
from simulator.reading.scene import Scene, content_words
from simulator.reading.text_values import ValueMention, kind_of


class Statement(NamedTuple):
    """The content of a clause: its meaningful words, and the people it names."""

    words: frozenset[str]
    people: frozenset[str]
    plain: str = ""
    """The clause without days, times and amounts of money."""


def statement(part: Part, scene: Scene, folded: str) -> Statement:
    plain = list(folded[part.start : part.end])
    for value in part.values:
        if value.kind != "number":
            plain[value.start - part.start : value.end - part.start] = " " * (value.end - value.start)
    owner = content_words(" ".join(" ".join(name) for name in scene.owner.names))
    words = content_words("".join(plain)) - RECORD_WORDS - LIGHT - owner
    # "Left-handed" distinguishes two knives, "left" alone does not.
    words |= content_words(" ".join(re.findall(r"([^\W\d_]+)-[^\W\d_]", "".join(plain)))) - VALUES.keys()
    people = content_words(" ".join(folded[mention.start : mention.end] for mention in part.people))
    words = frozenset(word for word in words if word.isalpha() and len(word) > 2)
    return Statement(words, people, "".join(plain))


def is_borne_out(said: Statement, values: tuple[ValueMention, ...], run: DoneRun, share: float = 0.5) -> bool:
    """Return True if one sentence has all these values and enough of the words."""
    words = stems(said.words)
    for source in run.sources():
        known = len(words & source.stems)
        if known < share * len(words) or (words and not known):
            continue
        if all(_has(value, source) for value in values):
            return True
    return False


def value_is_borne_out(value: ValueMention, said: Statement, run: DoneRun, beside_people: bool = False) -> bool:
    """Return True if a sentence has this value and the same topic; with `beside_people`, names are not a topic."""
    words = stems(said.words - said.people if beside_people else said.words | said.people)
    if not said.words | said.people:
        known = stems(frozenset[str]().union(*(deed.words for deed in run.deeds)))
        return any((kind_of(value), meaning) in run.values for meaning in value.meanings) or any(
            len(known & source.stems) > 1 and _has(value, source) for source in run.sources()
        )
    return any(words & source.stems and _has(value, source) for source in run.sources())


def _has(value: ValueMention, source: Source) -> bool:
    return any((kind_of(value), meaning) in source.values for meaning in value.meanings)


def strange_words(said: Statement, run: DoneRun) -> Iterator[str]:
    """Yield the words of a clause that neither the deeds nor the accepted offers have."""
    known = stems(run.words)
    for word in sorted(said.words):
        if not stems([word]) & known:
            yield word


def is_half_of_amount(value: ValueMention, part: Part) -> bool:
    """Return True for both numbers of "fifty-nine twenty", whether or not they are known as a sum."""
    return any(
        other is not value
        and kind_of(other) == "amount"
        and (other.start - value.end in (0, 1) or value.start - other.end in (0, 1))
        for other in part.values
    )
