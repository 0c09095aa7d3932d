"""Times of day in a text, and facts about them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from simulator.scenario.facts.currencies import AFTER_AMOUNT
from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS, Span
from simulator.scenario.facts.number_words import HOURS, VALUES
from simulator.scenario.facts.scanning import matches_at_digits, matches_at_words
from simulator.scenario.facts.units import GOES_ON_AFTER_A_TIME, MERIDIEM

_HALF_DAY = 12 * 60
_DAY = 24 * 60
_WRONG_BY_MINUTES = 205
_LONGEST_LEAD = 32

_hour_word = "|".join(HOURS)
_hour = rf"(?:[0-9]{{1,2}}|{_hour_word})"
_day_part = (
    r"\s+(?:(?:in\s+the|this|that|tomorrow|yesterday|today)\s+(?P<part>morning|afternoon|evening)"
    r"|(?P<tonight>tonight|at\s+night))\b"
)
_half_of_day = rf"(?:\s?(?P<meridiem>{MERIDIEM})|{_day_part})"
_starts = rf"{WORD_STARTS}(?<![0-9][.,:/])"
_to = r"\s*(?:-|to|until|till|and|or)\s*"

_WITH_MINUTES = re.compile(
    # Neither the seconds of another time nor the offset of a zone; right behind the T of 2026-03-12T09:00 is fine.
    rf"(?:{WORD_STARTS}|(?<=[0-9]t))(?<![0-9][.,:/+])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:[:h](?P<minute>[0-5][0-9])(?::[0-5][0-9])?|\.(?P<dotted>[0-5][0-9]))"
    rf"(?:{_half_of_day}|(?P<clock>\s?(?:h|hrs|uhr)\b))?(?:{WORD_ENDS}|(?=z{WORD_ENDS}))(?![.,:/][0-9])"
)
_HOUR_ALONE = re.compile(
    rf"{_starts}(?P<bare>(?P<hour>{_hour})(?:\s+(?P<minute>fifteen|thirty|forty[\s-]five))?)"
    rf"(?P<clock>\s+o'\s?clock)?(?:{_half_of_day})?h?{WORD_ENDS}"
)
_HOUR_WORD = re.compile(_hour_word)
_PREPOSITION_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:at|until|till|from|between|before|after|by)\s+(?:(?:about|around|roughly)\s+)?\Z"
    rf"|{WORD_STARTS}(?:at|from|between)\s+{_hour}h?{_to}\Z"
)
_GOES_ON = re.compile(
    rf"{GOES_ON_AFTER_A_TIME}|{_to}(?:{_hour}h?{GOES_ON_AFTER_A_TIME}|(?=[0-9]{{1,2}}(?::[0-9]{{2}}|\s?{MERIDIEM})))"
)
_RANGE_GOES_ON = re.compile(rf"\s*(?:-|to)\s*(?P<hour>[0-9]{{1,2}})(?:[:.][0-5][0-9])?\s?(?P<meridiem>{MERIDIEM})")
_AT_BEFORE = re.compile(rf"{WORD_STARTS}at\s+(?:(?:about|around)\s+)?\Z")
_PAST_OR_TO_BEGINNINGS = re.compile(r"half|quarter|an?\s+half|an?\s+quarter|five|ten|twenty|[0-9]")
_PAST_OR_TO = re.compile(
    r"(?:(?:an?\s+)?(?P<fraction>half|quarter)"
    r"|(?P<count>five|ten|twenty(?:[\s-]five)?|[0-9]{1,2})(?P<unit>\s+min(?:ute)?s?)?)"
    rf"\s+(?P<side>past|after|to|before)\s+(?P<hour>{_hour})(?:\s+o'clock)?(?:{_half_of_day})?{WORD_ENDS}(?![.,:][0-9])"
)
_NAMED_BEGINNINGS = re.compile(r"noon|mid|12")
_NAMED = re.compile(rf"(?:12\s+)?(?P<name>noon|midday|midnight){WORD_ENDS}")


class TimeMention(NamedTuple):
    start: int
    end: int
    minutes: tuple[int, ...]
    """Minutes after midnight; two when the text does not say which half of the day."""


@dataclass(frozen=True)
class TimeFact(Fact):
    minutes: int

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for mention in times_in(folded):
            if self.minutes in mention.minutes:
                yield mention.start, mention.end

    def wrong(self) -> str:
        hour, minute = divmod((self.minutes + _WRONG_BY_MINUTES) % _DAY, 60)
        return f"{hour:02}:{minute:02}"


@lru_cache(maxsize=256)
def times_in(folded: str) -> tuple[TimeMention, ...]:
    mentions: list[TimeMention] = []
    taken = bytearray(len(folded))
    for scan in (_past_or_to, _named, _with_minutes, _hours):
        for mention in scan(folded):
            if not any(taken[mention.start : mention.end]):
                taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
                mentions.append(mention)
    return tuple(mentions)


def _past_or_to(folded: str) -> Iterator[TimeMention]:
    if not ("past" in folded or "quarter" in folded or "min" in folded):
        return
    for match in matches_at_words(_PAST_OR_TO_BEGINNINGS, _PAST_OR_TO, folded):
        minute = _minutes_spoken(match)
        if _is_clear(match, minute):
            offset = minute if match["side"] in ("past", "after") else -minute
            hours = _readings(match["hour"], _half(match))
            yield TimeMention(*match.span(), tuple((hour + offset) % _DAY for hour in hours))


def _minutes_spoken(match: re.Match[str]) -> int:
    if match["fraction"]:
        return 30 if match["fraction"] == "half" else 15
    count = match["count"]
    return int(count) if count.isdigit() else sum(VALUES[word] for word in re.split(r"[\s-]", count))


def _is_clear(match: re.Match[str], minute: int) -> bool:
    """Leaves out "ten to six", which may be a stretch of time; "ten minutes to six" and "ten past six" are clear."""
    if match["fraction"]:
        return match["side"] == "past" or match["fraction"] == "quarter"
    return minute < 60 and (match["side"] == "past" or (match["side"] == "to" and bool(match["unit"])))


def _named(folded: str) -> Iterator[TimeMention]:
    if "noon" in folded or "mid" in folded:
        for match in matches_at_words(_NAMED_BEGINNINGS, _NAMED, folded):
            yield TimeMention(*match.span(), (0,) if match["name"] == "midnight" else (_HALF_DAY,))


def _with_minutes(folded: str) -> Iterator[TimeMention]:
    for match in matches_at_digits(_WITH_MINUTES, folded):
        if match["dotted"] and not _dotted_time(folded, match):
            continue
        half = _half(match) or _half_of_range(folded, match)
        hours = _readings(match["hour"], half) if half else (int(match["hour"]) * 60,)
        minute = int(match["minute"] or match["dotted"])
        yield TimeMention(*match.span(), tuple((hour + minute) % _DAY for hour in hours))


def _dotted_time(folded: str, match: re.Match[str]) -> bool:
    """9.00 is a time only if something says so; otherwise it is a number."""
    if match["meridiem"] or match["clock"]:
        return True
    return _follows(_AT_BEFORE, folded, match.start()) and not AFTER_AMOUNT.match(folded, match.end())


def _hours(folded: str) -> Iterator[TimeMention]:
    """Hours without minutes: 9 am, nine o'clock, at 9, the 9 of 9-10 am."""
    in_words = matches_at_words(_HOUR_WORD, _HOUR_ALONE, folded)
    for match in (*matches_at_digits(_HOUR_ALONE, folded), *in_words):
        half = _half(match) or _half_of_range(folded, match)
        says_so = half or match["clock"]
        if says_so or (_GOES_ON.match(folded, match.end()) and _follows(_PREPOSITION_BEFORE, folded, match.start())):
            minute = sum(VALUES[word] for word in re.split(r"[\s-]", match["minute"])) if match["minute"] else 0
            readings = tuple(hour + minute for hour in _readings(match["hour"], half))
            if readings:
                yield TimeMention(*(match.span() if says_so else match.span("bare")), readings)


def _follows(lead: re.Pattern[str], folded: str, start: int) -> bool:
    return bool(lead.search(folded, max(0, start - _LONGEST_LEAD), start))


def _half(match: re.Match[str]) -> str | None:
    if match["meridiem"]:
        return "am" if match["meridiem"].startswith("a") else "pm"
    if match["part"]:
        return "am" if match["part"] == "morning" else "pm"
    return "pm" if match["tonight"] == "tonight" else None


def _half_of_range(folded: str, match: re.Match[str]) -> str | None:
    """The half of the day that the end of a stretch of time gives to its start: the morning for 9 in 9-10 am."""
    last = _RANGE_GOES_ON.match(folded, match.end())
    if not last or not match["hour"].isdigit():
        return None
    half, other = ("am", "pm") if last["meridiem"].startswith("a") else ("pm", "am")
    return half if int(match["hour"]) % 12 <= int(last["hour"]) % 12 else other


def _readings(written_hour: str, half: str | None) -> tuple[int, ...]:
    """What an hour may mean, in minutes after midnight. "09", 13 to 24 and a named half of the day leave no doubt."""
    hour = int(written_hour) if written_hour.isdigit() else VALUES[written_hour]
    if hour > 24:
        return ()
    if hour > 12 or hour == 0:
        return (hour * 60 % _DAY,)
    early = hour % 12 * 60
    if half:
        return (early,) if half == "am" else (early + _HALF_DAY,)
    return (early,) if written_hour.startswith("0") else (early, early + _HALF_DAY)
