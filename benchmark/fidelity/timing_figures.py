"""Compares the timing of people and of a simulated user: delays of their actions, and how bursty the actions are."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from benchmark.fidelity.figures import FidelityFigure, Section, drawn_by_people, needed_for
from benchmark.fidelity.played_run import PlayedRun
from benchmark.fidelity.run_figures import Pairs, gap_figure
from simulator.statistics.delays import burstiness, log_wasserstein, shape_wasserstein, wasserstein
from simulator.statistics.figure import Figure
from simulator.statistics.intervals import Floats
from simulator.statistics.person_bootstrap import People

LEAST = 30
_FEWEST_GAPS = 3
_NO_DELAYS = "No run says how long its user's actions took. Runs that people play in the studio record this."
# Two samples of n and m observations of one normal distribution have W1 of 1.26 sd √(1/n + 1/m) on average.
_NOISE = 1.26


def timing_section(people: Sequence[PlayedRun], simulated: Sequence[PlayedRun]) -> Section:
    """Return the distance of log delays, medians, and burstiness."""
    about = (
        "Seconds before each of the user's actions. People's delays are real time; a simulated user's delays are the "
        "simulated time that its actions take. W1 compares logarithms: exp(W1) is the typical factor."
    )
    persons = People([run.person for run in people for _ in run.delays])
    mine = np.array([delay for run in people for delay in run.delays])
    theirs = np.array([delay for run in simulated for delay in run.delays])
    if not len(mine) or not len(theirs):
        return Section("timing", "Timing", about, (), _NO_DELAYS)
    n = min(len(mine), len(theirs))
    noise = _NOISE * float(np.log(mine).std()) * math.sqrt(1 / len(mine) + 1 / len(theirs))
    w1 = log_wasserstein(mine, theirs)
    ends = drawn_by_people(persons, lambda weights: _weighted_w1(np.log(mine), weights, np.log(theirs)))
    distance = FidelityFigure(
        w1,
        len(mine),
        key="w1_log_delays",
        title="W1 of log delays",
        unit="log",
        of="delays",
        least=LEAST,
        people=_median(persons, mine),
        simulated=Figure(float(np.median(theirs)), len(theirs)),
        noise=noise,
        ceiling=_between_halves(persons, np.log(mine)),
        needed=needed_for("log", n, ends, LEAST),
        note=f"typical factor {math.exp(w1):.2f}; on both sides the median in seconds",
    )
    shape = FidelityFigure(
        shape_wasserstein(mine, theirs),
        len(mine),
        key="w1_shape",
        title="W1 without medians",
        unit="log",
        of="delays",
        least=LEAST,
        note="compares only the shapes",
    )
    shape_ends = drawn_by_people(persons, lambda weights: _shapes(mine, weights, theirs))
    figures = [
        distance if ends is None else distance.with_interval(*ends),
        shape if shape_ends is None else shape.with_interval(*shape_ends),
    ]
    pairs = Pairs(people, simulated, _burstiness)
    if len(pairs):
        figures.append(gap_figure(pairs, "burstiness", "Burstiness per run", "", False, LEAST))
    return Section("timing", "Timing", about, tuple(figures))


def _burstiness(run: PlayedRun) -> float | None:
    """Return the burstiness of the run's delays, corrected for few gaps; None with fewer than three delays."""
    found = burstiness(run.delays) if len(run.delays) >= _FEWEST_GAPS else None
    return None if found is None else found.a


def _median(persons: People, delays: Floats) -> Figure:
    found = Figure(float(np.median(delays)), len(delays))
    ends = drawn_by_people(persons, lambda weights: _medians(delays, weights))
    return found if ends is None else found.with_interval(*ends)


def _medians(values: Floats, weights: Floats) -> Floats:
    order = np.argsort(values)
    reached = np.cumsum(weights[:, order], axis=1)
    found: Floats = values[order][(reached >= reached[:, -1:] / 2).argmax(axis=1)]
    return found


def _weighted_w1(x: Floats, weights: Floats, y: Floats, other: Floats | None = None) -> Floats:
    """Return W1 between x, weighted per draw, and y; `other` has the weights of y, by default 1."""
    both = np.concatenate([x, y])
    order = np.argsort(both, kind="stable")
    steps = np.diff(both[order])
    draws = len(weights)
    mine = np.concatenate([weights, np.zeros((draws, len(y)))], axis=1)[:, order]
    theirs = np.concatenate([np.zeros((draws, len(x))), np.ones((draws, len(y))) if other is None else other], axis=1)
    f, g = np.cumsum(mine, axis=1), np.cumsum(theirs[:, order], axis=1)
    with np.errstate(invalid="ignore", divide="ignore"):
        gap = np.abs(f[:, :-1] / f[:, -1:] - g[:, :-1] / g[:, -1:])
    found: Floats = gap @ steps
    return found


def _shapes(mine: Floats, weights: Floats, theirs: Floats) -> Floats:
    x, y = np.log(mine), np.log(theirs)
    y = y - np.median(y)
    middles = _medians(x, weights)
    repeats = weights.astype(np.int64)
    found = [wasserstein(np.repeat(x, counts) - middle, y) for counts, middle in zip(repeats, middles, strict=True)]
    return np.array(found)


def _between_halves(persons: People, logs: Floats) -> float | None:
    if len(persons) < 4:
        return None
    half = persons.halves()
    return float(np.nanmean(_weighted_w1(logs, half, logs, 1 - half)))
