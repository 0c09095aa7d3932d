"""Turns an author's notation, such as `€12.50` or `{date: 12 March}`, into a fact."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

from simulator.reading.facts.calendar_days import CalendarDay, DateMention, EitherDay
from simulator.reading.facts.clock_times import TimeFact, times_in
from simulator.reading.facts.currencies import Currencies, currencies_meant, meant_by_author
from simulator.reading.facts.dates import WEEKDAY_NAMES, DateFact, dates_in
from simulator.reading.facts.fact import Fact, FactError
from simulator.reading.facts.folding import fold
from simulator.reading.facts.money import MoneyFact, MoneyMention, money_in
from simulator.reading.facts.number_facts import AmountFact, NumberFact, readings
from simulator.reading.facts.word_facts import name_fact, words_fact

# Longer runs of digits and those with leading zeros are codes or phone numbers, matched digit by digit.
_PLAIN_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,5})(?:\.[0-9]+)?|-?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]+)?")
_ON_A_CLOCK = re.compile(r"[0-9]{1,2}:[0-9]{2}")
_EXTRA_KEYS = {"money": "currency", "number": "within"}
# Errors about values (not about keys) may become part of an outcome's reasons if a derived value does not fit:
# rewording them would make `pare trace verify` report a difference in traces that recorded the old words.
_KINDS = ("money", "amount", "date", "time", "number", "words", "name")
_ALLOWED = "money (with currency), amount, date, time, number (with within), words, name"


def parse_fact(raw: str | int | float | Mapping[str, Any]) -> Fact:
    """Return the fact for a plain value, whose kind is recognised, or for a mapping that names the kind.

    Raise FactError if the value can't be understood.
    """
    if isinstance(raw, Mapping):
        return _explicit(raw)
    # Before the numbers, because True is an int in Python.
    if isinstance(raw, bool) or raw is None:
        raise FactError(f"{raw!r} is not a fact; write a text, a number, or a mapping with one of {_ALLOWED}.")
    if isinstance(raw, int | float):
        return _number(raw, None)
    if isinstance(raw, date):
        return _date(raw)
    if not isinstance(raw, str):
        raise FactError(f"{raw!r} is not a fact; write a text, a number, or a mapping with one of {_ALLOWED}.")
    return _recognised(raw)


@lru_cache(maxsize=4096)
def _recognised(raw: str) -> Fact:
    text = raw.strip()
    # From the most specific form to the least; a text that fits none of them is a phrase.
    mention = _whole_money(text)
    if mention and mention.currencies:
        return MoneyFact(text, mention.cents, meant_by_author(mention.currencies))
    if (minutes := _whole_time(text)) is not None:
        return TimeFact(text, minutes)
    if day := _whole_date(text):
        return DateFact(text, day)
    if _PLAIN_NUMBER.fullmatch(text):
        return _number(text, None)
    return words_fact(text)


def _explicit(raw: Mapping[str, Any]) -> Fact:
    kinds = [key for key in raw if key in _KINDS]
    if len(kinds) != 1:
        raise FactError(f"A fact names exactly one kind, not {sorted(map(str, raw))}; the keys are {_ALLOWED}.")
    kind = kinds[0]
    extra = _EXTRA_KEYS.get(kind)
    unknown = [str(key) for key in raw if key not in (kind, extra)]
    if unknown:
        raise FactError(f"The fact '{kind}' has no key {', '.join(unknown)}; the keys are {_ALLOWED}.")
    value = raw[kind]
    if kind == "money":
        return _money(value, raw.get("currency"))
    if kind == "amount":
        return _any_amount(value)
    if kind == "number":
        return _number(value, raw.get("within"))
    if kind == "date":
        return _date(value)
    if kind == "time":
        return _time(value)
    return words_fact(_text(value, kind)) if kind == "words" else name_fact(_text(value, kind))


def _text(value: Any, kind: str) -> str:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        return str(value)
    raise FactError(f"{kind}: {value!r} is not a text; write it in quotes.")


def _money(value: Any, currency: Any) -> MoneyFact:
    text, cents, own = _amount(value, "money")
    if currency is None:
        return MoneyFact(text, cents, meant_by_author(own))
    wanted = meant_by_author(currencies_meant(str(currency)))
    if not wanted:
        raise FactError(f'currency: "{currency}" is not known; write a code or sign such as EUR, USD, GBP, CHF or €.')
    if own and not any(code in wanted for code in own):
        raise FactError(f'money: "{text}" names a currency other than {currency}; leave one of the two out.')
    return MoneyFact(f"{text} {currency}", cents, wanted)


def _any_amount(value: Any) -> AmountFact:
    text, cents, own = _amount(value, "amount")
    if own:
        raise FactError(f'amount: "{text}" names a currency; write the number alone, or money: for this currency.')
    return AmountFact(text, MoneyFact(text, cents, ()), NumberFact(text, Decimal(cents) / 100))


def _amount(value: Any, key: str) -> tuple[str, int, Currencies]:
    text = _text(value, key).strip()
    if isinstance(value, str):
        with_currency = _whole_money(text)
        # Any currency will do to read a bare amount.
        mention = with_currency or _whole_money(f"{text} EUR")
        if mention:
            return text, mention.cents, with_currency.currencies if with_currency else ()
    elif math.isfinite(value) and value >= 0 and (cents := Decimal(text) * 100) == int(cents):
        return f"{value:.2f}" if isinstance(value, float) else text, int(cents), ()
    forms = '12.50, "€12.50" or "1,200 USD"' if key == "money" else '12.50 or "1,200"'
    raise FactError(f'{key}: "{text}" is not an amount; write it as {forms}, with at most two decimals.')


def _number(value: Any, within: Any) -> NumberFact:
    number = _decimal(value, "number")
    tolerance = Decimal(0) if within is None else _decimal(within, "within")
    if tolerance < 0:
        raise FactError(f"within: {within} is below zero; write how far off a number may be, such as 0.5.")
    return NumberFact(str(value).strip(), number, tolerance)


def _decimal(value: Any, key: str) -> Decimal:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return Decimal(str(value))
    if isinstance(value, str) and (text := fold(value).strip()) and re.fullmatch(r"-?[0-9]+(?:[.,'][0-9]+)*", text):
        try:
            return readings(text.removeprefix("-"))[0] * (-1 if text.startswith("-") else 1)
        except ArithmeticError:
            pass
    raise FactError(f"{key}: {value!r} is not a number; write digits such as 25 or 3.5.")


def _date(value: Any) -> DateFact:
    text = value.date().isoformat() if isinstance(value, datetime) else str(value).strip()
    day = _whole_date(text)
    if not day:
        raise FactError(f'date: "{text}" is not a date; write it as 2026-03-12, 12 March 2026 or 12 March.')
    return DateFact(text, day)


def _time(value: Any) -> TimeFact:
    text = str(value).strip()
    minutes = _whole_time(text)
    if minutes is None:
        raise FactError(f'time: "{text}" is not a clear time; write it in quotes as "09:00", "9 am" or "5:45 pm".')
    return TimeFact(text, minutes)


def _whole_money(text: str) -> MoneyMention | None:
    folded = fold(text)
    return next((mention for mention in money_in(folded) if (mention.start, mention.end) == (0, len(folded))), None)


def _whole_time(text: str) -> int | None:
    """Return the minutes after midnight if the whole text is one clear time of day, else None."""
    folded = fold(text)
    # An author's "5:30" is half past five in the morning: authors use the 24-hour clock.
    for time in times_in(folded):
        clear = len(time.minutes) == 1 or _ON_A_CLOCK.fullmatch(folded)
        if clear and (time.start, time.end) == (0, len(folded)):
            return time.minutes[0]
    return None


def _whole_date(text: str) -> CalendarDay | None:
    folded = fold(text)
    for mention in dates_in(folded):
        day = _day_meant_by_author(mention)
        if (mention.start, mention.end) != (0, len(folded)) or day is None:
            continue
        if day.year and mention.weekday is not None:
            (meant,) = day.days(date(day.year, 1, 1))
            if meant.weekday() != mention.weekday:
                raise FactError(
                    f'date: "{text}" is a {WEEKDAY_NAMES[meant.weekday()]}; correct the weekday or leave it out.'
                )
        return day
    return None


def _day_meant_by_author(mention: DateMention) -> CalendarDay | None:
    """Return the calendar date that a mention means, or None. 6/1/2026 is 6 January unless its weekday fits 1 June."""
    meaning = mention.meaning
    if isinstance(meaning, EitherDay):
        suiting = (day for day in meaning.readings if day.year and _weekday(day) == mention.weekday)
        return next(suiting, meaning.readings[0])
    return meaning if isinstance(meaning, CalendarDay) else None


def _weekday(day: CalendarDay) -> int:
    return date(day.year or 2000, day.month, day.day).weekday()
