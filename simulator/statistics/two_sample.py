"""Asks whether a classifier can tell two samples apart: logistic regression, scored by the area under the ROC curve.

An area of 0.5 means that nobody can tell the samples apart with these features; 1 means always.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from simulator.statistics.intervals import Floats

FOLDS = 5
# Strength of the ridge penalty on the weights of standardised features: without it, separable samples have no optimum.
_RIDGE = 1.0
_ROUNDS = 50
_CLOSE = 1e-8


def auc(positives: Floats | Sequence[float], negatives: Floats | Sequence[float]) -> float:
    """Return how often a random positive has a higher score than a random negative; ties count half."""
    pos, neg = np.asarray(positives, dtype=np.float64), np.sort(np.asarray(negatives, dtype=np.float64))
    below, upto = np.searchsorted(neg, pos, side="left"), np.searchsorted(neg, pos, side="right")
    return float((below + upto).sum() / (2 * len(pos) * len(neg)))


def hanley_mcneil_se(area: float, positives: int, negatives: int) -> float:
    """Return the standard error of an area under the curve after Hanley and McNeil (1982)."""
    both_positive, both_negative = area / (2 - area), 2 * area * area / (1 + area)
    square = area * area
    spread = area * (1 - area) + (positives - 1) * (both_positive - square) + (negatives - 1) * (both_negative - square)
    return math.sqrt(spread / (positives * negatives))


def null_se(positives: int, negatives: int) -> float:
    """Return the standard error of the area if both samples come from the same population."""
    return math.sqrt((positives + negatives + 1) / (12 * positives * negatives))


def folds_by_person(people: Sequence[str], folds: int = FOLDS, seed: int = 0) -> list[int]:
    """Return a fold for each observation. All observations of a person are in the same fold."""
    names = sorted(set(people))
    order = np.argsort(np.random.PCG64(seed).random_raw(max(len(names), 1))[: len(names)], kind="stable")
    fold_of = {names[place]: number % folds for number, place in enumerate(order)}
    return [fold_of[person] for person in people]


def out_of_fold_scores(features: Floats, is_positive: Floats, folds: Sequence[int]) -> Floats:
    """Return the score of each observation, by a classifier that was trained on all other folds.

    The score is nan if the other folds have only one of the two samples.
    """
    fold = np.asarray(folds)
    scores = np.full(len(features), np.nan)
    for number in np.unique(fold):
        held = fold == number
        labels = is_positive[~held]
        if 0 < labels.sum() < len(labels):
            scores[held] = _scores(features[~held], labels, features[held])
    return scores


def _scores(known: Floats, labels: Floats, asked: Floats) -> Floats:
    mean, spread = known.mean(axis=0), known.std(axis=0)
    scale = np.where(spread > 0, spread, 1.0)
    weights = fit_logistic((known - mean) / scale, labels)
    ready = (asked - mean) / scale
    found: Floats = ready @ weights[1:] + weights[0]
    return found


def fit_logistic(features: Floats, labels: Floats, ridge: float = _RIDGE) -> Floats:
    """Return intercept and weights of a logistic regression with a ridge penalty, by Newton's method.

    Both samples count equally in sum: otherwise a score would carry how many of each sample a fold has.
    """
    x = np.column_stack([np.ones(len(features)), features])
    positives = labels.sum()
    balance = np.where(labels > 0, 0.5 / positives, 0.5 / (len(labels) - positives)) * len(labels)
    penalty = np.diag([1e-9] + [ridge] * features.shape[1])
    weights = np.zeros(x.shape[1])
    for _ in range(_ROUNDS):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (balance * (labels - p)) - penalty @ weights
        curve = (x * (balance * p * (1 - p))[:, None]).T @ x + penalty
        step = np.linalg.solve(curve, slope)
        weights = weights + step
        if float(np.abs(step).max()) < _CLOSE:
            break
    return weights
