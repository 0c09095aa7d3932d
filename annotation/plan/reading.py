"""Reads plans of studies: from YAML or from a form. All that is wrong is told at once, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from annotation.plan.contradictions import contradictions
from annotation.plan.remedies import remedy_of
from annotation.plan.schema import MarkedItem, StudyPlan
from annotation.questions import Choice, Question
from annotation.sampling.spec import SampleSpec
from simulator.phone.wording import close_to
from simulator.plans.loading import load_plan
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.scenario.problems import listed
from simulator.scenario.yaml12 import Document

_Model = TypeVar("_Model", bound=BaseModel)
_PARTS: Mapping[str, type[BaseModel]] = {
    "samples": SampleSpec,
    "practice": MarkedItem,
    "gold": MarkedItem,
    "questions": Question,
    "choices": Choice,
}


def read_plan(text: str, place: str = "") -> StudyPlan:
    """A plan from YAML; `place` is the file's name for messages. Raises BadPlan."""
    values, lines, document = load_plan(text, place, "title: Offers in March")
    try:
        return plan_from(values)
    except BadPlan as bad:
        located = (one._replace(line=one.line or _line(document, lines, one.field)) for one in bad.problems)
        raise BadPlan(located, place) from None


def plan_from(values: Mapping[str, Any]) -> StudyPlan:
    """A plan from plain values by key, as a form has them; None is the same as not given. Raises BadPlan."""
    plan = _made(StudyPlan, values)
    if problems := list(contradictions(plan)):
        raise BadPlan(problems)
    return plan


def spec_from(values: Mapping[str, Any]) -> SampleSpec:
    """A sample from plain values by key. Raises BadPlan."""
    return _made(SampleSpec, values)


def _made(model: type[_Model], values: Mapping[str, Any]) -> _Model:
    given = {name: value for name, value in values.items() if value is not None}
    try:
        return model.model_validate(given)
    except ValidationError as error:
        problems = [_told(model, one) for one in _telling(error.errors(include_url=False))]
        raise BadPlan(dict.fromkeys(problems)) from None


def _telling(errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Without lists that are too short only because what is in them does not fit."""
    inside = {one["loc"][:depth] for one in errors for depth in range(1, len(one["loc"]))}
    return [one for one in errors if one["type"] != "too_short" or one["loc"] not in inside]


def _told(model: type[BaseModel], error: ErrorDetails) -> PlanProblem:
    path = [part for part in error["loc"] if not str(part).startswith(("function-", "str", "int"))]
    field, last = _named(path), str(path[-1]) if path else ""
    if error["type"] == "extra_forbidden":
        known = list(_model_at(model, path[:-1]).model_fields)
        return PlanProblem(
            field, f"There is no key '{last}'{close_to(last, known)}", f"Keys are: {listed(known, last)}"
        )
    if error["type"] == "missing":
        return PlanProblem(field, "It is missing", remedy_of(_model_at(model, path[:-1]), last))
    said = error["msg"].removeprefix("Value error, ")
    if not path:
        return PlanProblem(_first_named(said), f"{said[:1].upper()}{said[1:]}", "Change one of them")
    remedy = remedy_of(_model_at(model, path[:-1]), last) if not last.isdigit() else "Mend this one"
    if isinstance(error["input"], Mapping) and error["type"] == "value_error":
        return PlanProblem(field, f"It does not fit: {said}", "Change one of them")
    if error["type"] == "value_error":
        return PlanProblem(field, f"'{str(error['input'])[:80]}' does not fit: {said}", remedy)
    if error["type"] in ("too_short", "string_too_short"):
        return PlanProblem(field, "Nothing is given", remedy)
    return PlanProblem(field, f"'{str(error['input'])[:80]}' does not fit", remedy)


def _named(path: Sequence[str | int]) -> str:
    """`samples 2, size`: lists are counted from 1, as people do."""
    words: list[str] = []
    for part in path:
        if isinstance(part, int) and words:
            words[-1] += f" {part + 1}"
        else:
            words.append(str(part))
    return ", ".join(words)


def _first_named(said: str) -> str:
    """The key that a rule about several keys speaks of first."""
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
    written = next(key for key in document.data if str(key).replace("-", "_") == first)
    return document.line_of([written, *_steps(field)])


def _steps(field: str) -> Iterator[str | int]:
    """Back from `samples 2, size` to what stands below `samples`."""
    for place, part in enumerate(field.split(", ")):
        name, _, count = part.partition(" ")
        if place:
            yield name
        if count.isdigit():
            yield int(count) - 1
