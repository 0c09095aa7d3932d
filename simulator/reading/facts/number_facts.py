"""Defines facts about numbers, such as 25 in "25 min" or "twenty-five", and about amounts in any currency."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from simulator.reading.facts.clock_times import times_in
from simulator.reading.facts.dates import dates_in
from simulator.reading.facts.fact import Fact
from simulator.reading.facts.folding import WORD_ENDS, Span, matches_at_digits
from simulator.reading.facts.money import MoneyFact, money_in
from simulator.reading.facts.number_words import (
    CLOSE_UNITS,
    MERIDIEM,
    TIMES_OR_WORD_STARTS,
    words_in_every_spelling,
    written_numbers,
)

_DIGITS = re.compile(
    # Not inside a longer number, time, date or code: 1225, 0.25, 10:25, 3/25, INV-25, 2025-03.
    rf"{TIMES_OR_WORD_STARTS}(?<![0-9][.,:/'])(?<!\s\.)(?<![^\W\d_]-)(?<!(?:19|20)[0-9]{{2}}-)"
    r"(?:[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?|[0-9]{1,3}(?:[.'][0-9]{3})+(?:,[0-9]+)?|[0-9]+(?:[.,][0-9]+)?)"
    rf"(?:{WORD_ENDS}|(?=(?:{CLOSE_UNITS}|k){WORD_ENDS}|x[0-9]))"
    rf"(?![.,:/'][0-9])(?!(?<=(?:19|20)[0-9]{{2}})-[0-9])(?!\s?{MERIDIEM}|\s?o'clock)"
)
_MULTIPLE = re.compile(rf"\s?(k|(?<=\s)(?:thousand|million|billion)){WORD_ENDS}")
_MULTIPLES = {"k": 10**3, "thousand": 10**3, "million": 10**6, "billion": 10**9}
_INTERNATIONAL_PHONE = re.compile(r"\+[0-9][0-9 ().-]{5,}[0-9]")
_MINUS = re.compile(r"(?:(?<!\S)-|(?<![^\W_])minus\s+)\Z")
# Characters on each side of a number that are searched for a time, date or price that the number is part of.
_AROUND = 48
# Added to make a value that is certainly wrong, for the mutants of `pare scenarios check`.
_WRONG_BY = 7


@dataclass(frozen=True)
class NumberFact(Fact):
    """A number, with a tolerance if the author gives one."""

    value: Decimal
    within: Decimal = Decimal(0)

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for start, end, values in self._candidates(folded):
            fits = any(abs(value - self.value) <= self.within for value in self._signed(values, folded, start))
            if fits and self._stands_free(folded, start, end):
                yield start, end

    def wrong(self) -> str:
        # Beyond the tolerance, so that it can't be accepted as nearly right.
        other = self.value + 2 * self.within + _WRONG_BY
        return str(int(other)) if other == int(other) else str(other.normalize())

    def _candidates(self, folded: str) -> Iterator[tuple[int, int, tuple[Decimal, ...]]]:
        for match in matches_at_digits(_DIGITS, folded):
            multiple = _MULTIPLE.match(folded, match.end())
            factor = _MULTIPLES[multiple[1]] if multiple else 1
            yield match.start(), (multiple or match).end(), tuple(value * factor for value in readings(match[0]))
        if self._may_be_written_out(folded):
            for number in written_numbers(folded):
                yield number.start, number.end, (Decimal(number.value),)

    def _may_be_written_out(self, folded: str) -> bool:
        if self.within:
            return True
        whole = abs(self.value)
        return whole == int(whole) and all(word in folded for word in words_in_every_spelling(int(whole)))

    def _signed(self, values: tuple[Decimal, ...], folded: str, start: int) -> tuple[Decimal, ...]:
        # A minus may be a bullet or mark a price drop, so a positive fact ignores it; a negative one needs it.
        if self.value >= 0:
            return values
        return tuple(-value for value in values) if _MINUS.search(folded, max(0, start - 8), start) else ()

    def _stands_free(self, folded: str, start: int, end: int) -> bool:
        """Return False for a whole number inside a date, a clear time or price, or an international phone number."""
        if self.value != int(self.value):
            return True
        left, right = _window(folded, start, end)
        near, start, end = folded[left:right], start - left, end - left
        taken: list[Span] = [(time.start, time.end) for time in times_in(near) if time.certain]
        taken += [(date.start, date.end) for date in dates_in(near)]
        taken += [(money.start, money.end) for money in money_in(near) if money.currencies and money.certain]
        taken += [match.span() for match in _INTERNATIONAL_PHONE.finditer(near)]
        return not any(first < end and start < last for first, last in taken)


def readings(digits: str) -> tuple[Decimal, ...]:
    """Return the values that a number in digits may have: some people read "1.200" as 1200, others as 1.2."""
    plain = digits.replace("'", "")
    if plain.isdigit():
        return (Decimal(plain),)
    if re.fullmatch(r"[0-9]{1,3}\.[0-9]{3}", plain):
        return Decimal(plain), Decimal(plain.replace(".", ""))
    if re.fullmatch(r"[0-9]{1,3}(?:,[0-9]{3})+(?:\.[0-9]+)?", plain):
        return (Decimal(plain.replace(",", "")),)
    if plain.count(".") > 1 or re.fullmatch(r"[0-9.]+,[0-9]+", plain):
        return (Decimal(plain.replace(".", "").replace(",", ".")),)
    return (Decimal(plain),)


def _window(folded: str, start: int, end: int) -> Span:
    """Return the span of the text around a number, cut at spaces so that no word is halved."""
    left = folded.rfind(" ", 0, max(0, start - _AROUND))
    right = folded.find(" ", end + _AROUND)
    return left + 1, len(folded) if right < 0 else right


@dataclass(frozen=True)
class AmountFact(Fact):
    """An amount of money in any currency, or as a bare number, as in a table whose heading names the currency."""

    money: MoneyFact
    number: NumberFact

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        yield from self.money.places(folded, now)
        yield from self.number.places(folded, now)

    def wrong(self) -> str:
        return self.number.wrong()
