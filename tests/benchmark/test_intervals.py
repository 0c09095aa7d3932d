from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from benchmark.statistics.intervals import exactly, limits, resampled, weights_of, wilson

FIRST_DRAWS = [[2.0, 1.0, 0.0], [2.0, 0.0, 1.0], [1.0, 0.0, 2.0], [2.0, 0.0, 1.0]]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        # Newcombe, Two-sided confidence intervals for the single proportion (1998), table I, method 3.
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        # By hand: z² / (n + z²) is the upper end of nothing out of n.
        (0, 1, 0.0, 0.7935),
        (1, 1, 0.2065, 1.0),
    ],
)
def test_wilson_gives_the_published_values(hits: int, n: int, low: float, high: float) -> None:
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


def test_wilson_holds_the_value_and_stays_between_0_and_1() -> None:
    for n in range(1, 60):
        for hits in range(n + 1):
            low, high = wilson(hits, n)
            assert 0 <= low <= hits / n <= high <= 1


def test_every_draw_has_as_many_scenarios_as_there_are() -> None:
    weights = weights_of(7, 50)
    assert weights.shape == (50, 7)
    assert (weights.sum(axis=1) == 7).all()
    assert weights_of(30).mean() == 1.0
    assert abs(weights_of(30)[:, 3].var() - 29 / 30) < 0.1  # as a multinomial has it


def test_draws_are_the_same_in_every_process_and_other_with_another_seed() -> None:
    # Written down once: whoever changes the draws changes every published interval.
    assert weights_of(3, 4).tolist() == FIRST_DRAWS
    assert weights_of(3, 4, seed=6).tolist() != FIRST_DRAWS
    code = "from benchmark.statistics.intervals import weights_of; print(weights_of(3, 4).tolist())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout.strip() == str(FIRST_DRAWS)


def test_two_scenarios_by_hand() -> None:
    """Each draw is AA, AB or BB: a quarter, a half and a quarter of the draws."""
    drawn = resampled(np.array([[3.0], [0.0]]), np.array([[3.0], [1.0]]))
    assert set(np.unique(drawn)) == {0.0, 0.75, 1.0}
    shares = [float((drawn == value).mean()) for value in (0.0, 0.75, 1.0)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    assert limits(drawn) == [(0.0, 1.0)]


def test_limits_are_values_that_were_drawn_and_leave_nan_out() -> None:
    drawn = np.array([[float(number)] for number in range(1000)] + [[math.nan]] * 1000)
    assert limits(drawn) == [(24.0, 975.0)]
    assert all(math.isnan(end) for end in limits(np.array([[math.nan]]))[0])


def test_sums_are_exact_so_that_their_order_does_not_matter() -> None:
    values = exactly(np.random.default_rng(3).random(10_000))
    assert values.sum() == values[::-1].sum() == math.fsum(values)
