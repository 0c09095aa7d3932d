"""Tells variants of one product apart by their options: "in M", "gluten-free", "the one with the clamp"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from simulator.reading.claims import Found
from simulator.reading.facts.folding import fold
from simulator.reading.language.word_families import kin
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.passage import Named, Passage
from simulator.reading.scene import Thing, singular

_TOKENS = re.compile(r"[^\W_]+")
# Record ids and prices are not options.
_IDS = re.compile(r"\b[a-z]+_[0-9a-f]{5}\b|\b[0-9]+[.,][0-9]{2}\b")
# Sizes are written in capitals; "I'm" and "the cat's" have no sizes.
_LETTERS = re.compile(r"(?<![\w'.-])[A-Z]{1,3}(?![\w'])")
_SHARED_TITLE = 0.5


def other_variants(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt if the deed names an option of another variant of a wanted item: "in L" where M is wanted."""
    things = passage.scene.things
    wanted = [thing for thing in things if thing.key in offer.targets and thing.table.endswith("item")]
    if not wanted:
        return
    right = frozenset[str]().union(*(_tokens(thing.text) for thing in wanted))
    said, letters = _said(named.meant), _letters(passage.text)
    for other in things:
        if other.table != wanted[0].table or other.key in offer.targets:
            continue
        options = _tokens(other.text) - right
        strange = {word for word in options & said if len(word) > 2 and not word.isdigit()}
        strange = {word for word in strange if not {word, singular(word)} & offer.words}
        strange |= {
            word for word in options & said if len(word) <= 2 and (word in letters or word not in _tokens(named.meant))
        }
        if strange and any(is_variant(other, thing) for thing in wanted):
            yield Found("unclear", "it names another variant", " ".join(sorted(strange)))
            return


def names_option(thing: Thing, named: Named, passage: Passage) -> bool:
    """Return True if a deed names an option that only this variant of its product has: "the apron in L"."""
    if not thing.table.endswith("item"):
        return False
    rivals = [one for one in passage.scene.things if one.table == thing.table and one.key != thing.key]
    rivals = [one for one in rivals if is_variant(one, thing)]
    own = _tokens(thing.text) - frozenset[str]().union(*(_tokens(one.text) for one in rivals))
    plain, letters = _tokens(named.meant), _letters(passage.text)
    return any(word in letters or word not in plain or len(word) > 2 for word in own & _said(named.meant))


def is_variant(one: Thing, other: Thing) -> bool:
    """Return True if two items may be variants of one product: they share half of the shorter title's words or more."""
    return len(one.title & other.title) >= _SHARED_TITLE * min(len(one.title), len(other.title))


def _said(words: str) -> frozenset[str]:
    """Return the words, and the letters of sizes that are written as words: "l" for "large"."""
    plain = _tokens(words)
    return plain | {letter for word in plain for letter in kin(word) if len(letter) == 1}


@lru_cache(maxsize=512)
def _letters(text: str) -> frozenset[str]:
    return frozenset(letter.lower() for letter in _LETTERS.findall(text))


@lru_cache(maxsize=4096)
def _tokens(text: str) -> frozenset[str]:
    return frozenset(_TOKENS.findall(_IDS.sub(" ", fold(text))))
