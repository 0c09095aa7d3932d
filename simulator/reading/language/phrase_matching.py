"""Finds phrases of the lexicon in a sentence: "call off", "put … in the bin"."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from simulator.reading.language.lexicon import Entry, entries
from simulator.reading.language.tokens import Token
from simulator.reading.language.word_sets import word_set

_OPEN_ENDS = word_set("to on in for with from of into up card")
# A phrase such as "put … through" ends before these words, because they start another clause.
_CLAUSE_WORDS = word_set("that which who so because since while when if ; :")
# Nouns at the end of phrases, such as "put * order", that are verbs after "to".
_VERBS_TOO = word_set("order message mail text note email sms reply answer claim report checkout purchase book")
# Particles come soon after their verb, so `*` before one of them stands for at most six words.
_PARTICLES = word_set("back off out up down away in on over through right straight along forward together alone be")


class PhraseMatch(NamedTuple):
    """An entry of the lexicon with the indexes of its first and last word in the sentence."""

    at: int
    last: int
    entry: Entry
    phrase: bool = False
    """True if an idiom of several words names the act."""


def is_idiom(rest: tuple[str, ...]) -> bool:
    """Return True if the words after the first word give a phrase a meaning of its own: "call off", not "ask for"."""
    return bool(rest) and (rest[-1] not in _OPEN_ENDS or (len(rest) > 1 and "*" not in rest))


def phrases_in(tokens: tuple[Token, ...]) -> Iterator[PhraseMatch]:
    """Yield a match for each entry of the lexicon that fits; at each word, the longest entries come first."""
    known = entries()
    following = [token.word for token in tokens[1:]]
    following.append("")
    for index, token in enumerate(tokens):
        for entry in known.get(token.word, ()):
            # Compare the next word first: most entries of a verb are phrases that continue with a different word.
            if entry.rest and entry.rest[0] not in ("*", following[index]):
                continue
            last = _fits(entry.rest, tokens, index, passive=entry.form == "participle")
            if last is not None:
                yield PhraseMatch(index, last, entry)


def _fits(rest: tuple[str, ...], tokens: tuple[Token, ...], index: int, passive: bool) -> int | None:
    """Return the index of the phrase's last word if `rest` follows the word at `index`, else None.

    `*` in `rest` stands for one to ten words, as in "put it into the bin". In a passive, it may stand for no words, as
    in "it is put into the bin".
    """
    here, gap = index + 1, 0
    for word in rest:
        if word == "*":
            gap = 10
            continue
        if not gap:
            # The word must follow at once; most phrases end here.
            if here == len(tokens) or tokens[here].word != word:
                return None
            here += 1
            continue
        near = word in _PARTICLES
        window = range(here, min(len(tokens), here + 1 + (min(gap, 6) if near else gap)))
        ends = {word, *_CLAUSE_WORDS, *((",",) if near else ())}
        at = next((place for place in window if tokens[place].word in ends), None)
        if at is not None and tokens[at].word == word in _VERBS_TOO and tokens[at - 1].word == "to":
            # In "put an entry in to order it again", "order" is a verb of its own.
            return None
        if at is not None and at == here and tokens[at].word == "that" and word != "that":
            # In "put that back", "that" is a pronoun and opens no clause.
            at = next((place for place in window[1:] if tokens[place].word in ends), None)
        if at is not None and tokens[at].word != word:
            return None
        if at is None or (at == here and not passive):
            return None
        here, gap = at + 1, 0
    return here - 1
