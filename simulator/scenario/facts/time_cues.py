"""What stands beside a number and tells whether it is a time of day, a price or a length of time."""

from __future__ import annotations

import re

from simulator.scenario.facts.currencies import AFTER_AMOUNT, currency_before
from simulator.scenario.facts.date_forms import MONTH, ORDINAL
from simulator.scenario.facts.dates import WEEKDAY
from simulator.scenario.facts.normalise import WORD_ENDS, WORD_STARTS
from simulator.scenario.facts.times_of_day import HOUR, TO, follows
from simulator.scenario.facts.units import EVERY_DAY, GOES_ON_AFTER_A_TIME, MEASURED_BUT_NOT_IN_HOURS, MERIDIEM

_about = r"(?:(?:about|around|roughly|exactly|approximately|approx\.?)\s+)?"
AT_BEFORE = re.compile(rf"{WORD_STARTS}at\s+{_about}\Z")
PREPOSITION_BEFORE = re.compile(
    rf"{WORD_STARTS}(?:at|until|till|from|between|before|after|by|(?:later|earlier)\s+than)\s+{_about}\Z"
    rf"|{WORD_STARTS}(?:at|from|between)\s+{HOUR}h?{TO}\Z"
    rf"|{WORD_STARTS}[0-9]{{1,2}}(?:(?::[0-5][0-9])?\s?{MERIDIEM}|:[0-5][0-9])\s*(?:-|to|until|till)\s*\Z"
)
# With minutes or an h behind it, a number needs less to be a time.
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
STRETCH_GOES_ON = re.compile(rf"{GOES_ON_AFTER_A_TIME}|\s+(?:free|slot|window|session)\b")
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
    # These are currencies too, but "at 16.00 try again" is no price.
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
    """Whether a number, or the stretch that it begins, goes on as an amount of something."""
    if _PRICE_OR_MEASURE_AFTER.match(folded, end):
        return True
    following = _NEXT_NUMBER.match(folded, end)
    return bool(following and currency_before(folded, following.end(), end))


def may_begin_a_stretch_of_time(folded: str, start: int) -> bool:
    return not follows(_ANOTHER_KIND_BEFORE, folded, start) and currency_before(folded, start, 0) is None


def is_called_by_its_time(folded: str, end: int) -> bool:
    """Whether 5.30 goes on as "5.30 today" or "the 5.30 slot"."""
    return bool(_DAY_OR_MEETING_AFTER.match(folded, end))


def is_duration(folded: str, start: int, end: int) -> bool:
    """Whether "2h" or "1600 hours" is a length of time."""
    return goes_on_as_duration(folded, end) or begins_as_duration(folded, start)


def begins_as_duration(folded: str, start: int) -> bool:
    return follows(_DURATION_BEFORE, folded, start) or follows(_TIME_CHANGED_BEFORE, folded, start)


def goes_on_as_duration(folded: str, end: int) -> bool:
    return bool(_DURATION_AFTER.match(folded, end))
