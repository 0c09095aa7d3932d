"""Cells: every one once, in an order that covers the whole grid early, and all problems before any."""

from __future__ import annotations

import time
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmark.plan import cells
from benchmark.plan.cells import PlannedCell, cells_of, unfold
from benchmark.plan.configurations import configurations_of, seeded
from benchmark.plan.result_keys import key_of
from simulator.plans.plan_file import BadPlan
from simulator.scenario.splits import Splits
from tests.benchmark.plan.plans import plan, ref, slugs

EMPTY = Splits([])
FEW = [ref("apples"), ref("bread")]


@given(
    st.lists(slugs, min_size=1, max_size=4, unique=True),
    st.lists(st.integers(-3, 10**9), min_size=1, max_size=3, unique=True),
    st.integers(1, 3),
    st.lists(st.sampled_from(["oracle", "silent", "eager", "random", "gpt-5"]), min_size=1, max_size=4, unique=True),
    st.lists(st.sampled_from([0, 0.1, 0.4]), min_size=1, max_size=2, unique=True),
)
def test_every_cell_comes_once_in_order(
    scenarios: list[str], seeds: list[int], runs: int, names: list[str], failures: list[float]
) -> None:
    one = plan(observe_model=names, baselines="none", seeds=seeds, runs=runs, tool_failure_probability=failures)
    configurations = configurations_of(one, keys=False)
    cells = cells_of([ref(slug) for slug in scenarios], configurations, one)
    expected = product(range(1, runs + 1), seeds, scenarios, range(len(configurations)))
    assert [(cell.run, cell.seed, cell.scenario, cell.configuration) for cell in cells] == list(expected)
    assert len(cells) == len(scenarios) * len(names) * len(failures) * len(seeds) * runs
    assert len({cell[:4] for cell in cells}) == len(cells)


def test_the_key_of_a_cell_is_that_of_its_episode() -> None:
    one = plan(observe_model="gpt-5", seeds=[0, 7], runs=2)
    configurations = configurations_of(one, keys=False)
    for cell in cells_of(FEW, configurations, one):
        config = seeded(configurations[cell.configuration], cell.seed)
        assert config.seed == cell.seed
        assert cell.key == key_of(f"hash of {cell.scenario}", config, cell.run)


def test_who_plays_alike_every_time_has_one_key_for_all_runs_with_a_seed() -> None:
    one = plan(observe_model="gpt-5", baselines="random", seeds=[0, 1], runs=3)
    cells = cells_of(FEW, configurations_of(one, keys=False), one)
    by_model, by_baseline = ({cell.key for cell in cells if cell.configuration == index} for index in (0, 1))
    assert len(by_model) == 2 * 2 * 3
    assert len(by_baseline) == 2 * 2


def test_a_plan_unfolds() -> None:
    one = plan(seeds=[0, 1, 2], baselines="oracle,silent")
    found = unfold(one, FEW, EMPTY)
    assert [ref.slug for ref in found.scenarios] == ["apples", "bread"]
    assert [configuration.label for configuration in found.configurations] == ["oracle", "silent"]
    assert len(found.cells) == 12
    assert found.cells[0] == PlannedCell("apples", 0, 0, 1, found.cells[0].key)


def test_problems_of_scenarios_and_players_come_together() -> None:
    with pytest.raises(BadPlan) as caught:
        unfold(plan(split="nothing", observe_model="gpt-55"), FEW, EMPTY)
    assert [problem.field for problem in caught.value.problems] == ["split", "observe_model"]


def test_a_grid_that_is_empty_or_too_large_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    one = plan(runs=2, baselines="oracle")
    configurations = configurations_of(one)
    with pytest.raises(BadPlan, match="no runs to play"):
        cells_of([], configurations, one)
    monkeypatch.setattr(cells, "MOST_CELLS", 3)
    said = r"runs: The plan has 4 runs \(2 scenarios × 1 configuration × 1 seed × 2 runs\); a sweep can have at most 3"
    with pytest.raises(BadPlan, match=said):
        cells_of(FEW, configurations, one)


def test_ten_thousand_cells_take_no_time() -> None:
    one = plan(observe_model="gpt-5,gpt-5-mini", seeds=list(range(10)), runs=5)
    configurations = configurations_of(one, keys=False)
    scenarios = [ref(f"s{number}") for number in range(34)]
    began = time.process_time()
    assert len(cells_of(scenarios, configurations, one)) == 11_900
    assert time.process_time() - began < 4
