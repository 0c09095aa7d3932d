"""Dates in a text that are written with a month: in digits or by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from simulator.scenario.facts.calendar_days import CalendarDay, DayMeaning, day_or_none
from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS
from simulator.scenario.facts.scanning import matches_at_digits

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
LONGEST_LEAD = 24
"""How far before a name to look for what belongs to it."""

ORDINAL = "(?:st|nd|rd|th)"
_year = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:][0-9])"
_DAY_BEFORE_MONTH = re.compile(
    rf"(?:{WORD_STARTS}(?<![0-9][.:/,])(?P<first>[0-9]{{1,2}}{ORDINAL}?)\s*(?:-|to|and)\s*(?:the\s+)?)?"
    rf"(?P<whole>{WORD_STARTS}(?<![0-9][.:/,])(?P<day>[0-9]{{1,2}}){ORDINAL}?(?:\s+of)?(?:\s+|-))\Z"
)
_DAY_AFTER_MONTH = re.compile(
    rf"\.?\s+(?:the\s+)?(?P<day>[0-9]{{1,2}}{ORDINAL}?)(?:\s*(?:-|to|and)\s*(?P<last>[0-9]{{1,2}}{ORDINAL}?){WORD_ENDS}(?![.:][0-9]))?"
    rf"{WORD_ENDS}(?![.:][0-9])(?:,?\s+{_year})?"
)
_YEAR_AFTER = re.compile(rf"\.?(?:,?\s+|-){_year}{WORD_ENDS}")
_NUMERIC = re.compile(
    rf"{WORD_STARTS}(?<![0-9][./-])"
    r"(?:(?P<year>(?:19|20)[0-9]{2})(?P<mark>[./-])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})"
    r"|(?P<a>[0-9]{1,2})(?P<sep>[./-])(?P<b>[0-9]{1,2})(?P=sep)(?P<c>(?:19|20)[0-9]{2}|[0-9]{2}))"
    rf"(?:{WORD_ENDS}|(?=t[0-9]))(?![./-][0-9])"
)


class DateMention(NamedTuple):
    start: int
    end: int
    meaning: DayMeaning
    weekday: int | None = None
    """The weekday named beside a date, which the date need not agree with."""


def dates_in_digits(folded: str) -> Iterator[DateMention]:
    for match in matches_at_digits(_NUMERIC, folded):
        if match["year"]:
            year, month, day = int(match["year"]), int(match["month"]), int(match["day"])
        else:
            day, month, year = int(match["a"]), int(match["b"]), int(match["c"])
            year += 2000 if year < 100 else 0
            if month > 12:
                day, month = month, day
        if day_or_none(year, month, day):
            yield DateMention(*match.span(), CalendarDay(day, month, year))


def dates_with_month_name(folded: str, name: re.Match[str]) -> Iterator[DateMention]:
    month = MONTHS[name["month"][:3]]
    before = _DAY_BEFORE_MONTH.search(folded, max(0, name.start() - LONGEST_LEAD), name.start())
    if before:
        after = _YEAR_AFTER.match(folded, name.end())
        year = int(after["year"]) if after else None
        yield from _valid(before.start("whole"), (after or name).end(), before["day"], month, year)
        if before["first"]:
            yield from _valid(*before.span("first"), before["first"], month, year)
        return
    behind = _DAY_AFTER_MONTH.match(folded, name.end())
    if behind:
        year = int(behind["year"]) if behind["year"] else None
        end = behind.end("day") if behind["last"] else behind.end()
        yield from _valid(name.start(), end, behind["day"], month, year)
        if behind["last"]:
            yield from _valid(*behind.span("last"), behind["last"], month, year)


def _valid(start: int, end: int, day: str, month: int, year: int | None) -> Iterator[DateMention]:
    # 2000 was a leap year: without a year, 29 February may stand.
    number = int(day.rstrip("stndrh"))
    if day_or_none(year or 2000, month, number):
        yield DateMention(start, end, CalendarDay(number, month, year))
