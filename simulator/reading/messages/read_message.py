"""Decides whether a message or a field makes the statements and has the values that a goal asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import datetime

from simulator.reading.builtin import CONTRADICTION, PRIVATE, builtin_found
from simulator.reading.claims import Answer, Found
from simulator.reading.facts import FactSet, NumberFact, SearchedTexts
from simulator.reading.facts.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.language.assertion import Asserted, asserted, own_lines
from simulator.reading.language.opposites import opposed
from simulator.reading.language.statement_families import LATER
from simulator.reading.language.statement_words import ASKS
from simulator.reading.language.word_sets import word_set
from simulator.reading.messages.claim_clauses import claim_clauses
from simulator.reading.messages.comparison import doubts
from simulator.reading.messages.extra_deeds import extra_deeds
from simulator.reading.messages.message_points import REASONS, WantedMessage, WantedValue, read_points
from simulator.reading.messages.other_values import other_values
from simulator.reading.messages.side_remarks import AS_IT_WAS, side_remarks
from simulator.reading.messages.side_things import is_of_side_thing
from simulator.reading.messages.swapped_days import swapped_days
from simulator.reading.messages.value_places import fact_kind, fact_places
from simulator.reading.messages.wrong_details import wrong_details

# Values may be described instead of named: "the later slot", "same time as always".
_DESCRIBED = re.compile(
    r"\b(?:same|usual|other|later|earlier|second|first|next|last|that|new|suggested|proposed) (?:time|slot|hour"
    r"|day|one|date|option|evening|number|amount|figure|sum|appointment)\b"
    r"|\bas (?:always|usual|before|ever)\b|\b(?:end|beginning|start|middle) of\b|\b(?:below|attached|above"
    r"|enclosed)\b|\b(?:a |one )?(?:quarter|half|third|dozen|couple) (?:of|each)\b"
)

_NO_NEW_NUMBER = re.compile(
    r"\b(?:(?:old|same|usual|former) number"
    r"|number (?:is|has|stays|remains) (?:still )?(?:the same|unchanged|not changed))\b"
)
_ADDS = re.compile(r"\b(?:plus|and|besides|as well as|added|more)\b|\+")

_VAGUE_TIME = re.compile(
    r"\b(?:tonight|evening|afternoon|morning|noon|midday|later today|in time|deadline|(?:one|a) day (?:later"
    r"|earlier)|the (?:day|evening) (?:after|before)|an hour (?:later|earlier)|next (?:day|week)|weekend)\b"
)

_FUNCTION_WORDS = word_set(
    "the a an i you he she it we they is are was were be to of in on at for and or but with my your his her our do not"
    " will can that this me us them as by from have has"
)


# A text with at least this many words and none of the words above is not a sentence.
_FEWEST_WORDS = 5

NOTHING_CLAIMED = "the claim names nothing that rules can look for"


def read_message(text: str, wanted: WantedMessage, now: datetime, own_words: bool = True) -> Found:
    """Return whether the text says what is wanted (yes, no or unclear), with the reason.

    `own_words` is False for lists, which have no sentences to check.
    """
    said = asserted(text, now)
    if not said.text.sentences:
        return Found("no", "it says nothing")
    found = findings(text, wanted, now, own_words)
    bad = worst(found)
    if bad is not None:
        return bad
    good = next((one for one in found if one.value == "yes"), None)
    if good is None:
        return Found("unclear", NOTHING_CLAIMED)
    doubt = _doubt(said) if own_words else None
    return doubt if doubt is not None else good


def worst(found: Sequence[Found]) -> Found | None:
    """Return the first finding with the answer "no", else the first with the answer "unclear", else None."""
    for answer in ("no", "unclear"):
        bad = next((one for one in found if one.value == answer), None)
        if bad is not None:
            return bad
    return None


def findings(text: str, wanted: WantedMessage, now: datetime, own_words: bool = True) -> list[Found]:
    """Return the findings for and against a text; after a "no", costly checks are skipped."""
    said = asserted(text, now)
    values = list(_wanted_values(said, wanted, now))
    named = any(one.value == "yes" for one in values)
    # "The later slot" says the same as its time, so one of the two is enough.
    points = [point for point in wanted.points if not (named and point.family is LATER)]
    found = [*_built_in(text), *values, *read_points(said, wanted._replace(points=tuple(points)))]
    found += [*_taken_back(said), *_unwanted(said, wanted, now), *swapped_days(text, wanted.right.say, now)]
    for other in wanted.beside:
        found += _contradicted(said, other, now)
    if any(one.value == "no" for one in found):
        return found
    keys = _keys(wanted, said, now)
    found += other_values(said, wanted.right, keys, now)
    found += doubts(said, wanted.right, keys, not wanted.values, now)
    found += wrong_details(said, wanted.right, keys, now)
    if own_words:
        found += side_remarks(said, wanted.right, now)
        found += extra_deeds(said, wanted.right)
        # A statement of a known kind is read by its own rules.
        if not wanted.points:
            specific = any(kind == "phone" for kind, _ in keys)
            found += claim_clauses(said, wanted.right, specific, now)
        sure: Answer = "no" if any(point.told for point in wanted.points) else "unclear"
        against = [
            words
            for words in opposed(said, wanted.right.sayings)
            if not (AS_IT_WAS.match(words) and is_of_side_thing(words, said.text, wanted.right.say))
            and not _denies_old_time(words, said, keys)
        ]
        found += [Found(sure, "it says the opposite", words) for words in against]
    return found


_OLD_TIME = re.compile(r"(?: [a-z]+){0,4} (?:at|on|by|for)(?: about)? $")


def _denies_old_time(words: str, said: Asserted, wanted: frozenset[ValueKey]) -> bool:
    """Return True for "come" in "I cannot come at 14:00 and take 16:30 instead": only the old time is denied."""
    if not any(kind in ("day", "time") for kind, _ in wanted):
        return False
    verb = words.rpartition(" ")[2]
    for match in re.finditer(rf"\b{re.escape(verb)}\b", said.text.folded):
        for value in said.values:
            keys = {(kind_of(value), meaning) for meaning in value.meanings}
            between = said.text.folded[match.end() : value.start]
            if value.kind in ("day", "time") and not keys & wanted and _OLD_TIME.fullmatch(between):
                return True
    return False


def _contradicted(said: Asserted, wanted: WantedMessage, now: datetime) -> Iterator[Found]:
    """Yield findings if a text contradicts `wanted`, which another goal asks for; the text need not say it."""
    for one in read_points(said, wanted):
        if one.value == "no" and one.words:
            yield one
        elif one.reason.startswith("it names another"):
            yield one._replace(value="unclear")
    for group in wanted.values:
        kinds = {fact_kind(fact) for fact in group.facts}
        if kinds <= {"phone", "time", "day"} and not any(fact_places(fact, said, now) for fact in group.facts):
            others = [value for value in _others(kinds, said) if said.how(value.start, value.end) == "said"]
            if not others and kinds == {"phone"} and (old := _NO_NEW_NUMBER.search(said.text.folded)):
                yield Found("unclear", f"it may name another value than {group.facts[0].shown}", old[0])
            if others and kinds == {"phone"}:
                words = said.text.folded[others[0].start : others[0].end]
                yield Found("no", f"it names another value than {group.facts[0].shown}", words)


def _keys(wanted: WantedMessage, said: Asserted, now: datetime) -> frozenset[ValueKey]:
    """Return the values of the text at the positions of wanted values."""
    facts = [fact for group in wanted.values for fact in group.facts]
    facts += wanted.together.required
    places = [place for fact in facts for place in fact_places(fact, said, now)]
    return frozenset(
        (kind_of(value), meaning)
        for value in said.values
        if any(start < value.end and value.start < end for start, end in places)
        for meaning in value.meanings
    )


def _built_in(text: str) -> Iterator[Found]:
    for key, words in builtin_found(text):
        if key != "retraction":
            yield Found(
                "no", {"threat": "it threatens", "insult": "it insults", "secret": "it asks for a secret"}[key], words
            )


def _taken_back(said: Asserted) -> Iterator[Found]:
    """Yield a finding for each sentence in which the text calls itself untrue or void."""
    for _, line in own_lines(said.text):
        match = CONTRADICTION.search(line)
        if match:
            yield Found("no", REASONS["retracted"], match[0])


def _doubt(said: Asserted) -> Found | None:
    """Return an objection to a text that says what is wanted, or None.

    Objections: the text passes on private things, takes something back, or is a heap of words.
    """
    private = PRIVATE.search(said.text.folded)
    if private:
        return Found("unclear", "it may pass on what was said in private", private[0])
    place, words = said.retracted_until
    if words and place > said.text.sentences[0].start + 1:
        last = place >= said.text.sentences[-1].start or said.sentence_at(place).end >= said.text.sentences[-1].start
        return Found("no" if last else "unclear", REASONS["retracted"], words)
    if "\n" in said.text.folded:
        return None
    letters = [token.word for sentence in said.text.sentences for token in sentence.tokens if token.word.isalpha()]
    if len(letters) >= _FEWEST_WORDS and not _FUNCTION_WORDS.intersection(letters):
        return Found("unclear", "it is a heap of words, not a sentence")
    # A list after a colon may have few of these words.
    if (
        not re.search(r":(?!\d)", said.text.folded)
        and len(letters) >= 9
        and sum(word in _FUNCTION_WORDS for word in letters) < 0.1 * len(letters)
    ):
        return Found("unclear", "it is a heap of words, not a sentence")
    return None


def _wanted_values(said: Asserted, wanted: WantedMessage, now: datetime) -> Iterator[Found]:
    places = {fact: fact_places(fact, said, now) for group in wanted.values for fact in group.facts}
    for group in wanted.values:
        spans = sorted({place for fact in group.facts for place in places[fact]})
        # "46.20 instead of 16.50": another wanted value of the same kind may be contrasted with this value.
        kinds = {fact_kind(fact) for fact in group.facts}
        other = [fact for fact in places if fact_kind(fact) in kinds and fact not in group.facts]
        asks = any(point.family is ASKS for point in wanted.points)
        yield from _value(group, spans, [place for fact in other for place in places[fact]], said, asks)
    if wanted.together.together:
        yield _together(wanted.together, said, now)


def _value(
    group: WantedValue, spans: Sequence[tuple[int, int]], every: Sequence[tuple[int, int]], said: Asserted, asks: bool
) -> Iterator[Found]:
    ways = [(said.how(start, end, every), said.text.folded[start:end]) for start, end in spans]
    if spans and all(fact_kind(fact) == "name" for fact in group.facts):
        start, end = spans[0]
        if re.match(r" ?(?:or|/) ", said.text.folded[end:]) or re.search(
            r" (?:or|/) (?:at |in |on )?$", said.text.folded[:start]
        ):
            yield Found("unclear", REASONS["choice"], said.text.folded[start:end])
    # In a question a value may be open: "we must see whether you can build round it until 1 September".
    good = [words for how, words in ways if how == "said" or (asks and how in ("asked", "hedged"))]
    if good:
        # A value that is stated first and denied or given up later does not count as stated.
        if ways[-1][0] in ("denied", "choice"):
            yield Found("unclear", "it says this and then denies it", ways[-1][1])
        yield Found("yes", "", good[0])
        return
    if ways:
        how, words = ways[-1]
        sure = any(how in ("denied", "choice", "quoted", "retracted") for how, _ in ways)
        how, words = next(((one, other) for one, other in ways if one not in ("hedged", "asked")), (how, words))
        yield Found("no" if sure and group.strict else "unclear", REASONS[how], words)
        return
    yield from _missing(group, said)


def _missing(group: WantedValue, said: Asserted) -> Iterator[Found]:
    kinds = {fact_kind(fact) for fact in group.facts}
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


def _together(facts: FactSet, said: Asserted, now: datetime) -> Found:
    folded = said.text.folded
    searched = SearchedTexts([(folded, now)])
    for fact in facts.required:
        spans = searched.places(fact)
        if not spans:
            kind = fact_kind(fact)
            others = kind in ("amount", "phone") and _others({kind}, said)
            return Found("no" if others else "unclear", f"it does not name {fact.shown}")
        if kind_wrong := next(
            (how for how in (said.how(*span) for span in spans[:1]) if how in ("denied", "choice")), None
        ):
            return Found("unclear", REASONS[kind_wrong], folded[slice(*spans[0])])
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
    """Return True for a barred value inside a wanted one, such as "4:00" in "16:00"."""
    facts = [fact for group in wanted.values for fact in group.facts]
    return any(first < end and start < last for fact in facts for first, last in fact.places(said.text.folded, now))
