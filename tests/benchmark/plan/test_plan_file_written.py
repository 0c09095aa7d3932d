"""A plan that is written is read back as it was, and the file is one that people like to keep."""

from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given

from benchmark.plan.json_schema import sweep_schema
from benchmark.plan.plan_file import read_plan, write_plan
from benchmark.plan.schema import SweepPlan
from simulator.scenario.yaml12 import load_yaml
from tests.benchmark.plan.plans import plan, plans

SCHEMA = jsonschema.Draft202012Validator(sweep_schema())


@given(plans())
def test_a_plan_is_read_back_exactly(one: SweepPlan) -> None:
    text = write_plan(one)
    again = read_plan(text, files=False)
    assert again.plan == one
    assert again.command_options == {}
    assert write_plan(again.plan) == text


@given(plans())
def test_a_plan_goes_through_json(one: SweepPlan) -> None:
    assert SweepPlan.model_validate_json(one.model_dump_json()) == one


@given(plans())
def test_whatever_is_written_satisfies_the_published_schema(one: SweepPlan) -> None:
    SCHEMA.validate(load_yaml(write_plan(one), "").data)


LOOK_OTHERWISE = (
    'yes null 1e5 0o17 12:30 true -a a:b #x é "hi" back\\slash ~ [a *a &a !a … 0x1f .5 1_000 {a} a] %a @a `a |'
)


@pytest.mark.parametrize("text", [*LOOK_OTHERWISE.split(), "- a", "a: b", "a #b", "two  spaces"])
def test_a_text_that_looks_like_something_else_stays_a_text(text: str) -> None:
    one = plan(split=text)
    assert one.split == text
    assert read_plan(write_plan(one)).plan == one


def test_only_what_differs_and_the_essentials_are_written_each_with_its_meaning() -> None:
    one = plan(observe_model="gpt-5", max_cost=2.5)
    data = load_yaml(write_plan(one), "").data
    assert data == {
        "experiment_name": "benchmark",
        "split": "all",
        "observe_model": ["gpt-5"],
        "user_model": ["scripted"],
        "baselines": ["oracle", "silent", "eager", "random", "parrot"],
        "noise": "separate",
        "seeds": [0],
        "runs": 1,
        "max_cost": 2.5,
    }
    for key in data:
        assert f"# {SweepPlan.model_fields[key].description}\n{key}: " in write_plan(one)


def test_baselines_that_are_left_out_stay_out() -> None:
    one = plan(observe_model="gpt-5", baselines="none")
    assert "baselines: []" in write_plan(one)
    assert read_plan(write_plan(one)).plan.baselines == ()


def test_a_long_list_has_a_line_for_each() -> None:
    slugs = [f"a_rather_long_name_of_a_scenario_{number}" for number in range(9)]
    text = write_plan(plan(split=None, scenarios=slugs))
    assert "scenarios:\n" + "\n".join(f"  - {slug}" for slug in slugs) in text
