"""Writes dates, times of day and durations as people read them: as short as possible, but not ambiguous."""

from __future__ import annotations

import re
from datetime import datetime

from simulator.words.english import counted

_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?")
_UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))
_AGES = ((86_400 * 365, "y"), *_UNITS[:-1])


def is_local(text: str) -> bool:
    """Return whether a text is a date or a date and time in the form that actions accept: `2026-11-12 17:45`."""
    if not _LOCAL.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def spelled(local: str, now: str) -> str:
    """Return a time: `17:45` today, else `Thu 12 Nov, 17:45`, with the year if it differs from that of `now`.

    A date without a time of day gives only the day.
    """
    clock = local[11:16]
    if clock and local[:10] == now[:10]:
        return clock
    day = day_of(local, now)
    return f"{day}, {clock}" if clock else day


def day_of(local: str, now: str = "") -> str:
    """Return the day of a time, such as `Thu 12 Nov`, with the year if it differs from that of `now`."""
    at = datetime.fromisoformat(local)
    year = "" if now[:4] in ("", local[:4]) else f" {at.year}"
    return f"{at:%a} {at.day} {at:%b}{year}"


def long_day(local: str) -> str:
    """Return the day of a time in full, such as `Thursday 12 November 2026`."""
    at = datetime.fromisoformat(local)
    return f"{at:%A} {at.day} {at:%B} {at.year}"


def dated_weekday(local: str) -> str:
    """Return weekday and ISO date, such as `Thursday 2026-11-12`, so that people can copy the date into a command."""
    return f"{datetime.fromisoformat(local):%A} {local[:10]}"


def stamp(local: str) -> str:
    """Return the time of a moment to the second, such as `Thu 12 Nov, 09:15:30`."""
    return f"{day_of(local)}, {local[11:]}"


def day_or_clock(at: datetime, now: datetime) -> str:
    """Return the time of day if `at` is today, else the day: `11:20`, `14 Nov`, or `14 Nov 2025` in another year."""
    if at.date() == now.date():
        return f"{at:%H:%M}"
    return _short_day(at, now)


def full_day(at: datetime) -> str:
    """Return the day with its year, such as `14 Nov 2026`."""
    return f"{at.day} {at:%b} {at.year}"


def day_and_clock(at: datetime, now: datetime) -> str:
    """Return day and time, such as `14 Nov, 11:20`, with the year if it differs from that of `now`."""
    return f"{_short_day(at, now)}, {at:%H:%M}"


def full_utc(at: datetime) -> str:
    """Return day, year and time in UTC, such as `14 Nov 2026, 11:20 UTC`."""
    return f"{full_day(at)}, {at:%H:%M} UTC"


def _short_day(at: datetime, now: datetime) -> str:
    return f"{at.day} {at:%b}" if at.year == now.year else full_day(at)


def duration(seconds: int) -> str:
    """Return a duration in its largest unit and the next one, such as `2 min 50 s`, `3 h` or `1 d 4 h`."""
    parts: list[str] = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}")
        elif parts:
            break
    return " ".join(parts[:2]) or "0 s"


def rough_duration(seconds: float) -> str:
    """Return a duration such as `4 s` or `3 h 20 min`; from 1 minute on without seconds, which change too fast."""
    whole = max(int(seconds), 0)
    return duration(whole - whole % 60 if whole >= 60 else whole)


def since(seconds: float) -> str:
    """Return how long ago something was, in one unit, such as `4 min`, `2 h` or `1 y`; `now` below a minute."""
    found = next(((size, unit) for size, unit in _AGES if seconds >= size), None)
    return f"{int(seconds // found[0])} {found[1]}" if found else "now"


def ago(seconds: float) -> str:
    """Return how long ago something was as a phrase, such as `just now` or `4 min ago`."""
    age = since(seconds)
    return "just now" if age == "now" else f"{age} ago"


def about(seconds: int) -> str:
    """Return a duration in one unit, such as `3 min` or `1.5 h`, for narrow columns."""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    count = seconds / size
    return f"{round(count)} {unit}" if size < 3600 or count >= 10 else f"{round(count, 1):g} {unit}"


def listed_when(local: str, now: str) -> str:
    """Return a time for a list: 17:41, Yesterday, Wed, 12 May, 12 May 2025."""
    at, today = datetime.fromisoformat(local), datetime.fromisoformat(now)
    days = (today.date() - at.date()).days
    if days == 0:
        return f"{at:%H:%M}"
    if days == 1:
        return "Yesterday"
    if 1 < days < 7:
        return f"{at:%a}"
    return _short_day(at, today)


def at_time(local: str, now: str) -> str:
    """Return a time for a sentence: 17:41, tomorrow 09:00, Fri 22 May 09:00."""
    day = on_day(local, now)
    return local[11:16] if day == "today" else f"{day} {local[11:16]}"


def on_day(local: str, now: str) -> str:
    """Return a day for a sentence: today, tomorrow, yesterday, Fri 22 May, 22 May 2025."""
    at, today = datetime.fromisoformat(local), datetime.fromisoformat(now)
    days = (at.date() - today.date()).days
    if -1 <= days <= 1:
        return ("today", "tomorrow", "yesterday")[days]
    return day_of(local) if at.year == today.year else full_day(at)


def full_time(local: str) -> str:
    """Return a time in full, such as `Thu 14 May 2026, 18:00`; a text that is not a time is returned unchanged."""
    try:
        at = datetime.fromisoformat(local)
    except ValueError:
        return local
    return f"{at:%a} {at.day} {at:%b} {at.year}, {at:%H:%M}"


def lasting(minutes: int) -> str:
    """Return a duration in all its units, such as `1 h 30 min` or `2 days 2 h 1 min`; empty for 0 minutes."""
    days, rest = divmod(minutes, 24 * 60)
    parts = ((days, counted(days, "day")), (rest // 60, f"{rest // 60} h"), (rest % 60, f"{rest % 60} min"))
    return " ".join(words for number, words in parts if number)
