"""Simulated times and stretches of time as a reader likes them: as short as can be, never ambiguous."""

from __future__ import annotations

import re
from datetime import datetime

_LOCAL = re.compile(r"\d{4}-\d{2}-\d{2}([ T]\d{2}:\d{2}(:\d{2})?)?")
_UNITS = ((86_400, "d"), (3600, "h"), (60, "min"), (1, "s"))


def is_local(text: str) -> bool:
    """Whether a text is a date, or a date and a time, as actions take them."""
    if not _LOCAL.fullmatch(text):
        return False
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True


def spelled(local: str, now: str) -> str:
    """`17:45` for today, `Thu 12 Nov, 17:45` for another day; the year only where it is another one."""
    clock = local[11:16]
    if clock and local[:10] == now[:10]:
        return clock
    day = day_of(local, now)
    return f"{day}, {clock}" if clock else day


def day_of(local: str, now: str = "") -> str:
    """`Thu 12 Nov`, with the year where it differs from that of `now`."""
    at = datetime.fromisoformat(local)
    year = "" if now[:4] in ("", local[:4]) else f" {at.year}"
    return f"{at:%a} {at.day} {at:%b}{year}"


def long_day(local: str) -> str:
    """`Thursday 12 November 2026`"""
    at = datetime.fromisoformat(local)
    return f"{at:%A} {at.day} {at:%B} {at.year}"


def stamp(local: str) -> str:
    """`Thu 12 Nov, 09:15:30`: a moment's own time in full."""
    return f"{day_of(local)}, {local[11:]}"


def duration(seconds: int) -> str:
    """`2 min 50 s`, `3 h`, `1 d 4 h`: the two largest units."""
    parts: list[str] = []
    for size, unit in _UNITS:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(f"{count} {unit}")
        elif parts:
            break
    return " ".join(parts[:2]) or "0 s"


def about(seconds: int) -> str:
    """`3 min`, `1.5 h`: in one unit, where there is room for a word only."""
    size, unit = next(((size, unit) for size, unit in _UNITS if seconds >= size), _UNITS[-1])
    count = seconds / size
    return f"{round(count)} {unit}" if size < 3600 or count >= 10 else f"{round(count, 1):g} {unit}"
