from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import pytest

from simulator.statistics.bootstrap import DRAWS, DrawnSums, all_weights, by_mask, drawn_ratios, exactly, weights
from simulator.statistics.figure import Figure
from simulator.statistics.intervals import middle_of, wilson, wilson_of_share

SEED = 5

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
    weights = all_weights(7, 50, SEED)
    assert weights.shape == (50, 7)
    assert (weights.sum(axis=1) == 7).all()
    assert all_weights(30, DRAWS, SEED).mean() == 1.0
    assert abs(all_weights(30, DRAWS, SEED)[:, 3].var() - 29 / 30) < 0.1  # as a multinomial has it


def test_draws_are_the_same_in_every_process_and_other_with_another_seed() -> None:
    # Written down once: whoever changes the draws changes every published interval.
    assert all_weights(3, 4, SEED).tolist() == FIRST_DRAWS
    assert all_weights(3, 4, seed=6).tolist() != FIRST_DRAWS
    code = "from simulator.statistics.bootstrap import all_weights; print(all_weights(3, 4, 5).tolist())"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.strip() == str(FIRST_DRAWS)


def test_two_scenarios_by_hand() -> None:
    """Each draw is AA, AB or BB: a quarter, a half and a quarter of the draws."""
    drawn = drawn_ratios(np.array([[3.0], [0.0]]), np.array([[3.0], [1.0]]), DRAWS, SEED)[:, 0]
    assert set(np.unique(drawn)) == {0.0, 0.75, 1.0}
    shares = [float((drawn == value).mean()) for value in (0.0, 0.75, 1.0)]
    assert shares == pytest.approx([0.25, 0.5, 0.25], abs=0.03)
    assert middle_of(drawn) == (0.0, 1.0)


def test_ends_are_values_that_were_drawn_and_leave_nan_out() -> None:
    drawn = np.array([float(number) for number in range(1000)] + [math.nan] * 1000)
    assert middle_of(drawn) == (24.0, 975.0)
    assert middle_of(np.append(np.arange(1001.0), np.nan)) == (25.0, 975.0)
    assert middle_of(np.array([math.nan, math.nan])) is None


def test_sums_are_exact_so_that_their_order_does_not_matter() -> None:
    values = exactly(np.random.default_rng(3).random(10_000))
    assert values.sum() == values[::-1].sum() == math.fsum(values)


def test_weights_draw_as_many_items_as_there_are_whatever_the_size_of_the_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = np.concatenate([weight for _, weight in weights(7, 50, 1)], axis=1)
    monkeypatch.setattr("simulator.statistics.bootstrap._CELLS", 30)
    pieces = list(weights(7, 50, 1))
    assert len(pieces) == 13 and (np.concatenate([weight for _, weight in pieces], axis=1) == whole).all()
    assert whole.shape == (7, 50) and (whole.sum(axis=0) == 7).all()


def test_sums_of_draws_are_those_of_a_plain_product(monkeypatch: pytest.MonkeyPatch) -> None:
    chance = np.random.default_rng(1)
    per_item = chance.integers(0, 3, (20, 4)) / 2
    places = np.sort(chance.permutation(30)[:20])
    weight = chance.integers(0, 4, (30, 17))
    monkeypatch.setattr("simulator.statistics.bootstrap._PATTERN_PRODUCTS", 200)
    assert np.allclose(DrawnSums(places, per_item).of(weight), per_item.T @ weight[places])


def test_all_weights_are_the_pieces_put_together() -> None:
    pieces = np.concatenate([piece for _, piece in weights(9, 40, 3)], axis=1)
    assert (all_weights(9, 40, 3) == pieces.T).all()


def test_wilson_takes_a_share_as_well() -> None:
    assert tuple(round(end, 4) for end in wilson_of_share(0.5, 10)) == (0.2366, 0.7634)
    assert wilson_of_share(1.0, 5)[1] == 1.0 and wilson_of_share(0.0, 5)[0] == 0.0
    assert wilson_of_share(0.25, 8) == wilson(2, 8)


def test_equal_masks_share_their_draws() -> None:
    one, other = np.array([True, False]), np.array([True, True])
    assert by_mask([one, other, one.copy()]) == [[0, 2], [1]]


def test_an_interval_holds_the_value() -> None:
    assert Figure(0.5, 3).with_interval(0.6, 0.7) == Figure(0.5, 3, 0.5, 0.7)
    assert Figure(0.5, 3).with_interval(0.1, 0.4) == Figure(0.5, 3, 0.1, 0.5)
