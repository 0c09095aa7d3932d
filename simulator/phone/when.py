"""Converts between local times, as people read and write them, and instants, which are stored in epoch seconds."""

from __future__ import annotations

import difflib
import re
from datetime import date, datetime, time, timedelta
from functools import cache, lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo, available_timezones

WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MINUTE, HOUR, DAY = 60, 3600, 86400
# In seconds: ten years of 366 days.
LONGEST_DURATION = 3660 * DAY
AUTHOR_EXAMPLES = "Write 09:00, +5d 16:30, -2h30m, start + 40s, Thu 08:22 or 2026-03-05 08:22."
FIRST_YEAR, LAST_YEAR = 1900, 2199

_WEEKDAY_NAMES = {spelling: day for day, full in enumerate(WEEKDAYS) for spelling in (full.lower(), full[:3].lower())}
_WEEKDAY_NAMES |= {"tues": 1, "thur": 3, "thurs": 3}

_DATE = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_CLOCK = r"(?P<clock>[0-9]{2}:[0-9]{2}(?::[0-9]{2})?)"
_WEEKDAY = r"(?P<weekday>[A-Za-z]+)"
_LOCAL = re.compile(rf"{_DATE}(?: +|T){_CLOCK}")
_LOCAL_WITH_ZONE = re.compile(rf"{_LOCAL.pattern}(?:\.[0-9]+)? *(?:Z|[+-][0-9]{{2}}:?[0-9]{{2}}|[A-Z]{{3,4}})")
_BARE_DATE = re.compile(rf"(?:{_WEEKDAY},? +)?{_DATE}")
_DURATION = re.compile(r"(?:([0-9]{1,7})w)?(?:([0-9]{1,7})d)?(?:([0-9]{1,7})h)?(?:([0-9]{1,7})m)?(?:([0-9]{1,9})s)?")
_AFTER = re.compile(r"(?P<anchor>[a-z][a-z0-9_]*)(?: *\+ *(?P<delay>[0-9a-z]+))?")

_AUTHOR_OFFSET = re.compile(r"start|(?:start *)?(?P<sign>[+-]) *(?P<amount>[0-9][0-9a-z]*)")
_AUTHOR_CLOCK = re.compile(rf"(?:(?P<sign>[+-])(?P<days>[0-9]{{1,4}})(?P<unit>[dw]) +)?{_CLOCK}")
_AUTHOR_DATE = re.compile(rf"(?:{_WEEKDAY},? +)?{_DATE}(?: +|T){_CLOCK}")
_AUTHOR_WEEKDAY = re.compile(rf"{_WEEKDAY},? +{_CLOCK}")


class TimeError(ValueError):
    """Raised for an invalid time, duration or time zone; the message quotes the text and says how to fix it."""


class After(NamedTuple):
    """The time of a scheduled event: `delay` seconds after the event with the label `anchor`."""

    anchor: str
    delay: int


@cache
def _zone_names() -> list[str]:
    depending_on_the_machine = {"localtime", "posixrules", "Factory"}
    return sorted(available_timezones() - depending_on_the_machine)


def _close_zone_names(name: str) -> list[str]:
    """Return up to four zones whose name, or whose city alone, resembles the text, the closest first."""
    # Reversed, because a dict keeps the last of several zones that end in the same city, and the first should win.
    spellings = {known.lower().rpartition("/")[2]: known for known in reversed(_zone_names())}
    spellings |= {known.lower(): known for known in _zone_names()}
    close = difflib.get_close_matches(name.lower().replace(" ", "_"), sorted(spellings), n=4, cutoff=0.75)
    return list(dict.fromkeys(spellings[spelling] for spelling in close))


def zone(name: str) -> ZoneInfo:
    """Return the time zone with this name, or raise a TimeError that suggests similar names."""
    # The name is looked up first, because ZoneInfo raises various errors for absurd names, such as paths.
    if name in _zone_names():
        return ZoneInfo(name)
    close = _close_zone_names(name[:60])
    remedy = f"Did you mean {' or '.join(close)}?" if close else "Write a name such as Europe/Luxembourg."
    raise TimeError(f"{name!r} is not a time zone. {remedy}")


def weekday_index(name: str) -> int | None:
    """Return a weekday's index, 0 for Monday to 6 for Sunday, from its full or short name, or None for other words."""
    return _WEEKDAY_NAMES.get(name.lower())


def nearest_weekday(day: date, index: int) -> date:
    """Return the date closest to `day` that falls on the weekday `index` (0 for Monday to 6 for Sunday)."""
    return day + timedelta((index - day.weekday() + 3) % 7 - 3)


# Cached, because each step shows screens and inboxes again, with the same times on them.
@lru_cache(maxsize=16384)
def show(at: int, tz: ZoneInfo) -> str:
    """Return the local date and time of an instant, such as `2026-03-05 08:22:00`."""
    return str(_wall(at, tz))


def show_day(at: int, tz: ZoneInfo) -> str:
    return show(at, tz)[:10]


def show_clock(at: int, tz: ZoneInfo) -> str:
    return show(at, tz)[11:16]


def weekday(at: int, tz: ZoneInfo) -> str:
    return WEEKDAYS[_wall(at, tz).weekday()]


def _wall(at: int, tz: ZoneInfo) -> datetime:
    return datetime.fromtimestamp(at, tz).replace(tzinfo=None)


def _instant(day: date, clock: time, tz: ZoneInfo, fold: int = 0) -> int:
    return int(datetime.combine(day, clock, tzinfo=tz).replace(fold=fold).timestamp())


def _is_skipped(day: date, clock: time, tz: ZoneInfo) -> bool:
    return _wall(_instant(day, clock, tz), tz) != datetime.combine(day, clock)


def _clock_change(day: date, clock: time, tz: ZoneInfo) -> int:
    """Return the instant at which the clock jumps over a local time that does not exist."""
    # With the UTC offset from after the jump (fold=1), a skipped time is an instant before the jump; with the offset
    # from before the jump (fold=0), it is an instant after the jump. Bisection between these instants finds the jump.
    before, after = _instant(day, clock, tz, fold=1), _instant(day, clock, tz, fold=0)
    old_offset = datetime.fromtimestamp(before, tz).utcoffset()
    while after - before > 1:
        middle = (before + after) // 2
        if datetime.fromtimestamp(middle, tz).utcoffset() == old_offset:
            before = middle
        else:
            after = middle
    return after


def _existing(day: date, clock: time, tz: ZoneInfo, text: str) -> int:
    """Return the instant of a local time, the first one if the time comes twice because the clock goes back.

    Raise TimeError for a time that the clock skips. `text`: the time as written, for the error message.
    """
    if not _is_skipped(day, clock, tz):
        return _instant(day, clock, tz)
    change = _clock_change(day, clock, tz)
    last = _wall(change - 1, tz) + timedelta(seconds=1)
    raise TimeError(
        f"{text!r} does not exist in {tz}: the clock jumps there from {last} to {show(change, tz)}. "
        f"Write {show(_instant(day, clock, tz), tz)} or another time outside the jump."
    )


def _day_start(day: date, tz: ZoneInfo) -> int:
    """Return the first instant of a local day, even if the clock jumps over midnight."""
    return _clock_change(day, time(), tz) if _is_skipped(day, time(), tz) else _instant(day, time(), tz)


def day_bounds(at: int, tz: ZoneInfo) -> tuple[int, int]:
    """Return the start of the local day that contains this instant, and the start of the next day."""
    day = _wall(at, tz).date()
    return _day_start(day, tz), _day_start(day + timedelta(1), tz)


def _read_date(day: str, text: str) -> date:
    try:
        found = date.fromisoformat(day)
    except ValueError:
        raise TimeError(f"{text!r} names a day that no calendar has. Write a real date such as 2026-03-05.") from None
    if not FIRST_YEAR <= found.year <= LAST_YEAR:
        raise TimeError(f"{text!r} is outside the years {FIRST_YEAR} to {LAST_YEAR}. Write a date such as 2026-03-05.")
    return found


def _read_clock(clock: str, text: str) -> time:
    try:
        return time.fromisoformat(clock)
    except ValueError:
        raise TimeError(f"{text!r} has no real time of day: it runs from 00:00 to 23:59, as in 08:22.") from None


def parse_local(text: str, tz: ZoneInfo) -> int:
    """Return the instant of a local time "YYYY-MM-DD HH:MM[:SS]", or raise TimeError."""
    stripped = text.strip()
    if found := _LOCAL.fullmatch(stripped):
        return _existing(_read_date(found["day"], text), _read_clock(found["clock"], text), tz, text)
    if _LOCAL_WITH_ZONE.fullmatch(stripped):
        raise TimeError(f"{text!r} names a time zone. Times here are local: write only 2026-03-05 08:22.")
    if _BARE_DATE.fullmatch(stripped):
        raise TimeError(f"{text!r} has no time of day. Add one, as in 2026-03-05 08:22.")
    raise TimeError(f"{text!r} is not a local time. Write YYYY-MM-DD HH:MM, such as 2026-03-05 08:22.")


def parse_day(text: str, tz: ZoneInfo) -> int:
    """Return the first instant of a local day "YYYY-MM-DD", or raise TimeError."""
    if not re.fullmatch(_DATE, text.strip()):
        raise TimeError(f"{text!r} is not a day. Write YYYY-MM-DD, such as 2026-03-05.")
    start = _day_start(day := _read_date(text.strip(), text), tz)
    # A zone that moves across the date line skips a whole day, as Samoa did on 2011-12-30.
    if _wall(start, tz).date() != day:
        raise TimeError(f"{text!r} does not exist in {tz}: the calendar skips it. Use {show_day(start, tz)}.")
    return start


def _duration_parts(text: str) -> tuple[int, int]:
    """Return a duration as days and seconds: weeks are converted to days, hours and minutes to seconds."""
    found = _DURATION.fullmatch(text.strip())
    if found is None or not found[0]:
        raise TimeError(f"{text!r} is not a duration. Write it as 40s, 2m, 2h30m, 3d or 1w, the larger unit first.")
    weeks, days, hours, minutes, seconds = (int(part or 0) for part in found.groups())
    days, seconds = days + 7 * weeks, HOUR * hours + MINUTE * minutes + seconds
    if days * DAY + seconds > LONGEST_DURATION:
        raise TimeError(f"{text!r} is longer than ten years. Write a shorter duration, such as 3d.")
    return days, seconds


def parse_duration(text: str) -> int:
    """Return the length in seconds of a duration such as "2h30m", or raise TimeError; a day has 24 hours."""
    days, seconds = _duration_parts(text)
    return days * DAY + seconds


def parse_after(text: str) -> After:
    """Return the label and the delay in a text such as "late_reply" or "late_reply + 10m", or raise TimeError."""
    found = _AFTER.fullmatch(text.strip())
    if found is None:
        raise TimeError(f"{text!r} is not a label, alone or with a delay. Write late_reply or late_reply + 2m.")
    return After(found["anchor"], parse_duration(found["delay"]) if found["delay"] else 0)


def parse_author_time(text: str, start: int, tz: ZoneInfo) -> int:
    """Return the instant of a time in a scenario file, or raise TimeError.

    A time without a date is relative to `start`: an offset such as -2h, or a time of day such as 09:00, which may
    follow a number of days (+2d 09:00) or a weekday. A weekday means the first such day on or after the day of `start`.
    """
    stripped = text.strip()
    if found := _AUTHOR_OFFSET.fullmatch(stripped):
        return _moved(start, found["sign"], found["amount"], tz, text) if found["sign"] else start
    if found := _AUTHOR_CLOCK.fullmatch(stripped):
        days = int(found["days"] or 0) * (7 if found["unit"] == "w" else 1)
        day = _wall(start, tz).date() + timedelta(-days if found["sign"] == "-" else days)
    elif found := _AUTHOR_DATE.fullmatch(stripped):
        day = _read_date(found["day"], text)
        if found["weekday"]:
            _agree(day, found["weekday"], text)
    elif found := _AUTHOR_WEEKDAY.fullmatch(stripped):
        first = _wall(start, tz).date()
        day = first + timedelta((_known_weekday(found["weekday"], text) - first.weekday()) % 7)
    elif _BARE_DATE.fullmatch(stripped):
        raise TimeError(f"{text!r} has no time of day. Add one, as in 2026-03-05 08:22.")
    else:
        raise TimeError(f"{text!r} is not a time. {AUTHOR_EXAMPLES}")
    return _existing(day, _read_clock(found["clock"], text), tz, text)


def _moved(start: int, sign: str, amount: str, tz: ZoneInfo, text: str) -> int:
    """Return `start` plus or minus a duration."""
    # Days and weeks keep the time of day, even if the clock changes meanwhile; smaller units are elapsed time.
    direction, (days, seconds) = -1 if sign == "-" else 1, _duration_parts(amount)
    if days:
        wall = _wall(start, tz)
        start = _existing(wall.date() + timedelta(direction * days), wall.time(), tz, text)
    return start + direction * seconds


def _known_weekday(name: str, text: str) -> int:
    if (index := weekday_index(name)) is None:
        raise TimeError(f"{text!r} starts with {name!r}, which is not a weekday. Write it as in Thu 08:22.")
    return index


def _agree(day: date, name: str, text: str) -> None:
    if day.weekday() != (wanted := _known_weekday(name, text)):
        right = f"{day} is a {WEEKDAYS[day.weekday()]}"
        nearest = f"the nearest {WEEKDAYS[wanted]} is {nearest_weekday(day, wanted)}"
        raise TimeError(f"{text!r} disagrees with the calendar: {right}, and {nearest}.")
