from __future__ import annotations

import random

import msgspec
import pytest

from benchmark.statistics.published import published
from tests.benchmark.rows_for_tests import golden, row, sample


def test_the_golden_vector_comes_out_to_the_digits_given() -> None:
    found = published(golden())
    assert (found.total_runs, found.validated_runs, found.no_validation_runs) == (6, 5, 1)
    assert (found.success_runs, found.failed_runs, found.exception_runs) == (3, 2, 0)
    assert found.success_rate == pytest.approx(60.0)
    assert found.success_rate_std == pytest.approx(11.7851, abs=5e-5)
    assert found.success_rate_sem == pytest.approx(8.3333, abs=5e-5)
    assert (found.k, found.pass_at_k, found.pass_k, found.total_scenarios) == (2, 2, 1, 3)
    assert found.pass_at_k_percent == pytest.approx(66.67, abs=5e-3)
    assert found.pass_k_percent == pytest.approx(33.33, abs=5e-3)
    assert found.aggregate_proposal_rate == pytest.approx(0.1)
    assert found.aggregate_proposal_rate_std == pytest.approx(0.02828, abs=5e-6)
    assert found.aggregate_proposal_rate_sem == pytest.approx(0.02)
    assert found.aggregate_acceptance_rate == pytest.approx(0.6)
    assert found.aggregate_acceptance_rate_std == pytest.approx(0.4714, abs=5e-5)
    assert found.aggregate_acceptance_rate_sem == pytest.approx(0.3333, abs=5e-5)
    assert found.avg_read_only_actions == pytest.approx(5.333, abs=5e-4)
    assert found.avg_read_only_actions_std == pytest.approx(0.9428, abs=5e-5)
    assert found.avg_write_actions == pytest.approx(0.8333, abs=5e-5)
    assert found.avg_write_actions_std == pytest.approx(0.2357, abs=5e-5)


def test_spread_is_zero_without_run_numbers_or_with_one() -> None:
    for number in (None, 1):
        found = published([row("A", number, True), row("B", number, False)])
        assert (found.success_rate, found.success_rate_std, found.success_rate_sem) == (50.0, 0.0, 0.0)


def test_runs_without_turns_or_offers_are_left_out_of_the_spread_of_rates() -> None:
    busy = {"proposal_count": 1, "acceptance_count": 1, "number_of_turns": 4}
    found = published(
        [row("A", 1, True, **busy), row("A", 2, True), row("A", 3, True, **busy | {"number_of_turns": 2})]
    )
    assert found.aggregate_proposal_rate == pytest.approx(2 / 6)
    assert found.aggregate_proposal_rate_std == pytest.approx(0.1767767)
    assert found.aggregate_proposal_rate_sem == pytest.approx(0.1767767 / 2**0.5)
    assert (found.aggregate_acceptance_rate, found.aggregate_acceptance_rate_std) == (1.0, 0.0)


def test_durations_spread_over_rows_and_k_is_the_most_runs() -> None:
    found = published(
        [
            row("A", 1, True, run_duration=1.0, job_duration=9.0),
            row("A", 2, True, run_duration=3.0, job_duration=9.0),
            row("B", 1, None),
        ]
    )
    assert (found.avg_run_duration, found.job_duration, found.k) == (2.0, 9.0, 2)
    assert found.avg_run_duration_std == pytest.approx(2**0.5)
    assert found.pass_at_k_percent == found.pass_k_percent == 50.0  # B has no validated run, and stays


def test_nothing_validated_is_no_rate_at_all() -> None:
    found = published([row("A", 1, None)])
    assert found.success_rate is None
    assert (found.aggregate_proposal_rate, found.aggregate_acceptance_rate) == (0.0, 0.0)


def test_the_order_of_rows_does_not_matter() -> None:
    rows = sample()
    shuffled = random.Random(1).sample(rows, len(rows))
    first, second = (msgspec.structs.asdict(published(some)) for some in (rows, shuffled))
    assert first == pytest.approx(second)
