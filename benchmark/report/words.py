"""Figures in words and digits, the same on every page and in every file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from benchmark.statistics.figure import NO_PRICE, Figure

_REASONS = {
    "provider": ("provider failure", "provider failures"),
    "budget": ("run over its budget", "runs over their budget"),
    "setup": ("fault in the setup of a model", "faults in the setup of a model"),
    "engine": ("engine failure", "engine failures"),
    "deadline": ("deadline", "deadlines"),
    "unfinished": ("unfinished run", "unfinished runs"),
    "other": ("other failure", "other failures"),
}
NONE = "none"
UNKNOWN = "unknown"
_MINUS = "\N{MINUS SIGN}"
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def reason(name: str, count: int) -> str:
    """As in "8 provider failures"."""
    one, many = _REASONS.get(name, (f"failure ({name})", f"failures ({name})"))
    return f"{count:,} {one if count == 1 else many}"


def reasons(counts: Mapping[str, int]) -> str:
    return listed([reason(name, count) for name, count in counts.items()])


def listed(parts: Sequence[str]) -> str:
    """As in "a, b and c"."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def in_words(number: int) -> str:
    return _NUMBERS[number] if number < len(_NUMBERS) else f"{number:,}"


def up_to(most: int, least: int) -> str:
    """As in "3", or "up to 3" where not all have as many."""
    return f"{most:,}" if least == most else f"up to {most:,}"


def _hundredfold(share: float, step: str = "1") -> Decimal:
    """Rounded half up, by the digits that are written: 0.145 gives 15, though as a float it is a little less."""
    return (100 * Decimal(str(share))).quantize(Decimal(step), ROUND_HALF_UP)


def percent(share: float | None, sign: str = "%") -> str:
    """Whole per cents, but nothing becomes 0 or 100 by rounding."""
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


def dollars(value: float | None) -> str:
    if value is None:
        return NONE
    return "$0" if value == 0 else f"${value:,.2f}" if value >= 10 else f"${value:.3f}" if value >= 0.001 else "<$0.001"


def value_of(figure: Figure, unit: str) -> str:
    """The value alone, without its interval."""
    if figure.value is None:
        return UNKNOWN if figure.method == NO_PRICE else NONE
    if unit == "share":
        return percent(figure.value)
    if unit == "dollars":
        return dollars(figure.value)
    return f"{figure.value:,.0f}" if unit == "count" else number(figure.value)


def interval_of(figure: Figure, unit: str) -> str:
    """As in "61–82"; empty where there is none."""
    if figure.low is None:
        return ""
    low, high = (_end(end, unit) for end in (figure.low, figure.high))
    return f"{low} or more" if figure.high is None else f"{low}–{high}"


def _end(value: float | None, unit: str) -> str:
    return percent(value, "") if unit == "share" else value_of(Figure(value, 0), unit)


def points(share: float) -> str:
    """A difference in percentage points, with a true minus sign."""
    rounded = int(_hundredfold(share))
    return f"{_MINUS}{-rounded}" if rounded < 0 else f"{rounded}"


def many_points(share: float) -> str:
    return f"{points(share)} point{'' if abs(_hundredfold(share)) == 1 else 's'}"


def shortened(names: Iterable[str], most: int = 3) -> str:
    """The first few, and how many more there are."""
    given = list(names)
    more = len(given) - most
    return listed([*given[:most], f"{more:,} more"] if more > 0 else given)
