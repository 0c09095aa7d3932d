"""Reads a message or a field: whether it says, in earnest, the values and statements that a goal asks for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from simulator.reading.assertion import Asserted, How, asserted, line_of
from simulator.reading.builtin import PRIVATE, builtin_found
from simulator.reading.comparison import RightTexts, doubts
from simulator.reading.facts import AmountFact, DateFact, Fact, FactSet, MoneyFact, NumberFact, SearchedTexts, TimeFact
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.word_facts import looks_like_phone
from simulator.reading.offers import Found
from simulator.reading.statements import (
    ABOUT_A_THING,
    ASKS,
    COMES,
    DISPUTES,
    LATER,
    Point,
    is_about,
    read_listed,
    read_room,
    read_there_is,
    sayings,
)
from simulator.reading.text_values import ValueKey, ValueMention, kind_of

_REASONS: dict[How, str] = {
    "denied": "it denies it",
    "choice": "it leaves the choice between several",
    "quoted": "it only quotes it",
    "retracted": "it takes its words back",
    "hedged": "it is not sure about it",
    "asked": "it only asks about it",
}
# Values may be described instead of named: "the later slot", "same time as always".
_DESCRIBED = re.compile(
    r"\b(?:same|usual|other|later|earlier|second|first|next|last|that|new|suggested|proposed) (?:time|slot|hour|day|one|date|option|evening|number|amount|figure|sum|appointment)\b"
    r"|\bas (?:always|usual|before|ever)\b|\b(?:end|beginning|start|middle) of\b|\b(?:below|attached|above|enclosed)\b|\b(?:a |one )?(?:quarter|half|third|dozen|couple) (?:of|each)\b"
)
_ADDS = re.compile(r"\b(?:plus|and|besides|as well as|added|more)\b|\+")
_VAGUE_TIME = re.compile(
    r"\b(?:tonight|evening|afternoon|morning|noon|midday|later today|in time|deadline|(?:one|a) day (?:later|earlier)|the (?:day|evening) (?:after|before)|an hour (?:later|earlier)|next (?:day|week)|weekend)\b"
)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])")
_FUNCTION_WORDS = frozenset(
    "the a an i you he she it we they is are was were be to of in on at for and or but with my your his her our do not will can that this me us them as by from have has".split()
)
# The reason of a reading if a claim has neither values nor statements.
NOTHING_CLAIMED = "the claim names nothing that rules can look for"


class WantedValue(NamedTuple):
    """Facts of which a text must say one."""

    facts: tuple[Fact, ...]
    strict: bool = True
    """False if words without a value may say the same, so that a missing value proves nothing."""


class WantedMessage(NamedTuple):
    """What a text must say, and what it must not say."""

    values: tuple[WantedValue, ...] = ()
    barred: tuple[Fact, ...] = ()
    """Values that are wrong here, unless the text denies them."""
    secret: tuple[Fact, ...] = ()
    """Values that the recipients must not hear of at all."""
    together: FactSet = FactSet()
    points: tuple[Point, ...] = ()
    times: frozenset[ValueKey] = frozenset()
    """Days and times in the claim itself."""
    right: RightTexts = RightTexts()


def read_message(text: str, wanted: WantedMessage, now: datetime, own_words: bool = True) -> Found:
    """Return whether a text says what is wanted; `own_words` is False for lists, which have no sentences."""
    said = asserted(text, now)
    if not said.text.sentences:
        return Found("no", "it says nothing")
    values = list(_wanted_values(said, wanted, now))
    named = any(one.value == "yes" for one in values)
    # "The later slot" says the same as its time, so one of the two is enough.
    points = [point for point in wanted.points if not (named and point.family is LATER)]
    found = [*_built_in(text), *values, *_points(said, wanted._replace(points=tuple(points)))]
    found += _unwanted(said, wanted, now)
    found += doubts(said, wanted.right, _keys(wanted, said, now), not wanted.values, now)
    for answer in ("no", "unclear"):
        bad = next((one for one in found if one.value == answer), None)
        if bad is not None:
            return bad
    good = next((one for one in found if one.value == "yes"), None)
    if good is None:
        return Found("unclear", NOTHING_CLAIMED)
    doubt = _doubt(said) if own_words else None
    return doubt if doubt is not None else good


def _keys(wanted: WantedMessage, said: Asserted, now: datetime) -> frozenset[ValueKey]:
    """Return the values at the places where the text says a wanted one."""
    facts = [fact for group in wanted.values for fact in group.facts]
    facts += wanted.together.required
    places = [place for fact in facts for place in _places(fact, said, now)]
    return frozenset(
        (kind_of(value), meaning)
        for value in said.values
        if any(start < value.end and value.start < end for start, end in places)
        for meaning in value.meanings
    )


def _built_in(text: str) -> Iterator[Found]:
    for key, words in builtin_found(text):
        if key != "retraction":
            yield Found("no", {"threat": "it threatens", "insult": "it insults", "secret": "it asks for a secret"}[key], words)


def _doubt(said: Asserted) -> Found | None:
    """Return why even a text with everything in it is not sure to say it."""
    private = PRIVATE.search(said.text.folded)
    if private:
        return Found("unclear", "it may pass on what was said in private", private[0])
    place, words = said.retracted_until
    if words and place > said.text.sentences[0].start + 1:
        last = place >= said.text.sentences[-1].start or said.sentence_at(place).end >= said.text.sentences[-1].start
        return Found("no" if last else "unclear", _REASONS["retracted"], words)
    if ":" in said.text.folded or "\n" in said.text.folded:
        return None
    letters = [token.word for sentence in said.text.sentences for token in sentence.tokens if token.word.isalpha()]
    if len(letters) >= 9 and sum(word in _FUNCTION_WORDS for word in letters) < 0.1 * len(letters):
        return Found("unclear", "it is a heap of words, not a sentence")
    return None


def _wanted_values(said: Asserted, wanted: WantedMessage, now: datetime) -> Iterator[Found]:
    places = {fact: _places(fact, said, now) for group in wanted.values for fact in group.facts}
    for group in wanted.values:
        spans = sorted({place for fact in group.facts for place in places[fact]})
        # "46.20 instead of 16.50": another wanted value of the same kind may stand in contrast to this one.
        kinds = {_kind(fact) for fact in group.facts}
        other = [fact for fact in places if _kind(fact) in kinds and fact not in group.facts]
        yield from _value(group, spans, [place for fact in other for place in places[fact]], said)
    if wanted.together.together:
        yield _together(wanted.together, said, now)


def _value(
    group: WantedValue, spans: Sequence[tuple[int, int]], every: Sequence[tuple[int, int]], said: Asserted
) -> Iterator[Found]:
    ways = [(said.how(start, end, every), said.text.folded[start:end]) for start, end in spans]
    if spans and all(_kind(fact) == "name" for fact in group.facts):
        start, end = spans[0]
        if re.match(r" ?(?:or|/) ", said.text.folded[end:]) or re.search(r" (?:or|/) (?:at |in |on )?$", said.text.folded[:start]):
            yield Found("unclear", _REASONS["choice"], said.text.folded[start:end])
    good = [words for how, words in ways if how == "said"]
    if good:
        # What is said first and denied or given up afterwards is not said.
        if ways[-1][0] in ("denied", "choice"):
            yield Found("unclear", "it says it and denies it", ways[-1][1])
        yield Found("yes", "", good[0])
        return
    if ways:
        how, words = ways[-1]
        sure = any(how in ("denied", "choice", "quoted", "retracted") for how, _ in ways)
        how, words = next(((one, other) for one, other in ways if one not in ("hedged", "asked")), (how, words))
        yield Found("no" if sure and group.strict else "unclear", _REASONS[how], words)
        return
    yield from _missing(group, said)


def _missing(group: WantedValue, said: Asserted) -> Iterator[Found]:
    kinds = {_kind(fact) for fact in group.facts}
    others = [value for value in _others(kinds, said) if said.how(value.start, value.end) == "said"]
    described = _DESCRIBED.search(said.text.folded)
    words = said.text.folded[others[0].start : others[0].end] if others else ""
    shown = group.facts[0].shown
    if not group.strict:
        if others and kinds <= {"time", "day", "phone"} and not described:
            yield Found("unclear", f"it may name another value than {shown}", words)
        return
    if kinds & {"name"}:
        yield Found("unclear", f"it does not name {shown}")
    elif described is not None:
        yield Found("unclear", f"it does not name {shown}", described[0])
    elif others:
        # "Twelve from the choir, Onni, Liisa and I" adds up to a number that is not named.
        summed = kinds == {"amount"} and isinstance(group.facts[0], NumberFact) and _ADDS.search(said.text.folded)
        yield Found("unclear" if summed else "no", f"it names another value than {shown}", words)
    elif kinds & {"time", "day"} and _VAGUE_TIME.search(said.text.folded):
        yield Found("unclear", f"it does not clearly say {shown}")
    else:
        yield Found("no", f"it does not say {shown}")


def _others(kinds: set[str], said: Asserted) -> list[ValueMention]:
    clear = kinds & {"time", "day", "phone"} or kinds
    return [value for value in said.values if kind_of(value) in clear and value.certain]


def _kind(fact: Fact) -> str:
    if isinstance(fact, TimeFact):
        return "time"
    if isinstance(fact, DateFact):
        return "day"
    if isinstance(fact, MoneyFact | AmountFact | NumberFact):
        return "amount"
    return "phone" if looks_like_phone(fact.shown) else "name"


def _places(fact: Fact, said: Asserted, now: datetime) -> list[tuple[int, int]]:
    folded = said.text.folded
    places = list(fact.places(folded, now))
    cents = fact.money.cents if isinstance(fact, AmountFact) else fact.cents if isinstance(fact, MoneyFact) else None
    if cents is not None:
        # Both together are needed: facts know more spellings, values also find "51 euros 10" as one amount.
        own = [value for value in said.values if kind_of(value) == "amount" and cents in value.meanings]
        places += [(value.start, value.end) for value in own]
        places += [(start, end) for start, end, amount in _joined_amounts(said) if amount == cents]
    if isinstance(fact, TimeFact) and not places:
        hours = (fact.minutes, fact.minutes - 720)
        places += [(start, end) for start, end, hour in _bare_starts(said) if hour * 60 in hours]
        places += list(_hours_in_words(fact, folded))
        dotted = f"{fact.minutes // 60}.{fact.minutes % 60:02}"
        places += [match.span() for match in re.finditer(rf"(?<![\d.,]){re.escape(dotted)}(?! ?\d|[.,]\d| ?(?:euros?|eur|km|%))", folded)]
    if isinstance(fact, DateFact) and not places:
        for match in _SLASHED.finditer(folded):
            first, second = int(match[1]), int(match[2])
            if any((day.month, day.day) in ((first, second), (second, first)) for day in fact.day.days(now.date())):
                places.append(match.span())
    return places


def _hours_in_words(fact: TimeFact, folded: str) -> Iterator[tuple[int, int]]:
    """Yield "three" in "it is three, on the roof" and "three it is"; in "you three" it is no time."""
    word = next((word for word, hour in VALUES.items() if hour and hour * 60 in (fact.minutes, fact.minutes - 720)), "")
    if word and len(word) > 1:
        pattern = rf"\b(?:it is|it's|for|by|from|say) ({word})(?= ?(?:[,.!?;]|$|on|in|at|sharp))|\b({word})(?= (?:it is|sharp|on the dot|suits|works|o'clock))"
        for match in re.finditer(pattern, folded):
            yield match.span(1) if match[1] else match.span(2)


def _bare_starts(said: Asserted) -> Iterator[tuple[int, int, int]]:
    """Yield the first hour of "4 till 6", which is a time only because of the second."""
    for first, second in zip(said.values, said.values[1:], strict=False):
        between = said.text.folded[first.end : second.start]
        if first.kind == "number" and second.kind == "time" and re.fullmatch(r" ?(?:-|to|till|until) ?", between):
            (hundredths,) = first.meanings
            if hundredths % 100 == 0 and hundredths <= 1200:
                yield first.start, first.end, hundredths // 100


def _joined_amounts(said: Asserted) -> Iterator[tuple[int, int, int]]:
    """Yield "51 euros 10", "2,400 rupees and 50 paise" and "fifty-nine twenty" as one amount each."""
    amounts = [value for value in said.values if kind_of(value) == "amount"]
    for first, second in zip(amounts, amounts[1:], strict=False):
        (whole,), (small,) = first.meanings, second.meanings
        between = said.text.folded[first.end : second.end]
        if second.start - first.end <= 12 and whole % 100 == 0 and small % 100 == 0 and 0 < small < 10000:
            if re.fullmatch(r"(?: and| euros?| rupees?| pounds?| dollars?|,)*\s*[\w-]+", between):
                yield first.start, second.end, whole + small // 100


def _together(facts: FactSet, said: Asserted, now: datetime) -> Found:
    folded = said.text.folded
    searched = SearchedTexts([(folded, now)])
    for fact in facts.required:
        spans = searched.places(fact)
        if not spans:
            kind = _kind(fact)
            others = kind in ("amount", "phone") and _others({kind}, said)
            return Found("no" if others else "unclear", f"it does not name {fact.shown}")
        if kind_wrong := next((how for how in (said.how(*span) for span in spans[:1]) if how in ("denied", "choice")), None):
            return Found("unclear", _REASONS[kind_wrong], folded[slice(*spans[0])])
    miss = facts.miss_in(searched)
    return Found("yes", "", "") if miss is None else Found("unclear", "it may mix up which values belong together")


def _unwanted(said: Asserted, wanted: WantedMessage, now: datetime) -> Iterator[Found]:
    for fact in wanted.barred:
        for start, end in fact.places(said.text.folded, now):
            how = said.how(start, end)
            if how in ("said", "choice") and not _is_wanted_too(start, end, wanted, said, now):
                yield Found("no", "it names a value that is wrong here", said.text.folded[start:end])
            elif how in ("hedged", "asked"):
                yield Found("unclear", "it names a value that is wrong here", said.text.folded[start:end])
    for fact in wanted.secret:
        for start, end in fact.places(said.text.folded, now):
            yield Found("no", "it passes on what the reader must not know", said.text.folded[start:end])


def _is_wanted_too(start: int, end: int, wanted: WantedMessage, said: Asserted, now: datetime) -> bool:
    """Return True for "4:00" in "16:00", which is both a wanted and a barred time."""
    facts = [fact for group in wanted.values for fact in group.facts]
    return any(first < end and start < last for fact in facts for first, last in fact.places(said.text.folded, now))


def _points(said: Asserted, wanted: WantedMessage) -> Iterator[Found]:
    for point in wanted.points:
        if point.family is DISPUTES:
            yield from _swapped(said, wanted)
        if point.family is None:
            read = read_listed if point.listed else read_room if point.number else read_there_is
            answer, words = read(point, said.text)
            reason = {"yes": "", "no": "it says the opposite", "unclear": f"it does not clearly say: {point.words}"}[answer]
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
    if found.contradicted:
        yield Found("unclear" if found.made and not _outweighs(found.contradicted, found.made) else "no", "it says the opposite", found.contradicted[0])
    elif found.made and found.hedged:
        yield Found("no" if point.family is COMES else "unclear", _REASONS["hedged"], found.hedged)
    elif found.made:
        yield _at_the_right_time(point, said, wanted, found.made[0])
    elif retraction and sayings(point.family, said.text).made:
        yield Found("no", _REASONS["retracted"], retraction)
    elif point.family.required:
        yield Found("unclear", f"it does not clearly say that: {point.words}")


_BILLED = re.compile(r"\b(?:bill(?:ed|s)?|charg(?:ed|es?)|asks? (?:me )?for|invoiced?|debited|took|wants?|demands?)\b(?:(?!agreed|quoted|confirmed)[^.!?]){0,24}$")
_AGREED = re.compile(r"\b(?:agreed|quoted|confirmed|promised|ordered|fixed|showed|shows|announced|said)\b(?:(?!billed|charged|asks)[^.!?]){0,24}$")


def _swapped(said: Asserted, wanted: WantedMessage) -> Iterator[Found]:
    """Yield a finding if a complaint names the lower amount as the bill and the higher one as agreed."""
    facts = [group.facts[0] for group in wanted.values if isinstance(group.facts[0], MoneyFact)]
    if len(facts) != 2:
        return
    low, high = sorted(facts, key=lambda fact: fact.cents)
    folded = said.text.folded
    for value in said.values:
        before = folded[max(0, value.start - 40) : value.start]
        if (low.cents in value.meanings and _BILLED.search(before)) or (high.cents in value.meanings and _AGREED.search(before)):
            yield Found("unclear", "it may mix up what was billed and what was agreed", folded[value.start : value.end])


def _outweighs(one: Sequence[str], other: Sequence[str]) -> bool:
    return len(one) > len(other)


def _at_the_right_time(point: Point, said: Asserted, wanted: WantedMessage, words: str) -> Found:
    """Return `no` if the statement is made about another day or time than the claim's."""
    if point.family is not COMES:
        return Found("yes", "", words)
    spoken = [sentence for sentence in said.text.sentences if words in line_of(sentence)]
    for kind in ("day", "time"):
        named = [value for value in said.values if value.kind == kind and value.certain]
        if kind == "time" and not any(value.meanings & {m for k, m in wanted.times if k == kind} for value in named):
            # Other times of the day, such as when the cab comes, may stand in other sentences.
            clauses_of = [(sentence.start, sentence.end) for sentence in spoken]
            named = [value for value in named if any(start <= value.start < end for start, end in clauses_of)]
            named = [value for value in named if not said.text.folded[: value.start].endswith(("cab at ", "till ", "until ", "taxi at "))]
        right = {meaning for known, meaning in wanted.times if known == kind}
        if right and named and not any(value.meanings & right for value in named):
            clear = all(said.how(value.start, value.end) == "said" for value in named)
            other = said.text.folded[named[0].start : named[0].end]
            return Found("no" if clear and kind == "day" else "unclear", f"it names another {kind}", other)
    return Found("yes", "", words)


def _other_day(said: Asserted, wanted: WantedMessage) -> Found | None:
    """Return a doubt if the claim names a day and the text only other days."""
    named = [value for value in said.values if value.kind == "day"]
    right = {meaning for known, meaning in wanted.times if known == "day"}
    if right and named and not any(value.meanings & right for value in named):
        return Found("unclear", "it names another day", said.text.folded[named[0].start : named[0].end])
    return None


def _asks(point: Point, said: Asserted, wanted: WantedMessage) -> Found:
    """Return whether the text asks for what the claim says."""
    found = sayings(ASKS, said.text)
    if found.contradicted:
        return Found("no", "it does not ask for it", found.contradicted[0])
    questions = [sentence for sentence in said.text.sentences if sentence.asks]
    if not questions and not found.made:
        return Found("no" if len(said.text.sentences) > 1 else "unclear", "it asks for nothing")
    asked: Iterable[str] = [said.text.folded[sentence.start : sentence.end] for sentence in questions]
    requests = [line for sentence in said.text.sentences if any(words in (line := line_of(sentence)) for words in found.made)]
    known = is_about(said.text.folded, point.about)
    about = [
        words
        for words in (*asked, *requests)
        # "Please resend it" asks for what was named before.
        if is_about(words, point.about) or (known and re.search(r"\b(?:it|one|them|this|that|in)\b", words))
    ]
    if about or not point.about:
        other = _other_day(said, wanted)
        return other if other is not None else Found("yes", "", about[0] if about else found.made[0])
    return Found("unclear", "it may ask for something else")
