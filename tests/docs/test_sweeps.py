"""The tables of plans in the docs are what the code declares, and the examples are plans."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from benchmark.plan.estimate import THUMB, EstimateRange
from benchmark.plan.plan_file import read_plan
from benchmark.plan.schema import SweepPlan


def plan_table() -> str:
    rows = ["| Key | Default | Meaning |", "|---|---|---|"]
    for name, field in SweepPlan.model_fields.items():
        default = field.default
        if isinstance(default, tuple):
            default = ", ".join(f"{value:g}" if isinstance(value, float) else str(value) for value in default)
        default = str(default).lower() if isinstance(default, bool) else default
        rows.append(f"| `{name}` | {default if default not in (None, '', {}) else 'none'} | {field.description} |")
    return "\n".join(rows)


def thumb_table() -> str:
    rows = ["| Stage | Tokens sent | Tokens written |", "|---|---|---|"]
    rows += (f"| {stage} | {_told(thumb.tokens_in)} | {_told(thumb.tokens_out)} |" for stage, thumb in THUMB.items())
    return "\n".join(rows)


def _told(span: EstimateRange) -> str:
    return f"{span.expected:,} ({span.low:,} to {span.high:,})"


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "docs" / "sweeps.md").read_text(encoding="utf-8")


def between(text: str, name: str) -> str:
    return text.partition(f"<!-- {name}:begin -->")[2].partition(f"<!-- {name}:end -->")[0].strip()


def test_the_docs_list_every_key_as_declared(text: str) -> None:
    assert between(text, "plan") == plan_table(), f"put this between the markers of docs/sweeps.md:\n{plan_table()}"


def test_the_docs_tell_the_rule_of_thumb_as_it_is(text: str) -> None:
    assert between(text, "thumb") == thumb_table(), f"put this between the markers of docs/sweeps.md:\n{thumb_table()}"


def test_the_yaml_in_the_docs_can_be_read(text: str) -> None:
    examples = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert examples
    for example in examples:
        read_plan(example, "docs/sweeps.md")
