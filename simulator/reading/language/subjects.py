"""Finds values that a text gives for the wrong subject: "the board is at four" instead of "I come at four"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.facts.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.language.assertion import Asserted, asserted
from simulator.reading.language.word_sets import word_set
from simulator.reading.scene import content_words, singular

_SUBJECT = re.compile(
    r"\b(?:the|my|our|your|his|her|their|this|that|[a-z]+'s) (?:[a-z-]+ )?([a-z-]{3,}) (?:(?:is|are|was|were|will be"
    r"|has been) (?:at|on|from"
    r"|in|for|until|till|due|moved|set|fixed|called|over|out|back)\b|comes?|came|starts?|started|begins?|began|left"
    r"|leaves?|departs?"
    r"|departed|arrives?|arrived|stands|takes place|costs?|meets?|opens?|closes?|ends?|ended|runs?|goes|went|sails?"
    r"|flies|lands?)"
    r"(?: [a-z']+){0,4}? ?$"
)
# Words that may stand for the topic of any message.
_GENERAL = word_set(
    "time hour day date place number one other slot appointment talk meeting viewing visit session thing rest sum total"
    " would will could can shall should may might must has have had does did amount price share plan train bus"
    " cab earliest latest only both two whole new next answer figure"
)


class _Known(NamedTuple):
    words: frozenset[str]
    said: frozenset[tuple[str, ValueKey]]
    """Pairs of a subject and a value that right texts give for it."""


def wrong_subjects(
    said: Asserted, texts: tuple[str, ...], titles: frozenset[str], wanted: frozenset[ValueKey], now: datetime
) -> Iterator[str]:
    """Yield the words that give a wanted value to a wrong subject.

    A subject is wrong if it is one of `titles` (words of other records' titles) and in no right text, or if right texts
    give only other values for it.
    """
    known = _known(texts, now)
    for subject, keys, words in _subjects(said):
        if not keys & wanted or subject in _GENERAL:
            continue
        others = {key for noun, key in known.said if noun == subject}
        if (subject in titles and subject not in known.words) or (others and not others & keys):
            yield words


@lru_cache(maxsize=256)
def _known(texts: tuple[str, ...], now: datetime) -> _Known:
    said = {(noun, key) for text in texts for noun, keys, _ in _subjects(asserted(text, now)) for key in keys}
    return _Known(content_words(" ".join(texts)), frozenset(said))


def _subjects(said: Asserted) -> Iterator[tuple[str, frozenset[ValueKey], str]]:
    for noun, value, words in _subject_places(said):
        yield noun, frozenset((kind_of(value), meaning) for meaning in value.meanings), words


def _subject_places(said: Asserted) -> Iterator[tuple[str, ValueMention, str]]:
    for value in said.values:
        if value.kind not in ("time", "day"):
            continue
        before = said.text.folded[said.sentence_at(value.start).start : value.start]
        match = _SUBJECT.search(re.split(r"[,;:]|\b(?:and|but|so|because|instead)\b", before)[-1])
        if match:
            yield singular(match[1]), value, match[0].strip() + " " + said.text.folded[value.start : value.end]
