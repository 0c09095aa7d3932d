"""Compares a text with right texts for the same goal: values and names that none of them has make it doubtful."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.assertion import Asserted, asserted, line_of
from simulator.reading.offers import Found
from simulator.reading.scene import content_words, singular
from simulator.reading.subjects import wrong_subjects
from simulator.reading.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.word_sets import word_set

# "Until ten" and "at ten" say different things of a time.
_BOUND = re.compile(r"\b(?:until|till|through|after|before)(?: (?:the|about|around))? $")
_ENDS = re.compile(
    r"\b(?:until|till|before|(?:ends?|ending|finish\w*|over|done|free|out|closes?|closing|shut\w*|off) (?:at|by|from))"
    r"(?: (?:the|about|around))? $"
)
_NOT_BOUND = re.compile(r"\b(?:not|only|earlier|sooner)\b(?: \w+){0,9} (?:before|until|till|than)(?: the)? $")
_SETTLES = re.compile(
    r"\b(?:see you|it is|let us|let's|we meet|i (?:will |shall )?come|stay with|stays?|stands|keep to|make it"
    r"|come (?:on|at))\b"
)
_DENIES = re.compile(r"\b(?:nothing|nobody|no|none|never|neither)\b")
_HARMLESS = re.compile(
    r"\b(?:(?:no|not) (?:earlier|sooner|before|later) than|not (?:\w+ ){1,6}(?:before|until|till)|not (?:before"
    r"|until|till|only|just|a word|far|too late"
    r"|later than|be late)|no (?:problem|trouble"
    r"|later than|matter|need to (?:hurry|worry)|doubt|one else|samosas)|do not (?:worry|be late|forget|wait|leave"
    r"|set off)"
    r"|(?:sorry|afraid|regret)[^,;.]{0,40}\bnot\b|(?:can|could|will|shall|do|does) not (?:make|be (?:there"
    r"|with you|in)|do|work|come|keep|get)[^,;.]{0,30}(?:today|at|on|two|three|four|saturday|friday|thursday)"
    r"|nothing could keep|not (?:have to|need to))\b"
)
_USES = (
    (
        re.compile(r"^[^.!?;]*?,? but (?!only if|only for|please|not (?:at|on|before)|do not worry|first|only)"),
        "it adds a but",
    ),
    (
        re.compile(
            r"^,? (?:was|were|would have been) (?!agreed|billed|charged|confirmed|quoted|shown|promised"
            r"|the (?:fare|price))"
        ),
        "it speaks of the past",
    ),
    (re.compile(r"^,? is when\b"), "it says what else is then"),
    (re.compile(r"^,? (?:i|we|he|she|they|it) (?:was|were|had)\b"), "it speaks of the past"),
    (re.compile(r"^ is (?!not)[\w]+'s\b"), "it says whose it is"),
    (re.compile(r"^,? (?:is|was) (?:my|our) (?:own )?(?:number|line|phone|mobile|extension)"), "it says whose it is"),
    (re.compile(r"^ (?:years?|months?|kilos?|kg|km|metres?)\b"), "it measures something else"),
    (re.compile(r"^ (?:train|bus|flight|plane|ferry|tram|meeting|news)\b"), "it names something by its time"),
    (
        re.compile(
            r"^[^.!?;]*\bif (?!you|that|this|it|i may|i can|all right|okay|possible|so|we (?:are|order)|there are"
            r"|at least)"
        ),
        "it makes a condition",
    ),
)
_GOES_BACK = re.compile(
    r"\b(?:(?:not|never) (?:\w+ )?(?:do|doing|want|take|taking|need|like|mean|use|trust|believe|keep|accept|order|book"
    r"|have|having|count|rely|agree|recommend|confirm|say|promise|go|going|pay|suit|work)(?: \w+){0,2} (?:it|that|this"
    r"|that one|them)\b(?! (?:is|was|will))|against (?:it|that|this|them)\b|(?:think"
    r"|thinking) (?:about|over) (?:it|that)|(?:something|somebody|someone) else|pick another|i am against"
    r"|think it over|let you know|not (?:yet )?(?:sure|decided|certain)|we shall see|we will see)"
)
_RANGE = re.compile(r"[\d:apm.o' ]*(?:-|to|till|until) ?")
# A date without a year may mean several; the one within half a year counts.
_NEAR_DAYS = 183
# The names in `calendar` depend on the locale and are formatted anew each time.
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_PERIODS = ("day", "week", "month", "year")
_NUMBERED = re.compile(r"\b([^\W\d_]{4,}) (\d{1,3})\b(?![.,:]\d)")
_NAMED_PLACE = re.compile(r"\b([^\W\d_]{3,}) (street|avenue|road|lane|square|hall|pier|gate|quay|court)\b")
_PLAIN_BEFORE = word_set(
    "until till about from than only just with over under after before around nearly almost least most your their that"
    " this same usual other whole next last first second third fourth fifth ground roof side back front seminar meeting"
    " changing washing living january february march april may june july august september october november december"
    " and the have has for was will are you our his her its any one two three four five six seven eight nine ten"
)
# Words that count people or the wanted thing itself.
_COUNTED = content_words(
    "people persons guests heads seats places adults children friends singers members times euros years"
)
_RELATIVE_DOES = re.compile(
    r"\b(?:my|your|his|her|our|their|the) (brother|sister|wife|husband|son|daughter|mother|father|aunt|uncle|cousin"
    r"|nephew"
    r"|niece|colleague|boss|neighbou?rs?|friend|partner|assistant|secretary|flatmate|roommate|grandmother|grandfather"
    r"|granddaughter|grandson|girlfriend|boyfriend|deputy|successor|predecessor)(?: '?s?)?(?: [a-z]+)?"
    r" (?:is|are|will|would|can|has|comes|come|takes|take|pays|cancels|needs|goes|gets|accepts|joins|replaces|collects"
    r"|picks|wants|does|represents|stands|fills)\b"
)
_PER_HEAD = re.compile(r"(?: \w+)? (?:each|apiece|a head|per head|per person|a person)\b")
_STARTS = re.compile(r"(?:^|[.!?:]\s+|\n\s*)[^\w]*\w+")


class RightTexts(NamedTuple):
    """Words and values of right texts for a goal, and of everything else on the phone."""

    texts: tuple[str, ...] = ()
    say: str = ""
    strangers: frozenset[str] = frozenset()
    """Words of other people's names that no right text has."""
    around: frozenset[ValueKey] = frozenset()
    """Values in what these people and the owner have written to each other."""
    titles: frozenset[str] = frozenset()
    """Words of other records' titles that no right text has."""
    elsewhere: frozenset[ValueKey] = frozenset()
    """Values anywhere on the phone."""
    prose: bool = True
    """False for fields, whose values stand in lists rather than in sentences."""

    @property
    def sayings(self) -> tuple[str, ...]:
        """Return the right texts, and the claim as the last one."""
        return (*self.texts, self.say) if self.say else self.texts


class _Known(NamedTuple):
    said: frozenset[ValueKey]
    bound: frozenset[ValueKey]


@lru_cache(maxsize=256)
def _known(texts: tuple[str, ...], now: datetime) -> _Known:
    said: set[ValueKey] = set()
    bound: set[ValueKey] = set()
    for text in texts:
        right = asserted(text, now)
        for value in right.values:
            keys = {(kind_of(value), meaning) for meaning in value.meanings}
            if right.how(value.start, value.end) in ("said", "asked", "hedged"):
                said |= keys
            if _BOUND.search(right.text.folded[: value.start]) or right.text.folded[: value.start].endswith(" by "):
                bound |= keys
    return _Known(frozenset(said), frozenset(bound))


def doubts(
    said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], everywhere: bool, now: datetime
) -> Iterator[Found]:
    """Yield what makes a text that seems right doubtful."""
    if not right.texts:
        return
    yield from _values(said, right, wanted, now)
    yield from _strange(said, right, wanted, everywhere)
    yield from _units(said, right)
    yield from _places(said, right)
    yield from _weekdays(said, now)
    if right.prose:
        yield from _counted(said, right, wanted)
        yield from _each(said, right, wanted, now)
        for words in wrong_subjects(said, right.sayings, right.titles, wanted, now):
            yield Found("unclear", "it says it of something else", words)
        yield from _somebody_else(said, right, wanted)
        yield from _denials(said, wanted)
        yield from _turns(said, wanted)


def _values(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    known = _known((*right.texts, right.say), now)
    kinds = {kind for kind, _ in wanted}
    settled = wanted | _known((right.say,), now).said
    # An unknown amount of money or day is suspicious in every message, an unknown number only beside a wanted one.
    kinds |= {"phone"} if kinds == {"amount"} else {"day", "time", "phone"}
    today = ("day", now.date().toordinal())
    for value in said.values:
        keys = {(kind_of(value), meaning) for meaning in value.meanings}
        words = said.text.folded[value.start : value.end]
        if keys & wanted:
            before = said.text.folded[: value.start]
            bound = _BOUND.search(before) and not _NOT_BOUND.search(before[-80:])
            if value.kind in ("time", "day") and bound and not keys & known.bound and not _is_range(said, value.start):
                yield Found("unclear", "it says until or from when, not when", words)
            continue
        # 5.30 may be a time, so that only amounts with a currency or a thousands separator count.
        counted = kind_of(value) in kinds or (
            kind_of(value) == "amount" and not re.fullmatch(r"\d{1,2}(?:[.:,]\d\d?)?|\d+|[a-z -]+", words)
        )
        plain = value.kind == "number" and not re.search(r"\d[.,]\d", words)
        if not counted or plain or not value.certain or today in keys or _is_sum(value, said):
            continue
        if value.kind == "day" and _same_weekday(words, known.said | right.around):
            continue
        beside = kind_of(value) not in {kind for kind, _ in wanted}
        if (beside or not right.prose) and keys & (right.around | known.said):
            continue
        # "Friday's exam" and "I am at work until five" name no time of the matter itself.
        if said.text.folded.startswith("'s ", value.end):
            continue
        if keys & right.elsewhere and _ENDS.search(said.text.folded[: value.start]):
            continue
        if keys & known.said:
            if keys & settled:
                continue
            if (
                value.kind in ("day", "time")
                and _SETTLES.search(_clause(said, value.start))
                and said.how(value.start, value.end) == "said"
            ) and not _is_range(said, value.start):
                yield Found("unclear", "it settles on another value, too", words)
            continue
        if re.search(r"(?:'s|\byour|\bhis|\bher|\btheir) $", said.text.folded[: value.start]):
            continue
        if said.how(value.start, value.end) == "said" and not _is_range(said, value.start, value.end):
            yield Found("unclear", "it names another value, too", words)


def _is_sum(value: ValueMention, said: Asserted) -> bool:
    """Return True if an amount is the sum of others in the text: "267.00, 38.60 and 51.10, altogether 356.70"."""
    if kind_of(value) != "amount" or len(value.meanings) != 1:
        return False
    (total,) = value.meanings
    parts = [min(one.meanings) for one in said.values if kind_of(one) == "amount" and one is not value]
    sums = {0}
    for part in parts[:12]:
        sums |= {one + part for one in sums if one + part <= total}
    return total in sums and total not in parts


def _same_weekday(words: str, keys: frozenset[ValueKey]) -> bool:
    """Return True for a weekday without a date that is one of these days, which may have passed."""
    index = next((number for number, name in enumerate(_WEEKDAYS) if words == name), None)
    return index is not None and any(kind == "day" and date.fromordinal(day).weekday() == index for kind, day in keys)


def _weekdays(said: Asserted, now: datetime) -> Iterator[Found]:
    """Yield a finding for a date with a wrong weekday, such as "Tuesday 11 February" for a Wednesday."""
    for value in said.values:
        if value.kind != "day":
            continue
        words = said.text.folded[value.start : value.end]
        named = next((number for number, name in enumerate(_WEEKDAYS) if words.startswith(name[:3])), None)
        days = {date.fromordinal(day) for day in value.meanings}
        near = [day for day in days if abs((day - now.date()).days) < _NEAR_DAYS]
        if named is not None and re.search(r"\d", words) and near and all(day.weekday() != named for day in near):
            yield Found("no", "weekday and date do not agree", words)


def _clause(said: Asserted, place: int) -> str:
    """Return the clause at a place, as it is compared."""
    sentence = said.sentence_at(place)
    start = max(said.text.folded.rfind(sign, sentence.start, place) for sign in (",", ";", ":", " but ", " so "))
    return said.text.folded[max(start, sentence.start) : sentence.end]


def _near(said: Asserted, place: int) -> str:
    """Return the clause at a place without what follows the next comma."""
    clause = _clause(said, place).lstrip(" ,;:")
    sentence = said.sentence_at(place)
    end = re.search(r"[,;:](?! ?\d)", said.text.folded[place : sentence.end])
    return clause if end is None else clause[: len(clause) - (sentence.end - place - end.start())]


def _spelled(words: str) -> str:
    return re.sub(r"n't\b", " not", words.replace("can't", "can not").replace("won't", "will not"))


def _is_range(said: Asserted, start: int, end: int = -1) -> bool:
    """Return True if the value is the end of a stretch of time: "16:00 to 18:00"."""
    folded = said.text.folded
    before = next((value for value in reversed(said.values) if value.end <= start), None)
    if before is not None and _RANGE.fullmatch(folded[before.end : start]):
        return True
    return bool(re.search(r"\b(?:from|between) (?:\S+ ){1,5}(?:to|till|until|and|-) (?:the )?$", folded[:start]))


def _strange(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], everywhere: bool) -> Iterator[Found]:
    for sentence in said.text.sentences:
        here = [value for value in said.values if sentence.start <= value.start < sentence.end]
        # Titles have plain words, too: they count only where the wanted value stands.
        telling = everywhere or any((kind_of(value), meaning) in wanted for value in here for meaning in value.meanings)
        names = right.strangers | right.titles if telling else right.strangers
        for token in sentence.tokens:
            if singular(token.word) in names and not token.quoted:
                yield Found("unclear", "it names something else on the phone", token.word)
                return


def _units(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a finding for "a year" instead of "a month", and for "draft 2" instead of "draft 3"."""
    folded, say = said.text.folded, right.say.lower()
    for period in _PERIODS:
        if re.search(rf"\b(?:a|per|each|every) {period}\b", say):
            other = re.search(
                rf"\b(?:a|per|each|every) (?:{'|'.join(one for one in _PERIODS if one != period)})\b|\b(?:yearly"
                rf"|annual\w*|weekly|daily)\b",
                folded,
            )
            if other and not re.search(rf"\b{period}", folded):
                yield Found("no", f"it is not by the {period}", other[0])
    for noun, number in _NUMBERED.findall(say):
        named = {other for one, other in _NUMBERED.findall(folded) if one == noun}
        if named and number not in named:
            yield Found("no", f"it names another {noun}", f"{noun} {min(named)}")


def _places(said: Asserted, right: RightTexts) -> Iterator[Found]:
    """Yield a doubt for "Mill Street" where right texts have "Barn Street", and for "room 5" instead of "room 3"."""
    known = " ".join(right.sayings).lower()
    for pattern, noun_first in ((_NAMED_PLACE, False), (_NUMBERED, True)):
        right_pairs = {match.groups() for match in pattern.finditer(known)}
        for match in pattern.finditer(said.text.folded):
            name, noun = (match[2], match[1]) if noun_first else (match[1], match[2])
            same = {pair[1] if noun_first else pair[0] for pair in right_pairs if noun in pair}
            if same and name not in same and name not in _PLAIN_BEFORE and noun not in _PLAIN_BEFORE:
                yield Found("unclear", f"it names another {noun}", match[0])


def _counted(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt for "24 chairs" where right texts count guests."""
    known = content_words(" ".join(right.sayings))
    for value in said.values:
        if value.kind != "number" or ("amount", min(value.meanings)) not in wanted:
            continue
        noun = re.match(r" ([a-z]{4,}s)\b", said.text.folded[value.end :])
        if noun and singular(noun[1]) not in known | _COUNTED and noun[1] not in known:
            yield Found("unclear", "it counts something else", said.text.folded[value.start : value.end + noun.end()])


def _each(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    """Yield a finding for "600 each" where another amount for each is right."""
    if not any(kind == "amount" for kind, _ in wanted):
        return
    known = _known(right.sayings, now).said
    for value in said.values:
        keys = {(kind_of(value), meaning) for meaning in value.meanings}
        for_each = kind_of(value) == "amount" and _PER_HEAD.match(said.text.folded, value.end)
        if for_each and not keys & (wanted | known) and said.how(value.start, value.end) == "said":
            yield Found("no", "it names another amount for each", said.text.folded[value.start : value.end])


def _somebody_else(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if a relative or friend of somebody does what the text is about."""
    known = " ".join(right.sayings).lower()
    for sentence in said.text.sentences:
        match = _RELATIVE_DOES.search(line_of(sentence))
        here = [value for value in said.values if sentence.start <= value.start < sentence.end]
        telling = not wanted or any((kind_of(value), one) in wanted for value in here for one in value.meanings)
        if match and telling and match[1] not in known:
            yield Found("unclear", "it may speak of somebody else", match[0].strip())
            return


def _denials(said: Asserted, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield a doubt if the sentence with the wanted value says that something is not, will not or must not be."""
    for value in said.values:
        if not any((kind_of(value), meaning) in wanted for meaning in value.meanings):
            continue
        sentence = said.sentence_at(value.start)
        match = _DENIES.search(_HARMLESS.sub(" ", line_of(sentence)))
        if match is None:
            # "Not" counts in the clause of the value, "nothing" and "nobody" in the whole sentence.
            match = re.search(r"\bnot\b", _HARMLESS.sub(" ", _spelled(_near(said, value.start))))
        others = [
            other
            for other in said.values
            if sentence.start <= other.start < sentence.end and kind_of(other) == kind_of(value)
        ]
        # "Not at two but at four" denies another value, which is said to be wrong.
        if match and not any(said.how(other.start, other.end) == "denied" for other in others):
            yield Found("unclear", "it also denies something", match[0])
            return


def _turns(said: Asserted, wanted: frozenset[ValueKey]) -> Iterator[Found]:
    """Yield doubts for a "but" after a wanted value, for what a later sentence says of it, and for how it is used."""
    folded = said.text.folded
    last = -1
    for value in said.values:
        if not any((kind_of(value), meaning) in wanted for meaning in value.meanings):
            continue
        sentence = said.sentence_at(value.start)
        rest = folded[value.end : sentence.end]
        after = [other for other in said.values if value.end <= other.start < sentence.end]
        contrast = any((kind_of(other), meaning) in wanted for other in after for meaning in other.meanings)
        for pattern, reason in _USES:
            # "46.20, but 16.50 was agreed": the other wanted value may follow a but.
            if pattern.search(rest) and not contrast:
                yield Found("unclear", reason, folded[value.start : sentence.end].strip())
                return
        if re.search(r"\bit is (?:already )?$", folded[: value.start]) and rest.startswith(" now"):
            yield Found("unclear", "it says what time it is", folded[value.start : value.end])
        if re.search(r"\babout (?:the )?$", folded[sentence.start : value.start]) and value.kind in ("time", "day"):
            yield Found("unclear", "it speaks about the value, but does not settle it", folded[value.start : value.end])
        if value.kind in ("phone", "number") and rest.startswith("?"):
            yield Found("unclear", "it only asks about it", folded[value.start : value.end])
        last = max(last, sentence.end)
    for sentence in said.text.sentences:
        match = _GOES_BACK.search(line_of(sentence)) if 0 <= last <= sentence.start + 1 else None
        if match:
            yield Found("unclear", "it goes back on what it says", match[0])
            return
