"""Finds every day, time, amount, number and phone number that a text names, with its position."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Literal, NamedTuple

from simulator.reading.facts.clock_times import times_in
from simulator.reading.facts.dates import dates_in
from simulator.reading.facts.folding import digit_starts
from simulator.reading.facts.money import money_in
from simulator.reading.facts.number_words import written_numbers
from simulator.reading.language.tokens import folded_text

Kind = Literal["day", "time", "money", "number", "phone"]
_NUMBER = re.compile(r"(?<![\w.,:/+-])[0-9]{1,3}(?:[,' ]?[0-9]{3})*(?:[.,][0-9]+)?(?![\w:/]|[.,][0-9])")
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_REST = re.compile(r"(?: and)? (?P<digits>[0-9]{2}(?![\w.,:%]| ?%| (?:cm|ml|packs)))?")
# Brackets must be closed: "76.50 (25.50 off)" is no phone number.
_PHONE = re.compile(r"(?<!\w)\+?[0-9](?:[0-9 .-]|\([0-9]{1,5}\)){3,}[0-9](?!\w)")


_NO_DIGIT = re.compile(r"\D")
# "130 96000.00" in a record is a size and a price.
_PRICE_LAST = re.compile(r"(?:^|[ (-])[0-9]+\.[0-9]{2}$")
_EPOCH = re.compile(r"(?<![0-9])1[6-9][0-9]{8}(?![0-9])")
_ISO_DATE = re.compile(r"(?:^|[ (])(?:19|20)\d\d-[01]\d-[0-3]\d(?![\d-])")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?")


class ValueMention(NamedTuple):
    """A value in a text, with several meanings if its words are ambiguous, such as "at five"."""

    kind: Kind
    start: int
    end: int
    meanings: frozenset[int]
    """Ordinals of days, minutes after midnight, cents, hundredths of a number, or a phone number's last 7 digits."""
    certain: bool = True


# A kind and a meaning; money and plain numbers are both amounts, in hundredths.
ValueKey = tuple[str, int]


def keys_in(text: str, now: datetime) -> frozenset[ValueKey]:
    """Return the values of a text that is written at `now`, without their positions."""
    return keys_on(text, now.date())


# Cached by day, not by moment: only the day decides what "tomorrow" means, and records are read again at every moment.
@lru_cache(maxsize=16384)
def keys_on(text: str, today: date) -> frozenset[ValueKey]:
    """Return the values of a text that is written on this day, without their positions."""
    values = _values_on(folded_text(text), today)
    return frozenset((kind_of(value), meaning) for value in values for meaning in value.meanings)


def kind_of(value: ValueMention) -> str:
    return "amount" if value.kind in ("money", "number") else value.kind


def values_in(folded: str, now: datetime) -> tuple[ValueMention, ...]:
    """Return the values in a folded text, in order.

    If two overlap, the one whose kind comes first in this list is kept: phone number, day, time, money, number.
    """
    return _values_on(folded, now.date())


@lru_cache(maxsize=1024)
def _values_on(folded: str, today: date) -> tuple[ValueMention, ...]:
    found: list[ValueMention] = []
    taken = bytearray(len(folded))
    for mention in (*_phones(folded), *_days(folded, today), *_times(folded), *_money(folded), *_numbers(folded)):
        # The day "tonight" and the time "nine tonight" overlap: the day keeps its word, and the time becomes "nine".
        if mention.kind == "time" and not taken[mention.start] and any(taken[mention.start : mention.end]):
            free = folded[mention.start : taken.index(b"x", mention.start)].rstrip()
            mention = mention._replace(end=mention.start + len(free))
        if not any(taken[mention.start : mention.end]):
            taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
            found.append(mention)
    kept = [one for one in found if one.kind != "time" or not _is_house_number(folded, one, found)]
    return tuple(sorted(kept, key=lambda mention: mention.start))


# In "at Lipowa 8 this afternoon at 5:30" the first number is a house number; the time follows.
_THEN_A_TIME = re.compile(
    r"(?:this|tomorrow|today|in the|tonight)? ?(?:morning|afternoon|evening|tonight)?,? (?:at|from|by) "
)
_TIME_CUE = re.compile(r"(?:\b(?:at|by|from|till|until|to|around|about|before|after|for|past|,|-|and|or)|[^a-z ]) ?$")


def _is_house_number(folded: str, mention: ValueMention, others: Sequence[ValueMention]) -> bool:
    words = folded[mention.start : mention.end]
    bare = re.match(r"\d{1,3}(?![:.h\d]| ?[ap]\.?m)", words)
    if bare is None or _TIME_CUE.search(folded[: mention.start]):
        return False
    after = mention.start + bare.end()
    follows = [one.start for one in others if one.kind == "time" and one.start > after]
    return bool(follows) and _THEN_A_TIME.fullmatch(folded[after : min(follows)].lstrip()) is not None


def _phones(folded: str) -> Iterator[ValueMention]:
    # Without a digit, the search would try every letter for nothing.
    for match in _PHONE.finditer(folded) if digit_starts(folded) else ():
        digits = _NO_DIGIT.sub("", match[0])
        # Texts of whole records contain times in seconds since 1970, which have as many digits as phone numbers.
        if _EPOCH.search(match[0]) or _PRICE_LAST.search(match[0]):
            continue
        # ISO dates such as 2026-03-05 have the shape of a phone number, too.
        if len(digits) >= 7 and not _ISO_DATE.search(match[0]):
            yield ValueMention("phone", *match.span(), frozenset({int(digits[-7:])}))


def _days(folded: str, today: date) -> Iterator[ValueMention]:
    for mention in dates_in(folded):
        days = frozenset(day.toordinal() for day in mention.meaning.days(today))
        if folded[mention.start : mention.end] == _WEEKDAYS[today.weekday()]:
            # On a Monday, "Monday" may mean next Monday.
            days |= {today.toordinal(), today.toordinal() + 7}
        yield ValueMention("day", mention.start, mention.end, days)


def _times(folded: str) -> Iterator[ValueMention]:
    # The clearest first, so that "at five" does not take the place of "at five past ten".
    for mention in sorted(times_in(folded), key=lambda one: not one.certain):
        yield ValueMention("time", mention.start, mention.end, frozenset(mention.minutes), mention.certain)


def _money(folded: str) -> Iterator[ValueMention]:
    found = money_in(folded)
    small = {number.start: number for number in written_numbers(folded)} if found else {}
    for mention in found:
        cents, end = mention.cents, mention.end
        rest = _REST.match(folded, end)
        # "41 euros 50" and "fifty-one euros ten" are one amount.
        if cents % 100 == 0 and rest is not None:
            if rest["digits"]:
                cents, end = cents + int(rest["digits"]), rest.end()
            elif (number := small.get(rest.end())) and number.value < 100:
                cents, end = cents + number.value, number.end
        yield ValueMention("money", mention.start, end, frozenset({cents}), mention.certain)


def _numbers(folded: str) -> Iterator[ValueMention]:
    for match in _NUMBER.finditer(folded) if digit_starts(folded) else ():
        yield ValueMention("number", *match.span(), frozenset({_hundredths(match[0])}))
    for number in written_numbers(folded):
        yield ValueMention("number", number.start, number.end, frozenset({int(number.value * 100)}))


def _hundredths(digits: str) -> int:
    plain = digits.replace("'", "").replace(" ", "")
    if plain.isdigit() and len(plain) < 12:
        return int(plain) * 100
    if _THOUSANDS.fullmatch(plain):
        plain = plain.replace(",", "")
    return round(float(plain.replace(",", ".")) * 100)
