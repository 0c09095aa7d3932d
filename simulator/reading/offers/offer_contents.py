"""Compares what a message or order would contain with right texts: records, quantifiers, variants and names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from simulator.reading.claims import Found
from simulator.reading.facts.folding import fold
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.neutral_words import NEUTRAL
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_claims import ABOUT_ANOTHER, WantedOffer, routes_in
from simulator.reading.offers.offer_variants import other_variants
from simulator.reading.offers.passage import CIRCUMSTANCE, Named, Passage, meant
from simulator.reading.scene import Scene, Thing, content_words, name_forms, singular, stem

_SPEECH = frozenset(("send", "ask", "accept", "call"))
_NAMED = 0.5
# In "the rides that count", "that" only narrows a noun down.
_TOLD = re.compile(r"\b(?:(?<![^u]s )that|say|saying|telling)\b (?!to\b|with\b|in\b|on\b|for\b)(?P<content>.*)")
_QUANTIFIERS = word_set("all every both none neither")
_PEOPLE_COUNTED = re.compile(
    r"\b(?:all|both|every one|none|neither) of (?:you|us|them)\b|\ball (?:three|four|five|six)\b"
)
_TOKENS = re.compile(r"[^\W_]+")
_CAPITAL = re.compile(r"(?<![.!?:\n\"'(-]) [\"'(]?(?P<word>[A-Z][^\W\d_]{2,})")
_NAME_AS_VERB = re.compile(r"\b(?:to|please|Please) ([A-Z][^\W\d_]+) (?:it )?(?:to )?(?:you|me|him|her|them|us)\b")
_FULLY_NAMED = 0.7
_MANY_WORDS = 3
_LONG_TITLE = 2
_MONTH_NAMES = word_set("january february march april may june july august september october november december")
_MONTHS = word_set("jan feb mar apr jun jul aug sep sept oct nov dec")


def content_doubts(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for each record, quantifier, variant or name that right texts do not have."""
    acts = {claim.act for claim in offer.acts}
    for named in passage.offered:
        if named.deed.negated or not (named in yes or named.acts & acts):
            continue
        if named.acts & {"order"}:
            yield from other_variants(named, passage, offer)
        if named.acts & _SPEECH:
            yield from _told_otherwise(named, passage, offer)
        else:
            yield from _other_record(named, passage, offer)
            yield from _swapped_items(named, passage, offer)
        if named.acts & {"book"}:
            yield from _other_way_round(named, offer)
        yield from _other_month(named, passage, offer)
        yield from _unknown_names(named, passage, offer)


def _told_otherwise(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    told = _TOLD.search(named.words)
    if told is None:
        return
    # "The van takes all of you" says nothing about records.
    content = _PEOPLE_COUNTED.sub(" ", told["content"])
    strange = sorted((set(_TOKENS.findall(content)) & _QUANTIFIERS) - offer.quantifiers)
    content = CIRCUMSTANCE.sub(" ", re.sub(r"\([^)]*\)", " ", meant(content)))
    if strange and offer.quantifiers & {"only", "one", "which"}:
        yield Found("unclear", "it may say the opposite", " ".join(strange))
    words = content_words(content)
    for table in {thing.table for thing in passage.scene.things}:
        right, other = _named_records(table, words, passage.scene, offer)
        swapped = _in_place_of_another(table, words, passage.scene, offer) if right else []
        other = other or swapped
        if other and (swapped or not right) and _has_right_record(table, passage.scene, offer):
            yield Found("unclear", "it names something else on the phone", " ".join(sorted(other[0].title)))


def _named_records(
    table: str, words: frozenset[str], scene: Scene, offer: WantedOffer
) -> tuple[list[Thing], list[Thing]]:
    """Return two lists of records that the words name: those that right offers name too, and unrelated ones."""
    named = [thing for thing in scene.things if thing.table == table and scene.coverage(thing, words) >= _NAMED]
    wanted = offer.targets | offer.about_keys
    right = [thing for thing in named if thing.key in wanted or scene.coverage(thing, offer.words) >= _NAMED]
    # A record whose title shares a word with right texts may belong to the same matter, such as a mail about it.
    return right, [thing for thing in named if thing not in right and not thing.title & offer.known]


def _in_place_of_another(table: str, words: frozenset[str], scene: Scene, offer: WantedOffer) -> list[Thing]:
    """Return the records that the words name but right offers do not; none if the words name all right records.

    "Tell her that the barge and the mill are free" names the mill in place of the boathouse.
    """
    rows = [thing for thing in scene.things if thing.table == table]
    right = [thing for thing in rows if scene.coverage(thing, offer.words) >= _NAMED]
    if all(scene.coverage(thing, words) >= _NAMED for thing in right):
        return []
    keys = offer.targets | offer.about_keys
    strange = [thing for thing in rows if thing.key not in keys and not thing.title & offer.words]
    return [thing for thing in strange if scene.coverage(thing, words) >= _NAMED]


def _has_right_record(table: str, scene: Scene, offer: WantedOffer) -> bool:
    return any(thing.table == table and scene.coverage(thing, offer.words) >= _NAMED for thing in scene.things)


# Cards are records, too, but they only say how to pay; `offer_doubts` compares their digits.
_PAID_WITH = re.compile(r"\b(?:on|with|by|using) (?:the |your )?(?:[a-z]+ ){0,3}ending (?:in )?[0-9]{3,4}\b")


@lru_cache(maxsize=512)
def capitalised(text: str) -> frozenset[str]:
    """Return the words of a text that are written as names: with a capital letter inside a sentence."""
    return frozenset(singular(fold(match["word"])) for match in _CAPITAL.finditer(text))


def _other_record(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt if the words of a deed name another record by its title, and no wanted record at all."""
    scene = passage.scene
    words = content_words(_PAID_WITH.sub(" ", CIRCUMSTANCE.sub(" ", named.meant))) - {named.deed.word}
    keys = offer.targets | offer.about_keys
    if any(scene.coverage(thing, words) > 0 for thing in scene.things if thing.key in keys):
        return
    # "Cancel the order of 18:49": the time says which order is meant.
    times = {key for key in keys_in(named.meant, scene.now) if key[0] == "time"}
    if times and any(times & scene.values_of(thing) for thing in scene.chosen(offer.targets)):
        return
    people = {word for person in scene.people for word in name_forms(person)}
    # A new ride may share its route with an old one: its places are known from right texts.
    route = offer.known | offer.made | {"ride"} if "book" in named.acts else frozenset[str]()
    own = people | NEUTRAL | offer.codes
    for thing in scene.things:
        known = thing.key in keys | offer.other_targets or thing.title <= own | (
            route if thing.table.startswith("cab.") else frozenset()
        )
        # An offer that says a lot of what right offers say may mention other records as well.
        explained = len((words - thing.title) & offer.words) >= _MANY_WORDS or len(thing.title) < _LONG_TITLE
        if not known and not explained and scene.coverage(thing, words) >= _FULLY_NAMED:
            yield Found("unclear", ABOUT_ANOTHER, " ".join(sorted(thing.title)))
            return


def _swapped_items(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for "the oak shelf" in a list of things to order, if the wanted shelf is the pine one.

    The deed then has a word that both titles share, all words that only the other title has, and no word that only the
    wanted title has.
    """
    wanted = [thing for thing in passage.scene.chosen(offer.targets) if thing.table.endswith("item")]
    if len(wanted) < 2:
        return
    words = content_words(CIRCUMSTANCE.sub(" ", named.meant))
    titles = frozenset[str]().union(*(thing.title for thing in wanted))
    for other in passage.scene.things:
        telling = other.title - titles
        if other.table != wanted[0].table or other.key in offer.targets or not telling or not telling <= words:
            continue
        like = [thing for thing in wanted if thing.title & other.title & words]
        if like and not any((thing.title - other.title) & words for thing in like):
            yield Found("unclear", "it names another item", " ".join(sorted(telling)))
            return


def _other_way_round(named: Named, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for a ride in the opposite direction to the rides in right offers."""
    starts, ends = routes_in(named.meant)
    right_starts, right_ends = offer.route
    if starts & (right_ends - right_starts) and ends & (right_starts - right_ends) and not starts & right_starts:
        yield Found("unclear", "it goes the other way", named.words)


def _other_month(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    right = offer.words & _MONTH_NAMES
    said = content_words(named.meant) & _MONTH_NAMES & capitalised(passage.text)
    if right and said and not said & (right | offer.made):
        yield Found("unclear", "it names another value", " ".join(sorted(said)))


def _unknown_names(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt if the words of a deed contain a name that is in no right text and in no wanted record."""
    # "Please Yape me": the name of an app may be a verb.
    names = capitalised(passage.text) - frozenset(fold(verb) for verb in _NAME_AS_VERB.findall(passage.text))
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
    people = {word for person in (scene.owner, *scene.people) for word in name_forms(person)}
    people |= {word for group in scene.groups for word in group.name}
    words = (content_words(CIRCUMSTANCE.sub(" ", named.meant)) & names) - own - NEUTRAL - people - _MONTHS
    stems = {stem(word) for word in own}
    strange = sorted(word for word in words if stem(word) not in stems and not kin(word) & own)
    if strange:
        yield Found("unclear", "it names something else", " ".join(strange))
