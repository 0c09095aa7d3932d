"""Times of day with minutes in digits: 16:00, 16.00, 16h30, 1600 hrs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS
from simulator.scenario.facts.scanning import matches_at_digits, matches_at_words
from simulator.scenario.facts.time_cues import (
    AT_BEFORE,
    DAY_BEFORE,
    FROM_OR_BETWEEN_BEFORE,
    GOES_ON,
    begins_as_duration,
    goes_on_as_duration,
    is_called_by_its_time,
    is_duration,
    is_price_or_measure,
    may_begin_a_stretch_of_time,
    weak_preposition_before,
)
from simulator.scenario.facts.times_of_day import (
    DAY,
    HALF_OF_DAY,
    TO,
    TimeMention,
    follows,
    half_beside,
    half_of_range,
    half_said,
    readings,
)

_WITH_MINUTES = re.compile(
    # Neither the seconds of another time nor the offset of a zone; right behind the T of 2026-03-12T09:00 is fine.
    rf"(?:{WORD_STARTS}|(?<=[0-9]t))(?<![0-9][.,:/+])(?P<hour>[01]?[0-9]|2[0-4])"
    r"(?:(?P<mark>[:h])(?P<minute>[0-5][0-9])(?P<second>:[0-5][0-9])?|\.(?P<dotted>[0-5][0-9]))(?:-?ish(?![^\W_]))?"
    rf"(?:{HALF_OF_DAY}|(?P<clock>\s?(?:h|hrs|uhr)\b))?(?:{WORD_ENDS}|(?=z{WORD_ENDS}))(?![.,:/][0-9])"
)
_DOTTED_END = re.compile(rf"\s*(?:-|to|until|till)\s*(?:[01]?[0-9]|2[0-4])[.:][0-5][0-9]{WORD_ENDS}(?![.,:/-][0-9])")
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
    """Whether "2h30" or "2:30 minutes" is a length of time; "a table for 19h30" is not."""
    if match["mark"] == ":":
        clear = match["hour"].startswith("0") or int(match["hour"]) > 12 or follows(AT_BEFORE, folded, match.start())
        return not clear and bool(_MINUTES_OR_HOURS.match(folded, match.end()))
    if goes_on_as_duration(folded, match.end()):
        return True
    return int(match["hour"]) < 13 and begins_as_duration(folded, match.start())


def _minutes_meant(folded: str, match: re.Match[str]) -> tuple[int, ...]:
    half = half_said(match) or half_of_range(folded, match) or half_beside(folded, *match.span(), int(match["hour"]))
    # Whoever means half past midnight by 12:30 says so.
    one_reading = not half and (match["hour"] == "12" or _is_on_24_hour_clock(folded, match))
    hours = (int(match["hour"]) * 60,) if one_reading else readings(match["hour"], half)
    minute = int(match["minute"] or match["dotted"])
    return tuple((hour + minute) % DAY for hour in hours)


def _is_on_24_hour_clock(folded: str, match: re.Match[str]) -> bool:
    """Whether 9:00 is the morning, as in 9h00 and in 9:00-17:00."""
    if match["mark"] == "h" or match["clock"] or match["second"]:
        return True
    return bool(_LATE_END.match(folded, match.end())) or follows(_LATE_START, folded, match.start())


def _dotted_certainty(folded: str, match: re.Match[str], joined: TimeMention | None) -> bool | None:
    """None if nothing says that 9.00 is a time: then it is a number; False if it may be either."""
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
    # "Thursday 12.03" is rather the 12th of March.
    if (is_range or not 1 <= int(match["dotted"]) <= 12) and follows(DAY_BEFORE, folded, start):
        return True
    return False if is_range and may_begin_a_stretch_of_time(folded, start) else None


def in_four_digits(folded: str) -> Iterator[TimeMention]:
    """1600 hrs and 1600-1800; four digits alone are a number or a year."""
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
