"""The tables of plans of studies in the docs are what the code declares, and the example is a plan."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from pydantic import BaseModel

from annotation.file_formats.columns import FileColumn, answer_columns
from annotation.file_formats.play_columns import run_columns
from annotation.plan.plan_reading import read_plan
from annotation.plan.schema import StudyPlan
from annotation.sampling.spec import SampleSpec


def table_of(model: type[BaseModel]) -> str:
    rows = ["| Key | Default | Meaning |", "|---|---|---|"]
    for name, field in model.model_fields.items():
        rows.append(f"| `{name}` | {_default(name, field.default)} | {field.description} |")
    return "\n".join(rows)


def _default(name: str, value: object) -> str:
    if name == "title":
        return ""
    if name in ("guidelines", "consent"):
        return "built-in text"
    if name == "questions":
        return "decision"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value) if value not in (None, "", (), {}) else "none"


def column_table(columns: Iterable[FileColumn]) -> str:
    rows = ["| Column | Meaning |", "|---|---|"]
    return "\n".join([*rows, *(f"| `{column.name}` | {column.about} |" for column in columns)])


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "docs" / "studies.md").read_text(encoding="utf-8")


TABLES = {"plan": table_of(StudyPlan), "sample": table_of(SampleSpec), "columns": column_table(answer_columns())}
TABLES["runs"] = column_table(run_columns())


@pytest.mark.parametrize("name", TABLES)
def test_the_docs_list_what_is_declared(text: str, name: str) -> None:
    shown = text.partition(f"<!-- {name}:begin -->")[2].partition(f"<!-- {name}:end -->")[0].strip()
    assert shown == TABLES[name], f"put this between the markers of docs/studies.md:\n{TABLES[name]}"


def test_the_yaml_in_the_docs_can_be_read(text: str) -> None:
    examples = re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    assert examples
    for example in examples:
        read_plan(example, "docs/studies.md")
