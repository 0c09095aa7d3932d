"""Finds secrets in a text: `forbidden` names them in claims such as "tells of the farewell"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simulator.reading.language.statements import is_about, sayings
from simulator.reading.language.tokens import Tokenized, tokenize
from simulator.reading.messages.claim_points import Point, points_in, read_listed, related
from simulator.reading.scene import content_words

_OF = re.compile(r"\b(?:of|about) (.+)", re.DOTALL)
_THAT_NOT = re.compile(r"\bthat (?P<who>.+?) does not (?P<verb>\w+)")
_BETWEEN = re.compile(r",? (?:or|and) (?:of |about )?|, (?:of |about )?")
# Words that do not name a topic, such as "being" in "being late".
_PLAIN = content_words("being something somebody anything thing")


def topics_in(say: str) -> list[str]:
    """Return the secrets that a claim names after "of" or "about": A, B and C in "tells of A, B or C"."""
    found = _OF.search(say.strip().rstrip("."))
    return [part for part in _BETWEEN.split(found[1]) if part] if found else []


def topic_words(say: str) -> frozenset[str]:
    """Return the secrets in a claim that are single words, together with related words."""
    # Secrets of several words are left out: neither "ground" nor "floor" alone reveals "the ground floor".
    topics = (_words(topic) for topic in topics_in(say))
    return frozenset[str]().union(*(related(words) for words in topics if len(words) == 1))


def tells(text: str, say: str) -> str:
    """Return the words with which a text reveals a secret of a claim; empty if it reveals none clearly."""
    parsed = tokenize(text)
    return next(_tellings(parsed, say), "")


def _tellings(text: Tokenized, say: str) -> Iterator[str]:
    denied = _THAT_NOT.search(say)
    if denied:
        # A text that contradicts "that she comes" says that she does not come.
        yield from _contradictions(text, f"that {denied['who']} {denied['verb']}s")
    for topic in topics_in(say):
        yield from _contradictions(text, f"nothing about {topic}")
        words = _words(topic)
        answer, clause = read_listed(Point(None, related(words), topic, "", True), text)
        # "The ground floor" is revealed only if both words are in the clause.
        if answer == "yes" and all(is_about(clause, related(frozenset({word}))) for word in words):
            yield clause


def _words(topic: str) -> frozenset[str]:
    return content_words(topic) - _PLAIN


def _contradictions(text: Tokenized, claim: str) -> Iterator[str]:
    for point in points_in(claim, frozenset()):
        if point.family is not None:
            yield from sayings(point.family, text).contradicted
