"""Formats figures for pages and files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from benchmark.statistics.figure import NO_PRICE, SweepFigure
from simulator.reading.claims import READER
from simulator.words.english import counted, spoken
from simulator.words.money import dollars

_REASONS = {
    "provider": ("provider failure", "provider failures"),
    "budget": ("run over its budget", "runs over their budget"),
    "setup": ("fault in the setup of a model", "faults in the setup of a model"),
    "engine": ("engine failure", "engine failures"),
    "deadline": ("run over its time limit", "runs over their time limit"),
    "unread": ("run that this reader has not judged", "runs that this reader has not judged"),
    "abandoned": ("run that its player abandoned", "runs that their players abandoned"),
    "unfinished": ("unfinished run", "unfinished runs"),
    "other": ("other failure", "other failures"),
}
NONE = "none"
UNKNOWN = "unknown"
# For results of older versions and of the original benchmark, which looked for words instead of reading texts.
NO_READER = "none"
# A hyphen in front of a number could be read as a dash.
_MINUS = "\N{MINUS SIGN}"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def reason(name: str, count: int) -> str:
    """Return a reason with its count, such as "8 provider failures"."""
    one, many = _REASONS.get(name, (f"failure ({name})", f"failures ({name})"))
    return counted(count, one, many, grouped=True)


def reasons(counts: Mapping[str, int]) -> str:
    return spoken([reason(name, count) for name, count in counts.items()])


def in_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def up_to(most: int, least: int) -> str:
    """Return `most` as text, such as "3", or "up to 3" if `least` is smaller."""
    return f"{most:,}" if least == most else f"up to {most:,}"


def _hundredfold(share: float, step: str = "1") -> Decimal:
    """Return the share in percent, rounded half up in decimal: 0.145 gives 15, although the float is slightly less."""
    return (100 * Decimal(str(share))).quantize(Decimal(step), ROUND_HALF_UP)


def percent(share: float | None, sign: str = " %") -> str:
    """Return a share in whole percent; “none” for None.

    Only exactly 0 gives 0 %, and only exactly 1 gives 100 %: shares close to them get a decimal.
    """
    if share is None:
        return NONE
    rounded = _hundredfold(share)
    if (rounded == 0 and share > 0) or (rounded == 100 and share < 1):
        return (
            f"{_hundredfold(share, '0.1')}{sign}"
            if 0.0005 <= share < 0.9995
            else f"{'<0.1' if share < 0.5 else '>99.9'}{sign}"
        )
    return f"{rounded}{sign}"


def number(value: float | None) -> str:
    if value is None:
        return NONE
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def value_of(figure: SweepFigure, unit: str) -> str:
    """Return the value without its interval; “none” if it is missing, or “unknown” if a price is missing."""
    if figure.value is None:
        return UNKNOWN if figure.method == NO_PRICE else NONE
    if unit == "share":
        return percent(figure.value)
    if unit == "dollars":
        return dollars(figure.value)
    return f"{figure.value:,.0f}" if unit == "count" else number(figure.value)


def bounds_of(figure: SweepFigure) -> str:
    """Return a share in words: "62 % (strict) to 68 % (lenient)", or "62 %" if every run is decided."""
    if figure.least is None or figure.most is None:
        return percent(figure.value)
    return f"{percent(figure.least)} (strict) to {percent(figure.most)} (lenient)"


def short_bounds_of(figure: SweepFigure, sign: str = " %") -> str:
    """Return a share for a narrow table cell: "62 to 68 %", or "62 %" if every run is decided."""
    if figure.least is None or figure.most is None:
        return percent(figure.value, sign)
    return f"{percent(figure.least, '')} to {percent(figure.most, sign)}"


def judged_by(users: Sequence[str], reader: str = READER) -> str:
    """Return the users and the reader that a rate depends on: "user scripted, reader rules"."""
    named = f"user{'' if len(users) == 1 else 's'} {spoken(list(users))}" if users else "no user"
    return f"{named}, reader {reader or NO_READER}"


def interval_of(figure: SweepFigure, unit: str) -> str:
    """Return the interval, such as "61–82" for a share, "$1.10–$2.20", or "$1.10 or more"; "" if there is none."""
    if figure.low is None:
        return ""
    low, high = (_end(end, unit) for end in (figure.low, figure.high))
    # The interval has no upper end if some draws had no success to divide the cost by.
    return f"{low} or more" if figure.high is None else f"{low}–{high}"


def _end(value: float | None, unit: str) -> str:
    return percent(value, "") if unit == "share" else value_of(SweepFigure(value, 0), unit)


def points(share: float) -> str:
    """Return a difference in percentage points, with a true minus sign."""
    rounded = int(_hundredfold(share))
    return f"{_MINUS}{-rounded}" if rounded < 0 else f"{rounded}"


def many_points(share: float) -> str:
    return f"{points(share)} {'point' if abs(_hundredfold(share)) == 1 else 'points'}"
