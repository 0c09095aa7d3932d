"""Turns a mentioned day, such as "Thursday" or "the 12th", into the dates that it may mean, seen from today."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from typing import NamedTuple, Protocol


class DayMeaning(Protocol):
    """Interface of classes for the ways to mention a day, such as "Thursday" or "the 12th"."""

    def days(self, today: date) -> tuple[date, ...]:
        """Return the days that may be meant: one, or several if the words are ambiguous."""


class DateMention(NamedTuple):
    """A day mentioned in a text, with its position."""

    start: int
    end: int
    meaning: DayMeaning
    weekday: int | None = None
    """The weekday named beside the date; it may be the wrong weekday for that date."""


class CalendarDay(NamedTuple):
    """A date such as 12 March; without a year, the date nearest to today."""

    day: int
    month: int
    year: int | None

    def days(self, today: date) -> tuple[date, ...]:
        if self.year is not None:
            return (date(self.year, self.month, self.day),)
        # Within eight years there is a 29 February, even around 2100, which is not a leap year.
        reach = 8 if (self.day, self.month) == (29, 2) else 1
        possible = (day_or_none(today.year + step, self.month, self.day) for step in range(-reach, reach + 1))
        # If a past and a coming day are equally near, the coming one is meant.
        return (min((day for day in possible if day), key=lambda day: (abs(day - today), day < today)),)


class EitherDay(NamedTuple):
    """A date such as 6/1 or 06/01/2026: the day or the month may come first. A weekday beside it may decide which."""

    readings: tuple[CalendarDay, ...]
    weekday: int | None = None

    def days(self, today: date) -> tuple[date, ...]:
        possible = tuple(day for reading in self.readings for day in reading.days(today))
        return tuple(day for day in possible if day.weekday() == self.weekday) or possible


class EndOfMonth(NamedTuple):
    """The last day of a month; without a year, the one nearest to today."""

    month: int
    year: int | None

    def days(self, today: date) -> tuple[date, ...]:
        years = (self.year,) if self.year else (today.year - 1, today.year, today.year + 1)
        ends = [date(year, self.month, monthrange(year, self.month)[1]) for year in years]
        return (min(ends, key=lambda day: (abs(day - today), day < today)),)


class RelativeDay(NamedTuple):
    """A day relative to today, such as tomorrow, yesterday or last night."""

    offset: int

    def days(self, today: date) -> tuple[date, ...]:
        return (today + timedelta(days=self.offset),)


class NamedWeekday(NamedTuple):
    """A weekday. Alone, "Thursday" means today if today is a Thursday, otherwise the first Thursday after today.

    `which` tells "last Thursday", "Thursday last week", "Thursday next week" and "next Thursday" apart. "Next Thursday"
    may mean either of the next two Thursdays after today.
    """

    weekday: int
    which: str

    def days(self, today: date) -> tuple[date, ...]:
        ahead = (self.weekday - today.weekday()) % 7
        monday = today - timedelta(days=today.weekday())
        offsets = {
            # On a Monday, some people call this week's Thursday "next Thursday", and others the one after it.
            "next": (ahead or 7, (ahead or 7) + 7),
            "last": (ahead - 7,),
            "next week": ((monday - today).days + 7 + self.weekday,),
            "last week": ((monday - today).days - 7 + self.weekday,),
        }.get(self.which, (ahead,))
        return tuple(today + timedelta(days=offset) for offset in offsets)


class DayOfMonth(NamedTuple):
    """A day of the month, such as "the 12th". It may mean the last such day before today, or the first from today on.

    If a weekday beside it fits only one of the two, that one is meant.
    """

    day: int
    weekday: int | None

    def days(self, today: date) -> tuple[date, ...]:
        # Two months each way, because the neighbouring month may not have a 31st.
        months = [_month_from(today, step) for step in (-2, -1, 0, 1, 2)]
        possible = [day for year, month in months if (day := day_or_none(year, month, self.day))]
        past = [day for day in possible if day < today]
        coming = [day for day in possible if day >= today]
        near = (*past[-1:], *coming[:1])
        suiting = tuple(day for day in near if day.weekday() == self.weekday)
        return suiting or near


def day_or_none(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month_from(today: date, step: int) -> tuple[int, int]:
    months = today.year * 12 + today.month - 1 + step
    return months // 12, months % 12 + 1
