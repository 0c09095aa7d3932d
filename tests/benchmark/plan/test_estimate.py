"""What a sweep may cost: from earlier episodes where there are any, and never a price that nobody knows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.plan.cells import PlannedCell, cells_of
from benchmark.plan.configurations import Configuration, configurations_of
from benchmark.plan.estimate import THUMB, EarlierRun, Estimate, EstimateRange, estimate, record_of
from tests.benchmark.plan.plans import plan, ref

SCENARIOS = [ref(f"s{number}") for number in range(10)]


@pytest.fixture(autouse=True)
def _priced_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "models.yaml"
    file.write_text(
        "cheap: {provider: x, name: c, dollars_per_million_in: 1, dollars_per_million_out: 10}\n"
        "dear: {provider: x, name: d, dollars_per_million_in: 100, dollars_per_million_out: 1000}\n"
        "unpriced: {provider: x, name: u}\n",
        encoding="utf-8",
    )
    monkeypatch.setenv("PARE_MODELS_FILE", str(file))


def planned(**values: Any) -> tuple[list[PlannedCell], tuple[Configuration, ...]]:
    one = plan(**{"baselines": "none", **values})
    configurations = configurations_of(one, keys=False)
    return cells_of(SCENARIOS, configurations, one), configurations


def estimated(history: list[EarlierRun] | None = None, **values: Any) -> Estimate:
    return estimate(*planned(**values), history or [])


def test_without_history_the_rule_of_thumb_holds() -> None:
    found = estimated(observe_model="cheap", user_model="cheap")
    (one,) = found.configurations
    assert (one.basis, one.based_on, one.episodes) == ("rule of thumb", 0, 10)
    assert one.tokens_in.expected == 10 * sum(thumb.tokens_in.expected for thumb in THUMB.values())
    assert one.cost is not None
    assert one.cost.expected == pytest.approx((one.tokens_in.expected + 10 * one.tokens_out.expected) / 1e6)
    assert one.cost.low < one.cost.expected < one.cost.high


def test_each_stage_has_its_own_price() -> None:
    both = [
        estimated(observe_model=first, execute_model=second).cost
        for first, second in (("cheap", "dear"), ("dear", "cheap"))
    ]
    watching, acting = (
        THUMB[stage].tokens_in.expected + 10 * THUMB[stage].tokens_out.expected for stage in ("observe", "execute")
    )
    assert both[0].expected == pytest.approx(10 * (watching + 100 * acting) / 1e6)
    assert both[1].expected == pytest.approx(10 * (100 * watching + acting) / 1e6)


def test_baselines_are_free() -> None:
    (one,) = estimated(baselines="oracle").configurations
    assert (one.basis, one.cost, one.tokens_in) == ("free", EstimateRange(), EstimateRange())


def test_where_no_price_is_known_no_cost_is_told() -> None:
    found = estimated(observe_model="unpriced,cheap", baselines="oracle")
    assert [one.cost is None for one in found.configurations] == [True, False, False]
    assert found.unpriced == ("unpriced",)
    assert found.cost == found.configurations[1].cost
    (other,) = estimated(observe_model="cheap", user_model="unpriced").configurations
    assert other.cost is None
    assert other.tokens_in.expected > 0


def test_an_address_of_ones_own_has_no_price() -> None:
    (one,) = estimated(observe_model="cheap", observe_endpoint="http://127.0.0.1:1/v1").configurations
    assert one.cost is None


def test_public_prices_are_known() -> None:
    (one,) = estimated(observe_model="gpt-4o").configurations
    assert one.cost is not None
    assert one.cost.expected > 0


def test_episodes_of_the_same_models_say_most() -> None:
    same = [EarlierRun("cheap", "cheap", "", 1000, 100, 0.5)] * 6
    other = [EarlierRun("dear", "dear", "", 9_000_000, 9, 9.0), EarlierRun("cheap", "cheap", "cheap", 5, 5, 5.0)]
    (one,) = estimated([*other, *same], observe_model="cheap").configurations
    assert (one.basis, one.based_on) == ("same models", 6)
    assert one.tokens_in == EstimateRange(10_000, 10_000, 10_000)
    assert one.cost == EstimateRange(5.0, 5.0, 5.0)


def test_the_range_is_a_prediction_interval() -> None:
    values = [100, 200, 300, 400, 500]
    (one,) = estimated(
        [EarlierRun("cheap", "cheap", "", value, 0, None) for value in values], observe_model="cheap"
    ).configurations
    # Variance 25,000; ten more of them: 10 + 100 / 5 times that.
    assert one.tokens_in.expected == 3000
    assert one.tokens_in.high == pytest.approx(3000 + 1.96 * (25_000 * 30) ** 0.5)
    assert one.tokens_in.low == pytest.approx(3000 - 1.96 * (25_000 * 30) ** 0.5)


def test_few_episodes_say_little() -> None:
    (one,) = estimated([EarlierRun("cheap", "cheap", "", 1000, 100, 1.0)], observe_model="cheap").configurations
    assert one.cost == EstimateRange(5.0, 10.0, 20.0)


def test_a_cost_that_is_known_of_some_only_follows_from_prices() -> None:
    history = [EarlierRun("cheap", "cheap", "", 1000, 100, cost) for cost in (7.0, None)]
    (one,) = estimated(history, observe_model="cheap").configurations
    assert one.cost is not None
    assert one.cost.expected == pytest.approx(10 * (1000 + 10 * 100) / 1e6)


def test_episodes_of_other_models_say_how_long_they_are_but_not_what_they_cost() -> None:
    history = [EarlierRun("dear", "dear", "", 1000, 100, 50.0)] * 6
    (one,) = estimated(history, observe_model="cheap").configurations
    assert (one.basis, one.based_on) == ("other models", 6)
    assert one.tokens_in == EstimateRange(5000, 10_000, 20_000)
    assert one.cost is not None
    assert one.cost.expected == pytest.approx(10 * (1000 + 10 * 100) / 1e6)


def test_only_cells_that_are_to_be_run_count() -> None:
    cells, configurations = planned(observe_model="cheap,dear")
    found = estimate([cell for cell in cells if cell.configuration == 1][:3], configurations)
    assert [(one.label, one.episodes) for one in found.configurations] == [("dear", 3)]
    assert estimate([], configurations).cost == EstimateRange()


def test_a_record_is_made_from_a_config() -> None:
    configurations = planned(observe_model="cheap,oracle", execute_model="dear,oracle", user_model="cheap,scripted")[1]
    found = [record_of(one.config, 1, 2, None)[:3] for one in configurations]
    assert found == [("cheap", "dear", "cheap"), ("cheap", "dear", ""), ("", "", "cheap"), ("", "", "")]


@given(st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**6), st.none() | st.floats(0, 100)), max_size=8))
def test_ranges_are_in_order_and_add_up(history: list[tuple[int, int, float | None]]) -> None:
    records = [EarlierRun("gpt-4o", "gpt-4o", "", *one) for one in history]
    found = estimated(records, observe_model="gpt-4o,gpt-5")
    for span in (found.tokens_in, found.tokens_out, found.cost):
        assert 0 <= span.low <= span.expected <= span.high
    assert found.tokens_in.expected == sum(one.tokens_in.expected for one in found.configurations)
