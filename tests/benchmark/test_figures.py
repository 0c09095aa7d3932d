from __future__ import annotations

import random
from itertools import combinations

import msgspec
import pytest

from benchmark.result_row import ResultRow
from benchmark.statistics.figure import (
    AGREED,
    ALIKE,
    ALL_ALIKE,
    BOOTSTRAP,
    NO_PRICE,
    NOTHING,
    ONE_SCENARIO,
    WILSON,
    SweepFigure,
)
from benchmark.statistics.figures import MEASURES, Figures, figures_of
from tests.benchmark.rows_for_tests import golden, row, sample


def all_of(figures: Figures) -> dict[str, SweepFigure]:
    return {measure.key: getattr(figures, measure.key) for measure in MEASURES}


def test_every_figure_is_told_how_to_be_shown() -> None:
    fields = {field.name for field in msgspec.structs.fields(Figures) if field.type is SweepFigure}
    fields |= {name for name, kind in Figures.__annotations__.items() if kind == "Figure"}
    assert fields == {measure.key for measure in MEASURES}


def test_the_golden_vector_by_our_figures() -> None:
    found = figures_of(golden())
    assert (found.runs, found.counted, found.not_counted, found.k) == (6, 5, {"unfinished": 1}, 2)
    assert (found.success.value, found.success.n, found.success.method) == (0.6, 5, BOOTSTRAP)
    assert (found.success_if_missed.value, found.success_if_missed.n) == (0.5, 6)
    assert found.any_of_k.value == pytest.approx(2 / 3) and found.any_of_k.n == 3
    assert found.all_of_k.value == pytest.approx(1 / 3) and found.all_of_k.method == WILSON
    assert (found.acceptance.value, found.acceptance.n) == (0.6, 5)
    assert (found.proposal.value, found.proposal.n) == (0.125, 40)  # the unfinished run's ten turns do not count
    assert (found.totals.offers, found.totals.accepted, found.totals.successes) == (5, 3, 3)


def test_one_run_a_scenario_is_a_plain_share() -> None:
    found = figures_of([row(name, None, name < "c") for name in "abcdef"])
    assert found.success.value == pytest.approx(1 / 3)
    assert (found.success.n, found.success.method) == (6, WILSON)
    assert (found.success.low, found.success.high) == pytest.approx((0.0968, 0.7000), abs=5e-5)


def test_a_bootstrap_over_two_scenarios_by_hand() -> None:
    found = figures_of([row("a", run, True) for run in (1, 2, 3)] + [row("b", 1, False)])
    assert found.success == SweepFigure(0.75, 4, 0.0, 1.0, BOOTSTRAP)


def test_success_everywhere_is_no_certainty() -> None:
    found = figures_of([row(name, run, True) for name in "abcd" for run in (1, 2)])
    assert (found.success.value, found.success.n, found.success.method) == (1.0, 8, ALIKE)
    assert found.success.low == pytest.approx(0.5101, abs=5e-5)  # n / (n + z²) of four scenarios, not of eight runs
    assert found.success.high == 1.0


def test_one_scenario_has_no_interval() -> None:
    found = figures_of([row("a", run, run > 1, proposal_count=run) for run in (1, 2, 3)])
    assert found.success == SweepFigure(2 / 3, 3, None, None, ONE_SCENARIO)
    assert found.offers == SweepFigure(2.0, 3, None, None, ONE_SCENARIO)


def test_offers_in_one_of_many_scenarios_have_no_interval() -> None:
    rows = [row(name, run, True) for name in "abcde" for run in (1, 2)]
    rows += [row("f", run, True, proposal_count=1, acceptance_count=run - 1) for run in (1, 2)]
    assert figures_of(rows).acceptance == SweepFigure(0.5, 2, None, None, ONE_SCENARIO)


def test_shares_that_are_all_alike_are_no_certainty_either() -> None:
    found = figures_of([row(name, run, run == 1) for name in "abcdefgh" for run in (1, 2)])
    assert (found.success.value, found.success.n, found.success.method) == (0.5, 16, ALIKE)
    assert (found.success.low, found.success.high) == pytest.approx((0.2152, 0.7848), abs=5e-5)  # four of eight
    assert found.at_k[0].any.method == ALIKE


def test_means_that_are_all_alike_have_no_interval() -> None:
    rows = [row(name, run, True, number_of_turns=3, cost=0.0412) for name in "abcdef" for run in (1, 2)]
    found = figures_of([*rows, row("a", 3, True, number_of_turns=3, cost=0.0412)])
    assert found.offers == SweepFigure(0.0, 13, None, None, ALL_ALIKE)
    assert found.turns == SweepFigure(3.0, 13, None, None, ALL_ALIKE)
    assert (found.cost.low, found.cost.high, found.cost.method) == (None, None, ALL_ALIKE)


def test_runs_that_agree_give_the_interval_of_their_scenarios() -> None:
    found = figures_of([row(name, run, name < "c") for name in "abcdef" for run in (1, 2, 3)])
    assert (found.success.n, found.success.method) == (18, AGREED)
    assert (found.success.low, found.success.high) == (found.any_of_k.low, found.any_of_k.high)


@pytest.mark.parametrize("seed", range(20))
def test_no_interval_is_without_width(seed: int) -> None:
    rows = sample(scenarios=1 + seed % 7, runs=1 + seed % 3, seed=seed, chance=(seed % 5) / 4)
    for key, figure in all_of(figures_of(rows)).items():
        assert figure.low is None or figure.high is None or figure.low < figure.high, key


@pytest.mark.parametrize("rows", [[], [row("a", 1, None)], [row("a", 1, None, failure="provider")]])
def test_nothing_to_divide_by_is_none_and_never_zero(rows: list[ResultRow]) -> None:
    for key, figure in all_of(figures_of(rows)).items():
        if key.removesuffix("_lenient") in ("success_if_missed", "any_of_k", "all_of_k") and rows:
            assert (figure.value, figure.n) == (0.0, 1)
        else:
            assert (figure.value, figure.n, figure.low, figure.high) == (None, 0, None, None), key


def test_what_is_not_counted_is_counted_apart_by_reason() -> None:
    rows = [row("a", 1, True), row("a", 2, None), row("b", 1, None, failure="deadline")]
    rows += [row("b", run, None, failure="provider", proposal_count=9) for run in (2, 3)]
    rows += [row("c", 1, False, has_exception=True)]  # as other systems write a run that broke down
    found = figures_of(rows)
    assert found.not_counted == {"provider": 2, "deadline": 1, "other": 1, "unfinished": 1}
    assert found.counted + sum(found.not_counted.values()) == found.runs == 6
    assert (found.success.value, found.success.n) == (1.0, 1)
    assert found.success_if_missed.value == pytest.approx(1 / 6)
    assert found.totals.offers == 0


def test_correct_silence_looks_at_scenarios_that_want_it() -> None:
    rows = [row("quiet", 1, True, wants_silence=True), row("quiet", 2, False, wants_silence=True, proposal_count=1)]
    rows += [row("quieter", run, True, wants_silence=True) for run in (1, 2)]
    rows += [row("loud", run, True, wants_silence=False) for run in (1, 2)]
    found = figures_of(rows).correct_silence
    assert (found.value, found.n) == (0.75, 4)
    assert figures_of([row("loud", 1, True, wants_silence=False)]).correct_silence == SweepFigure(
        None, 0, method=NOTHING
    )


def test_success_at_smaller_k_is_the_mean_over_all_ways_to_pick_runs() -> None:
    outcomes = {"a": (1, 0, 0, 1), "b": (0, 0, 0, 1), "c": (1, 1, 1, 1)}
    rows = [row(name, run, bool(won)) for name, runs in outcomes.items() for run, won in enumerate(runs, 1)]
    for at in figures_of(rows).at_k:
        picks = {name: list(combinations(runs, at.k)) for name, runs in outcomes.items()}
        some = [sum(map(any, ways)) / len(ways) for ways in picks.values()]
        every = [sum(map(all, ways)) / len(ways) for ways in picks.values()]
        assert at.any.value == pytest.approx(sum(some) / 3)
        assert at.all.value == pytest.approx(sum(every) / 3)
        assert at.any.n == 3
    last = figures_of(rows).at_k[-1]
    assert (last.k, last.any, last.all) == (4, figures_of(rows).any_of_k, figures_of(rows).all_of_k)


def test_scenarios_with_too_few_counted_runs_are_left_out_of_a_larger_k() -> None:
    found = figures_of(golden())
    assert [(at.k, at.any.n) for at in found.at_k] == [(1, 3), (2, 2)]


def test_money_of_broken_runs_is_in_the_cost_of_a_success() -> None:
    rows = [row("a", 1, True, cost=1.0), row("b", 1, False, cost=2.0), row("c", 1, None, failure="budget", cost=3.0)]
    found = figures_of(rows)
    assert (found.cost_per_success.value, found.cost_per_success.n) == (6.0, 1)
    assert (found.cost_per_success.low, found.cost_per_success.high) == (1.0, None)  # many a draw has no success
    assert (found.cost.value, found.cost.n, found.totals.cost) == (1.5, 2, 6.0)


def test_an_unknown_price_is_not_free_but_no_model_is() -> None:
    unknown = figures_of([row("a", 1, True, cost=1.0), row("b", 1, True, tokens_in=5, tokens_out=1)])
    assert unknown.cost_per_success == SweepFigure(None, 0, method=NO_PRICE)
    assert (unknown.cost.n, unknown.totals.without_price) == (1, 1)
    free = figures_of([row("a", 1, True, tokens_in=0, tokens_out=0), row("b", 1, True, tokens_in=0, tokens_out=0)])
    assert (free.cost_per_success.value, free.totals.without_price) == (0.0, 0)


@pytest.mark.parametrize("seed", range(8))
def test_intervals_hold_their_values_and_shares_stay_between_0_and_1(seed: int) -> None:
    shares = {measure.key for measure in MEASURES if measure.unit == "share"}
    rows = sample(scenarios=1 + 3 * seed, runs=1 + seed % 4, seed=seed, chance=seed / 7)
    for key, figure in all_of(figures_of(rows)).items():
        if figure.value is not None and figure.low is not None:
            assert figure.low <= figure.value <= (float("inf") if figure.high is None else figure.high), key
            assert key not in shares or (figure.low >= 0 and figure.high is not None and figure.high <= 1), key


@pytest.mark.parametrize("seed", range(4))
def test_the_order_of_rows_does_not_change_a_single_bit(seed: int) -> None:
    rows = sample(seed=seed)
    shuffled = random.Random(seed).sample(rows, len(rows))
    assert msgspec.json.encode(figures_of(rows)) == msgspec.json.encode(figures_of(shuffled))


def test_the_same_runs_twice_leave_rates_and_bootstraps_alone() -> None:
    rows = sample(runs=2)
    once, twice = figures_of(rows), figures_of(rows + rows)
    for measure in MEASURES:
        first, second = getattr(once, measure.key), getattr(twice, measure.key)
        assert first.value == pytest.approx(second.value), measure.key
        if first.method == second.method == BOOTSTRAP:
            assert (first.low, first.high) == pytest.approx((second.low, second.high)), measure.key
    assert twice.counted == 2 * once.counted


def test_another_seed_draws_otherwise_and_few_draws_are_possible() -> None:
    rows = sample(30)
    assert figures_of(rows).reads == figures_of(rows).reads != figures_of(rows, seed=6).reads
    assert figures_of(rows, draws=10).reads.value == figures_of(rows).reads.value
