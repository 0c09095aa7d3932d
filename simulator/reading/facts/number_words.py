"""Reads numbers and days of a month written out in English, and lists units that tell kinds of numbers apart."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from simulator.reading.facts.folding import WORD_ENDS, WORD_STARTS, matches_at_words

_ONES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TEENS = (
    "ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
VALUES = {
    "zero": 0,
    "a": 1,
    **{word: number for number, word in enumerate(_ONES + _TEENS, start=1)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
}
HOURS = _ONES + _TEENS[:3]

_one = "|".join(_ONES)
_below_hundred = rf"(?:(?:{'|'.join(_TENS)})(?:[\s-]+(?:{_one}){WORD_ENDS})?|{'|'.join(_TEENS)}|{_one})"
_below_thousand = rf"(?:(?:a|{_one})\s+hundred(?:\s+(?:and\s+)?{_below_hundred}{WORD_ENDS})?|{_below_hundred})"
_number = rf"(?:{_below_thousand}\s+thousand(?:\s+(?:and\s+)?{_below_thousand}{WORD_ENDS})?|{_below_thousand}|zero)"
# There is no 20 in "twenty-first", and no 2 in "two million".
_not_a_part = (
    r"(?!-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b)"
    r"(?!\s+(?:hundred|thousand|million|billion)\b)"
)
_WRITTEN_OUT = re.compile(rf"(?:a\s+thousand|{_number}){WORD_ENDS}{_not_a_part}")
_BEGINNINGS = re.compile("|".join([*_ONES, *_TEENS, *_TENS, "zero", r"a\s+hundred", r"a\s+thousand"]))


class WrittenNumber(NamedTuple):
    """A number in words, with its position in the text."""

    start: int
    end: int
    value: int


# Cached, because amounts, numbers and counts of a text each start from its written numbers.
@lru_cache(maxsize=256)
def written_numbers(folded: str) -> tuple[WrittenNumber, ...]:
    matches = matches_at_words(_BEGINNINGS, _WRITTEN_OUT, folded)
    return tuple([WrittenNumber(*match.span(), _value(match[0])) for match in matches])


def words_in_every_spelling(number: int) -> tuple[str, ...]:
    """Return the words that every written-out form of the number contains; texts without them need no search."""
    if number >= 1000:
        return ("thousand",)
    if number >= 100:
        return ("hundred",)
    if number == 0:
        return ("zero",)
    if number < 20:
        return ((_ONES + _TEENS)[number - 1],)
    tens, ones = divmod(number, 10)
    return (_TENS[tens - 2], _ONES[ones - 1]) if ones else (_TENS[tens - 2],)


def _value(written: str) -> int:
    total = current = 0
    for word in re.split(r"[\s-]+", written):
        if word == "hundred":
            current *= 100
        elif word == "thousand":
            total, current = current * 1000, 0
        elif word != "and":
            current += VALUES[word]
    return total + current


_UP_TO_TWENTY = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
_ORDINAL_DAYS = {word: number for number, word in enumerate(_UP_TO_TWENTY, start=1)}
_ORDINAL_DAYS |= {f"twenty-{word}": 20 + number for number, word in enumerate(_UP_TO_TWENTY[:9], start=1)}
_ORDINAL_DAYS |= {"thirtieth": 30, "thirty-first": 31}

_tens = rf"twenty[\s-](?:{'|'.join(_UP_TO_TWENTY[:9])})|thirty[\s-]first"
ORDINAL_WORD = rf"(?:{_tens}|thirtieth|{'|'.join(_UP_TO_TWENTY)})"
ORDINAL_WORD_BEGINNINGS = re.compile(
    "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|ten|eleven|twel|thirt|fourteen|fifteen|sixteen"
    "|seventeen|eighteen|nineteen|twent"
)


def ordinal_number(written: str) -> int:
    """Return the day of the month that "first", "1st" or "1" means."""
    return (
        int(written.rstrip("stndrh")) if written[0].isdigit() else _ORDINAL_DAYS["-".join(re.split(r"[\s-]+", written))]
    )


# A number may follow an x directly: in 3x6.70 both are numbers.
TIMES_OR_WORD_STARTS = rf"(?:{WORD_STARTS}|(?<=[0-9]x))"
_UNITS_BUT_HOURS = r"mins?|secs?|s|kg|g|km|cm|mm|m|mi|lbs?|oz|l|ml|kb|mb|gb|tb|px|x|pcs|yrs?|wks?"
_UNITS = rf"{_UNITS_BUT_HOURS}|hrs?|h"
_LONG_UNITS_BUT_HOURS = (
    r"minutes?|seconds?|days?|weeks?|months?|years?|miles?|met(?:re|er)s?|percent|per\s+cent|points?|degrees?|people"
)
_LONG_UNITS = rf"(?:{_LONG_UNITS_BUT_HOURS}|hours?)"
# Units that people write right after the digits, as in 25min or 3kg; the d in "12d" more likely belongs to a house.
CLOSE_UNITS = (
    rf"(?:{_UNITS}|{_LONG_UNITS}|nights?|y|mos?|mths?|mg|dl|cl|ft|ha|sqm|sqft|[ck]?m[23²³]|kmh|kph|mph|kw|k?wh|kwp"
    r"|mah|[kmg]hz|mbps|kcal|pax|ppl|pp)"
)
MEASURED_BUT_NOT_IN_HOURS = (
    rf"(?:\s?[%°]|[\s-]?(?:{_UNITS_BUT_HOURS}|{_LONG_UNITS_BUT_HOURS}|million|billion|thousand){WORD_ENDS})"
)
MERIDIEM = r"(?:[ap]m\b|[ap]\.\s?m\b\.?|[ap]\sm\b)"

NOT_MONEY_WHEN_FOLLOWED_BY = re.compile(
    rf"[^\W_]|\s?[%°]|[\s-]?(?:{_UNITS}|{_LONG_UNITS}|uhr|o'clock|million|billion|thousand){WORD_ENDS}|\s?{MERIDIEM}"
)

_weekday = r"(?:mon|tues?|wed|thu|fri|sat|sun|(?:mon|tues|wednes|thurs|fri|satur|sun)day)"
EVERY_DAY = rf"(?:every|each)\s+(?:day|week|weekday|morning|afternoon|evening|night|{_weekday})"

# A bare "at 9" or "the 12th" counts as a time or date only if the sentence ends there or continues like this;
# otherwise it may be "at 9 Rue Erasme" or "the 12th floor".
GOES_ON_AFTER_A_TIME = (
    r"(?=\s*(?:\Z|[.,;!?:](?![0-9])|[)\]\"*_|(]|\n)|\s+-\s"
    r"|\s+(?:on|in|and|or|for|with|at|today|tomorrow|tonight|this|next|sharp|instead|then|if|so|as|because|but|when|is|was|works?"
    r"|would|will|could|can|should|shall|might|looks?|suits?|seems?|fits?|please|i|we|you|he|she|they|it|there|everyone|everybody"
    rf"|daily|onwards?|{EVERY_DAY}|{_weekday})\b)"
)
