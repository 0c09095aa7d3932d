"""The published schema of plans of studies: what it takes and refuses, and that the file in the docs is this one."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest

from annotation.plan.json_schema import study_schema, study_schema_text
from annotation.plan.plan_reading import plan_from
from annotation.plan.plan_writing import write_plan
from annotation.plan.schema import StudyPlan
from simulator.scenario.yaml12 import load_yaml
from tests.annotation.plan.plans import full

SCHEMA = jsonschema.Draft202012Validator(study_schema())


def test_the_published_file_is_up_to_date(root: Path) -> None:
    assert (root / "docs" / "schemas" / "study.schema.json").read_text(encoding="utf-8") == study_schema_text(), (
        "The plan has changed. Run `pare scenarios schema --write`, which rewrites docs/schemas."
    )


def test_it_is_a_schema_with_words_for_every_key() -> None:
    jsonschema.Draft202012Validator.check_schema(study_schema())
    properties = study_schema()["properties"]
    assert properties.keys() == StudyPlan.model_fields.keys()
    assert all(one["description"] for one in properties.values())


@pytest.mark.parametrize(
    "text",
    [
        "title: x",
        write_plan(plan_from(full())),
        "title: x\nquestions: [decision, missed]\nsamples: [{size: 3, runs: 4, models: gpt-5, kinds: both}]",
    ],
)
def test_it_takes_plans(text: str) -> None:
    SCHEMA.validate(load_yaml(text, "").data)


@pytest.mark.parametrize(
    "text",
    [
        "titel: x",
        "per_item: 3",
        "title: x\nper_item: 0",
        "title: x\nquestions: [decison]",
        "title: x\nquestions: []",
        "title: x\nsamples: [{size: 0}]",
        "title: x\nsamples: [{sise: 3}]",
        "title: x\ngold: [{identity: a b, right_answers: {}}]",
        "title: x\nhide_goal: 3",
    ],
)
def test_it_refuses_what_is_no_plan(text: str) -> None:
    assert not SCHEMA.is_valid(load_yaml(text, "").data)
