"""Describes the wanted offer: its deeds, and the values, counts and statements of right texts to compare with.

Right texts come from the scenario file: offers, reports and arguments of its solutions, and sentences of its needs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.claims import ActClaim
from simulator.reading.facts.folding import fold
from simulator.reading.facts.number_words import written_numbers
from simulator.reading.facts.text_values import ValueKey
from simulator.reading.language.tokens import tokenize
from simulator.reading.language.word_sets import word_set
from simulator.reading.scene import Scene, content_words, singular

_CODE = re.compile(r"(?<![\w.-])(?:[a-z]{2,}[0-9]{1,4}|[0-9]{1,4}[a-z]{3,})(?![\w-])")
_COUNTED = re.compile(r"(?<![\w.,:])([0-9]{1,4})(?: ?x ?| |-)(?:[a-z]+[ -]){0,2}?([a-z]{2,})(?![a-z])")
_REASONS = re.compile(
    r"(?i)\b(?:instead of|rather than|since you|because you|although|whereas|but not|not at)\b[^,;.()?:]*|"
    r"\bmoved? from [0-9:.-]+"
)
_NOT_COUNTED = word_set(
    "a an and or of for in on at to the is are was with by as from if that pm am each one per percent cent euro euros "
    "o clock other more than"
)
_UNITS = word_set("people men women children cm mm ml kg km m g l metre meter litre liter gram pan pack dozen")
_AUDIENCE = re.compile(
    r"\b(?:tell|telling|inform|warn|notify|let|ask|asking|message|mail|text|answer|"
    r"(?:write|writing|say|send|pass|mail|message|speak|report)(?: (?:it|that|this|so|word|on|back|out|a \w+))* to)"
    r" (?:all )?(?:the|your|our|those|these)(?: (?:two|three|four|five|six|other|whole|good))* (?P<noun>[a-z]+)\b"
)
_ROUTE = re.compile(
    r"\bfrom (?P<start>[^,;.?]*?) (?:straight |back )?to (?P<end>[^,;.?]*?)(?= (?:at|for|by|on|in)\b|[,;.?]|$)"
)
_NUMBERED = re.compile(r"\b([a-z]{3,}) ([0-9]{1,3})(?![\w:%/-]|[.,][0-9]| ?%| [a-z]+s\b)")
_NOT_NUMBERED = word_set(
    "the and for from until till about around under over with january february march april may june july august "
    "september october november december monday tuesday wednesday thursday friday saturday sunday than just only "
    "order are costs is"
)
_ENDING = re.compile(r"\bending (?:in )?([0-9]{3,4})\b")
_NEGATION = re.compile(
    r"\b(?:not|never|cannot|no longer|unable|nobody|none|nothing)\b(?: (?:to|be|been|being|have|has|get|even|"
    r"really|actually|yet|able|must|going|she|he|they|you)\b)*"
)
_NEGATED_AFTER = re.compile(
    r" (?:nothing|nobody|none|neither|no one|no (?:money|fees?|bills?|charges?|duty|customs|deposit|more(?! than)))\b"
)
# Ways to say that somebody will be there. "I cannot make it" contradicts "I will come".
_COMING = {
    "coming": "come",
    "comes": "come",
    "attend": "come",
    "join": "come",
    "make": "come",
    "there": "come",
    "go": "come",
}
_BEING = re.compile(r"\b(?:be|being|am|are|is|was|were|get|come) (?:\w+ly |also |all )?$")
_SAID = word_set(
    "come coming comes attend join make there go pay pays paying answer order accept keep need sign use work fit"
    " allow allowed free right true owe owed available"
)


class WantedOffer(NamedTuple):
    """The things that an offer for one need must, may and must not name."""

    acts: tuple[ActClaim, ...]
    about: frozenset[str] = frozenset()
    """Words for what a new record is about."""
    values: frozenset[ValueKey] = frozenset()
    """Values in right texts, each with its kind; an offer may name them."""
    untold: frozenset[str] = frozenset()
    """People to whom the scenario forbids every message."""
    untouched: frozenset[str] = frozenset()
    """Records that must stay as they are."""
    about_keys: frozenset[str] = frozenset()
    """Keys of the records and people that a new record is about."""
    wary: frozenset[str] = frozenset()
    """People to whom certain things must not be said."""
    words: frozenset[str] = frozenset()
    """Words of the claim and of right offers."""
    codes: frozenset[str] = frozenset()
    addresses: frozenset[str] = frozenset()
    """E-mail addresses that right texts spell out, such as the address of a new contact."""
    counts: frozenset[tuple[str, int]] = frozenset()
    """Counted things in right texts, such as (pack, 5) for "five packs"."""
    numbered: frozenset[tuple[str, int]] = frozenset()
    """Numbered things in right texts, such as (draft, 3) for "draft 3"."""
    key_values: frozenset[ValueKey] = frozenset()
    """Days, times and phone numbers that the claim offers. An offer may leave them out, but must not name others."""
    made_values: frozenset[ValueKey] = frozenset()
    """Values in short arguments of right solutions, and days such as "Friday's" in the claim."""
    free_times: tuple[tuple[datetime, datetime], ...] = ()
    """Periods in which a goal accepts any time for a new ride or reminder."""
    known: frozenset[str] = frozenset()
    """Words of all right texts."""
    secrets: tuple[tuple[str, frozenset[str]], ...] = ()
    """Words, each with the people who must not hear it; `*` at the end of a word stands for any ending."""
    made: frozenset[str] = frozenset()
    """Words in the calls of right solutions."""
    said: frozenset[tuple[str, bool]] = frozenset()
    """Words of the claim and right texts that `polarities` finds, each with True if it is negated there."""
    shunned: tuple[frozenset[str], ...] = ()
    """Values that a new record must not have, each as a set of words."""
    repeats: bool = False
    """True if the wanted help repeats, such as every month or each week."""
    key_sums: frozenset[int] = frozenset()
    """Sums of money in the claim itself, in cents."""
    negative: bool = False
    """True if the claim negates something in the content that somebody is told."""
    heard: frozenset[str] = frozenset()
    """People who are named in an act of a need or in a call of a solution, or whom such a call answers."""
    other_help: frozenset[str] = frozenset()
    """Acts of other needs, because an offer may be for these too; `delete` if solutions remove items from the cart."""
    other_targets: frozenset[str] = frozenset()
    """People and records of the other needs."""
    tells: bool = False
    """True if somebody must be told something, so that it is not enough to ask them."""
    partly: bool = False
    """True if some right offer names only some of the people, so part of the help is welcome."""
    by_choice: bool = False
    """True if the claim joins deeds with "or", so that one of them is enough."""

    quantifiers: frozenset[str] = frozenset()
    """All words of the claim and of right offers, even small ones such as "only", "none" and "all"."""
    route: tuple[frozenset[str], frozenset[str]] = (frozenset(), frozenset())
    """Words for where rides of right offers start, and for where they end."""
    prices: frozenset[tuple[str, int]] = frozenset()
    """Words right before an amount of money in right texts, each with the amount in cents."""
    channel: str = ""
    """The app that the message must be sent with; empty if any app will do."""
    left_to_user: frozenset[str] = frozenset()
    """Kinds of values that no right offer names, because the user's answer sets them: day, time."""
    cart_only: bool = False
    """True if right solutions put something into the cart and never check out."""
    audiences: frozenset[str] = frozenset()
    """Nouns by which the claim or right offers name the people who are told something: "tell the band"."""
    settled: bool = True
    """False if the need is not evident yet, so that a later event may still change the amounts."""

    @property
    def targets(self) -> frozenset[str]:
        return _targets(self.acts)


# Cached, because checks ask for the targets once for each record of the phone.
@lru_cache(maxsize=256)
def _targets(acts: tuple[ActClaim, ...]) -> frozenset[str]:
    return frozenset(claim.target for claim in acts)


# Reasons that several modules give or compare.
ABOUT_ANOTHER = "it is about another record"
MAY_BE_ABOUT_ANOTHER = "it may be about another record"
WHICH_RECORD = "it does not say which record is meant"
LEAVES_SOME_OUT = "it leaves out some of the people or records"
LEAVES_OPEN = "it leaves the choice open"


@lru_cache(maxsize=2048)
def codes_in(text: str) -> frozenset[str]:
    """Return the codes in a text, such as berg20 (folded), and the last digits of cards."""
    folded = fold(text)
    return frozenset((*_CODE.findall(folded), *_ENDING.findall(folded)))


def codes_of_wanted(scene: Scene, offer: WantedOffer) -> frozenset[str]:
    """Return the codes in the wanted records, such as the card on which an order was paid."""
    return frozenset[str]().union(*(codes_in(thing.text) for thing in scene.chosen(offer.targets)))


@lru_cache(maxsize=2048)
def counts_in(text: str) -> frozenset[tuple[str, int]]:
    """Return the counted things of a text: (pack, 5) for "five packs"."""
    return frozenset(_counts(fold(text)))


@lru_cache(maxsize=2048)
def routes_in(text: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the words for where rides in a text start, and the words for where they end."""
    found = list(_ROUTE.finditer(fold(text)))
    starts = frozenset[str]().union(*(content_words(match["start"]) for match in found))
    return starts, frozenset[str]().union(*(content_words(match["end"]) for match in found))


@lru_cache(maxsize=2048)
def audiences_in(text: str) -> frozenset[str]:
    """Return the nouns for several people who are told something: band for "write to the band" and "tell the band"."""
    return frozenset(singular(match["noun"]) for match in _AUDIENCE.finditer(fold(text)))


@lru_cache(maxsize=2048)
def numbered_in(text: str) -> frozenset[tuple[str, int]]:
    """Return the numbered things of a text: (draft, 3) for "draft 3"."""
    return frozenset(
        (match[1], int(match[2])) for match in _NUMBERED.finditer(fold(text)) if match[1] not in _NOT_NUMBERED
    )


def _counts(folded: str) -> Iterator[tuple[str, int]]:
    plain = folded
    for number in sorted(written_numbers(folded), key=lambda one: -one.start):
        if number.value == int(number.value):
            plain = f"{plain[: number.start]}{int(number.value)}{plain[number.end :]}"
    for match in _COUNTED.finditer(plain):
        words = plain[match.start(1) + len(match[1]) : match.end()].replace("-", " ").split()
        for word in words[:3]:
            if word in _NOT_COUNTED or int(match[1]) < 2:
                break
            if word.endswith("s") or word in _UNITS or "-" in match[0]:
                yield singular(word), int(match[1])


@lru_cache(maxsize=2048)
def polarities(text: str) -> frozenset[tuple[str, bool]]:
    """Return the words of `_SAID` that a text has, each with True if it is negated; "attend" counts as "come"."""
    found = set()
    for sentence in tokenize(text).sentences:
        line = " ".join(token.word for token in sentence.tokens)
        negated = {match.end() + 1 for match in _NEGATION.finditer(line)}
        for match in re.finditer(r"[a-z]+", line):
            # "Pay does not belong there" is not about coming.
            if match[0] in _SAID and (match[0] != "there" or _BEING.search(line[: match.start()])):
                near = any(
                    0 <= match.start() - place <= 9 and "," not in line[place : match.start()] for place in negated
                )
                # In "She should pay nothing" the negation follows the verb.
                near = near or bool(_NEGATED_AFTER.match(line, match.end()))
                word = _COMING.get(match[0], match[0])
                found.add((singular(word) if word.startswith("pay") else word, near))
    return frozenset(found)


def without_asides(text: str) -> str:
    """Return a text without its asides, such as "since you are away at four" or "instead of 118"."""
    return _REASONS.sub(" ", text)
