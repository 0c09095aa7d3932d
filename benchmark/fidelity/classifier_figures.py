"""Asks whether a classifier can tell people's runs from the simulated user's runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from benchmark.fidelity.figures import FidelityFigure, Section, drawn_by_people, needed_for
from benchmark.fidelity.played_run import CHOICES, PlayedRun
from simulator.statistics.intervals import NORMAL, Floats
from simulator.statistics.person_bootstrap import People
from simulator.statistics.two_sample import FOLDS, auc, folds_by_person, hanley_mcneil_se, null_se, out_of_fold_scores

LEAST = 100
_HALVES = 20
# Without texts, names, ids and lengths of text: a classifier would learn who wrote them instead of what users do.
_BEHAVIOUR = (
    "shares of first reactions, offers answered, taps, detours, failed taps, taps back or home, times the phone is put "
    "down, and changes"
)


def classifier_section(people: Sequence[PlayedRun], simulated: Sequence[PlayedRun]) -> Section:
    """Return the area under the curve of a classifier, without and with delays."""
    about = (
        "Can a logistic regression tell people's runs from the simulated user's? 0.5: it can't with these features; 1: "
        "always. Scores are out of fold, and all runs of a person are in one fold."
    )
    common = {run.pair for run in people} & {run.pair for run in simulated}
    mine, theirs = ([run for run in runs if run.pair in common] for runs in (people, simulated))
    if min(len({run.person for run in mine}), len(theirs)) < 2:
        why = "The classifier needs runs of at least two people, and two runs of the simulated user."
        return Section("classifier", "Classifier", about, (), why)
    figures = [_area(mine, theirs, "auc", "AUC by behaviour", _behaviour, f"features: {_BEHAVIOUR}")]
    if all(run.delays for run in (*mine, *theirs)):
        note = "also mean and spread of log delays"
        figures.append(_area(mine, theirs, "auc_with_delays", "AUC by behaviour and delays", _with_delays, note))
    return Section("classifier", "Classifier", about, tuple(figures))


def _area(
    mine: Sequence[PlayedRun],
    theirs: Sequence[PlayedRun],
    key: str,
    title: str,
    features: Callable[[PlayedRun], list[float]],
    note: str,
) -> FidelityFigure:
    ours, other = (np.array([features(run) for run in runs]) for runs in (mine, theirs))
    names = [run.person for run in mine]
    scores = _scores(ours, names, other, [f"simulated {number}" for number in range(len(theirs))])
    found = FidelityFigure(
        None,
        min(len(mine), len(theirs)),
        key=key,
        title=title,
        unit="area",
        of="runs a side",
        least=LEAST,
        noise=NORMAL * null_se(len(mine), len(theirs)),
        ceiling=_between_halves(ours, names),
        note=note,
    )
    if scores is None:
        return found
    positives, negatives = scores
    value = auc(positives, negatives)
    people = People(names)
    ends = drawn_by_people(people, lambda weights: _weighted_auc(positives, weights, negatives))
    # Draws of people leave the simulated runs as they are; the formula's standard error has the spread of both sides.
    reach = NORMAL * hanley_mcneil_se(value, len(positives), len(negatives))
    low, high = max(0.0, value - reach), min(1.0, value + reach)
    if ends is not None:
        low, high = min(low, ends[0]), max(high, ends[1])
    return FidelityFigure(
        value,
        found.n,
        low,
        high,
        **{name: getattr(found, name) for name in ("key", "title", "unit", "of", "least", "noise", "ceiling", "note")},
        needed=needed_for("area", found.n, (low, high), LEAST),
    )


def _scores(
    ours: Floats, names: Sequence[str], other: Floats, other_names: Sequence[str]
) -> tuple[Floats, Floats] | None:
    """Return the out-of-fold scores of both samples; None if some fold can't be scored."""
    count = max(2, min(FOLDS, len(set(names)), len(set(other_names))))
    # Each side has its own folds, so that every fold has runs of both sides.
    folds = folds_by_person(names, count) + folds_by_person(other_names, count)
    labels = np.array([1.0] * len(ours) + [0.0] * len(other))
    scores = out_of_fold_scores(np.concatenate([ours, other]), labels, folds)
    if np.isnan(scores).any():
        return None
    return scores[: len(ours)], scores[len(ours) :]


def _between_halves(features: Floats, names: Sequence[str]) -> float | None:
    """Return the mean distance from 0.5 of the area for random halves of the people, added to 0.5."""
    people = People(names)
    if len(people) < 8:
        return None
    areas = []
    persons = np.array(names)
    for half in people.halves(_HALVES).astype(bool):
        scores = _scores(features[half], list(persons[half]), features[~half], list(persons[~half]))
        if scores is not None:
            areas.append(abs(auc(*scores) - 0.5))
    return 0.5 + math.fsum(areas) / len(areas) if areas else None


def _weighted_auc(positives: Floats, weights: Floats, negatives: Floats) -> Floats:
    sorted_negatives = np.sort(negatives)
    below = np.searchsorted(sorted_negatives, positives, side="left")
    upto = np.searchsorted(sorted_negatives, positives, side="right")
    wins = (below + upto) / (2 * len(negatives))
    found: Floats = (weights @ wins) / weights.sum(axis=1)
    return found


def _behaviour(run: PlayedRun) -> list[float]:
    first = [decision.choice for decision in run.decisions if decision.stage == "first"]
    shares = [first.count(choice) / len(first) if first else 0.0 for choice in CHOICES]
    counts = (run.card_taps, run.taps.made, run.taps.detour, run.failed_taps, run.back_taps, run.put_downs, run.writes)
    return [*shares, *map(float, counts)]


def _with_delays(run: PlayedRun) -> list[float]:
    logs = np.log(run.delays)
    return [*_behaviour(run), float(logs.mean()), float(logs.std())]
