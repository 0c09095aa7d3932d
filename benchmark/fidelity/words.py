"""Formats the figures of a fidelity report for terminals and pages."""

from __future__ import annotations

import math

from benchmark.fidelity.figures import FidelityFigure
from benchmark.fidelity.report import FidelityReport
from benchmark.fidelity.resampling import SCRIPTED
from simulator.statistics.figure import Figure
from simulator.words.english import counted

NONE = "–"
_MINUS = "\N{MINUS SIGN}"
_DECIMALS = {"nats": 3, "log": 2, "area": 2, "taps": 1}


def shown(value: float | None, unit: str, signed: bool = False) -> str:
    """Return a value with its unit, such as `62 %`, `+8 points` or `0.014 nats`; a dash for None."""
    if value is None or math.isnan(value):
        return NONE
    if unit in ("share", "points"):
        text, end = f"{100 * value:.0f}", " %" if unit == "share" else ""
    else:
        text, end = f"{value:.{_DECIMALS.get(unit, 2)}f}", ""
    if not float(text):
        # Rounding may leave "-0".
        return text.lstrip("-") + end
    sign = "+" if signed and value > 0 else ""
    return f"{sign}{text}{end}".replace("-", _MINUS)


def side_unit(unit: str) -> str:
    """Return the unit of the two sides of a figure: shares for a difference in points, seconds for log delays."""
    return {"points": "share", "log": "seconds"}.get(unit, unit)


def shown_side(figure: Figure | None, unit: str) -> str:
    """Return people's or the simulated user's own value, such as `62 %` or `2.8 s`."""
    if figure is None or figure.value is None:
        return NONE
    unit = side_unit(unit)
    return f"{figure.value:.1f} s" if unit == "seconds" else shown(figure.value, unit)


def shown_value(figure: FidelityFigure) -> str:
    return shown(figure.value, figure.unit, signed=is_difference(figure))


def is_difference(figure: FidelityFigure) -> bool:
    """Return whether the figure is the simulated user's value minus people's value."""
    return (figure.simulated is not None and figure.unit != "log") or figure.key == "calibration_gap"


def shown_interval(figure: FidelityFigure) -> str:
    """Return the interval, such as `-12 to +3`; a dash without one."""
    if figure.low is None or figure.high is None:
        return NONE
    signed = is_difference(figure)
    low, high = (shown(end, figure.unit, signed) for end in (figure.low, figure.high))
    return f"{low.removesuffix(' %')} to {high}"


def shown_noise(figure: FidelityFigure) -> str:
    """Return what chance alone would give: `± 9` for differences, `0.5 ± 0.15` for areas, `0.004` for distances."""
    if figure.noise is None:
        return NONE
    text = shown(figure.noise, figure.unit)
    if figure.unit == "area":
        return f"0.5 ± {text}"
    return f"± {text}" if is_difference(figure) else text


def shown_needed(figure: FidelityFigure) -> str:
    """Return the number of observations that would be enough; `enough` if they are there."""
    if figure.needed is None:
        return NONE
    return "enough" if figure.needed <= figure.n else f"{figure.needed:,}"


def shown_p(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def user_title(label: str) -> str:
    """Return the simulated user as a heading names it."""
    return "the scripted user" if label == SCRIPTED else label


def facts(report: FidelityReport) -> list[str]:
    """Return what was compared, in short phrases."""
    counts = report.counts
    found = [
        counted(counts.people, "person", "people"),
        counted(counts.runs, "finished run"),
        counted(counts.decisions, "decision"),
        f"{counted(counts.simulated_runs, 'run')} of the simulated user",
        f"asked {'once' if report.k == 1 else f'{report.k} times'} per decision",
    ]
    left_out = (
        (counts.abandoned, "abandoned"),
        (counts.unfinished, "not finished"),
        (counts.not_blind, "not blind"),
        (counts.taken_over, "taken over in the middle"),
    )
    outside = [f"{number} {words}" for number, words in left_out if number]
    return [*found, f"left out: {', '.join(outside)}"] if outside else found
