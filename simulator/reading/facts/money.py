"""Defines facts about money, and finds the amounts of money that a text mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from simulator.reading.facts.currencies import (
    AFTER_AMOUNT,
    CURRENCY_WORDS,
    HUNDREDTHS,
    Currencies,
    currencies_meant,
    currency_before,
    is_doubtful,
    is_too_little,
)
from simulator.reading.facts.fact import Fact
from simulator.reading.facts.folding import WORD_ENDS, Span, matches_at_digits
from simulator.reading.facts.number_words import NOT_MONEY_WHEN_FOLLOWED_BY, TIMES_OR_WORD_STARTS, written_numbers

_AMOUNT = re.compile(
    r"(?<![0-9])(?<![0-9][.,:'/])"
    # 1,00,000 as in India; 1,200.50; 1.200,50; 1 200 or 1'200; 1200.
    r"(?:[1-9][0-9]?(?:,[0-9]{2}){1,4},[0-9]{3}(?:\.[0-9]{1,2})?"
    r"|[1-9][0-9]{0,2}(?:,[0-9]{3}){1,4}(?:\.[0-9]{1,2})?"
    r"|[1-9][0-9]{0,2}(?:\.[0-9]{3}){1,4}(?:,[0-9]{1,2})?"
    r"|[1-9][0-9]{0,2}(?:[ '][0-9]{3}){1,4}(?:[.,][0-9]{1,2})?"
    r"|[0-9]{1,15}(?:[.,][0-9]{1,2})?)"
    r"(?![0-9]|[.,:/'][0-9])"
)
_NO_CENTS = re.compile(r"[.,:]-{1,2}(?![0-9])")
_MULTIPLE = re.compile(rf"(?:(k|m|bn)|\s(thousand|million|billion)){WORD_ENDS}")
_MULTIPLES = {"k": 10**3, "thousand": 10**3, "m": 10**6, "million": 10**6, "bn": 10**9, "billion": 10**9}
_BEGINS = re.compile(TIMES_OR_WORD_STARTS)
_STANDS_ALONE = re.compile(rf"{TIMES_OR_WORD_STARTS}(?<![^\W\d_]-)")
_NO_DIGIT = re.compile(r"[^0-9]")
# Added to make an amount that is certainly wrong, for the mutants of `pare scenarios check`.
_WRONG_BY_CENTS = 735


class MoneyMention(NamedTuple):
    """An amount of money in a text, with its position."""

    start: int
    end: int
    cents: int
    currencies: Currencies
    """Possible currencies; empty for a bare number such as 49.50 or "forty-nine fifty"."""
    certain: bool = True
    """False if the number may be something else, such as a length in feet."""


@dataclass(frozen=True)
class MoneyFact(Fact):
    """An amount of money, with the currencies that are accepted for it."""

    cents: int
    currencies: Currencies
    """Accepted currencies; empty if any currency is accepted."""

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for mention in money_in(folded):
            if mention.cents == self.cents and self._agrees(mention.currencies):
                yield mention.start, mention.end

    def wrong(self) -> str:
        amount = f"{Decimal(self.cents + _WRONG_BY_CENTS) / 100:.2f}"
        return f"{amount} {self.currencies[-1]}" if self.currencies else amount

    def _agrees(self, found: Currencies) -> bool:
        return not found or not self.currencies or any(code in self.currencies for code in found)


@lru_cache(maxsize=256)
def money_in(folded: str) -> tuple[MoneyMention, ...]:
    return (*_in_digits(folded), *_written_out(folded))


def cents_of(amount: str) -> int:
    """Return an amount, written in digits, in cents. One or two digits after the last comma or point are the cents."""
    point = max(amount.rfind("."), amount.rfind(","))
    has_cents = point >= 0 and len(amount) - point <= 3
    whole, part = (amount[:point], amount[point + 1 :]) if has_cents else (amount, "")
    return int(whole if whole.isdigit() else _NO_DIGIT.sub("", whole)) * 100 + int(part.ljust(2, "0"))


def _in_digits(folded: str) -> Iterator[MoneyMention]:
    # The end of the previous amount, whose currency sign must not be read as the sign of the next amount.
    taken = 0
    for match in matches_at_digits(_AMOUNT, folded):
        mention = _with_currency(folded, match, taken) or _bare(folded, match)
        if mention:
            taken = mention.end
            yield mention


def _with_currency(folded: str, match: re.Match[str], taken: int) -> MoneyMention | None:
    start, end = match.span()
    before = currency_before(folded, start, taken)
    if not before and not _BEGINS.match(folded, start):
        return None
    no_cents = _NO_CENTS.match(folded, end)
    multiple = _MULTIPLE.match(folded, end)
    number_end = (multiple or no_cents or match).end()
    after = AFTER_AMOUNT.match(folded, number_end)
    if not before and not after:
        return None
    factor = _MULTIPLES[multiple[1] or multiple[2]] if multiple else 1
    cents = cents_of(match[0]) * factor
    if before:
        meant = currencies_meant(after[1]) if after else ()
        closer = tuple(code for code in meant if code in before.currencies)
        if not closer and folded[number_end : number_end + 1].isalnum():
            return None
        end = after.end() if after and closer else number_end
        return MoneyMention(before.start, end, cents, closer or before.currencies)
    return _named_behind(start, cents, after) if after else None


def _named_behind(start: int, cents: int, after: re.Match[str]) -> MoneyMention | None:
    """Return an amount whose currency is named after it; None if it is too small, as in "6 ft".

    `cents` are hundredths of the named unit, which may itself be a cent.
    """
    sign = after[1]
    if is_too_little(sign, cents):
        return None
    if sign.removesuffix("s") in HUNDREDTHS:
        cents //= 100
    return MoneyMention(start, after.end(), cents, currencies_meant(sign), not is_doubtful(sign))


def _bare(folded: str, match: re.Match[str]) -> MoneyMention | None:
    amount, (start, end) = match[0], match.span()
    # Without a currency, only two decimals make a number look like a price.
    if amount[-3:-2] not in (".", ",") or not _STANDS_ALONE.match(folded, start):
        return None
    if NOT_MONEY_WHEN_FOLLOWED_BY.match(folded, end):
        return None
    return MoneyMention(start, end, cents_of(amount), ())


# "Seven thirty" is a time, so only numbers from 25 on begin amounts without a currency: "forty-nine fifty".
_NO_HOUR = 25


def _written_out(folded: str) -> Iterator[MoneyMention]:
    numbers = written_numbers(folded)
    if not numbers:
        return
    yield from _written_with_cents(folded)
    if not any(word in folded for word in CURRENCY_WORDS):
        return
    for number in numbers:
        after = AFTER_AMOUNT.match(folded, number.end)
        mention = _named_behind(number.start, number.value * 100, after) if after else None
        if mention:
            yield mention


def _written_with_cents(folded: str) -> Iterator[MoneyMention]:
    """Yield amounts such as "forty-nine fifty", which is 49.50."""
    numbers = list(written_numbers(folded))
    for whole, cents in pairwise(numbers):
        if whole.value >= _NO_HOUR and 10 <= cents.value < 100 and folded[whole.end : cents.start] == " ":
            # A currency may follow: "forty-nine fifty dollars" is 49.50 too.
            yield MoneyMention(whole.start, cents.end, int(whole.value * 100 + cents.value), ())
