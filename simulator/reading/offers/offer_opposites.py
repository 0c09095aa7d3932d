"""Finds offered messages and notes that say, or may say, the opposite of what right texts say."""

from __future__ import annotations

import re

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.word_sets import word_set
from simulator.reading.offers.offer_checks import TO_PEOPLE
from simulator.reading.offers.offer_claims import WantedOffer, polarities
from simulator.reading.offers.passage import Named, Passage
from simulator.reading.scene import content_words

_DECLINES = word_set("decline refuse reject declining refusing turn")
_NEUTRAL = re.compile(r"\b(?:no later than|not later than|not before|not until|not only|no doubt|no problem)\b")
_TELLS = word_set("tell let inform assure confirm thank notify telling informing")
_ASKS = re.compile(
    r"\b(?:whether|if|who|which|what|how many|ask|asking|want|wants|would like|interested|join|take part|about)\b"
)
_CONTRARY = re.compile(
    r"\b(?:all right|alright|(?:everything|it|all|that|things) (?:is|are) fine|in order|correct|genuine|as planned|"
    r"stays?|remains?|unchanged|as before|still|needless|"
    r"(?:is|are|was|were) (?:all|everything)(?= ?[?.,]|$)|"
    r"welcome to|may (?:charge|keep|have|take|pay)|can (?:charge|keep|have|take)|"
    r"gladly (?:pay|accept|take|agree)|happy with)\b"
)
_CEREMONY = word_set("thank thanking congratulate congratulating greet greeting")
_DENIAL = re.compile(r"\b(?:not|never|cannot|no|nothing|nobody|neither)\b|n't\b")


def opposite(named: Named, passage: Passage, offer: WantedOffer) -> Found | None:
    """Return a finding if the offered message or note says, or may say, something other than right texts; or None."""
    if not named.acts & TO_PEOPLE:
        told = _told_clause(named.words) if named.acts & {"note", "remind", "add"} else ""
        denied = not offer.negative and re.search(r"\b(?:not|never|no|nothing|nobody)\b|n't\b", told)
        return Found("unclear", "it may say the opposite", told) if denied else None
    if named.deed.word in _DECLINES and "turn" not in named.deed.word and not offer.words & _DECLINES:
        return Found("no", "it would decline", named.words)
    said = {(verb, negated) for verb, negated in polarities(_own_clause(named.words)) if verb != named.deed.word}
    # "Tell Tamar that you come, and Levan that you cannot come at two": another message says the right thing.
    others = [polarities(one.words) for one in passage.offered if one is not named and one.acts & TO_PEOPLE]
    right = said.union(*others) if len({claim.target for claim in offer.acts}) > 1 else said
    for verb, negated in sorted(said):
        if (verb, not negated) in offer.said and (verb, negated) not in offer.said and (verb, not negated) not in right:
            # Not sure: "you can't come at ten" may be said beside "you come at one".
            return Found("unclear", "it would say the opposite", named.words)
    if named.deed.word in _CEREMONY and not content_words(named.deed.word) & offer.known:
        return Found("unclear", "it may say something else", named.words)
    told = _told_clause(named.words)
    if told and not offer.negative and _DENIAL.search(told) and not _replaces_value(told, passage, offer):
        return Found("unclear", "it may say the opposite", told)
    contrary = _CONTRARY.search(told)
    if contrary and not (content_words(contrary[0]) or {contrary[0]}) & offer.known:
        return Found("unclear", "it may say the opposite", contrary[0])
    asked = {claim.act for claim in offer.acts} & TO_PEOPLE == {"ask"}
    informs = named.deed.word in _TELLS and not named.acts & {"ask"}
    rest = passage.folded[named.start : passage.sentence(named).end]
    if asked and informs and (told or not _ASKS.search(rest)):
        return Found("unclear", "it would tell instead of asking", named.words)
    for match in re.finditer(r"\bno (?:more )?(?:[a-z]+ )?([a-z]+)", _own_clause(named.words)):
        if content_words(match[0]) & offer.words and "no" not in offer.quantifiers:
            return Found("unclear", "it may say the opposite", match[0])
    return None


def _told_clause(words: str) -> str:
    """Return the words after "that" or "say", up to the next punctuation mark; empty if there are none."""
    match = re.search(r"\b(?:(?<!so )that|say|saying)\b (?!to\b|with\b|in\b|on\b|for\b)((?:[^,;.?]|\.[0-9])*)", words)
    return _NEUTRAL.sub(" ", match[1]) if match else ""


def _replaces_value(told: str, passage: Passage, offer: WantedOffer) -> bool:
    """Return True for "you cannot come at two and take half past four", with the claim's value after the denial."""
    _, _, rest = re.split(r"\b(and|but)\b", told, maxsplit=1) if re.search(r"\b(?:and|but)\b", told) else ("", "", "")
    if not rest or _DENIAL.search(rest):
        return False
    return any(key[0] in ("day", "time") for key in keys_in(rest, passage.scene.now) & offer.key_values)


def _own_clause(words: str) -> str:
    shorter = re.sub(r"\b(?:before|after|until|by|at|on) [^,;?]*?(?=\bthat\b|,|;|\?|$)", " ", words)
    return re.split(r"\b(?:so that|because|since|unless|while|when|,? as)\b|, or (?:she|he|they|you|else)\b", shorter)[
        0
    ]
