"""Finds the points of a claim, such as "there is room for one car", and reads whether a text says them.

Other modules check the claim's values.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from simulator.reading.claims import Answer
from simulator.reading.language.opposites import names_the_same
from simulator.reading.language.statement_families import DISPUTES, FAMILIES
from simulator.reading.language.statement_words import ASKS, Family
from simulator.reading.language.statements import NEGATOR, clauses, is_about, own_line, without_harmless_negation
from simulator.reading.language.tokens import Tokenized
from simulator.reading.scene import content_words, singular

# Words for the same kind of thing, so that "your cat" matches "pets", and "the lift" matches "elevator".
_KINDS = (
    ("cat", "pet", "animal", "kitten", "kitty", "feline"),
    ("dog", "pet", "animal", "puppy", "hound"),
    ("lift", "elevator", "stair", "staircase"),
    ("heating", "heat", "heated", "radiator", "warm"),
    ("fog", "haze", "mist"),
    ("identity", "id", "passport", "identification"),
    ("landlord", "landlady"),
    ("last", "final", "end", "closing"),
    ("terrace", "roof", "rooftop"),
    ("farewell", "send-off", "sendoff", "party", "surprise", "celebration", "goodbye", "leaving"),
    ("car", "vehicle", "parking", "carport", "park", "garage"),
    ("machine", "washer"),
    ("draft", "file", "attachment", "document", "pdf", "version", "text", "manuscript", "attach", "attached", "paper"),
    (
        "seat",
        "ticket",
        "place",
        "number",
        "headcount",
        "chair",
        "many",
        "guest",
        "people",
        "count",
        "figure",
        "who",
        "coming",
        "come",
    ),
    ("fare", "price", "bill", "charge", "amount", "receipt", "invoice", "sum"),
    ("size", "small", "medium", "large"),
    ("want", "in", "interested", "keen"),
)


def related(words: frozenset[str]) -> frozenset[str]:
    """Return these words and the other words for the same kinds of things."""
    found = set(words)
    for kind in _KINDS:
        if words & set(kind):
            found |= set(kind)
    return frozenset(found)


class Point(NamedTuple):
    """One thing that a claim asks a text to say."""

    family: Family | None
    about: frozenset[str]
    words: str
    number: str = ""
    """The number in a claim such as "room for two cars", as the claim writes it; empty in other claims."""
    listed: bool = False
    """True if the text only has to name the thing."""
    told: bool = False
    """True for a claim of no known kind: the text must have most of the claim's own words."""


_ROOM = re.compile(r"\b(?:room|space|a place|places?) for (?P<number>one|two|three|four|five|\d+) (?P<thing>\w+)")

_THERE_IS = re.compile(r"\bthere is (?:a|an|the) (?P<thing>[\w ]+)$")

_PARTS = re.compile(r",? and (?=that|until|when|by|in|where|how|which)|, ")

# Words that name neither a thing nor a value in a claim.
_SAY_WORDS = content_words(
    "knows know hears told asked welcome allowed which until when whether there room one send again"
    " come came missing needed need needs"
)


def points_in(say: str, names: frozenset[str]) -> list[Point]:
    """Return the points that a claim asks a text to say; other modules check values."""
    found: list[Point] = []
    lowered, _, things = say.lower().rstrip(".").partition(": ")
    for thing in things.split(", ") if things else ():
        found.append(Point(None, related(content_words(thing)), thing, "", True))
    for part in _PARTS.split(lowered):
        room, there = _ROOM.search(part), _THERE_IS.search(part)
        if room:
            found.append(Point(None, related(frozenset({singular(room["thing"])})), part, room["number"]))
        elif there:
            # The last word names the thing: "washing" alone does not mean a washing machine.
            found.append(Point(None, related(content_words(there["thing"].split()[-1])), part))
    for family in FAMILIES:
        match = family.wanted.search(lowered)
        if match and not (family is ASKS and any(point.family is DISPUTES for point in found)):
            part = next((one for one in _PARTS.split(lowered) if match[0].split()[-1] in one), lowered)
            scope = lowered[match.start() :] if family is ASKS else part
            about = content_words(scope) - names - _SAY_WORDS
            found.append(Point(family, related(about), lowered))
    return found


def told_point(say: str, names: frozenset[str]) -> Point:
    """Return the only point of a claim without values or known statements: a text must have most of its words."""
    lowered = say.lower().rstrip(".")
    return Point(None, content_words(lowered) - names - _SAY_WORDS, lowered, told=True)


# A text tells a claim if it has at least this share of the claim's words, or words of the same meaning.
_TOLD_SHARE = 0.8


def read_told(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether the text says the claim in the same or similar words, and the sentence that decides it."""
    denies = NEGATOR.search(point.words) is not None
    best, words = 0.0, ""
    signs: set[bool] = set()
    for sentence in text.sentences:
        line = own_line(sentence)
        hits = {word: _says_word(word, line) for word in point.about}
        share = sum(hits.values()) / max(1, len(point.about))
        if share > best and not sentence.asks:
            best, words = share, line.strip()
            parts = [part for part in clauses(line) if any(_says_word(word, part) for word in point.about)]
            signs = {NEGATOR.search(without_harmless_negation(part)) is not None for part in parts}
    if best < _TOLD_SHARE or len(signs) > 1:
        return "unclear", words
    return ("yes" if signs == {denies} else "no"), words


def _says_word(word: str, line: str) -> bool:
    own = related(frozenset(singular(one) for one in re.findall(r"[^\W_]+", line)))
    return word in own or names_the_same(word, line)


_OTHER_TOO = re.compile(
    r"\b(?:so does|so can|and|as does) the (?:other|second)(?: one)?(?: too| as well| also)?\b|\bthe (?:other"
    r"|second)(?: one| car)? (?:too|as well|also)\b"
)
_BROKEN = re.compile(
    r"\b(?:broken|out of order|does not work|not working|defective|gone|was sold|not be repaired|no longer)\b"
)


@cache
def _holds_more(more: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:room|space|place|shade|fits?|takes?|holds?|stand|park\w*) (?:\w+ ){{0,3}}{more}\b")


@cache
def _more_fit(more: str) -> re.Pattern[str]:
    return re.compile(
        rf"(?<!one of your )(?<!one of the )(?<!one of ){more}\b (?:\w+ ){{0,3}}(?:can|could|may|will|would|fit|fits"
        rf"|stand|are (?:fine|welcome|ok|okay|possible))\b"
    )


_ROOM_WORDS = re.compile(r"\b(?:room|space|spots?|places?|fits?|park\w*|stand|holds?)\b")


def read_room(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether the text says that there is room for this number of things, and the clause that decides it.

    If the number is one, the answer is no for a text that says that more things fit.
    """
    number = {"one": "(?:one|1|a single|single|1x)", "two": "(?:two|2|both)"}.get(point.number, point.number)
    more = r"(?:two|2|both|several|more than one|three|3|any number)" if point.number == "one" else r"(?!x)x"
    made = ""
    for sentence in text.sentences:
        other = _OTHER_TOO.search(own_line(sentence))
        if other and not NEGATOR.search(own_line(sentence)):
            return "no", other[0]
        for clause in clauses(own_line(sentence)):
            if re.search(r"\b(?:perhaps|maybe|might|not (?:quite )?sure|may depend|possibly)\b", clause):
                return "unclear", clause.strip()
            negated = bool(NEGATOR.search(clause))
            near = is_about(clause, point.about) or _ROOM_WORDS.search(clause) is not None
            if near and (_holds_more(more).search(clause) or _more_fit(more).search(clause)):
                if not negated:
                    return "no", clause.strip()
                continue
            if re.search(rf"\b{number} \w+ (?:per|for each|each)\b", clause):
                return "unclear", clause.strip()
            if (
                re.search(rf"\b{number}\b(?: of)?(?: your| the| my| them)?", clause)
                and is_about(clause, point.about)
                and not negated
            ):
                made = clause.strip()
    return ("yes", made) if made else ("unclear", "")


# "The garden is too wet" rules the garden out; "the blue light is gone" may be the decision itself.
_IS_OUT = re.compile(
    r"(?:\w+ )?(?:is|are|was|were|would be|will be) (?:\w+ly )?"
    r"(?:too|closed|full|flooded|under water|locked|unavailable|busy)\b"
)


def read_listed(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether the text names the thing of this point, and the clause that decides it."""
    denied = ""
    for sentence in text.sentences:
        for clause in clauses(own_line(sentence)):
            if is_about(clause, point.about):
                words = re.findall(r"[^\W_]+", clause)
                first = next(index for index, word in enumerate(words) if singular(word) in point.about)
                before = set(words[max(0, first - 3) : first])
                if _IS_OUT.match(" ".join(words[first + 1 :])):
                    return "unclear", clause.strip()
                if not before & {"not", "never", "without", "instead"}:
                    return "yes", clause.strip()
                denied = clause.strip()
    return ("no", denied) if denied else ("unclear", "")


def read_there_is(point: Point, text: Tokenized) -> tuple[Answer, str]:
    """Return whether the text says that the thing of this point exists, and the clause that decides it."""
    made = denied = ""
    for sentence in text.sentences:
        for clause in clauses(own_line(sentence)):
            if not is_about(clause, point.about):
                continue
            if re.search(r"\b(?:perhaps|maybe|might|not (?:quite )?sure|i think|possibly)\b", clause):
                return "unclear", clause.strip()
            if re.search(
                r"\b(?:no|not|without|neither)\b(?: \w+){0,3} (?:a |an |any )?(?:" + "|".join(point.about) + r")",
                clause,
            ):
                # "You need not carry your washing anywhere" says nothing about the machine.
                if not re.search(
                    r"\b(?:no|not) (?:carry\w*|have|need\w*|longer|go\w*|bring\w*|take|worry|drag|haul)", clause
                ):
                    denied = clause.strip()
            elif _BROKEN.search(own_line(sentence)):
                denied = clause.strip()
            elif not sentence.asks:
                made = clause.strip()
    if denied:
        return ("unclear" if made else "no"), denied
    return ("yes", made) if made else ("unclear", "")
