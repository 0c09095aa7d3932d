"""Finds the person or record of an offered deed, and compares it with the wanted person or record."""

from __future__ import annotations

import re

from simulator.reading.claims import ActClaim, Found
from simulator.reading.facts.text_values import ValueKey, keys_in, kind_of, values_in
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_claims import (
    ABOUT_ANOTHER,
    LEAVES_SOME_OUT,
    MAY_BE_ABOUT_ANOTHER,
    WHICH_RECORD,
    WantedOffer,
    codes_in,
    counts_in,
)
from simulator.reading.offers.offer_variants import names_option
from simulator.reading.offers.passage import CIRCUMSTANCE, Named, Passage, meant, unmeant
from simulator.reading.scene import Mention, Scene, Thing, content_words

_ONE = word_set("him her he she")
_SEVERAL = word_set("them they all both everyone everybody others group chat friends each three two")
_NOBODY = word_set("people someone somebody anyone anybody")
_CLAUSE = re.compile(
    r"\b(?:that(?= \w)(?! (?:in|to|on|for|with|by|and|over|along)\b)|whether|who|which|because|so that|since|"
    r"if|when|before|until|as)\b"
)
_NOT_TO = re.compile(
    r"(?:\bof|\babout|\bfrom|\bthan|\blike|\bthat|\bwhether|\bfor|\bby|\bbecause|\bas|\bregarding) (?:the |"
    r"your |old |both |dear |mr |mrs |ms )*$"
)
_ASKED = re.compile(
    r"'s? (?:\w+ )?(?:question|questions|mail|message|inquiry|inquiries|enquiry|letter|request|text|note)"
)
_TO_PRONOUN = re.compile(
    r"(?!(?:hand|pass|forward|submit|post|share)\w* them)\w+ (?:back |on |out )?(?:to )?(?:her|him|"
    r"them)\b(?! (?:\w+ )?(?:and|or|then) (?:to )?\w+)(?!')"
)
# In "pass them on" the pronoun is the thing, not the recipient.
_PASSED_ON = re.compile(
    r"^(?:pass|forward|send|post|share|hand|relay|submit|report|deliver)\w* (?:them|these|those|all|"
    r"both)\b(?! (?:a|an|the|that|your|about|my|how|what)\b)"
)
_OBJECT_PRONOUN = re.compile(
    r"^\w+ (?:off |out |up |away |down )?(?:it|them|that|this|these|those|the one|that one|both|"
    r"all)\b(?! [a-z]+ (?:order|booking|mail|ride))"
)
# An objection to a bill goes to its sender, even if the offer does not name the sender.
_IMPLICIT = word_set("dispute contest challenge complain object reclaim appeal query protest disputing contesting")
_INDEFINITE = re.compile(
    r"\b(?:something|anything|some \w+|a few|one of (?:the|your|them|those|these)|several|a couple|someone|"
    r"somebody|things|arrangements|stuff|whatever)\b"
)
_OVER = re.compile(r"\b(?:completed|cancelled|canceled|CANCELLED|COMPLETED)\b")
_ONE_OF = re.compile(r"\bone of (?:the|your|his|her|their|those|these)\b")
# Verbs that many acts share: with them, the thing that is made must be named.
_GENERIC = word_set(
    "set add put make create do get place drop stick pop keep hold write fix change mark take fill have made "
    "put written settle"
)
_MADE = {
    "remind": word_set("reminder reminders nudge alarm alert ping entry remind"),
    "note": word_set(
        "note notes list checklist summary overview page sheet table comparison folder memo paper document digest"
    ),
    "add": word_set("calendar diary event entry week agenda appointment schedule"),
    "contacts": word_set("contact contacts book card entry directory number details"),
    "book": word_set("cab taxi van ride car lift booking trip transfer one it vehicle minibus"),
}


def judge_target(claim: ActClaim, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return an answer with its reason: is the deed done to the person or record of the claim?"""
    scene = passage.scene
    if claim.target in {person.key for person in scene.people}:
        return _person(claim.target, named, passage, offer)
    if _INDEFINITE.search(named.meant[:40]):
        return Found("unclear", "it does not say what this is done to", named.words)
    others = re.match(r"\w+ (?:hers|theirs|his)\b(?! [a-z])", named.meant) or re.match(
        r"\w+ (?:hers|theirs)\b", named.meant
    )
    # "Ask them, and order theirs and an S for you" includes the owner.
    if others and not re.search(r"\b(?:you|yours|your own)\b", named.meant):
        return Found("unclear", "it is about something of somebody else's", named.words)
    if claim.target in {thing.key for thing in scene.things}:
        return _record(claim.target, named, passage, offer)
    return _new(claim, named, passage, offer)


def recipients(named: Named, passage: Passage) -> frozenset[str]:
    """Return the keys of the people whom the deed's own words address, by name or by the title of their chat.

    The result is empty if the deed is addressed with a pronoun: "write to her".
    """
    span = passage.folded[named.start : named.end]
    if _TO_PRONOUN.match(span):
        return frozenset()
    clause = _CLAUSE.search(span)
    limit = named.start + clause.start() if clause else named.end
    found: set[str] = set()
    for mention in passage.people:
        inside = named.start <= mention.start < named.end
        if (
            inside
            and not _in_brackets(span, mention.start - named.start)
            and _is_addressed(mention, limit, passage.folded, "ask" in named.acts)
        ):
            found.add(mention.key)
    for group in passage.groups:
        if named.start <= group.start < named.end:
            found |= group.members
    return frozenset(found)


def _in_brackets(span: str, place: int) -> bool:
    return span.count("(", 0, place) > span.count(")", 0, place)


def _is_addressed(mention: Mention, limit: int, folded: str, asked: bool) -> bool:
    before, after = folded[max(0, mention.start - 30) : mention.start], folded[mention.end : mention.end + 30]
    if re.search(
        r"\b(?:lady|man|woman|person|people|guy|one|friend|colleague|agent|gentleman|folks) (?:from|of|at) (?:the )?$",
        before,
    ):
        return True
    if after.startswith(("'s ", "' ")) and not _ASKED.match(after):
        return False
    if mention.start >= limit:
        return bool(re.search(r"(?:\bthen|\btell|\band to|\bto) $", before))
    return (asked and bool(re.search(r"\bfrom (?:the |your )?$", before))) or not _NOT_TO.search(before)


def _person(wanted: str, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    targets = offer.targets
    found = recipients(named, passage)
    if not found:
        return _unnamed(wanted, named, passage, offer)
    wider = [group.members for group in passage.groups if named.start <= group.start < named.end]
    if wider and any(members - targets for members in wider) and not any(members <= targets for members in wider):
        exact = any(group.members <= targets for group in passage.scene.groups if len(group.members) > 1)
        return Found("no" if exact else "unclear", "other people would read it too", named.words)
    if wanted in found:
        return Found("yes", "", named.words)
    if found & targets:
        return Found("unclear", "it does not say to whom", named.words)
    inside = {mention.key for mention in passage.people if named.start <= mention.start < named.end}
    if wanted in inside and not named.acts & {"send", "ask", "call", "accept"}:
        return Found("unclear", "it does not say to whom", named.words)
    return Found("no", "it goes to somebody else", named.words)


def _unnamed(wanted: str, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return the finding for a deed that is addressed with a pronoun, or to nobody in particular."""
    head = _PASSED_ON.sub(" ", _CLAUSE.split(named.words)[0])
    words = set(re.findall(r"[^\W_]+", head))
    before = [mention for mention in passage.people if mention.end <= named.start]
    sentence = passage.sentence(named)
    near = [mention for mention in before if mention.start >= sentence.start]
    if words & _NOBODY:
        return Found("unclear", "it does not say to whom", named.words)
    people = {claim.target for claim in offer.acts} & {person.key for person in passage.scene.people}
    if words & _SEVERAL and len(people) > 1:
        return _several(wanted, named, before, people)
    if near and not {mention.key for mention in near} & people and words & _ONE:
        earlier = [one for one in passage.offered if one.end <= named.start and one.start >= sentence.start]
        told = frozenset[str]().union(*(recipients(one, passage) for one in earlier))
        return Found("no" if told - people else "unclear", "it goes to somebody else", named.words)
    keys = {mention.key for mention in before}
    if wanted in keys and (not words & _ONE or wanted in _likely(before)):
        return Found("yes", "", named.words)
    if keys & people:
        return Found("unclear", "it does not say to whom", named.words)
    after = {mention.key for mention in passage.people if mention.start >= named.end}
    if not keys and words & _ONE and len(people) == 1 and not after - people:
        known = len(offer.words & passage.meant_words)
        return Found("yes" if known >= 2 else "unclear", "it does not say to whom", named.words)
    if named.deed.word in _IMPLICIT and not keys - people and _is_supported(passage, offer):
        return Found("yes", "", named.words)
    if wanted in after and not after - people:
        return Found("yes", "", named.words)
    return Found("unclear", "it does not say to whom", named.words)


def _likely(before: list[Mention]) -> set[str]:
    """Return the keys of the people whom "her" may mean: those of the first and of the last mention."""
    return {one.key for one in before if one.start in (before[0].start, before[-1].start)}


def _several(wanted: str, named: Named, before: list[Mention], people: set[str]) -> Found:
    named_before = {mention.key for mention in before}
    if not named_before or named_before & people:
        return Found("yes", "", named.words)
    return Found("unclear", "it does not say to whom", named.words)


def _record(wanted: str, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    scene = passage.scene
    thing = next(thing for thing in scene.things if thing.key == wanted)
    # In "bin the reminder", "bin" is the verb and must not match a record that is called bin.
    own_words = content_words(CIRCUMSTANCE.sub(" ", named.meant)) - content_words(named.deed.word) - {named.deed.word}
    all_words = passage.words_before(named)
    own_values = _times_and_sums(named.meant, scene)
    if not own_words - {named.deed.word} and _ONE_OF.search(passage.folded):
        return Found("unclear", WHICH_RECORD, named.words)
    refers_back = named.deed.form in ("past", "participle") or bool(_OBJECT_PRONOUN.match(named.words))
    for number, words in enumerate((own_words, all_words, passage.meant_words)):
        if number == 0 and refers_back:
            continue
        values = own_values if number == 0 else _values_until(named, passage)
        own, other = _best(scene, thing.table, words, offer.targets, values)
        if own <= 0 and other <= 0:
            continue
        tie = own > 0 and own >= 0.99 * other
        if own > 1.02 * other or (
            tie
            and (
                _is_supported(passage, offer)
                or _covers_more(scene, thing.table, words, offer.targets)
                or names_option(thing, named, passage)
                or _on_its_day(thing, named, scene, offer.targets)
            )
        ):
            break
        if other > 1.25 * own:
            # Earlier sentences may be about another record; only the deed's own words say which record is meant.
            if number == 0:
                wider, rival = _best(scene, thing.table, all_words, offer.targets, _values_until(named, passage))
                sure = rival > wider and other >= 1.5 and _names_other(scene, thing.table, own_words, offer)
                return Found("no" if sure else "unclear", ABOUT_ANOTHER, named.words)
            if own > 0 and _is_supported(passage, offer):
                break
            sure = own <= 0 and refers_back and _names_other(scene, thing.table, words, offer)
            return Found("no" if sure else "unclear", MAY_BE_ABOUT_ANOTHER, named.words)
    else:
        rows = sum(1 for one in scene.things if one.table == thing.table)
        return Found("yes" if rows == 1 or _is_supported(passage, offer) else "unclear", WHICH_RECORD, named.words)
    left = content_words(unmeant(named.words))
    others = [one for one in scene.things if one.key in offer.targets and one.table == thing.table]
    if not offer.by_choice and any(
        is_named(one, left, scene) and not is_named(one, own_words, scene) for one in others
    ):
        return Found("unclear", LEAVES_SOME_OUT, named.words)
    return Found("yes", "", named.words)


def _values_until(named: Named, passage: Passage) -> frozenset[ValueKey]:
    """Return the times and sums that the text names up to the end of the deed."""
    return _times_and_sums(meant(passage.folded[: named.end]), passage.scene)


def _is_supported(passage: Passage, offer: WantedOffer) -> bool:
    """Return True if the text has a code, count, price or phone number of right offers, which tells the record."""
    if codes_in(passage.folded) & offer.codes:
        return True
    if any(number > 2 for _, number in counts_in(passage.folded) & offer.counts):
        return True
    values = values_in(passage.folded, passage.scene.now)
    telling = [
        value
        for value in values
        if value.kind in ("money", "phone")
        or (value.kind == "number" and any(one % 100 or one >= 50000 for one in value.meanings))
    ]
    return any((kind_of(value), meaning) in offer.values for value in telling for meaning in value.meanings)


def _on_its_day(thing: Thing, named: Named, scene: Scene, targets: frozenset[str]) -> bool:
    """Return True if the deed names a day of this record ("today's") that no rival record has.

    Rivals are the unwanted records of the same table whose title shares a word with the deed.
    """
    days = {key for key in keys_in(named.meant, scene.now) if key[0] == "day"}
    rows = [one for one in scene.things if one.table == thing.table]
    words = content_words(named.meant)
    rivals = [one for one in rows if one.key not in targets and scene.coverage(one, words) > 0]
    taken = frozenset[ValueKey]().union(*(scene.values_of(one) for one in rivals))
    return bool((days & scene.values_of(thing)) - taken)


def _covers_more(scene: Scene, table: str, words: frozenset[str], targets: frozenset[str]) -> bool:
    """Return True if the words cover clearly more (by 0.1) of a wanted record's title than of any other title."""
    rows = [thing for thing in scene.things if thing.table == table]
    own = max((scene.coverage(thing, words) for thing in rows if thing.key in targets), default=0.0)
    other = max((scene.coverage(thing, words) for thing in rows if thing.key not in targets), default=0.0)
    return own > other + 0.1


def _names_other(scene: Scene, table: str, words: frozenset[str], offer: WantedOffer) -> bool:
    """Return True if the words cover half of an unwanted record's title, and more than of any wanted title."""
    rows = [thing for thing in scene.things if thing.table == table]
    own = max((scene.coverage(thing, words) for thing in rows if thing.key in offer.targets), default=0.0)
    return any(scene.coverage(thing, words) >= max(0.5, own + 0.1) for thing in rows if thing.key not in offer.targets)


def _times_and_sums(words: str, scene: Scene) -> frozenset[ValueKey]:
    # Days are ignored because one day fits many records.
    found = values_in(words, scene.now)
    keys = frozenset((kind_of(value), meaning) for value in found for meaning in value.meanings)
    return frozenset(key for key in keys if key[0] in ("time", "amount") and key[1] >= 100)


def _over(scene: Scene, table: str) -> frozenset[str]:
    """Return the keys of a table's completed or cancelled records; an offer hardly means them."""
    return frozenset(thing.key for thing in scene.things if thing.table == table and _OVER.search(thing.text))


def _best(
    scene: Scene,
    table: str,
    words: frozenset[str],
    targets: frozenset[str],
    values: frozenset[ValueKey] = frozenset(),
) -> tuple[float, float]:
    """Return two scores: of the wanted record that the words and values describe best, and of the best other record.

    Completed or cancelled records count only if they are wanted; a score is 0.0 if there is no such record.
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


def _new(claim: ActClaim, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return an answer with its reason: would the new record be about the wanted topic?"""
    made = _MADE.get(claim.target) or _MADE.get(claim.act)
    span = set(re.findall(r"[^\W_]+", named.words))
    generic = named.deed.word in _GENERIC or named.deed.form == "participle"
    if made is not None and generic and not span & made and not set(re.findall(r"[^\W_]+", passage.folded)) & made:
        return Found("unclear", "it does not say what it would create", named.words)
    own_words = content_words(CIRCUMSTANCE.sub(" ", named.meant)) - {named.deed.word}
    tables = {thing.table for thing in passage.scene.things if thing.key in offer.about_keys}
    for table in tables:
        own, other = _best(passage.scene, table, own_words, offer.about_keys)
        strange = _strange_titles(passage, own_words, table, offer)
        if other > own and strange:
            return Found("unclear", "it is about something else", " ".join(sorted(strange)))
        wide, rival = _best(passage.scene, table, passage.meant_words, offer.about_keys)
        if own > 0 and own == other and wide == rival and len(offer.words & passage.meant_words) < 4:
            return Found("unclear", MAY_BE_ABOUT_ANOTHER, named.words)
    replaced = [thing.title for thing in passage.scene.things if thing.key in offer.targets]
    old = (own_words & frozenset[str]().union(*replaced)) - offer.made
    if claim.act in ("book", "move") and old and "cancel" not in named.acts:
        return Found("unclear", "it may book or set the same thing again", " ".join(sorted(old)))
    people = {mention.key for mention in passage.people}
    words = passage.meant_words
    if not offer.about_keys or offer.about & words or people & offer.about_keys or len(offer.words & words) >= 3:
        return Found("yes", "", named.words)
    return Found("unclear", "it does not say what it is about", named.words)


def _strange_titles(passage: Passage, words: frozenset[str], table: str, offer: WantedOffer) -> frozenset[str]:
    """Return those of the words that stand in other titles of the table, but not in right offers or wanted records."""
    things = [thing for thing in passage.scene.things if thing.table == table]
    others = frozenset[str]().union(*(thing.title for thing in things if thing.key not in offer.about_keys))
    own = frozenset[str]().union(*(thing.title | thing.body for thing in things if thing.key in offer.about_keys))
    keys = offer.targets | offer.about_keys
    own |= {word for person in passage.scene.people if person.key in keys for name in person.names for word in name}
    own |= offer.words
    return frozenset(word for word in (words & others) - own if len(word) > 1 and not kin(word) & own)


def records_named(named: Named, passage: Passage) -> frozenset[str]:
    """Return the keys of the records that the deed's own words name by their titles."""
    words = content_words(named.meant)
    return frozenset(thing.key for thing in passage.scene.things if is_named(thing, words, passage.scene))
