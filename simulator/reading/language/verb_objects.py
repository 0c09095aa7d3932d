"""Picks the act of an ambiguous verb by its object: "put a reminder in" reminds, "put it in the bin" deletes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from simulator.reading.language.idle_verbs import KEEP
from simulator.reading.language.word_sets import word_set

# Verbs that name an act only together with their object.
LIGHT = word_set(
    "put set add make create get do place drop stick pop write enter have give throw prepare start fix arrange "
    "organise organize leave take jot note record save store keep schedule plan settle sort fill mark use bring "
    "move shift slip tuck pin copy log block hold update change draw "
    "made written set entered added created placed prepared arranged noted recorded saved stored scheduled moved "
    "putting setting adding making writing"
)
_SENDS = word_set("send sending")
_KINDS: Mapping[str, frozenset[str]] = {
    "remind": word_set("reminder reminders alarm alarms alert alerts nudge"),
    "note": word_set(
        "note notes list lists checklist summary overview table comparison memo sheet document rundown digest folder "
        "page notebook"
    ),
    "add": word_set("calendar diary agenda schedule event appointment entry planner contact contacts book directory"),
    "book": word_set("cab taxi van ride car lift minibus minivan transfer shuttle"),
    "send": word_set(
        "message mail email text line word reply answer letter note response sms chat heads invitation warning apology"
    ),
    "ask": word_set("question request enquiry inquiry query complaint objection"),
    "delete": word_set("trash bin"),
    "order": word_set("cart basket order orders purchase trolley"),
    "save": word_set("favourites favorites favourite bookmarks shortlist wishlist list lists collection"),
}
_VEHICLE = "|".join(sorted(_KINDS["book"]))
_SENT_VEHICLE = re.compile(rf"^\w+ (?:an?|the|your|another|one) (?:\w+ ){{0,2}}?(?:{_VEHICLE})\b")
_KIND_OF: Mapping[str, frozenset[str]] = {
    noun: frozenset(act for act, nouns in _KINDS.items() if noun in nouns)
    for noun in frozenset().union(*_KINDS.values())
}
_OBJECT = re.compile(
    r"^\w+ (?:(?:you|him|her|them|us|up|down|in|out|off|together|\w+ down) )*"
    r"(?:a|an|the|your|this|that|another|one|two|three|\d+|some|in a|in an)? ?(?P<words>(?:[\w'-]+ ?){1,4})"
)
_END = word_set(
    "for about of in into on onto to at with that which who so because since when if by from until till before after "
    "and or as saying asking telling"
)
_PLACE = re.compile(r"\b(?:in|into|on|onto|to) (?:the |your |his |her |their |a |an |my )?(?:\w+ )?(?P<noun>[a-z]+)\b")
_TO_PERSON = re.compile(r"^(?:write|writing|written|speak|talk|say|get back|reply|mail|turn) to (?!do\b|be\b)")

_NAMED_BY_NOUN: Mapping[str, frozenset[str]] = {
    noun: frozenset({act})
    for act, nouns in {
        "send": "reply replies answer answers message messages response responses warning invitation apology",
        "cancel": "cancellation refund return",
        "delete": "deletion removal clean-up",
        "order": "purchase checkout",
        "book": "rebooking",
    }.items()
    for noun in nouns.split()
}
# "Add the kettle, the lamp and two of the small bowls to your cart": a list of things may come before the cart.
_INTO_CART = re.compile(
    r"\b(?:in|into|to|onto) (?:(?:the|your|my|our|his|her|their) )?(?:\w+ )?(?:cart|basket|trolley)\b"
    r"|^(?:fill|filling|load|loading) (?:up )?(?:the|your) (?:\w+ )?(?:cart|basket|trolley)\b"
)
_FILLS = word_set(
    "put add place drop stick pop get throw move slip tuck bring fill load have set "
    "putting adding placing dropping moving filling added placed moved"
)
_VAGUE_OBJECT = re.compile(
    r"^(?:take care of|handle|see to|deal with|sort out|sort|look after|arrange|do|manage|organi[sz]e|tackle) "
    rf"(?:the |your |a |an |those |these )?(?:\w+ )?(?P<noun>{'|'.join(_NAMED_BY_NOUN)})\b"
)


def narrowed(verb: str, acts: frozenset[str], words: str) -> frozenset[str]:
    """Return the acts that remain possible for a verb with its object; `words` start with the verb."""
    if acts == {"vague"}:
        # "Take care of the replies" names the deed with a noun.
        match = _VAGUE_OBJECT.match(words)
        return _NAMED_BY_NOUN[match["noun"]] if match else acts
    if verb in _SENDS and {"book", "send"} <= acts:
        # "Send a van" books it, "send her the number" tells her something.
        return frozenset({"book"}) if _SENT_VEHICLE.match(words) else acts - {"book"}
    if (verb in _FILLS or acts == {"unknown"}) and _INTO_CART.search(words):
        return frozenset({"order"})
    if verb not in LIGHT | {"retain"} or len(acts) < 2:
        return acts
    if _TO_PERSON.match(words):
        return acts & {"send", "ask"} or acts
    place = _place_acts(words)
    if verb in ("keep", "hold", "retain") and not _object_acts(words) | place:
        # "Keep it" means saving a record or leaving it as it is.
        return acts & {"save"} | {KEEP}
    # "Put the list in a reply" means sending a message.
    return (acts | (place & {"send"})) & (_object_acts(words) | place) or acts


def _object_acts(words: str) -> frozenset[str]:
    match = _OBJECT.match(words)
    if match is None:
        return frozenset()
    for word in match["words"].split():
        if word in _END:
            break
        if word in _KIND_OF:
            return _KIND_OF[word]
    return frozenset()


def _place_acts(words: str) -> frozenset[str]:
    clause = re.split(r"[,;.?]|\b(?:so that|because|since)\b", words)[0]
    return frozenset[str]().union(
        *(
            _KIND_OF[match["noun"]]
            for match in _PLACE.finditer(clause)
            if match["noun"] in _KIND_OF and match["noun"] not in _KINDS["book"]
        )
    )
