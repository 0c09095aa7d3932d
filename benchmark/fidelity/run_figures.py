"""Compares whole runs: success per scenario and difficulty, the ranking of assistants, and detours.

A person's run is compared with the mean of the simulated user's runs of the same scenario with the same assistant.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Sequence

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
from benchmark.fidelity.played_run import PlayedRun
from simulator.statistics.intervals import NORMAL, Floats
from simulator.statistics.person_bootstrap import SEED, People
from simulator.statistics.ranking import kendall_tau_b, permutation_p

LEAST = 50
# Of four assistants, even equal rankings may be chance (p = 0.08); five can reach p = 0.02.
LEAST_ASSISTANTS = 5
Measure = Callable[[PlayedRun], float | None]
_NO_PAIRS = (
    "No run of the simulated user has the same scenario and assistant as a person's run. Play the same scenarios and "
    "assistants with the simulated user."
)


class Pairs:
    """A measure of people's runs, and of the simulated user's runs of the same scenarios with the same assistants."""

    def __init__(self, people: Sequence[PlayedRun], simulated: Sequence[PlayedRun], measure: Measure) -> None:
        by_pair: defaultdict[tuple[str, str], list[float]] = defaultdict(list)
        for run in simulated:
            value = measure(run)
            if value is not None:
                by_pair[run.pair].append(value)
        found = [(run, measure(run)) for run in people if run.pair in by_pair]
        self.runs = [run for run, value in found if value is not None]
        self.mine = np.array([value for _, value in found if value is not None], dtype=np.float64)
        self.people = People([run.person for run in self.runs])
        names = sorted({run.pair for run in self.runs})
        self._place = np.array([names.index(run.pair) for run in self.runs], dtype=np.int64)
        self._samples = [np.array(by_pair[name]) for name in names]
        self.theirs = np.array([sample.mean() for sample in self._samples])[self._place] if names else self.mine

    def __len__(self) -> int:
        return len(self.runs)

    def drawn(self, draws: int, random: np.random.Generator) -> Floats:
        """Return the simulated user's values, drawn again from its runs of each pair: one row per draw."""
        means = np.empty((draws, len(self._samples)))
        for place, sample in enumerate(self._samples):
            means[:, place] = sample[random.integers(len(sample), size=(draws, len(sample)))].mean(axis=1)
        found: Floats = means[:, self._place]
        return found

    def where(self, chosen: Callable[[PlayedRun], bool]) -> Pairs:
        """Return only the pairs of these runs."""
        kept = [place for place, run in enumerate(self.runs) if chosen(run)]
        part = Pairs.__new__(Pairs)
        part.runs = [self.runs[place] for place in kept]
        part.mine, part.theirs, part._place = self.mine[kept], self.theirs[kept], self._place[kept]
        part._samples = self._samples
        part.people = People([run.person for run in part.runs])
        return part


def success_of(run: PlayedRun) -> float | None:
    return None if run.success is None else float(run.success)


def gap_figure(pairs: Pairs, key: str, title: str, unit: str, is_share: bool, least: int = LEAST) -> FidelityFigure:
    """Return how much higher a measure is for the simulated user, in draws of whole people and of simulated runs."""
    random = np.random.Generator(np.random.PCG64(SEED))

    def gap(weights: Floats) -> Floats:
        # The first value is that of the observations as they are, without drawing.
        if len(weights) == 1:
            return mean_of(weights, pairs.theirs - pairs.mine)
        with np.errstate(invalid="ignore", divide="ignore"):
            theirs = (weights * pairs.drawn(len(weights), random)).sum(axis=1) / weights.sum(axis=1)
        found: Floats = theirs - mean_of(weights, pairs.mine)
        return found

    n = len(pairs)
    spread = float(pairs.mine.std())
    return figure_of(
        pairs.people,
        gap,
        key=key,
        title=title,
        n=n,
        unit=unit,
        of="runs",
        least=least,
        people=plain_figure(pairs.people, pairs.mine, is_share),
        simulated=plain_figure(pairs.people, pairs.theirs, is_share),
        noise=NORMAL * spread * math.sqrt(2 / n) if n else None,
        ceiling=ceiling_of(pairs.people, lambda one, other: mean_of(one, pairs.mine) - mean_of(other, pairs.mine)),
    )


def success_section(people: Sequence[PlayedRun], simulated: Sequence[PlayedRun]) -> Section:
    """Return the gap of success: overall, by difficulty and by scenario."""
    pairs = Pairs(people, simulated, success_of)
    about = "Success with the simulated user minus success with people, over runs of the same scenarios and assistants."
    if not len(pairs):
        return Section("success", "Success", about, (), _NO_PAIRS)
    found = [gap_figure(pairs, "success", "All scenarios", "points", True)]
    for rating in sorted({run.difficulty for run in pairs.runs}):
        part = pairs.where(lambda run, rating=rating: run.difficulty == rating)  # type: ignore[misc]
        found.append(gap_figure(part, f"success_difficulty_{rating}", f"Difficulty {rating}", "points", True))
    for name in sorted({run.scenario for run in pairs.runs}):
        part = pairs.where(lambda run, name=name: run.scenario == name)  # type: ignore[misc]
        found.append(gap_figure(part, f"success_scenario_{name}", name, "points", True))
    return Section("success", "Success", about, tuple(found))


def ranking_section(people: Sequence[PlayedRun], simulated: Sequence[PlayedRun]) -> Section:
    """Return Kendall's τ_b between the rankings of assistants by success, and the success of each assistant."""
    pairs = Pairs(people, simulated, success_of)
    about = "Do people and the simulated user rank the assistants alike? Ranked by success in the same scenarios."
    names = sorted({run.assistant for run in pairs.runs})
    if len(names) < 2:
        why = "A ranking needs runs with at least two assistants, played by people and by the simulated user."
        return Section("ranking", "Ranking of assistants", about, (), why)
    member = one_hot([names.index(run.assistant) for run in pairs.runs], len(names))
    mine, theirs = (
        _rates(np.ones((1, len(pairs))), member, pairs.mine),
        _rates(np.ones((1, len(pairs))), member, pairs.theirs),
    )

    def tau(weights: Floats) -> Floats:
        return _taus(_rates(weights, member, pairs.mine), _rates(weights, member, pairs.theirs))

    figure = figure_of(
        pairs.people,
        tau,
        key="tau_b",
        title="Kendall's τ of assistants",
        n=len(pairs),
        of="runs",
        ceiling=_between_halves(pairs, member),
        p=permutation_p(list(mine[0]), list(theirs[0])),
        note=_about_ranking(len(names)),
    )
    each = [
        gap_figure(
            pairs.where(lambda run, name=name: run.assistant == name),  # type: ignore[misc]
            f"assistant_{name}",
            name,
            "points",
            True,
        )
        for name in names
    ]
    return Section("ranking", "Ranking of assistants", about, (figure, *each))


def _about_ranking(assistants: int) -> str:
    enough = "" if assistants >= LEAST_ASSISTANTS else f"; p below 0.05 needs at least {LEAST_ASSISTANTS}"
    return f"{assistants} assistants{enough}. Near-ties count as much as large gaps"


def _rates(weights: Floats, member: Floats, values: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = (weights @ (member * values[:, None])) / (weights @ member)
    return found


def _taus(one: Floats, other: Floats) -> Floats:
    found = [
        math.nan if np.isnan(a).any() or np.isnan(b).any() else kendall_tau_b(a, b)
        for a, b in zip(one, other, strict=True)
    ]
    return np.array([math.nan if tau is None else tau for tau in found])


def _between_halves(pairs: Pairs, member: Floats) -> float | None:
    """Return the mean τ between the rankings of random halves of the people."""
    if len(pairs.people) < 4:
        return None
    half = pairs.people.halves()
    found = _taus(_rates(half, member, pairs.mine), _rates(1 - half, member, pairs.mine))
    known = found[~np.isnan(found)]
    return float(known.mean()) if len(known) else None


def detour_section(people: Sequence[PlayedRun], simulated: Sequence[PlayedRun]) -> Section:
    """Return how many taps beyond the shortest way people and the simulated user make."""
    about = (
        "Taps beyond the shortest way to everything that the user reached in a run, by the graph of screens. Answers "
        "on the assistant's card and putting the phone down do not count."
    )
    measures: tuple[tuple[str, str, str, Measure], ...] = (
        ("detour_taps", "Detour taps per run", "taps", lambda run: float(run.taps.detour)),
        ("detour_share", "Detours, share of taps", "points", _detour_share),
        ("taps", "Taps per run", "taps", lambda run: float(run.taps.made)),
    )
    pairs = [(key, title, unit, Pairs(people, simulated, measure)) for key, title, unit, measure in measures]
    found = [gap_figure(each, key, title, unit, False) for key, title, unit, each in pairs if len(each)]
    return Section("detours", "Detours", about, tuple(found), "" if found else _NO_PAIRS)


def _detour_share(run: PlayedRun) -> float | None:
    return run.taps.detour / run.taps.made if run.taps.made else None
