"""Reads an offer: which deeds it names, for which record or person, and whether they meet a need."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from simulator.reading.claims import Found
from simulator.reading.language.deeds import is_retracted
from simulator.reading.language.frames import line_of
from simulator.reading.language.idle_verbs import IDLE_ACTS, KEEP, SHOW, WAIT
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_checks import (
    open_choice,
    other_details,
    other_key_value,
    other_topic,
    wrong_value,
)
from simulator.reading.offers.offer_claims import ABOUT_ANOTHER, MAY_BE_ABOUT_ANOTHER, WHICH_RECORD, WantedOffer
from simulator.reading.offers.offer_contents import content_doubts
from simulator.reading.offers.offer_doubts import doubts as unexplained
from simulator.reading.offers.offer_gaps import empty_answer, gaps
from simulator.reading.offers.offer_harms import harmful, is_plainly_grave
from simulator.reading.offers.offer_opposites import opposite
from simulator.reading.offers.offer_people import other_namesake, replaced_people
from simulator.reading.offers.offer_targets import judge_target, recipients, records_named
from simulator.reading.offers.passage import ROUGH, Named, Passage
from simulator.reading.offers.pasted import without_understanding
from simulator.reading.offers.record_scores import is_named
from simulator.reading.offers.reminder_contents import is_content_of_reminder, is_reason_for_reminder
from simulator.reading.scene import Scene, content_words

__all__ = ["NamedAct", "WantedOffer", "named_acts", "read_offer"]

_NO_DEED = frozenset(("vague", "unknown")) | IDLE_ACTS
_GENERIC = word_set(
    "put get take make do have set give go bring keep press arrange fix settle sort organise organize rearrange plan "
    "check find switch call use leave suggest offer propose try prepare let start"
)
_IDLE_REASONS = {
    KEEP: "it would leave things as they are",
    WAIT: "it would wait",
    SHOW: "it would only inform the owner",
}
_ELSE = "it offers something else"
_LEFT = re.compile(
    r"\w+ (?:it|that|this|them|things|everything)(?: ?$|[,.?;]| as\b| alone|"
    r" be\b| for now| until| till| unchanged| where)"
)
_ONE_OF = re.compile(r"\bone of the (?!times?\b|days?\b|dates?\b|hours?\b|slots?\b|two times\b)")
_DID = re.compile(
    r"\bi (?:have|had|already|just|went ahead|took the liberty|[a-z]+ed|bought|sent|told|wrote)\b|\bi've\b"
)
_CHECKS_OUT = re.compile(
    r"(?:check(?:ing)?(?: (?:it|them|anything|that|this))? out|checkout|order|buy|purchase|pay|place|complete)\b"
)
_WILL_NOT = "it says that it will not help"
_NOT_REALLY = "it names the help without offering it"
_UNSAID = "it does not say to whom or to what it would do this"


class NamedAct(NamedTuple):
    """A deed that an offer names, with its people and records."""

    acts: frozenset[str]
    keys: frozenset[str]
    """People and records that the deed's words name."""
    words: str


def named_acts(text: str, scene: Scene) -> list[NamedAct]:
    """Return the deeds that the text offers, without denied, hedged, vague and idle ones (such as waiting).

    The content of a reminder is not a deed of its own: its words belong to the reminder. The list is empty if the text
    takes the offer back.
    """
    passage = Passage(text, scene)
    found: list[NamedAct] = []
    for named in passage.offered:
        if named.deed.negated or named.deed.hedged or not named.acts - _NO_DEED:
            continue
        keys = recipients(named, passage) or _meant_by_pronoun(named, passage)
        keys |= records_named(named, passage)
        if found and is_content_of_reminder(named, passage):
            reminder = found.pop()
            found.append(reminder._replace(keys=reminder.keys | keys, words=f"{reminder.words} {named.words}"))
        elif not is_reason_for_reminder(named, passage):
            found.append(NamedAct(named.acts - _NO_DEED, keys, named.words))
    return [] if found and is_retracted(text, passage.offered[0].start) else found


def _meant_by_pronoun(named: Named, passage: Passage) -> frozenset[str]:
    if not set(re.findall(r"[^\W_]+", named.words)) & word_set("him her them both"):
        return frozenset()
    before = [mention.key for mention in passage.people if mention.end <= named.start]
    several = re.search(r"\b(?:them|both)\b", named.words)
    # "Viorica writes that the post wants money. Shall I answer her?" may mean the first or the last name.
    return frozenset(before[-3:] if several else (*before[:1], *before[-1:]))


def read_offer(text: str, offer: WantedOffer, scene: Scene) -> Found:
    """Return whether the text offers the wanted help (yes, no or unclear), with the reason."""
    passage = Passage(text, scene)
    if not passage.offered:
        return _without_deeds(passage, offer)
    retraction = is_retracted(text, passage.offered[0].start) or _refusal(passage)
    if retraction:
        return Found("no", "it takes back what it says", retraction)
    results = [(named, _judge(named, passage, offer)) for named in passage.offered]
    results = [one for one in results if not _only_fills_cart(one[0], offer)] or results
    yes = [named for named, found in results if found.value == "yes"]
    if not yes:
        return _without_match(results, passage, offer)
    refused = [found for _, found in results if found.reason in (_WILL_NOT, _NOT_REALLY) and found.value == "no"]
    if refused:
        return refused[0]._replace(value="unclear")
    doubt = without_understanding(passage) or _checked(passage, offer, yes, results)
    return doubt or Found("yes", "it offers what is wanted", yes[0].words)


def _only_fills_cart(named: Named, offer: WantedOffer) -> bool:
    """Return True for "I won't check out" if the help is only to put something into the cart."""
    return offer.cart_only and named.deed.negated and _CHECKS_OUT.match(named.words) is not None


# "I could move it. I will not.": the second sentence refuses every deed named before it.
_REFUSAL = re.compile(
    r"(?:(?:but|however|only|still|sorry|no) ,? ?)*i (?:will|would|shall|can|am|do) not"
    r"(?: (?:,|though|however|actually|really|be|go ahead|go ahead with (?:it|that|this)|do so|proceed|bother|"
    r"going to|want to|act on (?:it|that|this)))* [.!]*"
)


def _refusal(passage: Passage) -> str:
    """Return the first later sentence that refuses the first offered deed, such as "I will not."; or ""."""
    for sentence in passage.tokenized.sentences[passage.offered[0].deed.sentence + 1 :]:
        line = line_of(sentence).text.strip() + " "
        if _REFUSAL.fullmatch(line) or _REFUSAL.fullmatch(line.strip()):
            return line.strip()
    return ""


# Ways to offer something without saying who would do it: "it could be on its way today", "only your yes is missing".
_MAY_OFFER = re.compile(
    r"\b(?:if you (?:like|want|wish|agree|approve)|say the word|up to you|your call|your (?:yes|word|ok|okay|go-ahead)"
    r"|could|would|should|might|ought|want|go ahead)\b"
)


def _without_deeds(passage: Passage, offer: WantedOffer) -> Found:
    hedged = [deed for deed in passage.deeds if deed.hedged and _fits(deed.acts, offer)]
    if hedged:
        return Found("no", _NOT_REALLY, hedged[0].word)
    done = [deed for deed in passage.deeds if deed.mood == "done"]
    asks = any(sentence.asks for sentence in passage.tokenized.sentences)
    if done and not asks and _DID.search(passage.folded):
        return Found("no", "it says that it was done already", done[0].word)
    if asks or re.search(r"\b(?:i|me|let|i'd|i'll)\b", passage.folded):
        return Found("unclear", "it names no action that the reader knows")
    if _MAY_OFFER.search(passage.folded):
        return Found("unclear", "it names no action that the reader knows")
    return Found("no", "it offers nothing")


def _fits(acts: frozenset[str], offer: WantedOffer) -> bool:
    wanted = {claim.act for claim in offer.acts}
    return bool(acts & wanted) or bool(wanted & {"send", "ask"} and acts & {"send", "ask"})


def _without_match(results: Sequence[tuple[Named, Found]], passage: Passage, offer: WantedOffer) -> Found:
    for _, found in results:
        if found.value == "no":
            return found
    for named, found in results:
        if found.reason == _WILL_NOT:
            return Found("no", _WILL_NOT, named.words)
    if all(named.deed.negated for named, _ in results):
        return Found("no", _WILL_NOT, results[0][0].words)
    hedged = [deed for deed in passage.deeds if deed.hedged and _fits(deed.acts, offer)]
    if hedged and all(named.deed.hedged or not named.acts - _NO_DEED for named, _ in results):
        return Found("no", _NOT_REALLY, hedged[0].word)
    sure = [
        found
        for named, found in results
        if named.deed.form != "noun"
        and (
            (bool(named.acts - _NO_DEED) and _is_sure(named) and found.reason == _ELSE)
            or found.reason in _IDLE_REASONS.values()
        )
    ]
    understood = {named.deed.sentence for named, _ in results}
    puzzling = [
        number
        for number, sentence in enumerate(passage.tokenized.sentences)
        if sentence.asks and len(sentence.tokens) > 5 and number not in understood
    ]
    elsewhere = any(
        _fits(deed.acts, offer) and not deed.negated and not _is_owners(deed.start, passage)
        for deed in passage.deeds
        if deed.mood != "done" and deed.form not in ("noun", "present") and deed not in [one.deed for one, _ in results]
    )
    if len(sure) == len(results) and not puzzling and not elsewhere:
        return Found("no", sure[0].reason, sure[0].words)
    return next((found for _, found in results if found.reason != _ELSE), results[0][1])


def _is_sure(named: Named) -> bool:
    return KEEP in named.acts or named.sure or named.deed.word not in _GENERIC | ROUGH


def _is_owners(place: int, passage: Passage) -> bool:
    """Return True if the owner would do the deed, as in "so that you can answer them yourself"."""
    return bool(
        re.search(
            r"\byou(?:'ll|'d)? (?:(?:can|could|may|might|will|would|should|must|have to|need to|want to|\w+ly) ){0,3}"
            r"(?:to )?$",
            passage.folded[max(0, place - 40) : place],
        )
    )


def _judge(named: Named, passage: Passage, offer: WantedOffer) -> Found:
    """Return whether an offered deed is a wanted deed, done to the wanted person or record, with the reason."""
    if not named.acts - _NO_DEED:
        idle = sorted(named.acts & IDLE_ACTS) if not named.deed.negated else []
        return Found("unclear", _IDLE_REASONS[idle[0]] if idle else "it names no action", named.words)
    # A plain message may also ask; a question does not tell anything.
    acts = named.acts | ({"ask"} if "send" in named.acts else frozenset())
    if "ask" in acts and not offer.tells:
        acts |= {"send"}
    fitting = [claim for claim in offer.acts if claim.act in acts]
    if not fitting:
        asks = "ask" in acts and any(claim.act == "send" for claim in offer.acts)
        asked = recipients(named, passage)
        if asks and asked and not asked & (offer.targets | offer.about_keys) and not named.deed.negated:
            return Found("no", "it goes to somebody else", named.words)
        return Found("unclear", "it would ask instead of telling" if asks else _ELSE, named.words)
    best = Found("unclear", _UNSAID, named.words)
    for claim in fitting:
        found = judge_target(claim, named, passage, offer)
        if found.value == "yes" or (found.value == "no" and best.value != "yes") or best.reason == _UNSAID:
            best = found
        if best.value == "yes":
            break
    if best.value != "no" and named.deed.negated:
        return Found("no" if best.value == "yes" else "unclear", _WILL_NOT, named.words)
    choice = open_choice(named, passage)
    if choice is not None and not named.deed.negated:
        return choice
    if best.value == "yes" and named.deed.hedged:
        return Found("no", _NOT_REALLY, named.words)
    return best


def _checked(
    passage: Passage, offer: WantedOffer, yes: Sequence[Named], results: Sequence[tuple[Named, Found]]
) -> Found | None:
    """Return an objection to an offer of the right deed: the first "no", else the first doubt, else None."""
    doubts = [found._replace(value="unclear") for named, found in results if _strays(named, found, passage, offer, yes)]
    doubts += replaced_people(passage, offer, yes)
    checks: list[Found | None] = [other_key_value(passage, offer), other_namesake(passage, offer, yes)]
    doubts += [Found("unclear", WHICH_RECORD, one.words) for one in yes if _ONE_OF.search(one.meant)]
    for named, found in results:
        if not named.deed.negated and found.reason != _ELSE:
            checks += [open_choice(named, passage), wrong_value(named, passage, offer)]
            checks += [opposite(named, passage, offer)] if found.value == "yes" else []
            checks.append(other_topic(named, passage, offer))
        checks.append(other_details(named, passage, offer))
    for check in checks:
        if check is not None and check.value == "no":
            return check
        doubts += [check] if check is not None else []
    harm = harmful(passage, offer, yes)
    if harm is not None:
        doubts.append(harm)
        if harm.value == "no":
            return harm
    # Only the first doubt is returned, so the costly checks run only while there is none.
    for further in (unexplained, gaps, content_doubts):
        doubts += [] if doubts else islice(further(passage, offer, yes), 1)
    for named, found in results:
        if found.reason in (_IDLE_REASONS[WAIT], _IDLE_REASONS[KEEP]) and _is_taken_back(named, passage, offer, yes):
            doubts.append(found)
            turn = passage.folded[max(0, named.start - 40) : named.start]
            if (
                WAIT in named.acts
                and named.start > yes[0].start
                and re.search(r"\b(?:but|though|although|yet)\b", turn)
            ):
                return found._replace(value="no")
    if _is_half(offer, yes):
        doubts.append(Found("unclear", "it offers only half of the help", yes[0].words))
    empty = [check for named in yes if (check := empty_answer(named, passage, offer)) is not None]
    if len(empty) == len(yes):
        doubts += empty
    return doubts[0] if doubts else None


def _strays(named: Named, found: Found, passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> bool:
    """Return True if a deed is, or may be, done to a record that neither this need nor another need is about."""
    if found.reason == MAY_BE_ABOUT_ANOTHER and found.value != "no":
        return not _is_other_help(named, passage, offer) and not _continues(named, yes)
    grave = is_plainly_grave(named) and not named.deed.negated
    strays = found.reason in (ABOUT_ANOTHER, MAY_BE_ABOUT_ANOTHER) and (found.value == "no" or grave)
    return strays and not records_named(named, passage) & offer.other_targets


def _continues(named: Named, yes: Sequence[Named]) -> bool:
    """Return True for the second deed of "cancel that order and place it again", which is done to the same record."""
    before = any(one.deed.sentence == named.deed.sentence and one.end <= named.start for one in yes)
    return before and bool(re.match(r"\w+ (?:it|them|that|the same|again|like that)\b", named.words))


def _is_other_help(named: Named, passage: Passage, offer: WantedOffer) -> bool:
    """Return True for a deed that may belong to another need: "move the party, and move the counting as well"."""
    tables = {thing.table for thing in passage.scene.chosen(offer.targets)}
    others = {thing.table for thing in passage.scene.chosen(offer.other_targets - offer.targets)}
    return bool(named.acts & offer.other_help and tables & others)


def _is_taken_back(named: Named, passage: Passage, offer: WantedOffer, yes: Sequence[Named]) -> bool:
    """Return True if `named`, a deed of waiting or keeping, takes back the help: "though I would rather wait"."""
    if WAIT in named.acts:
        return True
    words, scene = content_words(named.words), passage.scene
    tables = {thing.table for thing in scene.chosen(offer.targets)}
    rows = [(scene.coverage(thing, words), thing) for thing in scene.things if thing.table in tables]
    other = max((share for share, thing in rows if thing.key not in offer.targets), default=0.0)
    # "Leave the left-hand knife as it is" is not about the right-hand knife, although both are knives.
    wanted = [thing for share, thing in rows if thing.key in offer.targets and share > other]
    if any(is_named(thing, words, scene) for thing in wanted):
        return True
    # "Keep your order as it is" means the wanted order, unless words tell that another order is meant.
    nouns = "|".join(sorted(table.rpartition(".")[2] for table in tables))
    if nouns and not other and re.match(rf"\w+ (?:the|your|that|this) (?:{nouns})\b", named.words):
        return True
    return named.start > yes[0].start and bool(_LEFT.match(named.words))


def _is_half(offer: WantedOffer, yes: Sequence[Named]) -> bool:
    """Return True if the offer only cancels a record that should be replaced."""
    wanted = {claim.act for claim in offer.acts}
    named = frozenset[str]().union(*(one.acts for one in yes))
    return not offer.by_choice and {"cancel", "book"} <= wanted and "cancel" in named and "book" not in named
