"""The keys of a plan's YAML file, with the lines on which they stand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from simulator.plans.problems import BadPlan, PlanProblem
from simulator.scenario.yaml12 import Document, YamlError, load_yaml


class Loaded(NamedTuple):
    values: dict[str, Any]
    lines: dict[str, int]
    document: Document


def load_plan(text: str, file: str, example: str) -> Loaded:
    """`example`: a line as such a plan has it, for who gives something else. A dash is as good as an underscore."""
    try:
        document = load_yaml(text, file)
    except YamlError as error:
        problem = f"{error.problem[:1].upper()}{error.problem[1:]}."
        raise BadPlan([PlanProblem("", problem, error.remedy, error.line)], file) from None
    data = {} if document.data is None else document.data
    if not isinstance(data, Mapping):
        raise BadPlan([PlanProblem("", "This is no plan.", f"Write one key a line, such as {example}.", 1)], file)
    values: dict[str, Any] = {}
    lines: dict[str, int] = {}
    twice: list[PlanProblem] = []
    for written, value in data.items():
        name, line = str(written).replace("-", "_"), document.line_of([written])
        if name in values:
            twice.append(PlanProblem(name, "The key is given twice.", "Keep one of them.", line))
        values[name], lines[name] = value, line
    if twice:
        raise BadPlan(twice, file)
    return Loaded(values, lines, document)
