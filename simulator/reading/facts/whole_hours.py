"""Finds times of day without minutes, or with minutes in words: 9 am, at nine, five thirty, 16h, Wednesday 16-18."""

from __future__ import annotations

import re
from collections.abc import Iterator

from simulator.reading.facts.folding import WORD_ENDS, WORD_STARTS, matches_at_digits, matches_at_words
from simulator.reading.facts.number_words import VALUES
from simulator.reading.facts.time_cues import (
    AT_BEFORE,
    CLAUSE_OR_FREE_BEFORE,
    DAY_BEFORE,
    DAY_FOLLOWS,
    FROM_OR_BETWEEN_BEFORE,
    GOES_ON_OR_RANGE,
    HALF_OF_DAY,
    HOUR,
    HOUR_WORD,
    MOVED_TO_BEFORE,
    PREPOSITION_BEFORE,
    SHARP,
    STRETCH_GOES_ON,
    TO,
    TimeMention,
    follows,
    half_beside,
    half_of_range,
    half_of_start,
    half_said,
    hour_number,
    is_duration,
    may_begin_a_stretch_of_time,
    readings,
    weak_preposition_before,
)

_starts = rf"{WORD_STARTS}(?<![0-9][.,:/])"
_minute_words = r"(?:oh[\s-]five|ten|fifteen|(?:twenty|thirty|forty|fifty)(?:[\s-]five)?)"
_QUARTERS = frozenset({"fifteen", "thirty", "forty-five", "forty five"})
_HOUR_WORD = re.compile(HOUR_WORD)
_HOUR_ALONE = re.compile(
    rf"{_starts}(?P<bare>(?P<hour>{HOUR})(?:[\s-](?P<minute>{_minute_words}))?)(?![.,:][0-9])(?P<h>\s?h{WORD_ENDS})?"
    rf"(?P<clock>\s+o'\s?clock)?(?:{HALF_OF_DAY})?{WORD_ENDS}"
)
_ARTICLE_OR_SIGN_BEFORE = re.compile(rf"{WORD_STARTS}(?:an?\s+|[+-])\Z")
_LATE_HOUR_FOLLOWS = re.compile(rf"{TO}(?:1[3-9]|2[0-3])h{WORD_ENDS}")
_minutes = r"(?:[:.h][0-5][0-9])"
_STRETCH = re.compile(
    rf"{_starts}(?<![0-9]-)(?P<start>(?P<first>{HOUR})(?:(?P<first_minutes>{_minutes})|h)?)"
    rf"(?P<sign>\s*-\s*|\s+(?:to|until|till|and)\s+)"
    rf"(?P<end>(?P<hour>{HOUR})(?:(?P<minutes>{_minutes})|h)?)(?:{HALF_OF_DAY})?{WORD_ENDS}(?![.,:/-][0-9])"
)


def hours_alone(folded: str) -> Iterator[TimeMention]:
    in_words = matches_at_words(_HOUR_WORD, _HOUR_ALONE, folded)
    for match in (*matches_at_digits(_HOUR_ALONE, folded), *in_words):
        half = half_said(match) or half_of_range(folded, match)
        span, certain = match.span(), True
        if not half and not match["clock"]:
            found = _hour_and_h(folded, match) if match["h"] else _bare_hour(folded, match)
            if found is None:
                continue
            certain = found
            span = span if match["h"] else match.span("bare")
        half = half or half_beside(folded, *span, hour_number(match["hour"]))
        minute = sum(VALUES.get(word, 0) for word in re.split(r"[\s-]", match["minute"])) if match["minute"] else 0
        meant = tuple(hour + minute for hour in readings(match["hour"], half))
        if meant:
            yield TimeMention(*span, meant, certain)


def _bare_hour(folded: str, match: re.Match[str]) -> bool | None:
    """Return True if "three" or "five thirty" is a time, False if it may be one, None if it is not taken for one."""
    start, end = match.span()
    if SHARP.match(folded, end):
        return True
    if not GOES_ON_OR_RANGE.match(folded, end):
        return None
    if follows(PREPOSITION_BEFORE, folded, start):
        return True
    spoken = match["minute"] in _QUARTERS and not match["hour"].isdigit() and folded[start - 1 : start] != "-"
    if spoken and may_begin_a_stretch_of_time(folded, start):
        return False
    return False if follows(MOVED_TO_BEFORE, folded, start) else None


def _hour_and_h(folded: str, match: re.Match[str]) -> bool | None:
    """Return True if "16h" is a time, False if it might also be a duration, and None if it is a duration."""
    start, end = match.span()
    if follows(AT_BEFORE, folded, start):
        return True
    if is_duration(folded, start, end) or follows(_ARTICLE_OR_SIGN_BEFORE, folded, start):
        return None
    if weak_preposition_before(folded, start) or follows(DAY_BEFORE, folded, start):
        return True
    # Few things last thirteen hours, and no one writes 09h for a length of time.
    clear = match["h"] == "h" and (match["hour"].startswith("0") or 13 <= hour_number(match["hour"]) <= 23)
    return False if clear or _LATE_HOUR_FOLLOWS.match(folded, end) else None


def stretches(folded: str) -> Iterator[TimeMention]:
    """Yield the start and the end of each range of hours beside a day or after "from" or "between".

    A start or an end with minutes, such as 16:30, is left to `with_minutes`.
    """
    in_words = matches_at_words(_HOUR_WORD, _STRETCH, folded)
    for match in (*matches_at_digits(_STRETCH, folded), *in_words):
        certain = _stretch_certainty(folded, match)
        if certain is not None:
            yield from _ends_of_stretch(folded, match, certain)


def _stretch_certainty(folded: str, match: re.Match[str]) -> bool | None:
    start, end = match.span()
    if not half_said(match) and not STRETCH_GOES_ON.match(folded, end):
        return None
    if not _is_plausible(match["first"], match["hour"]):
        return None
    if follows(FROM_OR_BETWEEN_BEFORE, folded, start):
        return True
    if match["sign"].strip() == "and":
        return None
    if follows(DAY_BEFORE, folded, start):
        return True
    # In "Exercises 4-6 on Wednesday", 4-6 are not hours.
    begins_anew = DAY_FOLLOWS.match(folded, end) and follows(CLAUSE_OR_FREE_BEFORE, folded, start)
    return False if begins_anew else None


def _is_plausible(first: str, last: str) -> bool:
    """Return False for scores (won 3-2, 1-0) and for numbers that are not hours."""
    start, end = hour_number(first), hour_number(last)
    if max(start, end) > 24 or "0" in (first, last):
        return False
    if max(start, end) > 12:
        return 1 <= (end - start) % 24 <= 14
    # 3-2 would be a range of eleven hours, so it is more likely a score.
    return 1 <= (end - start) % 12 <= 9


def _ends_of_stretch(folded: str, match: re.Match[str], certain: bool) -> Iterator[TimeMention]:
    first, last, half = hour_number(match["first"]), hour_number(match["hour"]), half_said(match)
    half_before = half_beside(folded, *match.span("start"), first)
    if not match["first_minutes"]:
        half_of_first = half_of_start(first, last, half) if half else half_before
        yield TimeMention(*match.span("start"), readings(match["first"], half_of_first), certain)
    if not match["minutes"]:
        half_of_last = half or (half_before if first < last < 12 else None)
        yield TimeMention(match.start("end"), match.end(), readings(match["hour"], half_of_last), certain)
