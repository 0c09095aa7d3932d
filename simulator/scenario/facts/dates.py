"""Mentions of days in a text, and facts about dates."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import NamedTuple

from simulator.scenario.facts.calendar_days import (
    CalendarDay,
    DayMeaning,
    DayOfMonth,
    NamedWeekday,
    RelativeDay,
    day_or_none,
)
from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS, Span
from simulator.scenario.facts.scanning import matches_at_digits, matches_at_words
from simulator.scenario.facts.units import GOES_ON_AFTER_A_TIME

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
_WEEKDAYS = {name[:3].lower(): number for number, name in enumerate(WEEKDAY_NAMES)}
_WRONG_BY_DAYS = 17

_month = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
_weekday = "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_relative = (
    r"(?:the\s+)?day\s+after\s+tomorrow|(?:the\s+)?day\s+before\s+yesterday|today|tomorrow|yesterday|tonight"
    r"|this\s+(?:morning|afternoon|evening)"
)
_ordinal = "(?:st|nd|rd|th)"
_year = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:][0-9])"

_BEGINNINGS = re.compile(
    "|".join([*_MONTHS, *_WEEKDAYS, "today", "tomorrow", "yesterday", "tonight", r"this\s", r"the\s+day", "day"])
)
_NAMES = re.compile(rf"(?:(?P<month>{_month})|(?P<weekday>{_weekday})|(?P<relative>{_relative})){WORD_ENDS}")
_DAY_BEFORE_MONTH = re.compile(
    rf"(?:{WORD_STARTS}(?<![0-9][.:/,])(?P<first>[0-9]{{1,2}}){_ordinal}?\s*(?:-|to|and)\s*(?:the\s+)?)?"
    rf"(?P<whole>{WORD_STARTS}(?<![0-9][.:/,])(?P<day>[0-9]{{1,2}}){_ordinal}?\.?(?:\s+of)?(?:\s+|-))\Z"
)
_DAY_AFTER_MONTH = re.compile(
    rf"\.?\s+(?:the\s+)?(?P<day>[0-9]{{1,2}}){_ordinal}?(?:\s*(?:-|to|and)\s*(?P<last>[0-9]{{1,2}}){_ordinal}?{WORD_ENDS}(?![.:][0-9]))?"
    rf"{WORD_ENDS}(?![.:][0-9])(?:,?\s+{_year})?"
)
_YEAR_AFTER = re.compile(rf"\.?(?:,?\s+|-){_year}{WORD_ENDS}")
_NUMERIC = re.compile(
    rf"{WORD_STARTS}(?<![0-9][./-])"
    r"(?:(?P<year>(?:19|20)[0-9]{2})(?P<mark>[./-])(?P<month>[0-9]{1,2})(?P=mark)(?P<day>[0-9]{1,2})"
    r"|(?P<a>[0-9]{1,2})(?P<sep>[./-])(?P<b>[0-9]{1,2})(?P=sep)(?P<c>(?:19|20)[0-9]{2}|[0-9]{2}))"
    rf"(?:{WORD_ENDS}|(?=t[0-9]))(?![./-][0-9])"
)
_DAY_OF_MONTH = re.compile(rf"{WORD_STARTS}(?<![0-9][.,:/])(?P<day>[0-9]{{1,2}}){_ordinal}{WORD_ENDS}")
_INTRODUCED = re.compile(r"(?<![^\W_])(?:the|on|by|until|from|for)\s+\Z")
_GOES_ON = re.compile(GOES_ON_AFTER_A_TIME)
_WHICH_BEFORE = re.compile(
    r"(?<![^\W_])(?:(?P<which>next|last|this|coming|this\s+coming|every|each|any|a|(?:next|last)\s+week(?:'s)?(?:\s+on)?)"
    r"|(?P<plain>on|by|until|till|before|after|from|for))\s+\Z"
)
_WEEK_AFTER = re.compile(r",?\s+(?P<which>next|last)\s+week(?![^\W_])")
_BETWEEN_WEEKDAY_AND_DATE = re.compile(
    r"(?:\s+(?:morning|afternoon|evening|night))?(?:[,.]?\s*\(?|\s+is\s+|\s+-\s+)(?:on\s+)?(?:the\s+)?\Z"
)
_BETWEEN_DATE_AND_WEEKDAY = re.compile(r"\s*\(\s*|\s+")
_LONGEST_LEAD = 24


class DateMention(NamedTuple):
    start: int
    end: int
    meaning: DayMeaning
    weekday: int | None = None
    """The weekday named beside a date, which the date need not agree with."""


@dataclass(frozen=True)
class DateFact(Fact):
    day: CalendarDay

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        mentions = dates_in(folded)
        if mentions:
            today = now.date()
            (meant,) = self.day.days(today)
            for mention in mentions:
                if meant in mention.meaning.days(today):
                    yield mention.start, mention.end

    def wrong(self) -> str:
        other = date(self.day.year or 2000, self.day.month, self.day.day) + timedelta(days=_WRONG_BY_DAYS)
        shown = f"{other.day} {MONTH_NAMES[other.month - 1]}"
        return f"{shown} {other.year}" if self.day.year else shown


@lru_cache(maxsize=256)
def dates_in(folded: str) -> tuple[DateMention, ...]:
    weekdays: list[re.Match[str]] = []
    dates = list(_numeric(folded))
    for match in matches_at_words(_BEGINNINGS, _NAMES, folded):
        if match["weekday"]:
            weekdays.append(match)
        elif match["relative"]:
            dates.append(DateMention(*match.span(), RelativeDay(_offset(match["relative"]))))
        else:
            dates.extend(_with_month_name(folded, match))
    dates.extend(_days_of_month(folded, dates, weekdays))
    return (*_with_weekdays(folded, dates, weekdays),)


def _numeric(folded: str) -> Iterator[DateMention]:
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


def _with_month_name(folded: str, name: re.Match[str]) -> Iterator[DateMention]:
    month = _MONTHS[name["month"][:3]]
    before = _DAY_BEFORE_MONTH.search(folded, max(0, name.start() - _LONGEST_LEAD), name.start())
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
    if day_or_none(year or 2000, month, int(day)):
        yield DateMention(start, end, CalendarDay(int(day), month, year))


def _offset(words: str) -> int:
    if "after" in words and "tomorrow" in words:
        return 2
    if "before" in words:
        return -2
    return {"tomorrow": 1, "yesterday": -1}.get(words, 0)


def _days_of_month(folded: str, dates: list[DateMention], weekdays: list[re.Match[str]]) -> Iterator[DateMention]:
    for match in matches_at_digits(_DAY_OF_MONTH, folded):
        part_of_a_date = any(other.start < match.end() and match.start() < other.end for other in dates)
        if part_of_a_date or not 1 <= int(match["day"]) <= 31:
            continue
        weekday = next((name for name in weekdays if _leads_to(folded, name.end(), match.start())), None)
        introduced = _INTRODUCED.search(folded, max(0, match.start() - 8), match.start())
        if weekday or (introduced and _GOES_ON.match(folded, match.end())):
            number = _WEEKDAYS[weekday["weekday"][:3]] if weekday else None
            yield DateMention(*match.span(), DayOfMonth(int(match["day"]), number))


def _leads_to(folded: str, end: int, start: int) -> bool:
    return end < start <= end + _LONGEST_LEAD and bool(_BETWEEN_WEEKDAY_AND_DATE.match(folded, end, start))


def _with_weekdays(folded: str, dates: list[DateMention], weekdays: list[re.Match[str]]) -> Iterator[DateMention]:
    """A weekday beside a date is a part of it; by itself it is a mention of its own."""
    for name in weekdays:
        beside = next((place for place, other in enumerate(dates) if _beside(folded, name, other)), None)
        if beside is None:
            yield from _weekday_alone(folded, name)
        else:
            other = dates[beside]
            span = min(other.start, name.start()), max(other.end, name.end())
            dates[beside] = DateMention(*span, other.meaning, _WEEKDAYS[name["weekday"][:3]])
    yield from dates


def _beside(folded: str, name: re.Match[str], other: DateMention) -> bool:
    if isinstance(other.meaning, RelativeDay):
        return False
    if _leads_to(folded, name.end(), other.start):
        return True
    return other.end < name.start() and bool(_BETWEEN_DATE_AND_WEEKDAY.fullmatch(folded, other.end, name.start()))


def _weekday_alone(folded: str, name: re.Match[str]) -> Iterator[DateMention]:
    before = _WHICH_BEFORE.search(folded, max(0, name.start() - _LONGEST_LEAD), name.start())
    which = (before["which"] or "") if before else ""
    if which in ("every", "each", "any", "a") or (name["weekday"] in ("sat", "sun") and not before):
        return
    start, end = (before.start() if before and which else name.start()), name.end()
    if which.startswith(("next week", "last week")):
        which = which[:9]
    elif after := _WEEK_AFTER.match(folded, end):
        which, end = f"{after['which']} week", after.end()
    yield DateMention(start, end, NamedWeekday(_WEEKDAYS[name["weekday"][:3]], which))
