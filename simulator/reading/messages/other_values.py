"""Finds values beside the wanted ones that make a message doubtful: another day, a second time, an unknown amount."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime

from simulator.reading.claims import Found
from simulator.reading.facts.text_values import ValueKey, ValueMention, kind_of
from simulator.reading.language.assertion import Asserted
from simulator.reading.language.lexicon import entries
from simulator.reading.messages.comparison import BOUND, STARTS_THEN, WEEKDAYS, RightTexts, known_values, part_at
from simulator.reading.scene import content_words

_NOT_BOUND = re.compile(r"\b(?:not|only|earlier|sooner)\b(?: \w+){0,9} (?:before|until|till|than)(?: the)? $")
_SETTLES = re.compile(
    r"\b(?:see you|it is|let us|let's|we meet|i (?:will |shall )?come|stay with|stays?(?! free| open)|stands|keep to"
    r"|make it|(?:i will|i'll|i shall) be (?:at|there|in|with)"
    r")\b"
)
# Words that tell the recipient to do something at a time: "leave at 8:40", "come at two".
_TELLS = re.compile(
    r"(?:^|[,.;!] |\b(?:just|then|please|and|so|do|simply) )(?:leave|come|go|start|set off|be|meet|wait|arrive|drive)"
    r"(?: \w+){0,2} (?:at|on)\b"
)
_RANGE = re.compile(r"[\d:apm.o' ]*(?:-|to|till|until) ?")


def other_values(said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime) -> Iterator[Found]:
    """Yield a doubt for each wanted value that is used wrongly, and for each other value that nothing explains."""
    if not right.texts:
        return
    for value in said.values:
        if keys_of(value) & wanted:
            yield from _wanted_use(value, said, right, wanted, now)
        elif doubt := _other_value(value, said, right, wanted, now):
            yield Found("unclear", doubt, said.text.folded[value.start : value.end])


def keys_of(value: ValueMention) -> set[ValueKey]:
    return {(kind_of(value), meaning) for meaning in value.meanings}


def _wanted_use(
    value: ValueMention, said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime
) -> Iterator[Found]:
    """Yield a doubt if a wanted value is given as a limit, as a start instead of an end, or for another day."""
    keys, known = keys_of(value), known_values((*right.texts, right.say), now)
    before, words = said.text.folded[: value.start], said.text.folded[value.start : value.end]
    bound = BOUND.search(before) and not _NOT_BOUND.search(before[-80:])
    if value.kind in ("time", "day") and bound and not keys & known.bound and not _is_range(said, value.start):
        yield Found("unclear", "it gives a start or an end instead of a time", words)
    if keys & known.bound and STARTS_THEN.search(before) and not keys & (known.starts | known.plain):
        yield Found("unclear", "it gives a start instead of an end", words)
    # 8.40 is a time or an amount; after "Tuesday" it may be either.
    plainly = value.kind == "time" and not any(kind == "amount" for kind, _ in wanted)
    if plainly and (day := _day_beside(value, said)) is not None:
        settled = wanted | known_values((right.say,), now).said
        spoken = said.text.folded[day.start : day.end]
        # If the claim names no day, the day of the event is right; a claimed day may only be repeated as a date.
        any_day = not any(kind == "day" for kind, _ in settled) and spoken != "tomorrow"
        written = right.around if any_day or re.search(r"\d", spoken) else frozenset[ValueKey]()
        today = ("day", now.date().toordinal())
        if not keys_of(day) & (wanted | known.said | written | {today}):
            yield Found("unclear", "it names another day", spoken)


def _other_value(
    value: ValueMention, said: Asserted, right: RightTexts, wanted: frozenset[ValueKey], now: datetime
) -> str:
    """Return why a value that is not wanted makes a text doubtful; empty if it does not."""
    keys, known = keys_of(value), known_values((*right.texts, right.say), now)
    settled = wanted | known_values((right.say,), now).said
    today = ("day", now.date().toordinal())
    if not _is_counted(value, said, wanted) or today in keys or _is_sum(value, said):
        return ""
    if keys & right.around and _is_part_of(value, said, wanted):
        return ""
    if said.how(value.start, value.end) != "said" or _is_range(said, value.start):
        return ""
    if _is_heading(value, said, right.elsewhere | right.around) or _is_possessed(value, said):
        return ""
    beside = kind_of(value) not in {kind for kind, _ in wanted}
    if keys & settled or ((beside or not right.prose) and keys & (known.said | right.around)):
        return ""
    if keys & known.said:
        return ""
    if keys & right.elsewhere and _settles_on(value, said, True):
        return "it also settles on another value"
    on_phone = right.around | right.elsewhere | known.said
    weekday = value.kind == "day" and _same_weekday(said.text.folded[value.start : value.end], on_phone)
    if keys & on_phone or weekday or (right.prose and _is_worked_out(value, on_phone)):
        # A value from the phone may be said of anything, unless it takes the place of the wanted one.
        if not right.prose:
            return "" if weekday else "it also names another value"
        return "it also names another value" if _competes(value, said, right, wanted, settled) else ""
    if beside and _is_past_hour(value, said, settled, now):
        return ""
    if beside and _is_deadline_for_answers(value, said, known.said | known.bound):
        return ""
    return "it also names another value"


def _is_counted(value: ValueMention, said: Asserted, wanted: frozenset[ValueKey]) -> bool:
    """Return True for a value that is suspicious if nothing explains it, such as a day or an amount with a currency."""
    words = said.text.folded[value.start : value.end]
    kinds = {kind for kind, _ in wanted}
    # An unknown amount of money or day is suspicious in every message, an unknown number only beside a wanted one.
    kinds |= {"phone"} if kinds == {"amount"} else {"day", "time", "phone"}
    # 5.30 may be a time, so only amounts with a currency or a thousands separator count.
    counted = kind_of(value) in kinds or (
        kind_of(value) == "amount" and not re.fullmatch(r"\d{1,2}(?:[.:,]\d\d?)?|\d+|[a-z -]+", words)
    )
    plain = value.kind == "number" and not re.search(r"\d[.,]\d", words)
    return counted and not plain and value.certain


def _is_possessed(value: ValueMention, said: Asserted) -> bool:
    """Return True for a value that only describes something: "Friday's exam", "your 950", "a limit of 9,000"."""
    return said.text.folded.startswith("'s ", value.end) or bool(
        re.search(
            r"(?:'s|\byour|\bhis|\bher|\btheir) $|\b(?:limit|budget) (?:of|is) \D{0,3}$",
            said.text.folded[: value.start],
        )
    )


def _competes(
    value: ValueMention,
    said: Asserted,
    right: RightTexts,
    wanted: frozenset[ValueKey],
    settled: frozenset[ValueKey],
) -> bool:
    """Return True if the value takes the place of a right value of its kind.

    Its part of the sentence then lacks the right value, but has a wanted value of another kind or, if no value is
    wanted, a word of the claim.
    """
    if kind_of(value) not in {kind for kind, _ in settled}:
        return False
    start, end = part_at(said, value.start)
    here = [other for other in said.values if start <= other.start < end and other is not value]
    same = [other for other in here if keys_of(other) & settled and kind_of(other) == kind_of(value)]
    if same:
        return False
    if wanted:
        return any(keys_of(other) & wanted for other in here)
    return bool(content_words(said.text.folded[start:end]) & content_words(right.say))


def _is_worked_out(value: ValueMention, known: frozenset[ValueKey]) -> bool:
    """Return True for an amount of at least 10.00 that is the difference of two known amounts."""
    if kind_of(value) != "amount" or len(value.meanings) != 1:
        return False
    (cents,) = value.meanings
    amounts = {amount for kind, amount in known if kind == "amount"}
    return cents >= 1000 and any(amount + cents in amounts for amount in amounts)


def _settles_on(value: ValueMention, said: Asserted, told: bool) -> bool:
    """Return True if a text settles on a day or time: "see you at eight"; with `told` also for "leave at eight"."""
    start, end = part_at(said, value.start)
    part = said.text.folded[start:end]
    return value.kind in ("day", "time") and bool(_SETTLES.search(part) or (told and _TELLS.search(part)))


_ANSWER_BY = re.compile(
    r"\b(?:answers?|reply|replies|tell me|let me know|write|say|respond|need to know|know|hear)\b"
    r"[^.!?]*\b(?:by|before) $"
)


def _is_deadline_for_answers(value: ValueMention, said: Asserted, known: frozenset[ValueKey]) -> bool:
    """Return True for "half past nine" in "tell me by half past nine" if right texts name a later time."""
    sentence = said.sentence_at(value.start)
    if value.kind != "time" or not _ANSWER_BY.search(said.text.folded[sentence.start : value.start]):
        return False
    return any(kind == "time" and meaning > min(value.meanings) for kind, meaning in known)


_AT_HOUR = re.compile(r" (?:at|around|about) $")


def _is_past_hour(value: ValueMention, said: Asserted, known: frozenset[ValueKey], now: datetime) -> bool:
    """Return True for "she got it at 13:21", written later on that day, if no right value (`known`) is a time."""
    start, _ = part_at(said, value.start)
    before = said.text.folded[start : value.start]
    past = any(minute <= now.hour * 60 + now.minute for minute in value.meanings)
    if value.kind != "time" or not past or any(kind == "time" for kind, _ in known):
        return False
    done = any(_is_past_form(word) for word in re.findall(r"[a-z]+", before))
    return before.endswith("since ") or (done and _AT_HOUR.search(before) is not None)


def _is_past_form(word: str) -> bool:
    return word.endswith("ed") or any(one.form in ("past", "participle") for one in entries().get(word, ()))


_LIST_SIGN = re.compile(r"(?:^|[\n;:]) *(?:- |\* |\(?\d\) )?$")


def _is_heading(value: ValueMention, said: Asserted, known: frozenset[ValueKey]) -> bool:
    """Return True for a known day that heads a line or a part: "Tuesday, lighting: …", "Wed 6.70 there; Thu …"."""
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
    """Return True if the words are a weekday, full or short ("wed"), and one of these days falls on that weekday."""
    index = next((number for number, name in enumerate(WEEKDAYS) if words and name.startswith(words)), None)
    return index is not None and any(kind == "day" and date.fromordinal(day).weekday() == index for kind, day in keys)


def _day_beside(time: ValueMention, said: Asserted) -> ValueMention | None:
    """Return the day right before or after a time: "10:10 tomorrow", "on Friday at two"; None if there is none."""
    for day in said.values:
        first, last = (time, day) if day.start >= time.end else (day, time)
        between = said.text.folded[first.end : last.start]
        if day.kind == "day" and first.end <= last.start and re.fullmatch(r",? ?(?:on |at |this |from )?", between):
            return day
    return None


def _is_sum(value: ValueMention, said: Asserted) -> bool:
    """Return True if an amount is the sum of other amounts in the text: "267.00, 38.60 and 51.10, in all 356.70"."""
    if kind_of(value) != "amount" or len(value.meanings) != 1:
        return False
    (total,) = value.meanings
    parts = [min(one.meanings) for one in said.values if kind_of(one) == "amount" and one is not value]
    sums = {0}
    for part in parts[:12]:
        sums |= {one + part for one in sums if one + part <= total}
    return total in sums and total not in parts


def _is_part_of(value: ValueMention, said: Asserted, wanted: frozenset[ValueKey]) -> bool:
    """Return True if this amount and another in the text add up to the wanted one: "33.00 and 13.20, so 46.20"."""
    if value.kind != "money" or len(value.meanings) != 1:
        return False
    (part,) = value.meanings
    others = [min(one.meanings) for one in said.values if one.kind == "money" and one is not value]
    return any(("amount", part + other) in wanted and part + other in others for other in others)


def _same_weekday(words: str, keys: frozenset[ValueKey]) -> bool:
    """Return True if the words are the full name of a weekday on which one of these days, past or future, falls."""
    index = next((number for number, name in enumerate(WEEKDAYS) if words == name), None)
    return index is not None and any(kind == "day" and date.fromordinal(day).weekday() == index for kind, day in keys)


def _is_range(said: Asserted, start: int, end: int = -1) -> bool:
    """Return True if the value at `start` is the end of a period: "18:00" in "16:00 to 18:00"."""
    folded = said.text.folded
    before = next((value for value in reversed(said.values) if value.end <= start), None)
    if before is not None and _RANGE.fullmatch(folded[before.end : start]):
        return True
    return bool(re.search(r"\b(?:from|between) (?:\S+ ){1,5}(?:to|till|until|and|-) (?:the )?$", folded[:start]))
