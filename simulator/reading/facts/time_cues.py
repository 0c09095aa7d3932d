"""Recognises words that show whether a number is a time ("am", "in the evening", "at") or a price or duration."""

from __future__ import annotations

import re
from typing import NamedTuple

from simulator.reading.facts.currencies import AFTER_AMOUNT, currency_before
from simulator.reading.facts.date_forms import MONTH, ORDINAL
from simulator.reading.facts.dates import WEEKDAY
from simulator.reading.facts.folding import WORD_ENDS, WORD_STARTS
from simulator.reading.facts.number_words import (
    EVERY_DAY,
    GOES_ON_AFTER_A_TIME,
    HOURS,
    MEASURED_BUT_NOT_IN_HOURS,
    MERIDIEM,
    VALUES,
)

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
# "Good morning, 5:30 works" does not say which half of the day 5:30 is in.
_PART_BEFORE = re.compile(
    rf"{WORD_STARTS}(?<!good\s)(?P<part>morning|afternoon|evening|tonight)s?(?:[,:]?\s+|\s?\()"
    r"(?:(?:at|around|about|by|from|until|till|before|after)\s+){0,2}\Z"
)
_PART_AFTER = re.compile(
    rf"(?:\s+|\s?\()(?:(?:every|each|(?:(?:on\s+)?(?:{WEEKDAY})|today|tomorrow)\s+in\s+the|in\s+the)|(?:on\s+)?(?:{WEEKDAY}))"
    r"\s+(?P<part>morning|afternoon|evening)s?\b"
)


class TimeMention(NamedTuple):
    """A time of day in a text, with its position."""

    start: int
    end: int
    minutes: tuple[int, ...]
    """Minutes after midnight; two values if the text does not say which half of the day it means."""
    certain: bool = True
    """False if the text may mean something else, such as a plain number or a duration."""


def follows(lead: re.Pattern[str], folded: str, start: int) -> bool:
    return bool(lead.search(folded, max(0, start - _LONGEST_LEAD), start))


def hour_number(written: str) -> int:
    return int(written) if written.isdigit() else VALUES[written]


def half_said(match: re.Match[str]) -> str | None:
    """Return "am" or "pm" if the match of a pattern with HALF_OF_DAY names the half of the day, else None."""
    if match["meridiem"]:
        return "am" if match["meridiem"].startswith("a") else "pm"
    if match["part"]:
        return "am" if match["part"] == "morning" else "pm"
    if match["tonight"] and match["tonight"] != "tonight":
        # "At night": six to eleven is the evening, twelve to five is after midnight.
        return "pm" if 5 < hour_number(match["hour"]) < 12 else "am"
    return "pm" if match["tonight"] else None


def half_of_range(folded: str, match: re.Match[str]) -> str | None:
    """Return "am" or "pm" for the start of a range if its end says so: "am" for 9 in "9-10 am"; otherwise None."""
    last = _RANGE_GOES_ON.match(folded, match.end())
    if not last or not match["hour"].isdigit():
        return None
    return half_of_start(int(match["hour"]), int(last["hour"]), "am" if last["meridiem"].startswith("a") else "pm")


def half_of_start(first: int, last: int, half_of_last: str) -> str:
    other = "pm" if half_of_last == "am" else "am"
    return half_of_last if first % 12 <= last % 12 else other


def half_beside(folded: str, start: int, end: int, hour: int) -> str | None:
    """Return the half of the day named near a time, or None: "every morning at six", "at 7:30 on Wednesday evening"."""
    if not ("ning" in folded or "noon" in folded or "tonight" in folded):
        return None
    before = _PART_BEFORE.search(folded, max(0, start - _LONGEST_LEAD), start)
    beside = before or _PART_AFTER.match(folded, end)
    # People disagree on which half of the day noon and midnight are in, and on whether one o'clock is still tonight.
    if not beside or hour == 12 or (beside["part"] == "tonight" and hour < 5):
        return None
    return "am" if beside["part"] == "morning" else "pm"


def readings(written_hour: str, half: str | None) -> tuple[int, ...]:
    """Return the minutes after midnight that an hour may mean: two values for "nine", unless `half` is given.

    "09", 0 and 13 to 24 have one value. Numbers above 24 have none.
    """
    hour = hour_number(written_hour)
    if hour > 24:
        return ()
    if hour > 12 or hour == 0:
        return (hour * 60 % DAY,)
    # Twelve is the hour 0 of its half: 12 am is midnight, 12 pm is noon.
    early = hour % 12 * 60
    if half:
        return (early,) if half == "am" else (early + HALF_DAY,)
    return (early,) if written_hour.startswith("0") else (early, early + HALF_DAY)


_about = r"(?:(?:about|around|roughly|exactly|approximately|approx\.?)\s+)?"
AT_BEFORE = re.compile(rf"{WORD_STARTS}at\s+{_about}\Z")
PREPOSITION_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:at|until|till|from|between|before|after|by|(?:later|earlier)\s+than)\s+{_about}\Z"
    rf"|{WORD_STARTS}(?:at|from|between)\s+{HOUR}h?{TO}\Z"
    rf"|{WORD_STARTS}[0-9]{{1,2}}(?:(?::[0-5][0-9])?\s?{MERIDIEM}|:[0-5][0-9])\s*(?:-|to|until|till)\s*\Z"
)
# Weaker cues, which are enough for a number with minutes or an "h".
_WEAK_PREPOSITION_BEFORE = re.compile(
    rf"{PREPOSITION_BEFORE.pattern}"
    rf"|{WORD_STARTS}(?:around|since|starts?|starting|begins?|ends?|opens?|closes?)\s+{_about}\Z"
)
FROM_OR_BETWEEN_BEFORE = re.compile(rf"{WORD_STARTS}(?:from|between)\s+{_about}\Z")
GOES_ON = re.compile(GOES_ON_AFTER_A_TIME)
SHARP = re.compile(rf"\s+(?:sharp|on\s+the\s+dot){WORD_ENDS}{GOES_ON_AFTER_A_TIME}")
MOVED_TO_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:moved?|moving|shift(?:ed)?|postponed?|rescheduled?|pushed|brought)"
    rf"(?:\s+(?:it|this|that|(?:the|our|your|my)\s+\w+))?(?:\s+(?:back|forward))?\s+to\s+\Z"
)
CLAUSE_OR_FREE_BEFORE = re.compile(
    rf"(?:\A|[.!?;:,(|\n]\s*|{WORD_STARTS}(?:free|available|open|meet|meets|meeting)\s+)\Z"
)
DAY_FOLLOWS = re.compile(rf"\s+(?:(?:on|this)\s+(?:{WEEKDAY})|today|tomorrow){WORD_ENDS}")
STRETCH_GOES_ON = re.compile(
    rf"{GOES_ON_AFTER_A_TIME}|\s+(?:free|slot|window|session|behind|beside|near|outside|opposite|upstairs|there|here)\b"
)
GOES_ON_OR_RANGE = re.compile(
    rf"{GOES_ON_AFTER_A_TIME}|(?=\s+to\s+(?:be|see|meet|get|give|have|make|look|view|talk|discuss|celebrate|surprise)\b)|{TO}(?:(?![3-9][0-9]|2[5-9]){HOUR}h?{GOES_ON_AFTER_A_TIME}"
    rf"|(?=[0-9]{{1,2}}(?::[0-9]{{2}}|\s?{MERIDIEM})))"
)

_month = f"(?:{MONTH})"
_date = (
    rf"(?:[0-9]{{1,2}}{ORDINAL}?\s+(?:of\s+)?{_month}\.?|{_month}\.?\s+[0-9]{{1,2}}{ORDINAL}?)(?:,?\s+(?:19|20)[0-9]{{2}})?"
    r"|[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}(?P<mark>[./])[0-9]{1,2}(?P=mark)(?:[0-9]{2}){0,2}"
)
_day = rf"(?:{WEEKDAY})(?:'?s)?\.?|{_date}|[0-9]{{1,2}}{ORDINAL}|today|tomorrow|tonight"
DAY_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:{_day})(?:\s+(?:morning|afternoon|evening|night)s?)?(?:[\s,:|(*_·]{{1,6}}|\s-\s)\Z"
)

_each = rf"\s+(?:per|a\s+(?:head|person|piece|unit)|(?!{EVERY_DAY})each)\b|\s?/\s?[a-z]"
_PRICE_OR_MEASURE_AFTER = re.compile(
    rf"(?:{TO}[0-9]+(?:[.,][0-9]+)*)?(?:{MEASURED_BUT_NOT_IN_HOURS}|{_each}"
    # These are currencies too, but "at 16.00 try again" has no price in it.
    rf"|(?!\s+(?:try|mad|won)\b){AFTER_AMOUNT.pattern})"
)
_DAY_OR_MEETING_AFTER = re.compile(
    rf"\s+(?:today|tomorrow|yesterday|(?:on|this)\s+(?:{WEEKDAY})|slot|train|bus|ferry|flight|appointment|viewing|session)\b"
)
_NEXT_NUMBER = re.compile(rf"{TO}\S{{0,4}}?\s?(?=[0-9])")
_ANOTHER_KIND_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:costs?|prices?|priced|pays?|paid|spends?|spent|billed|fees?|charge[sd]?|worth|rent|totals?|versions?|v|sections?|chapters?"
    r"|clauses?|pages?|scores?|odds|about|roughly|nearly|almost|some)\s*(?:is\s+|are\s+|at\s+|of\s+|:\s*)?\Z"
)
_changed_by = r"[a-z]*\s+(?:it\s+|this\s+|that\s+)?by\s+(?:(?:about|around)\s+)?\Z"
_AMOUNT_CHANGED_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:ris|rose|rais|increas|grew|grow|fell|fall|drop|cut|reduc|lower){_changed_by}"
)
_TIME_CHANGED_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:delay|late|earl|extend|postpon|mov|push|shift|short|up|down|back|forward|ahead){_changed_by}"
)

_DURATION_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:for|in|within|over|under|than|takes?|took|taking|lasts?|lasted|lasting|spends?|spent|sleeps?|slept"
    r"|next|past|another|extra|every|least|almost|nearly|only|just|total|of|needs?|requires?|have|has|had|got)"
    rf"\s+(?:(?:the\s+(?:last|next|past)|up\s+to|at\s+least|about|around|roughly|almost|nearly|only|just|some)\s+){{0,2}}"
    rf"(?:{HOUR}h?{TO})?\Z"
)
_DURATION_AFTER = re.compile(
    rf"(?:{TO}{HOUR}h)?(?:[\s-]+(?:(?!{EVERY_DAY})each|a\s+(?:day|week|night|month)|to\s+(?:go|spare)|in\s+total"
    r"|long|ago|later|away|of|per|delays?|late|early|earlier|shifts?|drives?|flights?|trip|rides?|journey|wait|battery|more"
    r"|left|remaining|straight|notice|total|support|service|before|after|ahead)\b"
    r"|\s?[0-9]{1,2}\s?m(?:ins?|inutes?)?\b|\s?/\s?[0-9a-z])"
)


def weak_preposition_before(folded: str, start: int) -> bool:
    return follows(_WEAK_PREPOSITION_BEFORE, folded, start) and not follows(_AMOUNT_CHANGED_BEFORE, folded, start)


def is_price_or_measure(folded: str, end: int) -> bool:
    """Return True if a unit, a currency or "each" follows the number that ends at `end`, or its range ("5-6 kg")."""
    if _PRICE_OR_MEASURE_AFTER.match(folded, end):
        return True
    following = _NEXT_NUMBER.match(folded, end)
    return bool(following and currency_before(folded, following.end(), end))


def may_begin_a_stretch_of_time(folded: str, start: int) -> bool:
    return not follows(_ANOTHER_KIND_BEFORE, folded, start) and currency_before(folded, start, 0) is None


def is_called_by_its_time(folded: str, end: int) -> bool:
    """Return True if a day or a word such as "slot" or "train" follows at `end`: "5.30 today", "the 5.30 slot"."""
    return bool(_DAY_OR_MEETING_AFTER.match(folded, end))


def is_duration(folded: str, start: int, end: int) -> bool:
    """Return True if the words around a time such as "2h" or "1600 hours" make it a duration."""
    return goes_on_as_duration(folded, end) or begins_as_duration(folded, start)


def begins_as_duration(folded: str, start: int) -> bool:
    return follows(_DURATION_BEFORE, folded, start) or follows(_TIME_CHANGED_BEFORE, folded, start)


def goes_on_as_duration(folded: str, end: int) -> bool:
    return bool(_DURATION_AFTER.match(folded, end))
