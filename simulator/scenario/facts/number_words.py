"""Whole numbers written out in English: "twenty-five", "a hundred and two"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.scenario.facts.normalise import WORD_ENDS
from simulator.scenario.facts.scanning import matches_at_words

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
# "twenty-first" is no 20, and "two million" no 2.
_not_a_part = (
    r"(?!-(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth)\b)"
    r"(?!\s+(?:hundred|thousand|million|billion)\b)"
)
_WRITTEN_OUT = re.compile(rf"(?:a\s+thousand|{_number}){WORD_ENDS}{_not_a_part}")
_BEGINNINGS = re.compile("|".join([*_ONES, *_TEENS, *_TENS, "zero", r"a\s+hundred", r"a\s+thousand"]))


class WrittenNumber(NamedTuple):
    start: int
    end: int
    value: int


def written_numbers(folded: str) -> Iterator[WrittenNumber]:
    for match in matches_at_words(_BEGINNINGS, _WRITTEN_OUT, folded):
        yield WrittenNumber(*match.span(), _value(match[0]))


def words_in_every_spelling(number: int) -> tuple[str, ...]:
    """Words without which the number cannot be written out; quicker to look for than the number itself."""
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
