"""Reads plans of studies from YAML or a form, and reports every problem at once with its remedy."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from annotation.plan.contradictions import contradictions
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.questions import Choice, Question
from annotation.sampling.spec import SampleSpec
from simulator.options import in_range
from simulator.plans.plan_file import BadPlan, PlanProblem, load_plan, problem_of, unknown_key
from simulator.scenario.yaml12 import Document
from simulator.words.english import capital
from simulator.words.validation import ValidationFinding, findings

_NAME = "Write lower-case letters, digits and _, starting with a letter"
# Remedies for keys whose JSON Schema says too little, or too much, for people.
_OWN_WORDS = {
    "partner": "Choose a player from the list",
    "title": "Write a title of up to 200 characters, such as Offers in March",
    "questions": "Name known questions, such as [decision, timing], or write questions with key, about, text, choices",
    "seed": "Write a whole number, such as 42",
    "runs": "Write run numbers, such as 3, 4, 9, or the first 16 characters of their content hashes",
    "per_model": "Write each model with its number of items, such as gpt-5: 10",
    "samples": "Write a list of samples, such as - size: 60",
    "practice": "Write a list of items, each with identity, right_answers and explanation",
    "gold": "Write a list of items, each with identity and right_answers",
    "left_out": "Write a list of item identities, from the list of items or an export",
    "identity": "Copy the identity from the list of items or from an export: 64 digits and letters",
    "right_answers": "Write the right value by question, such as decision: accept",
    "return_url": "Write an address that starts with https://",
    "panel_parameter": "Write a name such as PROLIFIC_PID: letters, digits, and any of _ . -",
    "guidelines": "Write a text of up to 50,000 characters",
    "consent": "Write a text of up to 50,000 characters",
    "key": _NAME,
    "value": _NAME,
    "choices": "Write two to nine choices, each with value, label and letter",
    "letter": "Write one lower-case letter other than u, g and w",
}
_Model = TypeVar("_Model", bound=BaseModel)
_PARTS: Mapping[str, type[BaseModel]] = {
    "samples": SampleSpec,
    "practice": MarkedItem,
    "gold": MarkedItem,
    "questions": Question,
    "choices": Choice,
}


def remedy_of(model: type[BaseModel], name: str) -> str:
    if name in _OWN_WORDS:
        return _OWN_WORDS[name]
    schema = _properties(model).get(name)
    return f"Write {in_range(_plain(schema))}" if schema else "See the keys of a plan in the documentation"


@cache
def _properties(model: type[BaseModel]) -> dict[str, Any]:
    found: dict[str, Any] = model.model_json_schema()["properties"]
    return found


def _plain(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema for `in_range`. In a list without fixed choices, it calls each item just a value."""
    items = schema.get("items") if schema.get("type") == "array" else None
    return {"type": "array", "items": {"type": "value"}} if items is not None and "enum" not in items else schema


def read_plan(text: str, place: str = "") -> StudyPlan:
    """Return the plan in a YAML text. Raise BadPlan with every problem and its line; `place` is the file's name."""
    values, lines, document = load_plan(text, place, "title: Offers in March")
    try:
        return plan_from(values)
    except BadPlan as bad:
        located = (one._replace(line=one.line or _line(document, lines, one.field)) for one in bad.problems)
        raise BadPlan(located, place) from None


def plan_from(values: Mapping[str, Any]) -> StudyPlan:
    """Return a plan from plain values by key; None means not given. Raise BadPlan with every problem."""
    plan = made(StudyPlan, values)
    if problems := list(contradictions(plan)):
        raise BadPlan(problems)
    return plan


def spec_from(values: Mapping[str, Any]) -> SampleSpec:
    """Return the specification of a sample from plain values by key. Raise BadPlan with every problem."""
    return made(SampleSpec, values)


def made(model: type[_Model], values: Mapping[str, Any]) -> _Model:
    """Return a model from plain values by key; None means not given. Raise BadPlan with every problem."""
    given = {name: value for name, value in values.items() if value is not None}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        raise BadPlan(dict.fromkeys(_problem(model, one) for one in findings(error))) from None


def _problem(model: type[BaseModel], finding: ValidationFinding) -> PlanProblem:
    # For a value that may have several types, Pydantic adds the name of each type to the path. The plan does not
    # contain these names.
    path = [part for part in finding.path if not str(part).startswith(("function-", "str", "int"))]
    if not path:
        return PlanProblem(_first_named(finding.message), f"{capital(finding.message)}.", "Change one of them.")
    field, last, within = _named(path), str(path[-1]), _model_at(model, path[:-1])
    if finding.kind == "extra_forbidden":
        return unknown_key(field, last, list(within.model_fields))
    return problem_of(finding, field, "Fix this entry." if last.isdigit() else remedy_of(within, last))


def _named(path: Sequence[str | int]) -> str:
    """Return a path in words, such as `samples 2, size`; entries of a list are counted from 1."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)


def _first_named(said: str) -> str:
    """Return the first key of a sample that the message names, or ""."""
    words = said.replace(",", " ").replace(";", " ").split()
    return next((word for word in words if word in SampleSpec.model_fields), "")


def _model_at(model: type[BaseModel], path: Sequence[str | int]) -> type[BaseModel]:
    for part in path:
        model = _PARTS.get(str(part), model)
    return model


def _line(document: Document, lines: Mapping[str, int], field: str) -> int:
    first = field.partition(",")[0].partition(" ")[0]
    if first not in lines:
        return 0
    # Files may have dashes in keys, which are read as underscores.
    written = next(key for key in document.data if str(key).replace("-", "_") == first)
    return document.line_of([written, *_steps(field)])


def _steps(field: str) -> Iterator[str | int]:
    """Yield the path of a field below its first key. For `samples 2, size`, yield the index 1, then `size`."""
    for place, part in enumerate(field.split(", ")):
        name, _, count = part.partition(" ")
        if place:
            yield name
        if count.isdigit():
            yield int(count) - 1
