"""Defines facts about dates, and finds the days that a text mentions."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import chain, pairwise

from simulator.reading.facts.calendar_days import (
    CalendarDay,
    DateMention,
    DayOfMonth,
    EitherDay,
    NamedWeekday,
    RelativeDay,
    day_or_none,
)
from simulator.reading.facts.date_forms import (
    LONGEST_LEAD,
    MONTH,
    MONTH_NAMES,
    MONTHS,
    ORDINAL,
    dates_in_digits,
    dates_with_month_name,
    short_dates_in_digits,
)
from simulator.reading.facts.fact import Fact
from simulator.reading.facts.folding import WORD_ENDS, WORD_STARTS, Span, matches_at_digits, matches_at_words
from simulator.reading.facts.number_words import (
    GOES_ON_AFTER_A_TIME,
    ORDINAL_WORD,
    ORDINAL_WORD_BEGINNINGS,
    ordinal_number,
)

WEEKDAY_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEKDAYS = {name[:3].lower(): number for number, name in enumerate(WEEKDAY_NAMES)}
# Neither whole weeks nor a whole month, so that the wrong date has another weekday and another day of the month.
_WRONG_BY_DAYS = 17

WEEKDAY = "mon(?:day)?|tue(?:s(?:day)?)?|wed(?:nesday)?|thu(?:r(?:s(?:day)?)?)?|fri(?:day)?|sat(?:urday)?|sun(?:day)?"
_relative = (
    r"(?:the\s+)?day\s+after\s+tomorrow|(?:the\s+)?day\s+before\s+yesterday|today|tomorrow|yesterday|tonight"
    r"|this\s+(?:morning|afternoon|evening)|last\s+night"
)

_BEGINNINGS = re.compile(
    "|".join(
        [*MONTHS, *_WEEKDAYS, "today", "tomorrow", "yesterday", "tonight", r"this\s", r"last\s", r"the\s+day", "day"]
    )
)
_NAMES = re.compile(rf"(?:(?P<month>{MONTH})|(?P<weekday>{WEEKDAY})|(?P<relative>{_relative})){WORD_ENDS}")
_DAY_OF_MONTH = re.compile(rf"{WORD_STARTS}(?<![0-9][.,:/])(?P<day>[0-9]{{1,2}}{ORDINAL}){WORD_ENDS}")
_DAY_IN_WORDS = re.compile(rf"(?P<day>{ORDINAL_WORD}){WORD_ENDS}{GOES_ON_AFTER_A_TIME}")
_INTRODUCED = re.compile(r"(?<![^\W_])(?:the|on|by|until|from|for)\s+\Z")
_GOES_ON = re.compile(GOES_ON_AFTER_A_TIME)
_WHICH_BEFORE = re.compile(
    r"(?<![^\W_])(?:(?P<which>next|last|this|coming|this\s+coming|every|each|any|a|(?:next|last)\s+week(?:'s)?(?:\s+on)?)"
    r"|(?P<plain>on|by|until|till|before|after|from|for))\s+\Z"
)
_WEEK_AFTER = re.compile(r",?\s+(?P<which>next|last)\s+week(?![^\W_])")
_BETWEEN_WEEKDAY_AND_DATE = re.compile(
    r"(?:\s+(?:morning|afternoon|evening|night))?(?:,?\s*\(?|\s+is\s+|\s+-\s+)(?:on\s+)?(?:the\s+)?\Z"
)
_BETWEEN_DATE_AND_WEEKDAY = re.compile(r"\s*\(\s*|\s+")
_RANGE_SIGN = re.compile(rf"\s*(?:-|to|until|till|through)\s*(?:(?:{WEEKDAY}),?\s+)?(?:the\s+)?")


@dataclass(frozen=True)
class DateFact(Fact):
    """A day, with or without a year."""

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
    dates = list(dates_in_digits(folded))
    for match in matches_at_words(_BEGINNINGS, _NAMES, folded):
        if match["weekday"]:
            weekdays.append(match)
        elif match["relative"]:
            dates.append(DateMention(*match.span(), RelativeDay(_offset(match["relative"]))))
        else:
            dates.extend(dates_with_month_name(folded, match))
    dates = [*_with_years_of_ranges(folded, dates)]
    dates.extend(_days_of_month(folded, dates, weekdays))
    if weekdays:
        dates.extend(_short_dates(folded, weekdays))
    return (*_with_weekdays(folded, dates, weekdays),)


def _offset(words: str) -> int:
    if "after" in words and "tomorrow" in words:
        return 2
    if "before" in words:
        return -2
    return {"tomorrow": 1, "yesterday": -1}.get(words, -1 if words.startswith("last") else 0)


def _with_years_of_ranges(folded: str, dates: list[DateMention]) -> Iterator[DateMention]:
    """Yield the dates in order; both dates of "1 June to 31 August 2027" get the year."""
    ordered = sorted(dates, key=lambda mention: mention.start)
    for mention, following in pairwise(ordered):
        first, last = mention.meaning, following.meaning
        if isinstance(first, CalendarDay) and isinstance(last, CalendarDay) and last.year and not first.year:
            # "20 December to 5 January 2027" starts in the year before.
            year = last.year - ((first.month, first.day) > (last.month, last.day))
            is_range = _RANGE_SIGN.fullmatch(folded, mention.end, following.start)
            if is_range and day_or_none(year, first.month, first.day):
                mention = mention._replace(meaning=first._replace(year=year))
        yield mention
    yield from ordered[-1:]


def _days_of_month(folded: str, dates: list[DateMention], weekdays: list[re.Match[str]]) -> Iterator[DateMention]:
    # "The first" alone is rarely a date, so days in words count only in texts with a weekday.
    in_words = [*matches_at_words(ORDINAL_WORD_BEGINNINGS, _DAY_IN_WORDS, folded)] if weekdays else []
    for match in (*matches_at_digits(_DAY_OF_MONTH, folded), *in_words):
        part_of_a_date = any(other.start < match.end() and match.start() < other.end for other in dates)
        if part_of_a_date or not 1 <= ordinal_number(match["day"]) <= 31:
            continue
        weekday = next((name for name in weekdays if _leads_to(folded, name, match.start())), None)
        # Only digits may follow "on the": "on the first" may continue as "on the first floor".
        introduced = match[0][0].isdigit() and _INTRODUCED.search(folded, max(0, match.start() - 8), match.start())
        if weekday or (introduced and _GOES_ON.match(folded, match.end())):
            number = _WEEKDAYS[weekday["weekday"][:3]] if weekday else None
            yield DateMention(*match.span(), DayOfMonth(ordinal_number(match["day"]), number))


def _short_dates(folded: str, weekdays: list[re.Match[str]]) -> Iterator[DateMention]:
    """Yield dates such as 12/3 right after a weekday; elsewhere 12/3 is more likely a fraction or a score."""
    for mention in short_dates_in_digits(folded):
        if any(_leads_to(folded, name, mention.start) for name in weekdays):
            yield mention


def _leads_to(folded: str, name: re.Match[str], start: int) -> bool:
    end = name.end()
    if not name["weekday"].endswith("day") and folded.startswith(".", end):
        end += 1
    return end < start <= end + LONGEST_LEAD and bool(_BETWEEN_WEEKDAY_AND_DATE.match(folded, end, start))


def _comes_after(folded: str, name: re.Match[str], end: int) -> bool:
    gap = name.start() - end
    return 0 < gap <= LONGEST_LEAD and bool(_BETWEEN_DATE_AND_WEEKDAY.fullmatch(folded, end, name.start()))


def _with_weekdays(folded: str, dates: list[DateMention], weekdays: list[re.Match[str]]) -> Iterator[DateMention]:
    """Yield the weekdays that have no date beside them, then the dates, each joined with the weekday beside it."""
    for name in weekdays:
        beside = _beside(folded, name, dates)
        if beside is None:
            yield from _weekday_alone(folded, name)
        else:
            other = dates[beside]
            start, end = min(other.start, name.start()), max(other.end, name.end())
            end += folded.startswith(")", end) and "(" in folded[start:end]
            weekday = _WEEKDAYS[name["weekday"][:3]]
            meaning = other.meaning
            if isinstance(meaning, EitherDay):
                meaning = meaning._replace(weekday=weekday)
            dates[beside] = DateMention(start, end, meaning, weekday)
    yield from dates


def _beside(folded: str, name: re.Match[str], dates: list[DateMention]) -> int | None:
    """Return the index of the date that a weekday belongs to: the date right after it, else the one right before it."""
    fixed = [(place, other) for place, other in enumerate(dates) if not isinstance(other.meaning, RelativeDay)]
    leading = (place for place, other in fixed if _leads_to(folded, name, other.start))
    following = (place for place, other in fixed if _comes_after(folded, name, other.end))
    return next(chain(leading, following), None)


def _weekday_alone(folded: str, name: re.Match[str]) -> Iterator[DateMention]:
    before = _WHICH_BEFORE.search(folded, max(0, name.start() - LONGEST_LEAD), name.start())
    which = (before["which"] or "") if before else ""
    # "Every Thursday" and "a Thursday" mean no single day; "sat" and "sun" alone may be other words.
    if which in ("every", "each", "any", "a") or (name["weekday"] in ("sat", "sun") and not before):
        return
    start, end = (before.start() if before and which else name.start()), name.end()
    if which.startswith(("next week", "last week")):
        which = which[:9]
    elif after := _WEEK_AFTER.match(folded, end):
        which, end = f"{after['which']} week", after.end()
    yield DateMention(start, end, NamedWeekday(_WEEKDAYS[name["weekday"][:3]], which))
