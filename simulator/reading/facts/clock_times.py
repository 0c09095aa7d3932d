"""Defines facts about times of day, and finds times in a text: 16:00, 16h30, 1600 hrs, half past four, noon."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from simulator.reading.facts.fact import Fact
from simulator.reading.facts.folding import (
    WORD_ENDS,
    WORD_STARTS,
    Span,
    digit_starts,
    matches_at_digits,
    matches_at_words,
)
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.time_cues import (
    AT_BEFORE,
    DAY,
    DAY_BEFORE,
    FROM_OR_BETWEEN_BEFORE,
    GOES_ON,
    HALF_DAY,
    HALF_OF_DAY,
    HOUR,
    TO,
    TimeMention,
    begins_as_duration,
    follows,
    goes_on_as_duration,
    half_beside,
    half_of_range,
    half_said,
    is_called_by_its_time,
    is_duration,
    is_price_or_measure,
    may_begin_a_stretch_of_time,
    readings,
    weak_preposition_before,
)
from simulator.reading.facts.whole_hours import hours_alone, stretches

_WITH_MINUTES = re.compile(
    # The hour must not be the seconds of another time or the offset of a zone. It may follow the T in 2026-03-12T09:00.
    rf"(?:{WORD_STARTS}|(?<=[0-9]t))(?<![0-9][.,:/+])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:(?P<mark>[:h])(?P<minute>[0-5][0-9])(?P<second>:[0-5][0-9])?|\.(?P<dotted>[0-5][0-9]))(?:-?ish(?![^\W_]))?"
    rf"(?:{HALF_OF_DAY}|(?P<clock>\s?(?:h|hrs|uhr)\b))?(?:{WORD_ENDS}|(?=z{WORD_ENDS}))(?![.,:/][0-9])"
)
_DOTTED_END = re.compile(rf"\s*(?:-|to|until|till)\s*(?:[01]?[0-9]|2[0-4])[.:][0-5][0-9]{WORD_ENDS}(?![.,:/-][0-9])")
# Hours that only a 24-hour clock shows: with a leading zero, or after twelve.
_on_24_hours = r"(?:0[0-9]|1[3-9]|2[0-4])[:.h][0-5][0-9]"
_LATE_END = re.compile(rf"\s*(?:-|to|until|till)\s*{_on_24_hours}{WORD_ENDS}")
_LATE_START = re.compile(rf"{WORD_STARTS}{_on_24_hours}\s*(?:-|to|until|till)\s*\Z")
_MINUTES_OR_HOURS = re.compile(rf"\s?(?:min(?:ute)?s?|hours?){WORD_ENDS}")
_TO = re.compile(TO)
_TOUCHED = re.compile(r"[^\s,:|([*_\"'-]\Z")
_FOUR_DIGITS_BEGINNING = re.compile(r"[0-2][0-9][0-5][0-9]")
_FOUR_DIGITS = re.compile(
    rf"{WORD_STARTS}(?<![0-9][.,:/])(?<![0-9]-)(?<![^\W\d_]-)(?P<first>{{four}})"
    rf"(?:(?P<sign>\s?-\s?|\s+(?:to|until|till|and)\s+)(?P<last>{{four}}))?"
    rf"(?P<clock>\s?(?:hrs|hours|h))?{WORD_ENDS}(?![.,:/'-][0-9])".replace("{four}", "(?:[01][0-9]|2[0-3])[0-5][0-9]")
)


def with_minutes(folded: str) -> Iterator[TimeMention]:
    before: TimeMention | None = None
    for match in matches_at_digits(_WITH_MINUTES, folded):
        joined = before if before and _TO.fullmatch(folded, before.end, match.start()) else None
        if match["dotted"]:
            certain = _dotted_certainty(folded, match, joined)
            if certain is None:
                continue
        elif _is_hours_and_minutes(folded, match):
            continue
        else:
            certain = True
        before = TimeMention(*match.span(), _minutes_meant(folded, match), certain)
        yield before


def _is_hours_and_minutes(folded: str, match: re.Match[str]) -> bool:
    """Return True for a duration such as "2h30" or "2:30 minutes"; "a table for 19h30" is a time."""
    if match["mark"] == ":":
        clear = match["hour"].startswith("0") or int(match["hour"]) > 12 or follows(AT_BEFORE, folded, match.start())
        return not clear and bool(_MINUTES_OR_HOURS.match(folded, match.end()))
    if goes_on_as_duration(folded, match.end()):
        return True
    return int(match["hour"]) < 13 and begins_as_duration(folded, match.start())


def _minutes_meant(folded: str, match: re.Match[str]) -> tuple[int, ...]:
    half = half_said(match) or half_of_range(folded, match) or half_beside(folded, *match.span(), int(match["hour"]))
    # 12:30 is half past noon: people who mean half past midnight say so.
    one_reading = not half and (match["hour"] == "12" or _is_on_24_hour_clock(folded, match))
    hours = (int(match["hour"]) * 60,) if one_reading else readings(match["hour"], half)
    minute = int(match["minute"] or match["dotted"])
    # 24:00 is midnight.
    return tuple((hour + minute) % DAY for hour in hours)


def _is_on_24_hour_clock(folded: str, match: re.Match[str]) -> bool:
    """Return True if a time is on the 24-hour clock, as 9h00 and the 9:00 in 9:00-17:00 are."""
    if match["mark"] == "h" or match["clock"] or match["second"]:
        return True
    return bool(_LATE_END.match(folded, match.end())) or follows(_LATE_START, folded, match.start())


def _dotted_certainty(folded: str, match: re.Match[str], joined: TimeMention | None) -> bool | None:
    """Return True if a number such as 9.00 must be a time, False if it may be one, None if it is not read as one."""
    if match["meridiem"] or match["clock"]:
        return True
    start, end = match.span()
    if _TOUCHED.search(folded, max(0, start - 1), start) or is_price_or_measure(folded, end):
        return None
    if joined:
        return joined.certain
    if follows(AT_BEFORE, folded, start):
        return True
    is_range = bool(_DOTTED_END.match(folded, end))
    if weak_preposition_before(folded, start):
        return is_range
    placed_in_a_day = match["part"] or match["tonight"] or is_called_by_its_time(folded, end)
    if placed_in_a_day and may_begin_a_stretch_of_time(folded, start):
        return False
    # "Thursday 12.03" is more likely the 12th of March.
    if (is_range or not 1 <= int(match["dotted"]) <= 12) and follows(DAY_BEFORE, folded, start):
        return True
    return False if is_range and may_begin_a_stretch_of_time(folded, start) else None


def in_four_digits(folded: str) -> Iterator[TimeMention]:
    """Yield times such as 1600 hrs and 1600-1800; four digits alone are a number or a year."""
    if not digit_starts(folded):
        return
    for match in matches_at_words(_FOUR_DIGITS_BEGINNING, _FOUR_DIGITS, folded):
        certain = _four_digits_certainty(folded, match)
        if certain is None:
            continue
        first_end = match.end("first") if match["last"] else match.end()
        yield TimeMention(match.start(), first_end, _minutes_of(match["first"]), certain)
        if match["last"]:
            yield TimeMention(match.start("last"), match.end(), _minutes_of(match["last"]), certain)


def _four_digits_certainty(folded: str, match: re.Match[str]) -> bool | None:
    start, end = match.span()
    if match["clock"]:
        return None if is_duration(folded, start, end) else True
    if not match["last"] or not GOES_ON.match(folded, end):
        return None
    if follows(DAY_BEFORE, folded, start) and match["sign"].strip() != "and":
        return True
    years = all(1900 <= int(number) < 2100 for number in (match["first"], match["last"]))
    if years or not may_begin_a_stretch_of_time(folded, start):
        return None
    introduced = match["sign"].strip() == "-" or follows(FROM_OR_BETWEEN_BEFORE, folded, start)
    return False if introduced else None


def _minutes_of(four_digits: str) -> tuple[int, ...]:
    return (int(four_digits[:2]) * 60 + int(four_digits[2:]),)


# Minutes added to make a wrong time: not half a day, so that the time is also wrong on a 12-hour clock.
_WRONG_BY_MINUTES = 205
_PAST_OR_TO_BEGINNINGS = re.compile(r"half|quarter|an?\s+half|an?\s+quarter|five|ten|twenty|[0-9]+")
_PAST_OR_TO = re.compile(
    r"(?:(?:an?\s+)?(?P<fraction>half|quarter)"
    r"|(?P<count>five|ten|twenty(?:[\s-]five)?|[0-9]{1,2})(?P<unit>\s+min(?:ute)?s?)?)"
    rf"\s+(?P<side>past|after|to|before)\s+(?P<hour>{HOUR})(?:\s+o'clock)?(?:{HALF_OF_DAY})?{WORD_ENDS}(?![.,:][0-9])"
)
_MINUTES_TO = re.compile(r"min(?:ute)?s?\s+to\s")
_NAMED_BEGINNINGS = re.compile(r"noon|mid|12")
_NAMED = re.compile(rf"(?:12\s+)?(?P<name>noon|midday|midnight){WORD_ENDS}")


@dataclass(frozen=True)
class TimeFact(Fact):
    """A time of day, in minutes after midnight."""

    minutes: int

    def places(self, folded: str, now: datetime) -> Iterator[Span]:
        for mention in times_in(folded):
            if self.minutes in mention.minutes:
                yield mention.start, mention.end

    def wrong(self) -> str:
        hour, minute = divmod((self.minutes + _WRONG_BY_MINUTES) % DAY, 60)
        return f"{hour:02}:{minute:02}"


@lru_cache(maxsize=256)
def times_in(folded: str) -> tuple[TimeMention, ...]:
    mentions: list[TimeMention] = []
    taken = bytearray(len(folded))
    # From the clearest to the vaguest form: text that one form has matched is not matched again by a later form.
    for scan in (_past_or_to, _named, with_minutes, in_four_digits, stretches, hours_alone):
        for mention in scan(folded):
            if not any(taken[mention.start : mention.end]):
                taken[mention.start : mention.end] = b"x" * (mention.end - mention.start)
                mentions.append(mention)
    return tuple(mentions)


def _past_or_to(folded: str) -> Iterator[TimeMention]:
    # A cheap test first: few texts have these words.
    if not ("past" in folded or "quarter" in folded or _MINUTES_TO.search(folded)):
        return
    for match in matches_at_words(_PAST_OR_TO_BEGINNINGS, _PAST_OR_TO, folded):
        minute = _minutes_spoken(match)
        if _is_clear(match, minute):
            offset = minute if match["side"] in ("past", "after") else -minute
            hours = readings(match["hour"], half_said(match))
            yield TimeMention(*match.span(), tuple((hour + offset) % DAY for hour in hours))


def _minutes_spoken(match: re.Match[str]) -> int:
    if match["fraction"]:
        return 30 if match["fraction"] == "half" else 15
    count = match["count"]
    return int(count) if count.isdigit() else sum(VALUES[word] for word in re.split(r"[\s-]", count))


def _is_clear(match: re.Match[str], minute: int) -> bool:
    """Return False for "ten to six", which may be a range; "ten minutes to six" and "ten past six" are clear."""
    if match["fraction"]:
        return match["side"] == "past" or match["fraction"] == "quarter"
    return minute < 60 and (match["side"] == "past" or (match["side"] == "to" and bool(match["unit"])))


def _named(folded: str) -> Iterator[TimeMention]:
    if "noon" in folded or "mid" in folded:
        for match in matches_at_words(_NAMED_BEGINNINGS, _NAMED, folded):
            yield TimeMention(*match.span(), (0,) if match["name"] == "midnight" else (HALF_DAY,))
