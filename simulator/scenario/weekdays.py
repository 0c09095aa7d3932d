"""Finds weekdays in English text that do not fit the date written beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from simulator.phone.when import WEEKDAYS, nearest_weekday, weekday_index

MONTHS = (
    "January", "February", "March", "April", "May", "June",
    "July", "August", "September", "October", "November", "December",
)  # fmt: skip

# Short forms and "May" count only with a capital, because "sat", "sun", "wed" and "may" are words too.
_WEEKDAY = (
    r"\b(?P<weekday>(?i:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday)\b"
    r"|(?:M(?:on|ON)|T(?:ues?|UES?)|W(?:ed|ED)|T(?:hu|HU|hurs?|HURS?)|F(?:ri|RI)|S(?:at|AT)|S(?:un|UN))\b\.?)"
)
_MONTH = (
    r"(?P<{0}>(?i:January|February|March|April|June|July|August|September|October|November|December)\b|M(?:ay|AY)\b"
    r"|(?i:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b\.?)"
)
_YEAR = r"(?:,? (?P<{0}>(?:19|20|21)[0-9]{{2}})(?![0-9:]))?"
_NUMBER = r"(?P<{0}>[0-9]{{1,2}})(?:st|nd|rd|th|ST|ND|RD|TH)?(?![0-9:.]?[0-9])\b"
_DATE = (
    r"(?:(?P<iso>[0-9]{4}-[0-9]{2}-[0-9]{2})(?![0-9])"
    rf"|(?:the )?{_NUMBER.format('day_first')}(?: of)?[ -]{_MONTH.format('month_second')}{_YEAR.format('year_1')}"
    rf"|{_MONTH.format('month_first')} (?:the )?{_NUMBER.format('day_second')}{_YEAR.format('year_2')})"
)
_PART_OF_DAY = r"(?: (?:morning|noon|afternoon|evening|night))?"
_WEEKDAY_THEN_DATE = re.compile(rf"{_WEEKDAY}{_PART_OF_DAY}(?:,? ?\(|, ?| [-\u2013] | is | )(?:on )?{_DATE}")
_DATE_THEN_WEEKDAY = re.compile(
    rf"(?<![0-9/.-]){_DATE}(?:,? ?\((?:a )?{_WEEKDAY.replace('weekday', 'bracketed')}\)"
    rf"|(?:,| is| was| will be| falls on) an? {_WEEKDAY.replace('weekday', 'told')}"
    rf"| {_WEEKDAY.replace('weekday', 'beside')}"
    rf"|, {_WEEKDAY.replace('weekday', 'apposed')}(?=[.;)!?]|$))"
)


# "Friday the 13th" names no month, so it is wrong only if it fits neither the month of `near` nor the months beside it.
_WEEKDAY_THEN_DAY = re.compile(
    rf"{_WEEKDAY}{_PART_OF_DAY},? (?:the )?(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)\b"
    rf"(?!(?: of)?[ -]{_MONTH.format('month')})"
)


def weekday_clashes(text: str, near: date) -> list[str]:
    """Return a correction for each weekday that does not fit the date beside it.

    A date without a year gets the year in which it is closest to `near`.
    """
    # A line may break between a weekday and its date.
    flat = re.sub(r"\s", " ", text)
    found = (_clash(pair, near) for pair in _pairs(flat))
    return [clash for clash in (*found, *_days_without_month(flat, near)) if clash is not None]


def _days_without_month(text: str, near: date) -> Iterator[str]:
    for pair in _WEEKDAY_THEN_DAY.finditer(text):
        wanted, number = weekday_index(pair["weekday"].rstrip(".")), int(pair["day"])
        months = [(near.year * 12 + near.month - 1 + shift) for shift in (-1, 0, 1)]
        days = [day for month in months if (day := _real_date(month // 12, month % 12 + 1, number)) is not None]
        if not any(day.weekday() == wanted for day in days):
            fitting = ", ".join(f"{_spoken(day)} is a {WEEKDAYS[day.weekday()]}" for day in days) or "no month has it"
            yield f'"{" ".join(pair[0].split())}" is wrong: {fitting}.'


def _pairs(text: str) -> Iterator[re.Match[str]]:
    """Yield pairs of weekday and date; a weekday belongs to the date after it, or else to the date before it."""
    position = 0
    while position < len(text):
        forward = _WEEKDAY_THEN_DATE.search(text, position)
        limit = forward.start() if forward else len(text)
        yield from _DATE_THEN_WEEKDAY.finditer(text[:limit], position)
        if forward is None:
            return
        yield forward
        position = forward.end()


def _clash(pair: re.Match[str], near: date) -> str | None:
    groups = pair.groupdict()
    name = next(groups[key] for key in ("weekday", "bracketed", "told", "beside", "apposed") if groups.get(key))
    wanted = weekday_index(name.rstrip("."))
    assert wanted is not None, name
    quoted = " ".join(pair[0].split())
    quoted += ")" * (quoted.count("(") - quoted.count(")"))
    day = _date_of(groups, near)
    if day is None:
        return f'"{quoted}" names a day that the calendar does not have. Write a real date.'
    if day.weekday() == wanted:
        return None
    return (
        f'"{quoted}" is wrong: {_spoken(day)} is a {WEEKDAYS[day.weekday()]}, '
        f"and the nearest {WEEKDAYS[wanted]} is {_spoken(nearest_weekday(day, wanted))}."
    )


def _date_of(groups: dict[str, str | None], near: date) -> date | None:
    if iso := groups["iso"]:
        year, month, day = (int(part) for part in iso.split("-"))
        return _real_date(year, month, day)
    month = _month_number(groups["month_second"] or groups["month_first"] or "")
    day = int(groups["day_first"] or groups["day_second"] or 0)
    if told_year := groups["year_1"] or groups["year_2"]:
        return _real_date(int(told_year), month, day)
    # Four years before and after, because 29 February exists only in leap years.
    candidates = [_real_date(near.year + shift, month, day) for shift in range(4, -5, -1)]
    return min((found for found in candidates if found), key=lambda found: abs(found - near), default=None)


def _real_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month_number(name: str) -> int:
    return next(number for number, full in enumerate(MONTHS, 1) if full[:3].lower() == name[:3].lower())


def _spoken(day: date) -> str:
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"
