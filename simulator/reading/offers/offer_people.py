"""Finds wrong people in an offer: another recipient, another owner of a record, or somebody of the same name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from simulator.reading.claims import Found
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.offer_targets import recipients
from simulator.reading.offers.passage import Named, Passage, unmeant
from simulator.reading.scene import name_forms

_SPEECH = frozenset(("send", "ask", "call"))
_CHANGES = frozenset(("move", "cancel", "delete", "change"))
_OWNER_BEFORE = re.compile(r"\b(?:with|of|from|by) (?:the |your |mr |mrs |ms |dr )*$")


def replaced_people(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Iterator[Found]:
    """Yield a doubt for each deed that tells somebody other than the wanted person, or names a record's wrong owner."""
    people = {person.key for person in passage.scene.people}
    spoken_to = {claim.target for claim in offer.acts if claim.act in _SPEECH} & people
    reached = {mention.key for mention in passage.people}
    for named in passage.offered:
        if named.deed.negated:
            continue
        told = recipients(named, passage) if named.acts & _SPEECH else frozenset[str]()
        # Extra messages are judged as extras; a message in place of the wanted one is a mistake.
        instead = bool(spoken_to) and not spoken_to & reached and named not in yes
        if (instead and told and not told & (offer.about_keys | offer.other_targets)) or _swaps_one(
            told, named, passage, offer
        ):
            yield Found("unclear", "it goes to somebody else", named.words)
        # "Settle that with her" speaks to her.
        if named in yes and named.acts & _CHANGES and not named.acts & _SPEECH:
            yield from _other_owner(named, passage, offer)


def _swaps_one(told: frozenset[str], named: Named, passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the recipients include some wanted people, but a stranger instead of another wanted person."""
    wanted = {claim.target for claim in offer.acts if claim.act in _SPEECH}
    chats = [group for group in passage.groups if named.start <= group.start < named.end]
    if chats or not told & wanted or not wanted - told:
        return False
    others = told - wanted - offer.about_keys - offer.other_targets
    return any(
        one.key in others and not name_forms(one) & offer.known and not one.key.startswith("card:")
        for one in passage.scene.people
    )


def _other_owner(named: Named, passage: Passage, offer: WantedOffer) -> Iterator[Found]:
    """Yield a doubt for "move the lesson with Ivo" if the wanted lesson is with Ruben."""
    things = [thing for thing in passage.scene.things if thing.key in offer.targets]
    own = frozenset[str]().union(*(thing.title | thing.body for thing in things))
    names = {person.key: person.names for person in passage.scene.people}
    owners = {key for key, known in names.items() if any(set(name) <= own for name in known)}
    if not owners:
        return
    for mention in passage.people:
        if not named.start <= mention.start < named.end or mention.key in owners:
            continue
        before = passage.folded[named.start : mention.start]
        holds = _OWNER_BEFORE.search(before) or passage.folded.startswith("'s ", mention.end)
        # The owner may be named beside others: "the lesson with Ruben and Ivo".
        if holds and not owners & {one.key for one in passage.people if named.start <= one.start < named.end}:
            yield Found("unclear", "it names somebody else", passage.folded[mention.start : mention.end])


def other_namesake(passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> Found | None:
    """Return a doubt if an offered deed names a person who only shares a name with a person of right texts; or None."""
    people = {person.key: {word for name in person.names for word in name} for person in passage.scene.people}
    for named in passage.offered:
        if named.deed.negated:
            continue
        inside = [mention for mention in passage.people if named.start <= mention.start < named.end]
        keys = {mention.key for mention in inside}
        for mention in inside:
            known = offer.targets | offer.about_keys
            if mention.key in (known if named in yes else known | offer.other_targets):
                continue
            if unmeant(named.words).find(passage.folded[mention.start : mention.end]) >= 0:
                continue
            own = people[mention.key]
            shared = [key for key, words in people.items() if key != mention.key and words & own and key not in keys]
            special = own - frozenset[str]().union(*(people[key] for key in shared))
            meant_one = any((people[key] - own) & offer.known for key in shared)
            if shared and not special & offer.known and meant_one:
                name = passage.folded[mention.start : mention.end]
                # Not sure: the files of a story may leave out the family name of the person who is meant.
                return Found("unclear", "it names another person of that name", name)
    return None
