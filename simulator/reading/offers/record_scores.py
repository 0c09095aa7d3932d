"""Compares how well the words of an offer describe a wanted record and its rivals of the same table."""

from __future__ import annotations

import re
from functools import lru_cache

from simulator.reading.facts.text_values import ValueKey, keys_in
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.passage import Named, Passage, meant
from simulator.reading.scene import Scene, Thing, content_words

# Of an event's title, this share must be named; days and places are compared as well.
_EVENT_NAMED = 0.4
_SWAP = re.compile(
    r"\b(?:swap|exchange|trade|replace|switch)(?:ping|ing)? (?P<old>[^;.?]{1,60}?) (?:for|with|by) (?P<new>[^,;.?]*)"
)
_OVER = re.compile(r"\b(?:completed|cancelled|canceled|CANCELLED|COMPLETED)\b")


@lru_cache(maxsize=512)
def given_up(folded: str) -> frozenset[str]:
    """Return the words for a thing that is swapped out, without words that its replacement shares."""
    found = [(content_words(match["old"]), content_words(match["new"])) for match in _SWAP.finditer(folded)]
    return frozenset[str]().union(*(old - new for old, new in found))


def serves_event(table: str, named: Named, passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the text names one event, and wanted rides share more words with it than its day's other rides."""
    if not table.startswith("cab."):
        return False
    scene = passage.scene
    words = content_words(meant(passage.folded[: named.end]))
    shares = {thing: scene.coverage(thing, words) for thing in scene.things if thing.table.startswith("calendar.")}
    most = max(shares.values(), default=0.0)
    events = [thing for thing, share in shares.items() if share == most]
    if most < _EVENT_NAMED or len(events) != 1:
        return False
    days = {key for key in scene.values_of(events[0]) if key[0] == "day"}
    over = _over(scene, table)
    rides = [thing for thing in scene.things if thing.table == table and thing.key not in over]
    rides = [ride for ride in rides if days & scene.values_of(ride)]
    shared = {ride.key: len(ride.body & events[0].body) for ride in rides}
    other = max((number for key, number in shared.items() if key not in offer.targets), default=0)
    wanted = [number for key, number in shared.items() if key in offer.targets]
    return bool(wanted) and min(wanted) > other


def is_on_its_day(thing: Thing, named: Named, scene: Scene, targets: frozenset[str]) -> bool:
    """Return True if the deed names a day of this record ("today's") that no rival record has.

    Rivals are the unwanted records of the same table whose title shares a word with the deed.
    """
    days = {key for key in keys_in(named.meant, scene.now) if key[0] == "day"}
    rows = [one for one in scene.things if one.table == thing.table]
    words = content_words(named.meant)
    rivals = [one for one in rows if one.key not in targets and scene.coverage(one, words) > 0]
    taken = frozenset[ValueKey]().union(*(scene.values_of(one) for one in rivals))
    return bool((days & scene.values_of(thing)) - taken)


def covers_more(scene: Scene, table: str, words: frozenset[str], targets: frozenset[str]) -> bool:
    """Return True if the words cover clearly more (by 0.1) of a wanted record's title than of any other title."""
    rows = [thing for thing in scene.things if thing.table == table]
    own = max((scene.coverage(thing, words) for thing in rows if thing.key in targets), default=0.0)
    other = max((scene.coverage(thing, words) for thing in rows if thing.key not in targets), default=0.0)
    return own > other + 0.1


def names_other(scene: Scene, table: str, words: frozenset[str], offer: WantedOffer) -> bool:
    """Return True if the words cover at least half of an unwanted title, and clearly more than of any wanted title."""
    rows = [thing for thing in scene.things if thing.table == table]
    own = max((scene.coverage(thing, words) for thing in rows if thing.key in offer.targets), default=0.0)
    return any(scene.coverage(thing, words) >= max(0.5, own + 0.1) for thing in rows if thing.key not in offer.targets)


def shares_title(scene: Scene, table: str, words: frozenset[str], offer: WantedOffer) -> bool:
    """Return True if one of the words is in the title of an unwanted record of the table."""
    rows = [thing for thing in scene.things if thing.table == table and thing.key not in offer.targets]
    return any(scene.coverage(thing, words) > 0 for thing in rows)


def _over(scene: Scene, table: str) -> frozenset[str]:
    """Return the keys of a table's completed or cancelled records; offers seldom mean these."""
    return frozenset(thing.key for thing in scene.things if thing.table == table and _OVER.search(thing.text))


def best_scores(
    scene: Scene,
    table: str,
    words: frozenset[str],
    targets: frozenset[str],
    values: frozenset[ValueKey] = frozenset(),
) -> tuple[float, float]:
    """Return the best score of the wanted records and the best score of the unwanted records.

    A score says how well the words and values describe a record; it is 0.0 if there is no record. Unwanted records that
    are completed or cancelled are left out.
    """
    scores = {
        key: score
        for key, score in scene.scores(table, words, values).items()
        if key not in _over(scene, table) - targets
    }
    own = max((score for key, score in scores.items() if key in targets), default=0.0)
    other = max((score for key, score in scores.items() if key not in targets), default=0.0)
    return own, other


def is_named(thing: Thing, words: frozenset[str], scene: Scene) -> bool:
    return scene.coverage(thing, words) >= 0.6
