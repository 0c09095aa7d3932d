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
from simulator.reading.subjects import said_of_another, wrong_subjects
from simulator.reading.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.tokens import Sentence, Token

# "Until ten" and "at ten" say different things of a time.
_BOUND = re.compile(r"\b(?:until|till|through|after|before)(?: (?:the|about|around))? $")
_STARTS_THEN = re.compile(r"\b(?:from|starting|starts|beginning|begins|as of|since)(?: on| at)?(?: the)? $")
_ENDS = re.compile(
    r"\b(?:until|till|before|by|(?:ends?|ending|finish\w*|over|done|free|out|closes?|closing|shut\w*|off)"
    r" (?:at|by|from))"
    r"(?: (?:the|about|around))? $"
)
_NOT_BOUND = re.compile(r"\b(?:not|only|earlier|sooner)\b(?: \w+){0,9} (?:before|until|till|than)(?: the)? $")
_SETTLES = re.compile(
    r"\b(?:see you|it is|let us|let's|we meet|i (?:will |shall )?come|stay with|stays?(?! free| open)|stands|keep to"
    r"|make it|come (?:on|at))\b"
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
    r"|that one|them)\b(?! (?:is|was|will))|against (?:it|that|this|them)\b"
    r"|know nothing (?:of|about) (?:it|that|this)|(?:think|thinking) (?:about|over) (?:it|that)"
    r"|(?:something|somebody|someone) else|pick another|i am against"
    r"|think it over|let you know|not (?:yet )?(?:sure|decided|certain)|we shall see|we will see)"
)
_RANGE = re.compile(r"[\d:apm.o' ]*(?:-|to|till|until) ?")
# The names in `calendar` depend on the locale and are formatted again each time.
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")


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
    """Values anywhere on the phone, except in what the assistant wrote."""
    readers: frozenset[str] = frozenset()
    """Words of the names of the people who are written to."""
    people: frozenset[str] = frozenset()
    """Words of the names of everybody else on the phone but the owner."""
    prose: bool = True
    """False for fields, whose values stand in lists rather than in sentences."""
    lines: tuple[frozenset[str], ...] = ()
    """Words of sentences on the phone that have a stranger's name: a text may repeat them."""

    @property
    def sayings(self) -> tuple[str, ...]:
        """Return the right texts, and the claim as the last one."""
        return (*self.texts, self.say) if self.say else self.texts


class _Known(NamedTuple):
    said: frozenset[ValueKey]
    bound: frozenset[ValueKey]
    """Values that right texts give as the end of a stretch."""
    starts: frozenset[ValueKey]
    """Values that right texts give as its start."""


@lru_cache(maxsize=256)
def known_values(texts: tuple[str, ...], now: datetime) -> _Known:
    said: set[ValueKey] = set()
    bound: set[ValueKey] = set()
    starts: set[ValueKey] = set()
    for text in texts:
        right = asserted(text, now)
        for value in right.values:
            keys = {(kind_of(value), meaning) for meaning in value.meanings}
            if right.how(value.start, value.end) in ("said", "asked", "hedged"):
                said |= keys
            if _BOUND.search(right.text.folded[: value.start]) or right.text.folded[: value.start].endswith(" by "):
                bound |= keys
            if _STARTS_THEN.search(right.text.folded[: value.start]):
                starts |= keys
    return _Known(frozenset(said), frozenset(bound), frozenset(starts))


def doubts(
    said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], everywhere: bool, now: datetime
) -> Iterator[Found]:
    """Yield what makes a text that seems right doubtful."""
    if not right.texts:
        return
    yield from _values(said, right, wanted, now)
    yield from _strange(said, right, wanted, everywhere)
    if right.prose:
        for words in wrong_subjects(said, right.sayings, right.titles, wanted, now):
            yield Found("unclear", "it says it of something else", words)
        yield from _denials(said, wanted)
        yield from _turns(said, wanted)


def _values(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    known = known_values((*right.texts, right.say), now)
    kinds = {kind for kind, _ in wanted}
    settled = wanted | known_values((right.say,), now).said
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
            if keys & known.bound and _STARTS_THEN.search(before) and not keys & known.starts:
                yield Found("unclear", "it says from when, not until when", words)
            # 8.40 is a time or an amount; after "Tuesday" it may be either.
            plainly = value.kind == "time" and not any(kind == "amount" for kind, _ in wanted)
            if plainly and (day := _day_beside(value, said)) is not None:
                days = {("day", meaning) for meaning in day.meanings}
                # A date that was written before may be repeated; "tomorrow" is a new statement.
                spoken = said.text.folded[day.start : day.end]
                written = right.around if re.search(r"\d", spoken) else frozenset[ValueKey]()
                if not days & (wanted | known.said | written | {today}):
                    yield Found("unclear", "it names another day", said.text.folded[day.start : day.end])
            continue
        # 5.30 may be a time, so that only amounts with a currency or a thousands separator count.
        counted = kind_of(value) in kinds or (
            kind_of(value) == "amount" and not re.fullmatch(r"\d{1,2}(?:[.:,]\d\d?)?|\d+|[a-z -]+", words)
        )
        plain = value.kind == "number" and not re.search(r"\d[.,]\d", words)
        if not counted or plain or not value.certain or today in keys or _is_sum(value, said):
            continue
        if keys & right.around and _is_part_of(value, said, wanted):
            continue
        if value.kind == "day" and _same_weekday(words, known.said | right.around):
            continue
        beside = kind_of(value) not in {kind for kind, _ in wanted}
        if (beside or not right.prose) and keys & (right.around | known.said):
            continue
        if beside and _is_deadline_for_answers(value, said, known.said | known.bound):
            continue
        if _is_heading(value, said, right.elsewhere | right.around):
            continue
        if keys & right.elsewhere and said_of_another(value, said, right.sayings, wanted, now):
            continue
        # "Friday's exam" and "I am at work until five" name no time of the matter itself.
        if said.text.folded.startswith("'s ", value.end):
            continue
        if keys & right.elsewhere and _ENDS.search(said.text.folded[: value.start]):
            continue
        if keys & known.said:
            if keys & settled:
                continue
            if _settles_on(value, said):
                yield Found("unclear", "it settles on another value, too", words)
            continue
        if re.search(r"(?:'s|\byour|\bhis|\bher|\btheir) $", said.text.folded[: value.start]):
            continue
        if said.how(value.start, value.end) == "said" and not _is_range(said, value.start, value.end):
            yield Found("unclear", "it names another value, too", words)


def _settles_on(value: ValueMention, said: Asserted) -> bool:
    """Return True if a text decides for a day or time: "see you at eight"."""
    return (
        value.kind in ("day", "time")
        and _SETTLES.search(_clause(said, value.start)) is not None
        and said.how(value.start, value.end) == "said"
        and not _is_range(said, value.start)
    )


_ANSWER_BY = re.compile(
    r"\b(?:answers?|reply|replies|tell me|let me know|write|say|respond|need to know|know|hear)\b"
    r"[^.!?]*\b(?:by|before) $"
)


def _is_deadline_for_answers(value: ValueMention, said: Asserted, known: frozenset[ValueKey]) -> bool:
    """Return True for "tell me by half past nine" if a later time is known, by which the matter ends."""
    sentence = said.sentence_at(value.start)
    if value.kind != "time" or not _ANSWER_BY.search(said.text.folded[sentence.start : value.start]):
        return False
    return any(kind == "time" and meaning > min(value.meanings) for kind, meaning in known)


_LIST_SIGN = re.compile(r"(?:^|[\n;:]) *(?:- |\* |\(?\d\) )?$")


def _is_heading(value: ValueMention, said: Asserted, known: frozenset[ValueKey]) -> bool:
    """Return True for a day of the phone at the head of a part: "Tuesday, lighting: …", "Wed 6.70 there; Thu …"."""
    folded = said.text.folded
    words = folded[value.start : value.end]
    if not _LIST_SIGN.search(folded[: value.start]):
        return False
    if value.kind == "number" or kind_of(value) == "amount":
        # "3.3. station to hotel 8.40" is a date without a year.
        return bool(re.fullmatch(r"\d{1,2}\.\d{1,2}\.?", words)) and folded[value.end :].lstrip()[:1] == "."
    if value.kind != "day":
        return False
    titled = re.match(r",? ?[a-z -]{0,30}:(?! ?\d)", folded[value.end :])
    heads = [one for one in said.values if one.kind == "day" and _LIST_SIGN.search(folded[: one.start])]
    is_known = any(("day", day) in known for day in value.meanings) or _weekday_of(words, known)
    return is_known and (titled is not None or len(heads) > 1)


def _weekday_of(words: str, keys: frozenset[ValueKey]) -> bool:
    """Return True if a weekday, also a short one, is that of one of these days."""
    index = next((number for number, name in enumerate(WEEKDAYS) if words and name.startswith(words)), None)
    return index is not None and any(kind == "day" and date.fromordinal(day).weekday() == index for kind, day in keys)


def _day_beside(time: ValueMention, said: Asserted) -> ValueMention | None:
    """Return the day right before or after a time: "10:10 tomorrow", "on Friday at two"."""
    for day in said.values:
        first, last = (time, day) if day.start >= time.end else (day, time)
        between = said.text.folded[first.end : last.start]
        if day.kind == "day" and first.end <= last.start and re.fullmatch(r",? ?(?:on |at |this |from )?", between):
            return day
    return None


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


def _is_part_of(value: ValueMention, said: Asserted, wanted: frozenset[ValueKey]) -> bool:
    """Return True if this amount and another in the text make up the wanted one: "33.00 and 13.20, so 46.20"."""
    if value.kind != "money" or len(value.meanings) != 1:
        return False
    (part,) = value.meanings
    others = [min(one.meanings) for one in said.values if one.kind == "money" and one is not value]
    return any(("amount", part + other) in wanted and part + other in others for other in others)


def _same_weekday(words: str, keys: frozenset[ValueKey]) -> bool:
    """Return True for a weekday without a date that is one of these days, which may have passed."""
    index = next((number for number, name in enumerate(WEEKDAYS) if words == name), None)
    return index is not None and any(kind == "day" and date.fromordinal(day).weekday() == index for kind, day in keys)


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
        marked = {value.start for value in here if any((kind_of(value), one) in wanted for one in value.meanings)}
        for part in _parts(sentence):
            words = {singular(token.word) for token in part}
            telling = words & content_words(right.say) if everywhere else any(token.start in marked for token in part)
            names = right.strangers | right.titles if telling else right.strangers
            for token in part:
                name = singular(token.word)
                if name in names and not token.quoted and not _is_repeated(name, words, right.lines):
                    yield Found("unclear", "it names something else on the phone", token.word)
                    return


def _is_repeated(name: str, words: set[str], lines: tuple[frozenset[str], ...]) -> bool:
    """Return True if a sentence on the phone has this name and at least two more of these words."""
    return any(name in line and len(line & words) > 2 for line in lines)


_PART_ENDS = frozenset(("but", "so", "because", "while", "although", "whereas", ";", ":", "(", ")"))


def _parts(sentence: Sentence) -> Iterator[list[Token]]:
    """Yield the parts of a sentence that conjunctions and stronger signs than a comma separate."""
    part: list[Token] = []
    for token in sentence.tokens:
        if token.word in _PART_ENDS:
            yield part
            part = []
        else:
            part.append(token)
    yield part


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
