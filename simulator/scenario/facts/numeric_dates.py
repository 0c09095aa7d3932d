"""Dates in a text that are written in digits only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.scenario.facts.calendar_days import CalendarDay, DateMention, EitherDay, day_or_none
from simulator.scenario.facts.date_forms import MONTH, ORDINAL
from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS
from simulator.scenario.facts.scanning import matches_at_digits
from simulator.scenario.facts.units import GOES_ON_AFTER_A_TIME

_behind_a_date = r"(?<=[./\s](?:19|20)[0-9]{2}-)"
_before_a_date = (
    r"(?=-[0-9]{1,2}(?:(?P<other>[./])[0-9]{1,2}(?P=other)(?:19|20)[0-9]{2}"
    rf"|{ORDINAL}?\s+(?:{MONTH})){WORD_ENDS})"
)
_WITH_YEAR = re.compile(
    rf"{WORD_STARTS}(?:(?<![0-9][./-])|{_behind_a_date})"
    r"(?:(?P<year>(?:19|20)[0-9]{2})(?P<mark>[./-])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})"
    r"|(?P<a>[0-9]{1,2})(?P<sep>[./-])(?P<b>[0-9]{1,2})(?P=sep)(?P<c>(?:19|20)[0-9]{2}|[0-9]{2}))"
    rf"(?:{WORD_ENDS}|(?=t[0-9]))(?:(?![./-][0-9])|{_before_a_date})"
)
_WITHOUT_YEAR = re.compile(
    rf"{WORD_STARTS}(?<![0-9][.,:/-])(?P<a>[0-9]{{1,2}})/(?P<b>[0-9]{{1,2}}){WORD_ENDS}(?![.,:/-][0-9])"
    rf"{GOES_ON_AFTER_A_TIME}"
)


class _Unordered(NamedTuple):
    start: int
    end: int
    readings: tuple[CalendarDay | None, CalendarDay | None]
    """With the day first and with the month first; None where there is no such day."""


def dates_in_digits(folded: str) -> Iterator[DateMention]:
    unordered = []
    for match in matches_at_digits(_WITH_YEAR, folded):
        if match["year"]:
            meant = _day(int(match["year"]), match["month"], match["day"])
            if meant:
                yield DateMention(*match.span(), meant)
        else:
            year = int(match["c"]) + (2000 if len(match["c"]) == 2 else 0)
            day_first, month_first = _day(year, match["b"], match["a"]), _day(year, match["a"], match["b"])
            # Those who write points begin with the day.
            other = None if day_first and match["sep"] == "." else month_first
            unordered.append(_Unordered(*match.span(), (day_first, other)))
    yield from _ordered(unordered)


def short_dates_in_digits(folded: str) -> Iterator[DateMention]:
    """12/3 and 3/12: dates only if something beside them says so."""
    if "/" in folded:
        for match in matches_at_digits(_WITHOUT_YEAR, folded):
            readings = _day(None, match["b"], match["a"]), _day(None, match["a"], match["b"])
            yield from _ordered([_Unordered(*match.span(), readings)])


def _day(year: int | None, month: str, day: str) -> CalendarDay | None:
    # 2000 was a leap year: without a year, 29 February may stand.
    valid = day_or_none(year or 2000, int(month), int(day))
    return CalendarDay(int(day), int(month), year) if valid else None


def _ordered(unordered: Sequence[_Unordered]) -> Iterator[DateMention]:
    """A date that leaves no doubt, as 31/08/2026, shows in which order the others are written."""
    only_day_first = any(found.readings[0] and not found.readings[1] for found in unordered)
    only_month_first = any(found.readings[1] and not found.readings[0] for found in unordered)
    for found in unordered:
        day_first, month_first = found.readings
        if day_first and month_first and day_first != month_first and only_day_first == only_month_first:
            yield DateMention(found.start, found.end, EitherDay((day_first, month_first)))
        else:
            month_leads = only_month_first and not only_day_first
            meant = (month_first or day_first) if month_leads else (day_first or month_first)
            if meant:
                yield DateMention(found.start, found.end, meant)
