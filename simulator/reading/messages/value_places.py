"""Finds where a text names a wanted fact, in more spellings than the facts themselves know."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from datetime import datetime

from simulator.reading.facts import AmountFact, DateFact, Fact, MoneyFact, NumberFact, TimeFact
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.text_values import kind_of
from simulator.reading.facts.word_facts import looks_like_phone
from simulator.reading.language.assertion import Asserted

# "Sat" and "sun" are also other words; they mean days only after one of these words.
_SHORT_DAY = re.compile(
    r"\b(?:on|this|you|by|for|from|til|till|until|coming) (mon|tues?|wed|thu|thurs?|fri|sat|sun)\b(?! in\b| on\b"
    r"| down\b)"
)
_SHORT_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
# A date without its month: "on the 12th".
_ORDINAL = re.compile(
    r"\b(?:on |for |by |until |till |from |through )?the (\d{1,2})(?:st|nd|rd|th)\b(?! (?:floor|time|of|row|draft))"
)
_SLASHED = re.compile(r"(?<![\d/])(\d{1,2})/(\d{1,2})(?![\d/])")


def fact_kind(fact: Fact) -> str:
    if isinstance(fact, TimeFact):
        return "time"
    if isinstance(fact, DateFact):
        return "day"
    if isinstance(fact, MoneyFact | AmountFact | NumberFact):
        return "amount"
    return "phone" if looks_like_phone(fact.shown) else "name"


def fact_places(fact: Fact, said: Asserted, now: datetime) -> list[tuple[int, int]]:
    """Return the spans (start, end) of the folded text that name the fact."""
    folded = said.text.folded
    places = list(fact.places(folded, now))
    cents = fact.money.cents if isinstance(fact, AmountFact) else fact.cents if isinstance(fact, MoneyFact) else None
    if cents is not None:
        # Both searches are needed: facts know more spellings, and values find "51 euros 10" as one amount.
        own = [value for value in said.values if kind_of(value) == "amount" and cents in value.meanings]
        places += [(value.start, value.end) for value in own]
        places += [(start, end) for start, end, amount in _joined_amounts(said) if amount == cents]
    if fact_kind(fact) == "phone" and not places:
        places += list(_local_numbers(fact, said))
    if isinstance(fact, TimeFact) and not places:
        hours = (fact.minutes, fact.minutes - 720)
        places += [(start, end) for start, end, hour in _bare_starts(said) if hour * 60 in hours]
        places += list(_hours_in_words(fact, folded))
        dotted = f"{fact.minutes // 60}.{fact.minutes % 60:02}"
        places += [
            match.span()
            for match in re.finditer(rf"(?<![\d.,]){re.escape(dotted)}(?! ?\d|[.,]\d| ?(?:euros?|eur|km|%))", folded)
        ]
        if fact.minutes % 60 == 30:
            # "Half seven" is half past seven.
            words = [word for word, hour in VALUES.items() if hour and hour * 60 + 30 in hours]
            places += [match.span() for match in re.finditer(rf"\bhalf (?:{'|'.join(words) or '-'})\b", folded)]
    if isinstance(fact, DateFact) and not places:
        for match in _ORDINAL.finditer(folded):
            if any(day.day == int(match[1]) for day in fact.day.days(now.date())):
                places.append(match.span())
        for match in _SHORT_DAY.finditer(folded):
            number = _SHORT_DAYS.index(match[1][:3])
            if any(day.weekday() == number for day in fact.day.days(now.date())):
                places.append(match.span(1))
        for match in _SLASHED.finditer(folded):
            first, second = int(match[1]), int(match[2])
            if any((day.month, day.day) in ((first, second), (second, first)) for day in fact.day.days(now.date())):
                places.append(match.span())
    return places


def _local_numbers(fact: Fact, said: Asserted) -> Iterator[tuple[int, int]]:
    """Yield the spans of a phone number that is written without its country code."""
    wanted = re.sub(r"\D", "", fact.shown)
    for value in said.values:
        digits = re.sub(r"\D", "", said.text.folded[value.start : value.end]).removeprefix("00").lstrip("0")
        if value.kind == "phone" and len(digits) >= 7 and (wanted.endswith(digits) or digits.endswith(wanted)):
            yield value.start, value.end


def _hours_in_words(fact: TimeFact, folded: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of words for the full hour: "three" in "it is three, on the roof", but not in "you three"."""
    word = next((word for word, hour in VALUES.items() if hour and hour * 60 in (fact.minutes, fact.minutes - 720)), "")
    if word and len(word) > 1:
        pattern = (
            rf"\b(?:it is|it's|for|by|from|say) ({word})(?= ?(?:[,.!?;]|$|on|in|at|sharp|we|that|when|for))"
            rf"|\b({word})(?= (?:it is"
            rf"|sharp|on the dot|suits|works|o'clock))"
        )
        for match in re.finditer(pattern, folded):
            yield match.span(1) if match[1] else match.span(2)


def _bare_starts(said: Asserted) -> Iterator[tuple[int, int, int]]:
    """Yield the span and the hour of 4 in "4 till 6", where only the second number makes it a time."""
    for first, second in zip(said.values, said.values[1:], strict=False):
        between = said.text.folded[first.end : second.start]
        if first.kind == "number" and second.kind == "time" and re.fullmatch(r" ?(?:-|to|till|until) ?", between):
            (hundredths,) = first.meanings
            if hundredths % 100 == 0 and hundredths <= 1200:
                yield first.start, first.end, hundredths // 100


def _joined_amounts(said: Asserted) -> Iterator[tuple[int, int, int]]:
    """Yield the span and the cents of "51 euros 10", "2,400 rupees and 50 paise" or "fifty-nine twenty"."""
    amounts = [value for value in said.values if kind_of(value) == "amount"]
    for first, second in itertools.pairwise(amounts):
        (whole,), (small,) = first.meanings, second.meanings
        between = said.text.folded[first.end : second.end]
        near = second.start - first.end <= 12 and whole % 100 == 0 and small % 100 == 0 and 0 < small < 10000
        if near and re.fullmatch(r"(?: and| euros?| rupees?| pounds?| dollars?|,)*\s*[\w-]+", between):
            yield first.start, second.end, whole + small // 100
