"""Compares decisions about offers: shares, divergence, cross-entropy and calibration at the same decision points."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from benchmark.fidelity.figures import (
    FidelityFigure,
    Section,
    ceiling_of,
    figure_of,
    mean_of,
    one_hot,
    plain_figure,
)
from benchmark.fidelity.played_run import CHOICES
from benchmark.fidelity.resampling import Resampled
from simulator.statistics.bootstrap import DRAWS
from simulator.statistics.calibration import expected_error
from simulator.statistics.divergence import entropy, g_test, jsd_noise, jsd_of_rows, smoothed
from simulator.statistics.intervals import NORMAL, Floats
from simulator.statistics.person_bootstrap import SEED, People

LEAST = 50
_TITLES = {"accept": "Accepts at once", "decline": "Declines at once", "look": "Looks first"}
_ROUNDING = 1e-12


class Points:
    """The decisions of people, and the shares of the simulated user's decisions at the same points."""

    def __init__(self, points: Sequence[Resampled]) -> None:
        self.points = [point for point in points if sum(point.simulated)]
        self.people = People([point.person for point in self.points])
        self.chosen = one_hot([CHOICES.index(point.choice) for point in self.points], len(CHOICES))
        self.counts = np.array([point.simulated for point in self.points], dtype=np.float64).reshape(-1, len(CHOICES))
        self.shares: Floats = self.counts / self.counts.sum(axis=1, keepdims=True)
        names = sorted({point.point for point in self.points})
        self.groups = one_hot([names.index(point.point) for point in self.points], len(names))

    def __len__(self) -> int:
        return len(self.points)

    def by_group(self, weights: Floats, values: Floats) -> Floats:
        """Return weighted sums per draw, decision point and choice."""
        spread = (self.groups[:, :, None] * values[:, None, :]).reshape(len(self), -1)
        found: Floats = (weights @ spread).reshape(len(weights), self.groups.shape[1], len(CHOICES))
        return found


def rate_section(resampled: Sequence[Resampled]) -> Section:
    """Return the shares of first reactions, and of acceptance after a look."""
    first = Points([point for point in resampled if point.point[3] == "first"])
    later = Points([point for point in resampled if point.point[3] == "answer"])
    figures = [_rate(first, place, f"first_{name}", _TITLES[name]) for place, name in enumerate(CHOICES) if len(first)]
    if len(later):
        figures.append(_rate(later, 0, "accept_after_look", "Accepts after a look"))
    about = (
        "First reaction to each offer, and the answer after a look. The simulated user decides at the same points of "
        "the same runs."
    )
    return Section("rates", "Decisions about offers", about, tuple(figures), "" if figures else _NO_DECISIONS)


_NO_DECISIONS = "No decision about an offer was found. Choose runs in which the assistant makes offers."


def _rate(points: Points, place: int, key: str, title: str) -> FidelityFigure:
    mine, theirs = points.chosen[:, place], points.shares[:, place]
    n, drawn = len(points), points.counts.sum(axis=1).mean()
    share = (mine.mean() + theirs.mean()) / 2
    return figure_of(
        points.people,
        lambda weights: mean_of(weights, theirs - mine),
        key=key,
        title=title,
        n=n,
        unit="points",
        least=LEAST,
        people=plain_figure(points.people, mine),
        simulated=plain_figure(points.people, theirs),
        noise=float(NORMAL * math.sqrt(share * (1 - share) / n * (1 + 1 / drawn))),
        ceiling=ceiling_of(points.people, lambda one, other: mean_of(one, mine) - mean_of(other, mine)),
    )


def agreement_section(resampled: Sequence[Resampled]) -> Section:
    """Return how far the distributions of decisions are apart, pooled and at each decision point."""
    points = Points(resampled)
    about = (
        "Divergence between people and the simulated user at the same points. Pooled figures miss who differs where; "
        "figures per point compare each offer of each scenario on its own."
    )
    if not len(points):
        return Section("agreement", "Agreement of decisions", about, (), _NO_DECISIONS)
    figures = (_pooled(points), _per_point(points), *_cross_entropies(points), *_calibrations(points))
    return Section("agreement", "Agreement of decisions", about, figures)


def _pooled(points: Points) -> FidelityFigure:
    people, simulated = points.chosen.sum(axis=0), points.counts.sum(axis=0)
    test = g_test(list(people), list(simulated))
    g = "" if test is None else f"G = {test.g:.3g}, {test.df} df; p swaps whole people with the simulated user"
    return figure_of(
        points.people,
        lambda weights: jsd_of_rows(weights @ points.chosen, weights @ points.shares),
        key="jsd_pooled",
        title="JSD, pooled",
        n=len(points),
        unit="nats",
        least=LEAST,
        noise=jsd_noise(_used(people + simulated), len(points), float(simulated.sum())),
        ceiling=ceiling_of(points.people, lambda one, other: jsd_of_rows(one @ points.chosen, other @ points.chosen)),
        p=_swap_p(points),
        note=g,
    )


def _used(counts: Floats) -> int:
    return int((counts > 0).sum())


def _swap_p(points: Points, draws: int = DRAWS, seed: int = SEED) -> float | None:
    """Return how often swapping random people with the simulated user gives a JSD at least as high."""
    if len(points.people) < 2:
        return None
    raw = np.random.PCG64(seed).random_raw(draws * len(points.people)).reshape(draws, -1)
    place = {name: number for number, name in enumerate(points.people.names)}
    swap = (raw >> np.uint64(63)).astype(np.float64)[:, [place[point.person] for point in points.points]]
    stay = 1 - swap
    one = stay @ points.chosen + swap @ points.shares
    other = stay @ points.shares + swap @ points.chosen
    observed = float(jsd_of_rows(points.chosen.sum(axis=0), points.shares.sum(axis=0)))
    hits = int((jsd_of_rows(one, other) >= observed - _ROUNDING).sum())
    return (hits + 1) / (draws + 1)


def _per_point(points: Points) -> FidelityFigure:
    def mean_jsd(weights: Floats) -> Floats:
        return _weighted(points.by_group(weights, points.chosen), points.by_group(weights, points.shares))

    sizes, asked = points.groups.sum(axis=0), points.groups.T @ points.counts.sum(axis=1)
    used = ((points.groups.T @ (points.chosen + points.counts)) > 0).sum(axis=1)
    noise = [jsd_noise(labels, n, m) for labels, n, m in zip(used, sizes, asked, strict=True)]
    return figure_of(
        points.people,
        mean_jsd,
        key="jsd_per_point",
        title="JSD per decision point",
        n=len(points),
        unit="nats",
        least=LEAST,
        noise=float(np.average(noise, weights=sizes)),
        ceiling=ceiling_of(
            points.people,
            lambda one, other: _weighted(points.by_group(one, points.chosen), points.by_group(other, points.chosen)),
        ),
        note=f"{len(sizes)} points, {float(sizes.mean()):.1f} decisions each",
    )


def _weighted(one: Floats, other: Floats) -> Floats:
    """Return the mean of the divergences per point, weighted by the decisions of both sides there."""
    sizes = np.minimum(one.sum(axis=2), other.sum(axis=2))
    divergences = np.where(sizes > 0, np.nan_to_num(jsd_of_rows(one, other)), 0.0)
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (divergences * sizes).sum(axis=1) / sizes.sum(axis=1)
    return found


def _cross_entropies(points: Points) -> tuple[FidelityFigure, FidelityFigure]:
    losses = -np.log((smoothed(points.counts) * points.chosen).sum(axis=1))
    known = points.by_group(np.ones((1, len(points))), points.chosen)[0]
    own = float(np.average([entropy(row) for row in known], weights=known.sum(axis=1)))
    k = points.counts.sum(axis=1).mean()
    best = -math.log((k + 0.5) / (k + len(CHOICES) / 2))
    loss = figure_of(
        points.people,
        lambda weights: mean_of(weights, losses),
        key="cross_entropy",
        title="Cross-entropy per decision",
        n=len(points),
        unit="nats",
        least=LEAST,
        ceiling=own,
        note=f"smoothed by ½ a choice; {best:.3f} if always right with certainty, {math.log(len(CHOICES)):.3f} if "
        "guessing; under halves: people's own entropy per point",
    )
    same = (points.shares * points.chosen).sum(axis=1)
    return loss, figure_of(
        points.people,
        lambda weights: mean_of(weights, same),
        key="same_choice",
        title="Same choice as the person",
        n=len(points),
        unit="share",
        least=LEAST,
    )


def _calibrations(points: Points) -> tuple[FidelityFigure, FidelityFigure]:
    predicted, accepted = points.shares[:, 0], points.chosen[:, 0]
    gap = figure_of(
        points.people,
        lambda weights: mean_of(weights, predicted - accepted),
        key="calibration_gap",
        title="Calibration gap",
        n=len(points),
        unit="points",
        least=LEAST,
        ceiling=ceiling_of(points.people, lambda one, other: mean_of(one, accepted) - mean_of(other, accepted)),
    )
    error = FidelityFigure(
        expected_error(predicted, accepted),
        len(points),
        key="calibration_error",
        title="Calibration error",
        unit="points",
        least=LEAST,
        note="both calibration figures are about acceptance; 10 bins of the share of k decisions that accept",
    )
    return gap, error
