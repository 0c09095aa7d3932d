"""Reads whether a message makes, contradicts or hedges the statements that a goal asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from simulator.reading.claims import Answer, Found
from simulator.reading.facts import Fact, FactSet, MoneyFact
from simulator.reading.facts.text_values import ValueKey
from simulator.reading.language.assertion import Asserted, How, line_of
from simulator.reading.language.statement_families import ABOUT_A_THING, DISPUTES, NEW_TIME
from simulator.reading.language.statement_words import ASKS, COMES, Family
from simulator.reading.language.statements import clauses, is_about, sayings
from simulator.reading.messages.claim_points import Point, read_listed, read_room, read_there_is, read_told, related
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.side_things import is_of_side_thing
from simulator.reading.scene import singular

REASONS: dict[How, str] = {
    "denied": "it denies this",
    "choice": "it leaves a choice between several values",
    "quoted": "it only quotes this",
    "retracted": "it takes back what it says",
    "hedged": "it is not sure about this",
    "asked": "it only asks about this",
}


class WantedValue(NamedTuple):
    """Values of which a text must say at least one."""

    facts: tuple[Fact, ...]
    strict: bool = True
    """False if the text may say the same without a value, so that a missing value proves nothing."""


class WantedMessage(NamedTuple):
    """Values and statements that a text must contain, and values that it must not contain."""

    values: tuple[WantedValue, ...] = ()
    barred: tuple[Fact, ...] = ()
    """Values that the text must not state; it may deny or quote them."""
    secret: tuple[Fact, ...] = ()
    """Values that the recipients must not learn, not even in a denial."""
    together: FactSet = FactSet()
    points: tuple[Point, ...] = ()
    times: frozenset[ValueKey] = frozenset()
    """Days and times in the claim itself."""
    right: RightTexts = RightTexts()
    beside: tuple[WantedMessage, ...] = ()
    """Wanted messages of other goals to the same people: a text need not say these, but must not contradict them."""


def read_points(said: Asserted, wanted: WantedMessage) -> Iterator[Found]:
    for point in wanted.points:
        if point.family is DISPUTES:
            yield from _swapped(said, wanted)
        if point.family is None:
            read = read_told if point.told else read_listed if point.listed else read_there_is
            read = read_room if point.number else read
            answer, words = read(point, said.text)
            reason = {"yes": "", "no": "it says the opposite", "unclear": f"it does not clearly say: {point.words}"}[
                answer
            ]
            yield Found(answer, reason, words)
        elif point.family is ASKS:
            yield _asks(point, said, wanted)
        else:
            yield from _statement(point, said, wanted)


def _statement(point: Point, said: Asserted, wanted: WantedMessage) -> Iterator[Found]:
    assert point.family is not None
    place, retraction = said.retracted_until
    about = point.about if point.family.name in ABOUT_A_THING else frozenset[str]()
    found = sayings(point.family, said.text, place, about)
    against = tuple(words for words in found.contradicted if not _is_beside(words, point, said, wanted))
    if against:
        yield Found(
            "unclear" if found.made and not _outweighs(against, found.made) else "no",
            "it says the opposite",
            against[0],
        )
    elif found.made and found.hedged and (sure := _hedged(point.family, found.made, said, wanted)) is not None:
        yield Found(sure if point.family is COMES else "unclear", REASONS["hedged"], found.hedged)
    elif found.made and (turn := _turn(found.made, said)):
        yield Found("unclear", 'it goes on with "but"', turn)
    elif found.made:
        yield _at_the_right_time(point, said, wanted, found.made[0])
    elif retraction and sayings(point.family, said.text).made:
        yield Found("no", REASONS["retracted"], retraction)
    elif point.family.required:
        yield Found("unclear", f"it does not clearly say that: {point.words}")


# Words that make a promise uncertain from another sentence: "I'll be there. No promises."
_TAKES_BACK = re.compile(
    r"\b(?:promises?|sure|certain|count on|rely on|bank on|maybe|perhaps|might|doubt|depends|wait and see"
    r"|let you know)\b"
)


def _hedged(family: Family, made: Sequence[str], said: Asserted, wanted: WantedMessage) -> Answer | None:
    """Return "no" if every sentence with the statement is hedged, "unclear" if any hedge takes it back, else None."""
    assert family.hedges is not None
    lines = [line_of(sentence) for sentence in said.text.sentences]
    plain = [line for line in lines if any(words in line for words in made) and not family.hedges.search(line)]
    if not plain:
        return "no"
    others = [match[0] for line in lines for match in family.hedges.finditer(line)]
    others = [words for words in others if not (wanted.times and _of_another_time(words, said, wanted))]
    return "unclear" if any(_TAKES_BACK.search(words) for words in others) else None


def _is_beside(words: str, point: Point, said: Asserted, wanted: WantedMessage) -> bool:
    """Return True if words that seem to contradict a statement are about another day or time or about a side detail."""
    if wanted.times and _of_another_time(words, said, wanted):
        return True
    return point.family is NEW_TIME and is_of_side_thing(words, said.text, wanted.right.say or point.words)


_EARLIEST = 7 * 60
_PARTS_OF_DAY = {
    "morning": (0, 720),
    "noon": (660, 840),
    "afternoon": (720, 1080),
    "evening": (1020, 1440),
    "tonight": (1020, 1440),
}


def _of_another_time(words: str, said: Asserted, wanted: WantedMessage) -> bool:
    """Return True if the text says these words only of another time: "don't wait for me this morning, I come at one".

    "I can't come before one" also speaks of a time other than one o'clock.
    """
    places = [clause for sentence in said.text.sentences for clause in clauses(line_of(sentence)) if words in clause]
    return bool(places) and all(_is_another_time(clause, words, wanted.times, said) for clause in places)


def _is_another_time(clause: str, words: str, times: frozenset[ValueKey], said: Asserted) -> bool:
    minutes = {meaning for kind, meaning in times if kind == "time"}
    # An hour before seven is dropped if twelve hours later is possible: "one o'clock" is rarely at night.
    minutes -= {minute for minute in minutes if minute < _EARLIEST and minute + 720 in minutes}
    rest = clause[clause.index(words) + len(words) :]
    if re.match(r" ?(?:\w+ ){0,4}(?:before|until|till|earlier than) ", rest) and not re.search(
        r"\bnot (?:before|until)", words
    ):
        return True
    for part, (first, last) in _PARTS_OF_DAY.items():
        if re.search(rf"\b{part}\b", clause):
            return bool(minutes) and not any(first <= one < last for one in minutes)
    here = [
        value
        for value in said.values
        if value.kind in ("time", "day") and said.text.folded[value.start : value.end] in clause
    ]
    return bool(here) and not any((value.kind, one) in times for value in here for one in value.meanings)


_PRONOUN = re.compile(r"\b(?:it|one|them|this|that|in)\b")
# A request with fewer words, such as "Could you resend?", asks for what was named before.
_SHORT = 6
_BUT_NOT = re.compile(
    r"\bbut\b[^.!?]*\b(?:not|never|no|nobody|nothing|unable)\b(?! (?:at|on|before|two|three|four|five|six))"
)


def _turn(made: Sequence[str], said: Asserted) -> str:
    """Return the "but … not" that follows a statement, as in "She is welcome, but not to stay"; otherwise empty."""
    for sentence in said.text.sentences:
        line = line_of(sentence)
        for words in made:
            if words in line and (match := _BUT_NOT.search(line, line.index(words))):
                return match[0]
    return ""


_BILLED = re.compile(
    r"\b(?:bill(?:ed|s)?|charg(?:ed|es?)|asks? (?:me )?for|invoiced?|debited|took|wants?|demands?)\b(?:(?!agreed"
    r"|quoted|confirmed)[^.!?]){0,24}$"
)

_AGREED = re.compile(
    r"\b(?:agreed|quoted|confirmed|promised|ordered|fixed|showed|shows|announced|said)\b(?:(?!billed|charged"
    r"|ask|bill|invoice|paid|pay)[^.!?]){0,24}$"
)


def _swapped(said: Asserted, wanted: WantedMessage) -> Iterator[Found]:
    """Yield a finding if a complaint names the lower amount as the bill and the higher one as agreed."""
    facts = [group.facts[0] for group in wanted.values if isinstance(group.facts[0], MoneyFact)]
    if len(facts) != 2:
        return
    low, high = sorted(facts, key=lambda fact: fact.cents)
    folded = said.text.folded
    for value in said.values:
        before = folded[max(0, value.start - 40) : value.start]
        if (low.cents in value.meanings and _BILLED.search(before)) or (
            high.cents in value.meanings and _AGREED.search(before)
        ):
            yield Found("unclear", "it may mix up what was billed and what was agreed", folded[value.start : value.end])


def _outweighs(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) > len(other)


def _at_the_right_time(point: Point, said: Asserted, wanted: WantedMessage, words: str) -> Found:
    """Return "no" or "unclear" if the text says that somebody comes, but names another day or time; otherwise "yes"."""
    if point.family is not COMES:
        return Found("yes", "", words)
    spoken = [sentence for sentence in said.text.sentences if words in line_of(sentence)]
    for kind in ("day", "time"):
        named = [value for value in said.values if value.kind == kind and value.certain]
        if kind == "time" and not any(value.meanings & {m for k, m in wanted.times if k == kind} for value in named):
            # Other sentences may name other times, such as when the cab comes.
            clauses_of = [(sentence.start, sentence.end) for sentence in spoken]
            named = [value for value in named if any(start <= value.start < end for start, end in clauses_of)]
            named = [
                value
                for value in named
                if not said.text.folded[: value.start].endswith(("cab at ", "till ", "until ", "taxi at "))
            ]
        right = {meaning for known, meaning in wanted.times if known == kind}
        if right and named and not any(value.meanings & right for value in named):
            clear = all(said.how(value.start, value.end) == "said" for value in named)
            other = said.text.folded[named[0].start : named[0].end]
            return Found("no" if clear and kind == "day" else "unclear", f"it names another {kind}", other)
    vague = next((match for sentence in spoken if (match := _VAGUE_DAY.search(line_of(sentence)))), None)
    if vague and wanted.times and not any(wanted.times & {(v.kind, m) for m in v.meanings} for v in said.values):
        return Found("unclear", "it names another day", vague[0])
    return Found("yes", "", words)


# "Next week" names no day, but it can't mean today.
_VAGUE_DAY = re.compile(
    r"\b(?:next (?:week|month|year|time|weekend)|(?:another|some other) (?:day|week|time)|some ?day"
    r"|one of these days|in a (?:few"
    r"|couple of) (?:days|weeks)|in (?:two|three|four|\d) (?:days|weeks)|the (?:day|week) after"
    r"|(?:the )?following (?:day|week"
    r"|month)|later (?:this|in the) week|soon)\b"
)


def _other_day(said: Asserted, wanted: WantedMessage) -> Found | None:
    """Return a doubt if the claim names a day, but the text has only other or vague days ("next week"); or None."""
    named = [value for value in said.values if value.kind == "day"]
    right = {meaning for known, meaning in wanted.times if known == "day"}
    if right and named and not any(value.meanings & right for value in named):
        return Found("unclear", "it names another day", said.text.folded[named[0].start : named[0].end])
    vague = _VAGUE_DAY.search(said.text.folded)
    if right and not named and vague and vague[0] != "soon":
        return Found("unclear", "it names another day", vague[0])
    return None


_HOW_MANY = re.compile(r"\bhow many (?:of the |of your |more )?([a-z]+)")
_COUNT = re.compile(
    r"\b(?:how (?:many|much|large|big)|numbers?|count|headcount|figures?|total|who|many|quantity|size|coming|list"
    r"|names?)\b"
)
_YES_OR_NO = re.compile(r"^(?:[\w' ]{1,30} , ){0,2}(?:and |but |so )?(?:did|do|does|have|has|is|are|was|were) ")
# Rhetorical questions, which expect no answer.
_RHETORICAL = re.compile(
    r"\b(?:did you (?:see|hear|know|notice|read)|have you (?:seen|heard|noticed)|guess what|can you believe|how are you"
    r"|how are things|how is (?:life|everything)|remember|you know what|is it not|is not it|right|or what"
    r"|who would have"
    r"|what do you say to that|is that not)(?: \w+){0,3} \?"
)
_ABOUT_THE_PAST = re.compile(
    r"\bdo you (?:still )?remember\b"
    r"|\b(?:what|which|how)\b[^?]*\b(?:was|were|did) (?:it|that|he|she|his|hers|they|theirs)\b"
)
# Words by which a text without a question mark may still ask for something.
_MAY_ASK = re.compile(
    r"\b(?:please|tell|reply|answer|write|send|let me|let us|say|who|which|what|how many|whether|know|need|text|call"
    r"|ring"
    r"|respond|confirm|ask|asking|size|number|vote|order|want|wants)\b|[?]"
)


def _asks(point: Point, said: Asserted, wanted: WantedMessage) -> Found:
    """Return whether the text asks for what the claim says (yes, no or unclear), with the reason."""
    found = sayings(ASKS, said.text)
    if found.contradicted:
        return Found("no", "it does not ask for what is wanted", found.contradicted[0])
    # "Did you get it?" asks for an answer, not for an action.
    deed = re.search(r"\basked to\b", point.words) is not None
    questions = [
        sentence
        for sentence in said.text.sentences
        if sentence.asks
        and not _RHETORICAL.search(line_of(sentence))
        and not _ABOUT_THE_PAST.search(line_of(sentence))
        and not (deed and _YES_OR_NO.search(line_of(sentence)))
    ]
    if not questions and not found.made:
        return Found("unclear" if _MAY_ASK.search(said.text.folded) else "no", "it asks for nothing")
    nouns = re.findall(r"\b(?:in|on|at|of|by) which (\w+)", point.words)
    left_out = [
        noun
        for noun in nouns
        if not is_about(said.text.folded, related(frozenset({singular(noun)})))
        and not (noun == "size" and re.search(r"\b(?:xs|s|m|l|xl)\b ?(?:,|/|or)", said.text.folded))
    ]
    if left_out:
        return Found("unclear", f"it does not ask for the {left_out[0]}")
    asked: Iterable[str] = [said.text.folded[sentence.start : sentence.end] for sentence in questions]
    requests = [
        line for sentence in said.text.sentences if any(words in (line := line_of(sentence)) for words in found.made)
    ]
    known = is_about(said.text.folded, point.about)
    about = [
        words
        for words in (*asked, *requests)
        # "Please resend it" asks for what was named before.
        if is_about(words, point.about)
        or (known and (_PRONOUN.search(words) is not None or len(words.split()) < _SHORT))
    ]
    counted = _HOW_MANY.findall(point.words)
    if counted:
        things = related(frozenset(map(singular, counted))) | frozenset({"person", "guest", "people", "head"})
        asked_for = [singular(noun) for noun in _HOW_MANY.findall(said.text.folded) if noun.endswith("s")]
        if not _COUNT.search(said.text.folded) or (asked_for and not set(asked_for) & things):
            return Found("unclear", "it may ask for something else")
    if about or not point.about:
        other = _other_day(said, wanted)
        return other if other is not None else Found("yes", "", next(iter((*about, *found.made, *asked))))
    return Found("unclear", "it may ask for something else")
