"""The golden cases of the specification for comparing simulated users with people, and properties of the formulas."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simulator.statistics.calibration import calibration_gap, expected_error
from simulator.statistics.delays import burstiness, log_wasserstein, shape_wasserstein
from simulator.statistics.divergence import chi_squared_p, cross_entropy, entropy, g_test, jsd, jsd_noise, kl, smoothed
from simulator.statistics.ranking import kendall_tau_b, permutation_p
from simulator.statistics.two_sample import (
    auc,
    fit_logistic,
    folds_by_person,
    hanley_mcneil_se,
    null_se,
    out_of_fold_scores,
)

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in msgspec.json.decode(
        (Path(__file__).parent / "fidelity_golden.json").read_bytes(), type=list[dict[str, Any]]
    )
}
COUNTS = st.lists(st.integers(1, 200), min_size=3, max_size=3)
DELAYS = st.lists(st.floats(0.05, 600), min_size=1, max_size=30)


def near(case: str, **found: float | None) -> None:
    expected = CASES[case]["expected"]
    for name, value in found.items():
        assert value == pytest.approx(expected[name], abs=CASES[case]["tol"]), name


def test_divergence_matches_the_golden_case() -> None:
    given_counts = CASES["fidelity.jsd"]["input"]
    people, simulated = given_counts["people"], given_counts["simulated"]
    found = jsd(people, simulated)
    test = g_test(people, simulated)
    assert test is not None
    assert (test.df, round(test.p, 4)) == (2, 0.0544)
    near("fidelity.jsd", jsd_nats=found, jsd_bits=found / math.log(2), distance=math.sqrt(found * 1.4426950408889634))
    near("fidelity.jsd", G=test.g)


def test_cross_entropy_matches_the_golden_case() -> None:
    given_counts = CASES["fidelity.cross_entropy"]["input"]
    pair = given_counts["people"], given_counts["simulated"]
    near(
        "fidelity.cross_entropy",
        entropy=entropy(pair[0]),
        cross_entropy=cross_entropy(*pair, smoothing=given_counts["smoothing"]),
        kl=kl(*pair),
    )


def test_tau_b_matches_the_golden_case() -> None:
    ranks = CASES["fidelity.tau_b"]["input"]
    near("fidelity.tau_b", tau_b=kendall_tau_b(ranks["people"], ranks["simulated"]))


def test_four_assistants_cannot_reach_the_five_percent_level_and_five_can() -> None:
    assert permutation_p([1, 2, 3, 4], [1, 2, 3, 4]) == pytest.approx(2 / 24)
    assert permutation_p([1, 2, 3, 4, 5], [1, 2, 3, 4, 5]) == pytest.approx(2 / 120)
    eight = list(range(8))
    assert (permutation_p(eight, eight) or 1) < 0.01


def test_wasserstein_matches_the_golden_case() -> None:
    delays = CASES["fidelity.wasserstein"]["input"]
    found = log_wasserstein(delays["people"], delays["simulated"])
    near("fidelity.wasserstein", w1=found, factor=math.exp(found))


def test_two_sample_area_matches_the_golden_case() -> None:
    scores = CASES["fidelity.auc"]["input"]
    area = auc(scores["people"], scores["simulated"])
    near("fidelity.auc", auc=area, hanley_mcneil_se=hanley_mcneil_se(area, 8, 8), null_se=null_se(8, 8))


def test_calibration_matches_the_golden_cases() -> None:
    answers = CASES["fidelity.calibration_gap"]["input"]
    near("fidelity.calibration_gap", gap=calibration_gap(answers["predicted"], answers["accepted"]))
    timing = CASES["timing.all"]["input"]
    near("timing.all", ece=expected_error(timing["probability"], timing["label"], timing["bins"]))


@pytest.mark.parametrize("case", [name for name in CASES if name.startswith("timing.burstiness")])
def test_burstiness_matches_the_golden_cases(case: str) -> None:
    found = burstiness(np.diff(CASES[case]["input"]["times"]))
    assert found is not None
    near(case, B=found.b, A=found.a, gaps=found.gaps)


@given(COUNTS, COUNTS)
def test_divergence_is_symmetric_and_between_0_and_ln_2(one: list[int], other: list[int]) -> None:
    found = jsd(one, other)
    assert found == pytest.approx(jsd(other, one), abs=1e-12)
    assert 0 <= found <= math.log(2)
    assert jsd(one, [3 * count for count in one]) == pytest.approx(0, abs=1e-12)


@given(COUNTS)
def test_g_is_twice_n_times_the_divergence_for_samples_of_equal_size(counts: list[int]) -> None:
    other = counts[::-1]
    test = g_test(counts, other)
    assert test is not None
    assert test.g == pytest.approx(2 * 2 * sum(counts) * jsd(counts, other), abs=1e-8)
    assert 0 <= test.p <= 1


@given(COUNTS, COUNTS)
def test_cross_entropy_is_entropy_plus_divergence_and_no_smaller_than_entropy(one: list[int], other: list[int]) -> None:
    assert cross_entropy(one, other) == pytest.approx(entropy(one) + kl(one, other))
    assert kl(one, other) >= -1e-12
    assert smoothed(other).sum() == pytest.approx(1)


def test_smoothing_keeps_a_label_finite_that_the_simulator_never_chose() -> None:
    assert cross_entropy([0, 0, 1], [1, 0, 0]) == pytest.approx(-math.log(0.5 / 2.5))


def test_labels_that_nobody_chose_do_not_count_as_degrees_of_freedom() -> None:
    test = g_test([5, 5, 0], [9, 1, 0])
    assert test is not None and test.df == 1
    assert g_test([5, 0, 0], [9, 0, 0]) is None
    assert g_test([0, 0, 0], [9, 1, 0]) is None


def test_chi_squared_tails_match_tables() -> None:
    for df, x in ((1, 3.841459), (2, 5.991465), (3, 7.814728), (4, 9.487729), (7, 14.06714)):
        assert chi_squared_p(x, df) == pytest.approx(0.05, abs=1e-6)
    assert chi_squared_p(0, 3) == 1


def test_noise_of_the_divergence_is_what_equal_populations_give() -> None:
    stream = np.random.default_rng(1)
    shares, n = [0.5, 0.3, 0.2], 100
    drawn = [jsd(*stream.multinomial(n, shares, size=2).astype(np.float64)) for _ in range(2000)]
    assert np.mean(drawn) == pytest.approx(jsd_noise(3, n, n), rel=0.1)
    assert jsd_noise(3, n, n) == pytest.approx(2 / 400)


@given(st.permutations(list(range(6))))
def test_tau_b_turns_its_sign_when_a_ranking_is_reversed(order: list[int]) -> None:
    found = kendall_tau_b(range(6), order)
    assert found is not None and -1 <= found <= 1
    assert kendall_tau_b(range(6), [-rank for rank in order]) == pytest.approx(-found)


def test_a_ranking_of_equal_things_has_no_tau() -> None:
    assert kendall_tau_b([1, 2, 3], [5, 5, 5]) is None
    assert permutation_p([1, 2, 3], [5, 5, 5]) is None


@given(DELAYS, DELAYS, st.floats(0.1, 10))
def test_wasserstein_is_a_distance_that_a_common_factor_shifts(
    one: list[float], other: list[float], factor: float
) -> None:
    assert log_wasserstein(one, other) == pytest.approx(log_wasserstein(other, one), abs=1e-9)
    assert log_wasserstein(one, one) == 0
    scaled = [factor * delay for delay in one]
    assert log_wasserstein(one, scaled) == pytest.approx(abs(math.log(factor)), abs=1e-6)
    assert shape_wasserstein(one, scaled) == pytest.approx(0, abs=1e-6)


@given(st.lists(st.floats(0.01, 1000), min_size=2, max_size=40))
def test_burstiness_is_between_minus_one_and_one(gaps: list[float]) -> None:
    found = burstiness(gaps)
    assert found is not None
    assert -1 <= found.b <= 1
    assert -1 - 1e-9 <= found.a <= 1 + 1e-9
    assert burstiness([3.0] * len(gaps)) == pytest.approx((-1, -1, len(gaps)))


def test_too_few_gaps_have_no_burstiness() -> None:
    assert burstiness([]) is None
    assert burstiness([3.0]) is None
    assert burstiness([0.0, 0.0]) is None


@given(st.lists(st.integers(0, 5), min_size=1, max_size=20), st.lists(st.integers(0, 5), min_size=1, max_size=20))
def test_area_counts_pairs(one: list[int], other: list[int]) -> None:
    pairs = [(a > b) + 0.5 * (a == b) for a in one for b in other]
    assert auc(one, other) == pytest.approx(sum(pairs) / len(pairs))
    assert auc(other, one) == pytest.approx(1 - auc(one, other))


def test_everybody_is_in_one_fold_only() -> None:
    people = [f"p{number % 7}" for number in range(40)]
    folds = folds_by_person(people, folds=5)
    assert len({(person, fold) for person, fold in zip(people, folds, strict=True)}) == 7
    assert set(folds) == set(range(5))


def test_logistic_regression_finds_the_weights_that_made_the_labels() -> None:
    stream = np.random.default_rng(2)
    x = stream.normal(size=(20_000, 2))
    labels = (stream.random(20_000) < 1 / (1 + np.exp(-(1.5 * x[:, 0] - 0.7 * x[:, 1])))).astype(np.float64)
    assert fit_logistic(x, labels) == pytest.approx([0, 1.5, -0.7], abs=0.08)


def test_classifier_tells_different_samples_apart_and_equal_samples_not() -> None:
    stream = np.random.default_rng(3)
    folds = folds_by_person([str(number) for number in range(400)])
    label = np.repeat([1.0, 0.0], 200)
    equal = stream.normal(size=(400, 3))
    shifted = equal + label[:, None] * [2.0, 0.0, 0.0]
    found = {}
    for name, features in (("equal", equal), ("shifted", shifted)):
        scores = out_of_fold_scores(features, label, folds)
        found[name] = auc(scores[label == 1], scores[label == 0])
    assert abs(found["equal"] - 0.5) < 3 * null_se(200, 200)
    # Two normal samples whose means differ by d have the area Φ(d / √2).
    assert found["shifted"] == pytest.approx(0.5 * (1 + math.erf(1)), abs=0.03)


def test_folds_without_one_of_the_samples_give_no_score() -> None:
    features = np.array([[0.0], [1.0]])
    assert np.isnan(out_of_fold_scores(features, np.array([1.0, 0.0]), [0, 1])).all()
