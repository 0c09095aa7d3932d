"""Hours of the day: how they are written, and which half of the day they belong to."""

from __future__ import annotations

import re
from typing import NamedTuple

from simulator.scenario.facts.dates import WEEKDAY
from simulator.scenario.facts.normalise import WORD_STARTS
from simulator.scenario.facts.number_words import HOURS, VALUES
from simulator.scenario.facts.units import MERIDIEM

HALF_DAY = 12 * 60
DAY = 24 * 60

HOUR_WORD = "|".join(HOURS)
HOUR = rf"(?:[0-9]{{1,2}}|{HOUR_WORD})"
_day_part = (
    r"\s+(?:(?:in\s+the|this|that|tomorrow|yesterday|today)\s+(?P<part>morning|afternoon|evening)"
    r"|(?P<tonight>tonight|at\s+night))\b"
)
HALF_OF_DAY = rf"(?:\s?(?P<meridiem>{MERIDIEM})|{_day_part})"
TO = r"\s*(?:-|to|until|till|and|or)\s*"

_LONGEST_LEAD = 40
_RANGE_GOES_ON = re.compile(rf"\s*(?:-|to)\s*(?P<hour>[0-9]{{1,2}})(?:[:.][0-5][0-9])?\s?(?P<meridiem>{MERIDIEM})")
# "Good morning, 5:30 works" says nothing about the time.
_PART_BEFORE = re.compile(
    rf"{WORD_STARTS}(?<!good\s)(?P<part>morning|afternoon|evening|tonight)s?(?:[,:]?\s+|\s?\()"
    r"(?:(?:at|around|about|by|from|until|till|before|after)\s+){0,2}\Z"
)
_PART_AFTER = re.compile(
    rf"(?:\s+|\s?\()(?:(?:every|each|(?:(?:on\s+)?(?:{WEEKDAY})|today|tomorrow)\s+in\s+the|in\s+the)|(?:on\s+)?(?:{WEEKDAY}))"
    r"\s+(?P<part>morning|afternoon|evening)s?\b"
)


class TimeMention(NamedTuple):
    start: int
    end: int
    minutes: tuple[int, ...]
    """Minutes after midnight; two when the text does not say which half of the day."""
    certain: bool = True
    """Whether it can be nothing else, such as a plain number or a length of time."""


def follows(lead: re.Pattern[str], folded: str, start: int) -> bool:
    return bool(lead.search(folded, max(0, start - _LONGEST_LEAD), start))


def hour_number(written: str) -> int:
    return int(written) if written.isdigit() else VALUES[written]


def half_said(match: re.Match[str]) -> str | None:
    """The half of the day that stands right behind a time, if the pattern holds HALF_OF_DAY."""
    if match["meridiem"]:
        return "am" if match["meridiem"].startswith("a") else "pm"
    if match["part"]:
        return "am" if match["part"] == "morning" else "pm"
    if match["tonight"] and match["tonight"] != "tonight":
        return "pm" if 5 < hour_number(match["hour"]) < 12 else "am"
    return "pm" if match["tonight"] else None


def half_of_range(folded: str, match: re.Match[str]) -> str | None:
    """The half of the day that the end of a stretch of time gives to its start: the morning for 9 in 9-10 am."""
    last = _RANGE_GOES_ON.match(folded, match.end())
    if not last or not match["hour"].isdigit():
        return None
    return half_of_start(int(match["hour"]), int(last["hour"]), "am" if last["meridiem"].startswith("a") else "pm")


def half_of_start(first: int, last: int, half_of_last: str) -> str:
    other = "pm" if half_of_last == "am" else "am"
    return half_of_last if first % 12 <= last % 12 else other


def half_beside(folded: str, start: int, end: int, hour: int) -> str | None:
    """What is said further off: "every morning at six", "at 7:30 on Wednesday evening"."""
    if not ("ning" in folded or "noon" in folded or "tonight" in folded):
        return None
    before = _PART_BEFORE.search(folded, max(0, start - _LONGEST_LEAD), start)
    beside = before or _PART_AFTER.match(folded, end)
    # People do not agree on what noon and midnight belong to, nor on whether one o'clock is still tonight.
    if not beside or hour == 12 or (beside["part"] == "tonight" and hour < 5):
        return None
    return "am" if beside["part"] == "morning" else "pm"


def readings(written_hour: str, half: str | None) -> tuple[int, ...]:
    """What an hour may mean, in minutes after midnight. "09", 13 to 24 and a named half of the day leave no doubt."""
    hour = hour_number(written_hour)
    if hour > 24:
        return ()
    if hour > 12 or hour == 0:
        return (hour * 60 % DAY,)
    early = hour % 12 * 60
    if half:
        return (early,) if half == "am" else (early + HALF_DAY,)
    return (early,) if written_hour.startswith("0") else (early, early + HALF_DAY)
