"""Compares what a message or order would contain with right texts: records, quantifiers, variants and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from simulator.reading.facts.folding import fold
from simulator.reading.neutral_words import NEUTRAL
from simulator.reading.offer_claims import Found, WantedOffer
from simulator.reading.offer_variants import other_variants
from simulator.reading.passage import CIRCUMSTANCE, Named, Passage, meant
from simulator.reading.scene import Scene, Thing, content_words, singular, stem
from simulator.reading.word_families import kin
from simulator.reading.word_sets import word_set

_SPEECH = frozenset(("send", "ask", "accept", "call"))
_NAMED = 0.5
# In "the rides that count" the word only narrows a noun down.
_TOLD = re.compile(r"\b(?:(?<![^u]s )that|say|saying|telling)\b (?!to\b|with\b|in\b|on\b|for\b)(?P<content>.*)")
_QUANTIFIERS = word_set("all every each both none neither nobody everybody everyone either")
_TOKENS = re.compile(r"[^\W_]+")
_CAPITAL = re.compile(r"(?<![.!?:\n\"'(-]) [\"'(]?(?P<word>[A-Z][^\W\d_]{2,})")
_MONTHS = word_set("jan feb mar apr jun jul aug sep sept oct nov dec")


def content_doubts(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for each record, quantifier, variant or name that right texts do not have."""
    acts = {claim.act for claim in offer.acts}
    for named in passage.offered:
        if named.deed.negated or not (named in yes or named.acts & acts):
            continue
        if named.acts & _SPEECH:
            yield from _told_otherwise(named, passage, offer)
        if named.acts & {"order"}:
            yield from other_variants(named, passage, offer)
        yield from _unknown_names(named, passage, offer)


def _told_otherwise(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    told = _TOLD.search(named.words)
    if told is None:
        return
    content = told["content"]
    strange = sorted((set(_TOKENS.findall(content)) & _QUANTIFIERS) - offer.quantifiers)
    content = CIRCUMSTANCE.sub(" ", re.sub(r"\([^)]*\)", " ", meant(content)))
    if strange and offer.quantifiers & {"only", "one", "which"}:
        yield Found("unclear", "it may say the opposite", " ".join(strange))
    words = content_words(content)
    for table in {thing.table for thing in passage.scene.things}:
        right, other = _named_records(table, words, passage.scene, offer)
        if other and not right and _has_right_record(table, passage.scene, offer):
            yield Found("unclear", "it names something else on the phone", " ".join(sorted(other[0].title)))


def _named_records(
    table: str, words: frozenset[str], scene: Scene, offer: WantedOffer
) -> tuple[list[Thing], list[Thing]]:
    """Return the records of a table that these words name: those that right offers name as well, and the others."""
    named = [thing for thing in scene.things if thing.table == table and scene.coverage(thing, words) >= _NAMED]
    wanted = offer.targets | offer.about_keys
    right = [thing for thing in named if thing.key in wanted or scene.coverage(thing, offer.words) >= _NAMED]
    return right, [thing for thing in named if thing not in right]


def _has_right_record(table: str, scene: Scene, offer: WantedOffer) -> bool:
    return any(thing.table == table and scene.coverage(thing, offer.words) >= _NAMED for thing in scene.things)


@lru_cache(maxsize=512)
def _capitalised(text: str) -> frozenset[str]:
    """Return the words of a text that are written as names: with a capital letter inside a sentence."""
    return frozenset(singular(fold(match["word"])) for match in _CAPITAL.finditer(text))


def _unknown_names(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for a name in the words of a deed that neither right texts nor the wanted records have."""
    names = _capitalised(passage.text)
    if not names:
        return
    keys = offer.targets | offer.about_keys
    own = offer.words | offer.known | offer.made
    scene = passage.scene
    # A right offer may describe a wanted record with other words of that record: "the place on Elm Street".
    own = own.union(
        *(
            thing.title | thing.body
            for thing in scene.things
            if thing.key in keys or scene.coverage(thing, offer.words) >= _NAMED
        )
    )
    people = {word for person in (scene.owner, *scene.people) for name in person.names for word in name}
    people |= {word for group in scene.groups for word in group.name}
    words = (content_words(CIRCUMSTANCE.sub(" ", named.meant)) & names) - own - NEUTRAL - people - _MONTHS
    stems = {stem(word) for word in own}
    strange = sorted(word for word in words if stem(word) not in stems and not kin(word) & own)
    if strange:
        yield Found("unclear", "it names something else", " ".join(strange))
