"""The figures of a fidelity report: value, number of observations, interval, noise floor and ceiling."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
import numpy as np

from simulator.statistics.figure import Figure
from simulator.statistics.intervals import Floats, middle_of, wilson
from simulator.statistics.person_bootstrap import People

# Half-width of an interval that is narrow enough, by unit. `needed` says how many observations give this half-width.
PRECISE: dict[str, float] = {
    "share": 0.05,
    "points": 0.05,
    "nats": 0.05,
    "log": 0.1,
    "area": 0.05,
    "taps": 0.5,
    "": 0.1,
}
FEWEST_PEOPLE = 2
# A statistic of weighted observations: takes weights (draws × observations), returns one value per draw.
Statistic = Callable[[Floats], Floats]


class FidelityFigure(Figure, frozen=True, kw_only=True):
    """One figure: how people and the simulated user behave, and how far apart they are."""

    key: str
    title: str
    unit: str = ""
    """share, points (difference of shares), nats, log (of a factor), area, taps, or empty for plain numbers."""
    of: str = "decisions"
    """The unit of `n`, such as runs or decisions."""
    people: Figure | None = None
    simulated: Figure | None = None
    noise: float | None = None
    """Value that two samples of one population of this size would reach by chance."""
    ceiling: float | None = None
    """The same figure for one half of the people against the other half: no simulated user can be expected to do
    better."""
    p: float | None = None
    least: int = 0
    """The least n at which this figure says anything, by the rules of thumb of the documentation."""
    needed: int | None = None
    """Number of observations at which the interval would be narrow enough; None if it is unknown."""
    note: str = ""

    @property
    def is_small(self) -> bool:
        return self.n < self.least


class Section(msgspec.Struct, frozen=True):
    """Figures under one heading."""

    key: str
    title: str
    about: str
    figures: tuple[FidelityFigure, ...]
    missing: str = ""
    """Why the section has no figures, and what to do about it; empty if it has some."""


def drawn_by_people(people: People, statistic: Statistic) -> tuple[float, float] | None:
    """Return the interval of a statistic over draws of whole people; None with fewer than two people."""
    if len(people) < FEWEST_PEOPLE:
        return None
    return middle_of(np.concatenate([statistic(weights) for weights in people.weights()]))


def value_of(statistic: Statistic, n: int) -> float | None:
    """Return the statistic of the observations as they are; None if it is not defined."""
    value = float(statistic(np.ones((1, n)))[0]) if n else math.nan
    return None if math.isnan(value) else value


def needed_for(unit: str, n: int, ends: tuple[float, float] | None, least: int) -> int | None:
    """Return how many observations would make the interval narrow enough, and at least `least`.

    The width of an interval shrinks with the square root of the number of observations.
    """
    if ends is None or not n or unit not in PRECISE:
        return least if n < least else None
    return max(least, math.ceil(n * ((ends[1] - ends[0]) / 2 / PRECISE[unit]) ** 2))


def plain_figure(people: People, values: Floats, is_share: bool = True) -> Figure:
    """Return the mean of the values with its interval over people; Wilson's if all draws of a share are alike."""
    found = Figure(float(values.mean()) if len(values) else None, len(values))
    ends = drawn_by_people(people, lambda weights: mean_of(weights, values))
    if found.value is None or ends is None:
        return found
    if ends[0] == ends[1] and is_share:
        # Equal people would give an interval without width; each person counts as one observation.
        ends = wilson(found.value * len(people), len(people))
    return found.with_interval(*ends)


def mean_of(weights: Floats, values: Floats) -> Floats:
    """Return the weighted mean of the values in each draw; nan for a draw without observations."""
    with np.errstate(invalid="ignore", divide="ignore"):
        means: Floats = (weights @ values) / weights.sum(axis=1)
    return means


def figure_of(
    people: People,
    statistic: Statistic,
    /,
    *,
    key: str,
    title: str,
    n: int,
    unit: str = "",
    least: int = 0,
    **more: object,
) -> FidelityFigure:
    """Return a figure with its interval over draws of whole people and the number of observations that it needs."""
    ends = drawn_by_people(people, statistic)
    if ends is not None and ends[0] == ends[1]:
        # If all people are alike, every draw gives the same value. That is no certainty, so there is no interval.
        ends = None
    found = FidelityFigure(
        value_of(statistic, n),
        n,
        key=key,
        title=title,
        unit=unit,
        least=least,
        needed=needed_for(unit, n, ends, least),
        **more,  # type: ignore[arg-type]
    )
    return found if ends is None or found.value is None else found.with_interval(*ends)


def ceiling_of(people: People, between: Callable[[Floats, Floats], Floats]) -> float | None:
    """Return the mean of a figure between random halves of the people; None with fewer than four people.

    `between` takes the weights of both halves and returns one value per split; the sign does not matter.
    """
    if len(people) < 2 * FEWEST_PEOPLE:
        return None
    half = people.halves()
    found = np.abs(between(half, 1 - half))
    known = found[~np.isnan(found)]
    return float(known.mean()) if len(known) else None


def one_hot(places: Sequence[int], size: int) -> Floats:
    """Return a matrix with one row per observation, and a 1 at its place."""
    found = np.zeros((len(places), size))
    found[np.arange(len(places)), list(places)] = 1
    return found
