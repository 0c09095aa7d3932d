"""Finds the person or record of an offered deed, and compares it with the wanted person or record."""

from __future__ import annotations

import re

from simulator.reading.claims import ActClaim, Found
from simulator.reading.facts.addresses import addresses_in
from simulator.reading.facts.text_values import ValueKey, kind_of, values_in
from simulator.reading.language.word_families import kin
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_claims import (
    ABOUT_ANOTHER,
    LEAVES_SOME_OUT,
    MAY_BE_ABOUT_ANOTHER,
    WHICH_RECORD,
    WantedOffer,
    audiences_in,
    codes_in,
    counts_in,
)
from simulator.reading.offers.offer_variants import names_option
from simulator.reading.offers.passage import CIRCUMSTANCE, Named, Passage, meant, unmeant
from simulator.reading.offers.record_scores import (
    best_scores,
    covers_more,
    given_up,
    is_named,
    is_on_its_day,
    names_other,
    serves_event,
    shares_title,
)
from simulator.reading.scene import Mention, Scene, content_words, name_forms

_ONE = word_set("him her he she")
_SEVERAL = word_set("them they all both everyone everybody others group chat friends each two three four five six rest")
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
# "Forward her mail" passes it on to somebody else; "answer her mail" writes to her.
# "At the dairy" is a place, even if a chat has this name.
_AS_PLACE = re.compile(r"\b(?:at|from|near|by|outside|behind)(?: the| your)? ?$")
_FRONTED = re.compile(
    r"(?:^|[.;?!] *)to (?:the |your |mr |mrs |ms |dr )*"
    r"(?P<name>(?!(?:keep|help|spare|please|thank|get|make)\b)[^,.;?]{2,40}?) i(?: would|'d| will|'ll) (?:\w+ly )?$"
)
# A recipient before the verb stands at most this many characters before it.
_FARTHEST = 80
_PASSES_ON = re.compile(r"(?:forward|pass|hand|relay|share|send|submit|copy)\w*\b")
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
_ONE_OF = re.compile(r"\bone of (?:the|your|his|her|their|those|these)\b")
# Verbs that many acts share, so an offer must also name the thing that it would make.
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
    "shopping": word_set("cart basket trolley"),
    "book": word_set("cab taxi van ride car lift booking trip transfer one it vehicle minibus"),
}


def judge_target(claim: ActClaim, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return whether the deed is done to the person or record of the claim (yes, no or unclear), with the reason."""
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

    The result is empty if a pronoun stands for the recipient: "write to her".
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
            and _is_addressed(mention, limit, passage.folded, named)
        ):
            found.add(mention.key)
    # "To Dr Lutfa I would send nothing."
    fronted = None if found else _FRONTED.search(passage.folded, max(0, named.start - _FARTHEST), named.start)
    if fronted:
        found |= {one.key for one in passage.people if fronted.start("name") <= one.start < fronted.end("name")}
    for group in passage.groups:
        if named.start <= group.start < named.end:
            found |= group.members
    return frozenset(found)


def _in_brackets(span: str, place: int) -> bool:
    return span.count("(", 0, place) > span.count(")", 0, place)


def _is_addressed(mention: Mention, limit: int, folded: str, named: Named) -> bool:
    before, after = folded[max(0, mention.start - 30) : mention.start], folded[mention.end : mention.end + 30]
    # The word of a token such as "Ines's" is "ines", but its end is after the "s".
    after = f"'s{after}" if folded[mention.start : mention.end].endswith("'s") else after
    if re.search(
        r"\b(?:lady|man|woman|person|people|guy|one|friend|colleague|agent|gentleman|folks) (?:from|of|at) (?:the )?$",
        before,
    ):
        return True
    if after.startswith(("'s ", "' ")) and (_PASSES_ON.match(named.words) or not _ASKED.match(after)):
        return False
    if mention.start >= limit:
        return bool(re.search(r"(?:\bthen|\btell|\band to|\bto) $", before))
    return ("ask" in named.acts and bool(re.search(r"\bfrom (?:the |your )?$", before))) or not _NOT_TO.search(before)


def _person(wanted: str, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    targets = offer.targets
    found = recipients(named, passage)
    if not found:
        return _unnamed(wanted, named, passage, offer)
    wider = [
        group.members
        for group in passage.groups
        if named.start <= group.start < named.end and not _AS_PLACE.search(passage.folded[: group.start])
    ]
    # Right solutions may write to a chat in which others read along.
    wanted_readers = targets | offer.heard - offer.untold
    if wider and not any(members <= wanted_readers for members in wider):
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
    """Return the finding for a deed that names its recipient only with a pronoun, or not at all."""
    head = _PASSED_ON.sub(" ", _CLAUSE.split(named.words)[0])
    words = set(re.findall(r"[^\W_]+", head))
    before = [mention for mention in passage.people if mention.end <= named.start]
    sentence = passage.sentence(named)
    near = [mention for mention in before if mention.start >= sentence.start]
    if words & _NOBODY:
        return Found("unclear", "it does not say to whom", named.words)
    own = {address for address, key in passage.scene.addresses if key in offer.targets}
    if (written := addresses_in(named.words)) and not written & (own | offer.addresses):
        return Found("no", "it goes to somebody else", named.words)
    people = {claim.target for claim in offer.acts} & {person.key for person in passage.scene.people}
    if len(people) > 1 and audiences_in(head) & offer.audiences:
        return Found("yes", "", named.words)
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
    """Return the keys of the people whom "her" may mean: those who are mentioned first and last."""
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
    # "Swap the long rope for the short one" orders the short one; orders, which may be cancelled, are no items.
    swapped = given_up(passage.folded) if thing.table.endswith("item") else frozenset[str]()
    swapped -= frozenset[str]().union(*(one.title for one in scene.chosen(offer.targets)))
    own_words, all_words = own_words - swapped, passage.words_before(named) - swapped
    own_values = _times_and_sums(named.meant, scene)
    if not own_words - {named.deed.word} and _ONE_OF.search(passage.folded):
        return Found("unclear", WHICH_RECORD, named.words)
    refers_back = named.deed.form in ("past", "participle") or bool(_OBJECT_PRONOUN.match(named.words))
    for number, words in enumerate((own_words, all_words, passage.meant_words)):
        if number == 0 and refers_back:
            continue
        values = own_values if number == 0 else _values_until(named, passage)
        own, other = best_scores(scene, thing.table, words, offer.targets, values)
        if own <= 0 and other <= 0:
            continue
        tie = own > 0 and own >= 0.99 * other
        if own > 1.02 * other or (
            tie
            and (
                _is_supported(passage, offer)
                or covers_more(scene, thing.table, words, offer.targets)
                or names_option(thing, named, passage)
                or is_on_its_day(thing, named, scene, offer.targets)
            )
        ):
            break
        if other > 1.25 * own:
            # Earlier sentences may be about another record; only the deed's own words say which record is meant.
            if number == 0:
                wider, rival = best_scores(scene, thing.table, all_words, offer.targets, _values_until(named, passage))
                if wider > rival and not shares_title(scene, thing.table, own_words, offer):
                    # Only remarks in other records have these words: "the food order" and "comes with your food".
                    continue
                sure = rival > wider and other >= 1.5 and names_other(scene, thing.table, own_words, offer)
                return Found("no" if sure else "unclear", ABOUT_ANOTHER, named.words)
            if own > 0 and _is_supported(passage, offer):
                break
            sure = own <= 0 and refers_back and names_other(scene, thing.table, words, offer)
            return Found("no" if sure else "unclear", MAY_BE_ABOUT_ANOTHER, named.words)
    else:
        rows = sum(1 for one in scene.things if one.table == thing.table)
        told = rows == 1 or _is_supported(passage, offer) or serves_event(thing.table, named, passage, offer)
        return Found("yes" if told else "unclear", WHICH_RECORD, named.words)
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
    """Return True if the text has a code, count, price or phone number of right offers, which shows what is meant."""
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


def _times_and_sums(words: str, scene: Scene) -> frozenset[ValueKey]:
    # Days are ignored because one day fits many records.
    found = values_in(words, scene.now)
    keys = frozenset((kind_of(value), meaning) for value in found for meaning in value.meanings)
    return frozenset(key for key in keys if key[0] in ("time", "amount") and key[1] >= 100)


def _new(claim: ActClaim, named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return whether the new record would be about the wanted topic (yes or unclear), with the reason."""
    made = _MADE.get(claim.target) or _MADE.get(claim.act)
    span = set(re.findall(r"[^\W_]+", named.words))
    generic = named.deed.word in _GENERIC or named.deed.form == "participle"
    if made is not None and generic and not span & made and not set(re.findall(r"[^\W_]+", passage.folded)) & made:
        return Found("unclear", "it does not say what it would create", named.words)
    own_words = content_words(CIRCUMSTANCE.sub(" ", named.meant)) - {named.deed.word}
    tables = {thing.table for thing in passage.scene.things if thing.key in offer.about_keys}
    for table in tables:
        own, other = best_scores(passage.scene, table, own_words, offer.about_keys)
        strange = _strange_titles(passage, own_words, table, offer)
        if other > own and strange:
            return Found("unclear", "it is about something else", " ".join(sorted(strange)))
        wide, rival = best_scores(passage.scene, table, passage.meant_words, offer.about_keys)
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
    """Return the words that are in other titles of the table, but not in right offers or wanted records."""
    things = [thing for thing in passage.scene.things if thing.table == table]
    others = frozenset[str]().union(*(thing.title for thing in things if thing.key not in offer.about_keys))
    own = frozenset[str]().union(*(thing.title | thing.body for thing in things if thing.key in offer.about_keys))
    keys = offer.targets | offer.about_keys
    own |= {word for person in passage.scene.people if person.key in keys for word in name_forms(person)}
    own |= offer.words
    return frozenset(word for word in (words & others) - own if len(word) > 1 and not kin(word) & own)


def records_named(named: Named, passage: Passage) -> frozenset[str]:
    """Return the keys of the records that the deed's own words name by their titles."""
    words = content_words(named.meant)
    return frozenset(thing.key for thing in passage.scene.things if is_named(thing, words, passage.scene))
