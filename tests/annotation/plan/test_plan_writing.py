"""Plans written as YAML: read back exactly, whatever people put into them, and fit to be kept in git."""

from __future__ import annotations

from hypothesis import given, settings

from annotation.plan.plan_reading import plan_from, read_plan
from annotation.plan.plan_writing import write_plan
from annotation.plan.schema import StudyPlan
from tests.annotation.plan.plans import full, plans


@settings(max_examples=40)
@given(plans())
def test_what_is_written_is_read_back_exactly(plan: StudyPlan) -> None:
    text = write_plan(plan)
    assert read_plan(text) == plan
    assert write_plan(read_plan(text)) == text


def test_a_full_plan_can_be_read_by_people() -> None:
    text = write_plan(plan_from(full()))
    lines = text.splitlines()
    assert lines[0].startswith("# The plan of a study.")
    assert 'title: "Offers in March"' in lines
    assert "  - decision" in lines and "  - key: tone" in lines
    assert "  - {size: 40, per_scenario: 3}" in lines
    assert "  # How to judge" in lines, "texts stand as blocks, so that a changed line is a changed line in git"
    assert "      One." in lines and "        Two." in lines
    assert not any(line.endswith(" ") for line in lines)


def test_only_what_matters_is_written() -> None:
    text = write_plan(plan_from({"title": "Offers"}))
    keys = [line.partition(":")[0] for line in text.splitlines() if line and line[0] not in "# " and ":" in line]
    assert keys == ["title", "questions", "per_item", "gold_every", "pass_mark", "guidelines", "consent"]
