"""Finds in texts the statements that goals ask for, such as "she comes" or "he must not pay".

Each statement has words that make it and words that contradict it. A negation in the same clause reverses words that
can be negated: "I do not come" contradicts "I come".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.reading.language.assertion import line_of
from simulator.reading.language.offence_words import FOR_NOBODY
from simulator.reading.language.statement_words import Family
from simulator.reading.language.tokens import Sentence, Tokenized
from simulator.reading.scene import singular

NEGATOR = re.compile(r"\b(?:not|never|no|nor|neither|nobody|none|nothing|without|cannot|hardly|stop|avoid)\b")

_NEGATED_AFTER = re.compile(r" ?(?:them |him |her |anyone |anybody )?(?:no|nothing|nobody|none|neither|not a)\b")
_HARMLESS_NEGATION = re.compile(
    r"\b(?:not only|no doubt|no problem|no trouble|why not|no matter|not just|no wonder|no question"
    r"|do not (?:worry|forget|hesitate)|will not miss|would not miss|could not keep|nothing (?:could|can"
    r"|will) keep|no need to worry)\b"
)

_CLAUSES = re.compile(
    r"(?: [,:](?! \d)|(?<!\d) [,:])(?= )| (?:\(|\)|but|so|because|although|though|while|whereas|and(?= (?:i|we|you"
    r"|he|she|it|they|please|the|my|your|there|do|not)\b))(?= )"
)


_PRONOUN = re.compile(r"\b(?:it|them|him|her|she|he|they|yours|mine|that one)\b")


class Sayings(NamedTuple):
    """The words that make a statement, the words that contradict it, and the first hedge (empty if there is none)."""

    made: tuple[str, ...]
    contradicted: tuple[str, ...]
    hedged: str


def clauses(line: str) -> Iterator[str]:
    """Yield the clauses of a sentence, each with a space at its end."""
    for clause in _CLAUSES.split(f" {line} "):
        if clause.strip():
            yield " ".join(clause.split()) + " "


def sayings(family: Family, text: Tokenized, after: int = 0, about: frozenset[str] = frozenset()) -> Sayings:
    """Return the words of a text that make, contradict or hedge a statement; quotations do not count.

    Sentences that end at position `after` or earlier were taken back and are skipped. If `about` is given, only these
    count: clauses that name one of these things, later clauses of the same sentence with a pronoun, and short answers
    right after a sentence that names one.
    """
    made: list[str] = []
    contradicted: list[str] = []
    hedged, topic = "", False
    for sentence in text.sentences:
        # "The cat? With pleasure." A short answer is about what was named before.
        goes_on = topic and len(sentence.tokens) <= 4
        topic = bool(about) and is_about(own_line(sentence), about)
        if sentence.end <= after:
            continue
        line = own_line(sentence)
        if family.hedges is not None and not hedged:
            match = family.hedges.search(line)
            hedged = match[0].strip() if match else ""
        for clause in clauses(line):
            # "Your cat is welcome?" asks and states nothing.
            if about and sentence.asks and not goes_on and len(sentence.tokens) > 4:
                continue
            # In "I like cats, but my landlord does not allow them" the pronoun stands for the thing.
            carried = topic and _PRONOUN.search(clause) is not None and line.find(clause.strip()) > 0
            if about and not goes_on and not carried and not is_about(clause, about):
                continue
            for sign, words in _signs(family, clause):
                (made if sign > 0 else contradicted).append(words)
    return Sayings(tuple(made), tuple(contradicted), hedged)


def own_line(sentence: Sentence) -> str:
    if not any(token.quoted for token in sentence.tokens):
        return line_of(sentence)
    return " ".join(token.word for token in sentence.tokens if not token.quoted) + " "


def _signs(family: Family, clause: str) -> Iterator[tuple[int, str]]:
    plain = without_harmless_negation(clause)
    for pattern in family.patterns:
        source = plain if pattern.can_be_negated else clause
        for match in pattern.words.finditer(source):
            # "Pay nothing", "give no number" and "give your number to nobody" are negated by words after the verb.
            negated = pattern.can_be_negated and bool(
                NEGATOR.search(source[: match.end()])
                or _NEGATED_AFTER.match(source, match.end())
                or FOR_NOBODY.match(source, match.end())
            )
            yield (-pattern.sign if negated else pattern.sign), match[0].strip()


def without_harmless_negation(line: str) -> str:
    """Return a line without "no" and "not" in phrases such as "no problem" and "do not worry"."""
    return _HARMLESS_NEGATION.sub(lambda match: match[0].replace("not ", "").replace("no ", ""), line)


def is_about(clause: str, about: frozenset[str]) -> bool:
    """Return True if a clause names one of these things."""
    return bool({singular(word) for word in re.findall(r"[^\W_]+", clause)} & about)
