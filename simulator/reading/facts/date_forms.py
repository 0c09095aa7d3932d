"""Finds dates in a text, written with the name of a month or in digits only."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from simulator.reading.facts.calendar_days import CalendarDay, DateMention, EitherDay, EndOfMonth, day_or_none
from simulator.reading.facts.folding import WORD_ENDS, WORD_STARTS, Span, matches_at_digits
from simulator.reading.facts.number_words import GOES_ON_AFTER_A_TIME, MERIDIEM, ORDINAL_WORD, ordinal_number

MONTH_NAMES = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip
MONTHS = {name[:3].lower(): number for number, name in enumerate(MONTH_NAMES, start=1)}
MONTH = (
    "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    "|nov(?:ember)?|dec(?:ember)?"
)
# The most characters between a weekday and the date or word that belongs to it.
LONGEST_LEAD = 24
# More characters before a month, because a list of days may come before it: "1, 2, 3 and 4 June".
_LONGEST_LEAD_OF_MONTH = 48

ORDINAL = "(?:st|nd|rd|th)"
_year = r"(?P<year>(?:19|20)[0-9]{2})(?![0-9]|[.,:][0-9])"
_number = rf"[0-9]{{1,2}}{ORDINAL}?"
_starts = rf"{WORD_STARTS}(?<![0-9][.:/,])"
_to = r"(?:-|to|through|thru|and|or|&)"
_DAY_BEFORE_MONTH = re.compile(
    rf"(?:(?P<list>(?:{_starts}{_number},\s+){{0,5}})"
    rf"{_starts}(?P<first>{_number}),?\s*(?:{_to}|until|till)\s*(?:the\s+)?)?"
    rf"(?P<whole>{_starts}(?P<day>{_number})(?:\s+of)?(?:\s+|-))\Z"
)
_behind_a_day = rf"{WORD_ENDS}(?![.:][0-9])"
_DAY_AFTER_MONTH = re.compile(
    rf"\.?\s+(?:the\s+)?(?P<day>{_number})"
    rf"(?:(?P<list>(?:,\s+{_number}{_behind_a_day}){{0,5}})"
    rf",?\s*{_to}\s*(?:the\s+)?(?P<last>{_number}){_behind_a_day}(?!\s?(?:{MERIDIEM}|o'clock)))?"
    rf"{_behind_a_day}(?:,?\s+{_year})?"
)
_YEAR_AFTER = re.compile(rf"\.?(?:,?\s+|-){_year}{WORD_ENDS}")
_A_NUMBER = re.compile(_number)
_OTHER_MONTH_BEFORE = re.compile(
    rf"(?P<own>{WORD_STARTS}[0-9]{{1,2}}{ORDINAL}?(?:\s+of)?(?:\s+|-))?{WORD_STARTS}(?:{MONTH})\.?\s+(?:the\s+)?\Z"
)

# "A third of May" is ten days, so a word such as "on" or "the" must come before the day.
# "The first of June's bills" is not a day either.
_WORD_BEFORE_MONTH = re.compile(
    rf"{WORD_STARTS}(?:(?:on|from|by|until|till|to|since|before|after|and|or|the)\s+)"
    rf"(?:(?P<first>{ORDINAL_WORD})\s+(?:{_to}|until|till)\s+(?:the\s+)?)?"
    rf"(?P<whole>(?P<day>{ORDINAL_WORD})(?:\s+day)?\s+of\s+)\Z"
)
_WORD_AFTER_MONTH = re.compile(
    rf"\s+(?P<the>the\s+)?(?P<day>{ORDINAL_WORD}){WORD_ENDS}"
    rf"(?:,?\s+{_year}|(?=\s*(?:\Z|[.,;:!?)\n-])|\s+(?:to|until|till|through|and|at|from)\b))"
)
_END_BEFORE_MONTH = re.compile(
    rf"{WORD_STARTS}(?:(?:until|till|through|to)\s+(?P<end>(?:the\s+)?(?:very\s+)?end\s+of\s+)"
    r"|(?P<last>(?:the\s+)?(?:very\s+)?last\s+day\s+of\s+))\Z"
)
_OWNED = re.compile(r"'s?\b")


def dates_with_month_name(folded: str, name: re.Match[str]) -> Iterator[DateMention]:
    month = MONTHS[name["month"][:3]]
    before = _DAY_BEFORE_MONTH.search(folded, max(0, name.start() - _LONGEST_LEAD_OF_MONTH), name.start())
    behind = _DAY_AFTER_MONTH.match(folded, name.end())
    if before and not (behind and _belongs_to_another_month(folded, before)):
        yield from _day_then_month(folded, before, name, month)
    elif behind:
        yield from _month_then_day(folded, behind, name, month)
    else:
        yield from _in_words(folded, name, month)


def _belongs_to_another_month(folded: str, before: re.Match[str]) -> bool:
    """Return True if the day before a month name belongs to the month name before it: the 1 in "June 1-August 31"."""
    start = before.start("whole")
    other = _OTHER_MONTH_BEFORE.search(folded, max(0, start - LONGEST_LEAD), start)
    return bool(other) and not before["first"] and not (other and other["own"])


def _day_then_month(folded: str, before: re.Match[str], name: re.Match[str], month: int) -> Iterator[DateMention]:
    after = _YEAR_AFTER.match(folded, name.end())
    year = int(after["year"]) if after else None
    yield from _valid(before.start("whole"), (after or name).end(), before["day"], month, year)
    if before["first"]:
        yield from _valid(*before.span("first"), before["first"], month, year)
        yield from _listed(folded, before.span("list"), month, year)


def _month_then_day(folded: str, behind: re.Match[str], name: re.Match[str], month: int) -> Iterator[DateMention]:
    year = int(behind["year"]) if behind["year"] else None
    end = behind.end("day") if behind["last"] else behind.end()
    yield from _valid(name.start(), end, behind["day"], month, year)
    if behind["last"]:
        yield from _valid(*behind.span("last"), behind["last"], month, year)
        yield from _listed(folded, behind.span("list"), month, year)


def _listed(folded: str, span: Span, month: int, year: int | None) -> Iterator[DateMention]:
    for number in _A_NUMBER.finditer(folded, *span):
        yield from _valid(*number.span(), number[0], month, year)


def _in_words(folded: str, name: re.Match[str], month: int) -> Iterator[DateMention]:
    """Yield dates in words, such as "the first of June", "June the first" and "the end of June"."""
    start, end = name.span()
    if folded.startswith("of", start - 3) and not _OWNED.match(folded, end):
        after = _YEAR_AFTER.match(folded, end)
        year = int(after["year"]) if after else None
        end = (after or name).end()
        lead = max(0, start - _LONGEST_LEAD_OF_MONTH)
        if before := _WORD_BEFORE_MONTH.search(folded, lead, start):
            yield from _valid(before.start("whole"), end, before["day"], month, year)
            if before["first"]:
                yield from _valid(*before.span("first"), before["first"], month, year)
        elif last := _END_BEFORE_MONTH.search(folded, lead, start):
            yield DateMention(last.start(last.lastgroup or 0), end, EndOfMonth(month, year))
        return
    behind = _WORD_AFTER_MONTH.match(folded, end)
    # These are also verbs: "we may first go there", "they march first".
    if behind and (behind["the"] or name["month"] not in ("may", "march", "mar")):
        year = int(behind["year"]) if behind["year"] else None
        yield from _valid(start, behind.end(), behind["day"], month, year)


def _valid(start: int, end: int, day: str, month: int, year: int | None) -> Iterator[DateMention]:
    # Without a year, 29 February is allowed: 2000 was a leap year.
    number = ordinal_number(day)
    if day_or_none(year or 2000, month, number):
        yield DateMention(start, end, CalendarDay(number, month, year))


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
    """The date read with the day first, then with the month first; None for an order that is not possible."""


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
            # People who write dates with points put the day first.
            other = None if day_first and match["sep"] == "." else month_first
            unordered.append(_Unordered(*match.span(), (day_first, other)))
    yield from _ordered(unordered)


def short_dates_in_digits(folded: str) -> Iterator[DateMention]:
    """Yield possible dates such as 12/3, which may also be fractions or scores."""
    if "/" in folded:
        for match in matches_at_digits(_WITHOUT_YEAR, folded):
            readings = _day(None, match["b"], match["a"]), _day(None, match["a"], match["b"])
            yield from _ordered([_Unordered(*match.span(), readings)])


def _day(year: int | None, month: str, day: str) -> CalendarDay | None:
    # Without a year, 29 February is allowed: 2000 was a leap year.
    valid = day_or_none(year or 2000, int(month), int(day))
    return CalendarDay(int(day), int(month), year) if valid else None


def _ordered(unordered: Sequence[_Unordered]) -> Iterator[DateMention]:
    """Decide for each date whether the day or the month comes first, and yield the dates.

    An unambiguous date among them, such as 31/08/2026, decides the order for all dates. If there is none, or if two
    contradict each other, an ambiguous date keeps both readings.
    """
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
