"""The published schema of plans: what it takes and refuses, and that the file in the docs is this one."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from benchmark.plan.json_schema import sweep_schema, sweep_schema_text
from benchmark.plan.schema import SweepPlan
from benchmark.plan.shared_options import KEYS
from simulator.config import EpisodeConfig
from simulator.scenario.yaml12 import load_yaml
from tests.benchmark.plan.test_plan_file import ORIGINAL

SCHEMA = jsonschema.Draft202012Validator(sweep_schema())


def test_the_published_file_is_up_to_date(root: Path) -> None:
    assert (root / "docs" / "schemas" / "sweep.schema.json").read_text(encoding="utf-8") == sweep_schema_text(), (
        "The plan has changed. Run `pare scenarios schema --write`, which rewrites docs/schemas."
    )


def test_it_is_a_schema_with_words_for_every_key() -> None:
    jsonschema.Draft202012Validator.check_schema(sweep_schema())
    properties = sweep_schema()["properties"]
    assert SweepPlan.model_fields.keys() <= properties.keys()
    assert all(one["description"] for one in properties.values())
    assert set(properties["set"]["properties"]) == set(EpisodeConfig.model_fields) - set(KEYS)


@pytest.mark.parametrize(
    "text",
    [
        ORIGINAL,
        "split: full",
        "filter: {}",
        "split: full\nseeds: 3\ntool_failure_probability: 0,0.1\nbaselines: none",
        "split: full\nbaselines: oracle,silent\nset: {failing_writes: '0,2', user_retries: 3}",
        "scenarios: [a, ids.txt]\nobserve_model: a,b",
    ],
)
def test_it_takes_plans(text: str) -> None:
    SCHEMA.validate(load_yaml(text, "").data)


@pytest.mark.parametrize(
    "text",
    [
        "splt: full",
        "split: full\nscenarios: a",
        "split: full\nruns: 0",
        "split: full\nmax_cost: 0",
        "split: full\nnoise: both",
        "split: full\nseeds: []",
        "filter: {app: x}",
        "split: full\nset: {seed: 3}",
        "split: full\nset: {user_style: rude}",
        "split: full\nexecutor_type: fast",
    ],
)
def test_it_refuses_what_is_none(text: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        SCHEMA.validate(load_yaml(text, "").data)
