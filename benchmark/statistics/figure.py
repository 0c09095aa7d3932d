"""Figures of sweeps: ratios of sums over scenarios, each with its interval."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from simulator.statistics.bootstrap import DRAWS, Mask, by_mask, drawn_ratios, exactly
from simulator.statistics.figure import Figure
from simulator.statistics.intervals import Floats, middle_of, wilson

# Fixed, so that a report does not change when it is computed again.
SEED = 5

WILSON = "Wilson"
BOOTSTRAP = "bootstrap over scenarios"
AGREED = "Wilson over scenarios: the runs of each scenario agree"
ALIKE = "Wilson over scenarios: all scenarios are alike, which a bootstrap would treat as certainty"
ALL_ALIKE = "no interval: all scenarios are alike"
ONE_SCENARIO = "no interval: one scenario"
NOTHING = "nothing to divide by"
NO_PRICE = "no price known"


class SweepFigure(Figure, frozen=True):
    """A share or mean over `n` observations, with the method of its interval, or the reason why it has none."""

    method: str = NOTHING
    least: float | None = None
    """The lowest value that undecided runs allow: each of them is a miss, or, in a difference, favours the other
    configuration. None if all runs are decided."""
    most: float | None = None
    """The highest value that undecided runs allow; None if all runs are decided."""


class Ratio(NamedTuple):
    """Sums per scenario; the figure is the ratio of their totals.

    `is_share`: the ratio is between 0 and 1. `within` marks the scenarios that the bootstrap draws from.
    """

    parts: Floats
    wholes: Floats
    within: Mask
    is_share: bool


def none_because(method: str) -> SweepFigure:
    return SweepFigure(None, 0, method=method)


def between(strict: SweepFigure, lenient: SweepFigure) -> SweepFigure:
    """Return the strict figure with an interval that ends where the lenient interval ends.

    If the figures differ, `least` and `most` are the strict and the lenient value.
    """
    if strict == lenient:
        return strict
    same = strict.method == lenient.method
    return msgspec.structs.replace(
        strict,
        high=lenient.high,
        method=strict.method if same else f"lower end: {strict.method}; upper end: {lenient.method}",
        least=strict.value,
        most=lenient.value,
    )


def figures_from(ratios: Sequence[Ratio], draws: int = DRAWS, seed: int = SEED) -> list[SweepFigure]:
    """Return the figure of each ratio. Ratios over the same scenarios share their draws, because that is faster."""
    found = {place: figure for place, ratio in enumerate(ratios) if (figure := _without_draws(ratio)) is not None}
    to_draw = [place for place in range(len(ratios)) if place not in found]
    for members in by_mask(ratios[place].within for place in to_draw):
        places = [to_draw[member] for member in members]
        within = ratios[places[0]].within
        parts = np.stack([ratios[place].parts[within] for place in places], axis=1)
        wholes = np.stack([ratios[place].wholes[within] for place in places], axis=1)
        drawn = drawn_ratios(parts, wholes, draws, seed)
        found |= {place: _with_draws(ratios[place], column) for place, column in zip(places, drawn.T, strict=True)}
    return [found[place] for place in range(len(ratios))]


def _without_draws(ratio: Ratio) -> SweepFigure | None:
    """Return the figure if it has no interval, or an interval without bootstrap; None if the bootstrap is needed."""
    whole = float(exactly(ratio.wholes).sum())
    if not whole:
        return none_because(NOTHING)
    value, n = float(exactly(ratio.parts).sum()) / whole, round(whole)
    # A scenario without any success still costs money, so it is part of the cost per success.
    scenarios = int(((ratio.wholes > 0) | (ratio.parts != 0)).sum())
    if scenarios == 1:
        return SweepFigure(value, n, method=ONE_SCENARIO)
    if ratio.is_share and _is_plain(ratio):
        return SweepFigure(value, n, *wilson(value * n, n), WILSON)
    # Every draw of equal scenarios gives the same ratio: a bootstrap would report certainty.
    if _is_alike(ratio):
        if not ratio.is_share:
            return SweepFigure(value, n, method=ALL_ALIKE)
        return SweepFigure(value, n, *wilson(value * scenarios, scenarios), ALIKE)
    if ratio.is_share and _is_agreed(ratio):
        return SweepFigure(value, n, *wilson(value * scenarios, scenarios), AGREED)
    return None


def _is_plain(ratio: Ratio) -> bool:
    """Return whether every scenario has at most one observation, which is a hit or a miss."""
    whole = bool((ratio.wholes <= 1).all())
    return whole and _is_all_or_nothing(ratio)


def _is_all_or_nothing(ratio: Ratio) -> bool:
    return bool(((ratio.parts == 0) | (ratio.parts == ratio.wholes)).all())


def _is_agreed(ratio: Ratio) -> bool:
    """Return whether each scenario counts as one observation: its runs agree, and all have equally many runs."""
    weights = ratio.wholes[ratio.wholes > 0]
    return _is_all_or_nothing(ratio) and bool((weights == weights[0]).all())


def _is_alike(ratio: Ratio) -> bool:
    """Return whether all scenarios have the same ratio."""
    counted = ratio.wholes > 0
    # Parts without a whole (money without a success) cannot be compared as ratios.
    if ratio.parts[~counted].any():
        return False
    ratios = ratio.parts[counted] / ratio.wholes[counted]
    return bool(np.allclose(ratios, ratios[0], rtol=1e-9, atol=0))


def _with_draws(ratio: Ratio, drawn: Floats) -> SweepFigure:
    whole = float(exactly(ratio.wholes).sum())
    value = float(exactly(ratio.parts).sum()) / whole
    figure, ends = SweepFigure(value, round(whole), method=BOOTSTRAP), middle_of(drawn)
    if ends is None:
        return figure
    figure = figure.with_interval(*ends)
    # A draw without any success makes the cost per success infinite, so the interval has no upper end.
    return msgspec.structs.replace(figure, high=None) if figure.high is not None and math.isinf(figure.high) else figure
