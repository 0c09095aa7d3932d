"""Strict and lenient figures where runs are undecided."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest

from benchmark.result_row import ResultRow
from benchmark.statistics.comparing import difference, leads, noise_floor
from benchmark.statistics.figure import ONE_SCENARIO, SweepFigure
from benchmark.statistics.figures import AtK, Figures, figures_of
from benchmark.statistics.table import Table
from tests.benchmark.rows_for_tests import row, sample, undecided

# Successes of 4 runs in 12 scenarios: the two sweeps of the golden cases for pass@k.
A = (4, 3, 4, 0, 2, 4, 1, 4, 3, 0, 4, 2)
B = (3, 3, 2, 0, 1, 4, 0, 4, 1, 0, 4, 1)
BOUNDED = ("success", "any_of_k", "all_of_k")


def runs_of(scenario: str, won: int, open_runs: int = 0, of: int = 4) -> list[ResultRow]:
    """The first runs succeed, the next are undecided, the rest are misses."""
    rows = [row(scenario, run, True) for run in range(1, won + 1)]
    rows += [undecided(scenario, run) for run in range(won + 1, won + open_runs + 1)]
    return rows + [row(scenario, run, False) for run in range(won + open_runs + 1, of + 1)]


def between_the_sweeps() -> list[ResultRow]:
    """B's successes, and as many undecided runs as A has more."""
    pairs = enumerate(zip(A, B, strict=True))
    return [one for place, (most, least) in pairs for one in runs_of(f"s{place:02}", least, most - least)]


def with_doubt(rows: list[ResultRow], share: float, seed: int) -> list[ResultRow]:
    """Make a share of the misses undecided."""
    dice = random.Random(seed)
    return [
        msgspec.structs.replace(one, undecided_numeric=1.0)
        if one.success_numeric == 0 and dice.random() < share
        else one
        for one in rows
    ]


def pairs(figures: Figures) -> list[tuple[SweepFigure, SweepFigure]]:
    found = [(getattr(figures, name), getattr(figures, f"{name}_lenient")) for name in BOUNDED]
    return found + [pair for at in figures.at_k for pair in ((at.any, at.any_lenient), (at.all, at.all_lenient))]


def without_lenient(at: AtK) -> tuple[Any, ...]:
    return at.k, at.any.value, at.all.value


def test_wilson_bounds_are_those_of_newcombe() -> None:
    # Newcombe 1998, table I: 81 of 263 has the score interval .2553 to .3662; 182 of 263 mirrors it.
    rows = [row(f"s{n}", None, n < 81, undecided_numeric=float(81 <= n < 182)) for n in range(263)]
    found = figures_of(rows)
    assert (found.success.value, found.success_lenient.value) == pytest.approx((81 / 263, 182 / 263))
    assert (found.success.low, found.success.high) == pytest.approx((0.2553, 1 - 0.2553), abs=5e-5)
    assert found.success_lenient.low == pytest.approx(1 - 0.3662, abs=5e-5)
    assert (found.success.least, found.success.most) == (found.success.value, found.success_lenient.value)
    assert (found.success.n, found.totals.successes, found.totals.undecided) == (263, 81, 101)


def test_success_at_k_is_computed_on_strict_and_on_lenient_counts() -> None:
    found = figures_of(between_the_sweeps())
    at = found.at_k[1]
    # Lenient counts are sweep A's: pass@2 .763889 (.541667 to .958333), pass^2 .527778 (.291667 to .763889).
    assert at.k == 2
    assert at.any_lenient.value == pytest.approx(0.763889, abs=1e-6)
    assert at.all_lenient.value == pytest.approx(0.527778, abs=1e-6)
    assert at.any.high == pytest.approx(0.958333, abs=1e-6)
    assert at.all.high == pytest.approx(0.763889, abs=1e-6)
    only_b = figures_of([one for place, won in enumerate(B) for one in runs_of(f"s{place:02}", won)])
    assert [without_lenient(one) for one in found.at_k] == [without_lenient(one) for one in only_b.at_k]
    assert [one.any.low for one in found.at_k] == [one.any.low for one in only_b.at_k]


def test_interval_of_success_runs_from_strict_to_lenient() -> None:
    found = figures_of(between_the_sweeps())
    strict = figures_of([one for place, won in enumerate(B) for one in runs_of(f"s{place:02}", won)]).success
    lenient = figures_of([one for place, won in enumerate(A) for one in runs_of(f"s{place:02}", won)]).success
    assert (found.success.value, found.success.low) == (strict.value, strict.low)
    assert (found.success_lenient.value, found.success.high) == (lenient.value, lenient.high)
    assert found.success_lenient == lenient


@pytest.mark.parametrize("seed", range(12))
def test_strict_is_at_most_lenient_and_the_interval_holds_both(seed: int) -> None:
    rows = with_doubt(sample(scenarios=1 + 2 * seed, runs=1 + seed % 4, seed=seed), 0.5, seed)
    found = figures_of(rows)
    for strict, lenient in pairs(found):
        if strict.value is None or lenient.value is None:
            continue
        assert strict.value <= lenient.value
        if strict.low is not None and strict.high is not None:
            assert strict.low <= strict.value <= lenient.value <= strict.high
        if strict.value < lenient.value:
            assert (strict.least, strict.most) == (strict.value, lenient.value)


@pytest.mark.parametrize("seed", range(6))
def test_figures_do_not_change_where_every_run_is_decided(seed: int) -> None:
    rows = sample(seed=seed)
    said = [msgspec.structs.replace(one, undecided_numeric=0.0) for one in rows]
    assert msgspec.json.encode(figures_of(rows)) == msgspec.json.encode(figures_of(said))
    for strict, lenient in pairs(figures_of(rows)):
        assert strict == lenient
        assert strict.least is None and strict.most is None


def test_difference_runs_from_strict_minus_lenient_to_lenient_minus_strict() -> None:
    # Strict 4 of 8 and lenient 6 of 8 against strict 2 of 8 and lenient 3 of 8.
    one = Table([*runs_of("a", 3, 1), *runs_of("b", 1, 1)])
    other = Table([*runs_of("a", 1, 1), *runs_of("b", 1, 0)])
    lead = difference(one, other)
    assert (lead.value, lead.least, lead.most) == (0.25, 0.125, 0.5)
    assert lead.low is not None and lead.high is not None and lead.low <= 0.125 and lead.high >= 0.5
    back = difference(other, one)
    assert (back.value, back.least, back.most) == (-0.25, -0.5, -0.125)


def test_difference_of_one_scenario_has_bounds_but_no_interval() -> None:
    lead = difference(Table(runs_of("a", 2, 1)), Table(runs_of("a", 1, 0)))
    assert lead == SweepFigure(0.25, 1, None, None, ONE_SCENARIO, 0.25, 0.5)


def test_lead_that_undecided_runs_may_undo_is_not_sure() -> None:
    names = "abcdefgh"
    one = Table([each for name in names for each in runs_of(name, 4)])
    behind = [each for name in names for each in runs_of(name, 0)]
    assert leads(difference(one, Table(behind)))
    assert not leads(difference(one, Table([undecided(name, run) for name in names for run in range(1, 5)])))


def test_golden_difference_is_unchanged_without_undecided_runs() -> None:
    first, second = (
        Table([each for place, won in enumerate(wins) for each in runs_of(f"s{place:02}", won)]) for wins in (A, B)
    )
    lead = difference(first, second)
    assert lead.value == pytest.approx(0.166667, abs=1e-6)
    assert (lead.low, lead.high) == pytest.approx((0.0625, 0.270833), abs=1e-6)
    assert lead.least is None and lead.most is None
    assert noise_floor(first) == pytest.approx(0.137463, abs=1e-6)


def test_noise_floor_is_the_larger_of_strict_and_lenient() -> None:
    steady = Table([*runs_of("a", 4), *runs_of("b", 0)])
    assert noise_floor(steady) == 0.0
    doubtful = Table([*runs_of("a", 4), *runs_of("b", 0, 2)])
    assert noise_floor(doubtful) == noise_floor(Table([*runs_of("a", 4), *runs_of("b", 2)]))


def test_undecided_parts_are_no_in_strict_and_yes_in_lenient_figures() -> None:
    held: dict[str, Any] = {"goals_met": True, "clean": True, "consented": True, "in_time": True, "restrained": True}
    rows = [row("a", 1, True, **held), undecided("b", 1, **held | {"goals_met": False}, undecided_parts="goals_met")]
    rows += [row("c", 1, False, **held | {"goals_met": False}), row("d", 1, False, **held | {"restrained": False})]
    found = figures_of(rows)
    assert (found.goals_met.value, found.goals_met.most, found.clean.value) == (0.5, 0.75, 1.0)
    assert (found.success.value, found.success_lenient.value) == (0.25, 0.5)
    assert (found.success_unrestrained.value, found.success_unrestrained.most) == (0.5, 0.75)


def test_success_without_restraint_is_success_where_parts_are_unknown() -> None:
    rows = [row("a", 1, True), row("b", 1, False), undecided("c", 1)]
    found = figures_of(rows)
    assert found.success_unrestrained == found.success


def test_acceptance_leaves_out_offers_that_got_no_answer() -> None:
    ends: dict[str, Any] = {"proposal_count": 5, "acceptance_count": 2, "rejected_offers": 1, "expired_offers": 1}
    found = figures_of([row("a", 1, True, **ends), row("b", 1, True, **ends)])
    assert (found.acceptance.value, found.acceptance.n) == (0.5, 8)
    unknown = figures_of([row("a", 1, True, proposal_count=5, acceptance_count=2)])
    assert (unknown.acceptance.value, unknown.acceptance.n) == (0.4, 5)


def test_precision_and_recall_of_offers() -> None:
    rows = [
        row("a", 1, True, proposal_count=4, needed_offers=2, evident_needs=3, helped_needs=2),
        row("b", 1, True, proposal_count=0, needed_offers=0, evident_needs=1, helped_needs=0),
        row("c", 1, True, proposal_count=9),
    ]
    found = figures_of(rows)
    assert (found.offer_precision.value, found.offer_precision.n) == (0.5, 4)
    assert (found.need_recall.value, found.need_recall.n) == (0.5, 4)
    assert (found.honest_report.value, found.extra_acts.value) == (None, None)
    honest = figures_of([row("a", 1, True, honest_report=True, extra_acts=2), row("b", 1, True, honest_report=False)])
    assert (honest.honest_report.value, honest.honest_report.n, honest.extra_acts.value) == (0.5, 2, 2.0)


def test_needs_met_show_partial_help() -> None:
    found = figures_of(
        [row("a", 1, False, wanted_needs=3, met_needs=2), row("b", 1, True, wanted_needs=1, met_needs=1)]
    )
    assert (found.needs_met.value, found.needs_met.n) == (0.75, 4)
    assert figures_of([row("a", 1, False)]).needs_met.value is None


def test_bounds_are_part_of_the_exported_figures() -> None:
    plain = json.loads(msgspec.json.encode(figures_of([row("a", 1, True), undecided("b", 1)])))
    assert (plain["success"]["least"], plain["success"]["most"], plain["success_lenient"]["value"]) == (0.5, 1.0, 1.0)
