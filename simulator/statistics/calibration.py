"""Compares predicted probabilities with what happened."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simulator.statistics.intervals import Floats

BINS = 10


def calibration_gap(predicted: Sequence[float] | Floats, happened: Sequence[float] | Floats) -> float:
    """Return the mean prediction minus the share that happened. 0 may hide gaps of both signs: see `expected_error`."""
    return float(np.mean(predicted) - np.mean(happened))


def expected_error(predicted: Sequence[float] | Floats, happened: Sequence[float] | Floats, bins: int = BINS) -> float:
    """Return the expected calibration error: the mean gap within bins [low, high), each weighted by its size."""
    p, y = np.asarray(predicted, dtype=np.float64), np.asarray(happened, dtype=np.float64)
    which = np.minimum((p * bins).astype(np.int64), bins - 1)
    gaps = np.bincount(which, weights=p - y, minlength=bins)
    return float(np.abs(gaps).sum() / len(p))
