"""Reads plans: from YAML, from flags, from a form. All that is wrong is told at once, in plain words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from benchmark.plan.original import FOR_THE_COMMAND, TRANSLATED, laid_over, sorted_out
from benchmark.plan.pairing import pairing_problems
from benchmark.plan.scenario_files import ids_of
from benchmark.plan.schema import Filter, SweepPlan
from benchmark.plan.selecting import selection_problems
from benchmark.plan.settings import plain_settings, setting_problems
from benchmark.plan.writing import write_plan
from simulator.options import in_range
from simulator.phone.wording import close_to
from simulator.plans.loading import load_plan
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.plans.values import several
from simulator.scenario.problems import listed

__all__ = ["ReadPlan", "plan_of", "read_plan", "write_plan"]

_NOTHING: Mapping[str, Any] = {}
_OUT_OF_RANGE = ("greater_than_equal", "less_than_equal")


class ReadPlan(NamedTuple):
    plan: SweepPlan
    command_options: dict[str, Any]
    """What the file says about where and how the command works, such as results_dir."""
    lines: Mapping[str, int] = {}
    """By key, where it stands in the file; for `BadPlan.located`."""
    file: str = ""


def read_plan(
    text: str,
    file: str = "",
    *,
    flags: Mapping[str, Any] = _NOTHING,
    defaults: Mapping[str, Any] = _NOTHING,
    files: bool = True,
) -> ReadPlan:
    """A plan from YAML. `flags` win over the file, and the file over `defaults`. Raises BadPlan.

    `files`: whether lists of scenarios may be read from other files, beside this one or in the current folder.
    """
    values, lines, _ = load_plan(text, file, "split: all")
    folders = [Path(file).parent, Path()] if files else []
    lines = {name: line for name, line in lines.items() if flags.get(name) is None}
    try:
        plan, command = _made(laid_over(laid_over(defaults, values), flags), folders)
    except BadPlan as bad:
        raise bad.located(lines, file) from None
    return ReadPlan(plan, command, lines, file)


def plan_of(values: Mapping[str, Any], *, files: bool = False) -> SweepPlan:
    """A plan from plain values by key, as flags or a form have them; None is the same as not given. Raises BadPlan."""
    return _made(values, [Path()] if files else [])[0]


def _made(values: Mapping[str, Any], folders: Sequence[Path]) -> tuple[SweepPlan, dict[str, Any]]:
    plan, command, problems = sorted_out(values)
    entries = several(plan.get("scenarios", []))
    ids = ids_of([str(entry) for entry in entries], folders)
    problems += (one for one in ids if isinstance(one, PlanProblem))
    if entries:
        plan["scenarios"] = [one for one in ids if isinstance(one, str)]
    made, wrong = _validated(plan)
    problems += wrong
    if made is None or problems:
        raise BadPlan(dict.fromkeys(problems))
    return made.model_copy(update={"set": plain_settings(made.set)}), command


def _validated(values: Mapping[str, Any]) -> tuple[SweepPlan | None, list[PlanProblem]]:
    """The plan, or whatever of it can be checked, and what is wrong with it."""
    try:
        plan = SweepPlan.model_validate(values)
        return plan, [*selection_problems(plan), *_contradictions(plan)]
    except ValidationError as error:
        found = _telling(error.errors(include_url=False))
    problems = list(map(_told, found))
    bad = {str(one["loc"][0]) for one in found}
    rest = SweepPlan.model_validate({name: value for name, value in values.items() if name not in bad})
    return None, [*problems, *(one for one in _contradictions(rest) if one.field not in bad)]


def _telling(errors: Sequence[ErrorDetails]) -> list[ErrorDetails]:
    """Without lists that are too short only because what is in them does not fit."""
    inside = {one["loc"][0] for one in errors if len(one["loc"]) > 1}
    return [one for one in errors if one["type"] != "too_short" or one["loc"][0] not in inside]


def _contradictions(plan: SweepPlan) -> Iterator[PlanProblem]:
    """What each key for itself does not show."""
    yield from pairing_problems(plan)
    yield from setting_problems(plan.set)
    if not plan.observe_model and not plan.execute_model and not plan.baselines:
        yield PlanProblem("observe_model", "Nobody plays the assistant.", "Name a model, or leave baselines in.")


def _told(error: ErrorDetails) -> PlanProblem:
    field, *rest = map(str, error["loc"])
    if error["type"] == "extra_forbidden":
        return _unknown_key(field, rest)
    value = str(error["input"])[:100]
    if error["type"] == "value_error":
        said = error["msg"].removeprefix("Value error, ")
        return PlanProblem(field, f"'{value}' does not fit: {said}.", _remedy(field))
    if field == "max_cost" and error["type"] == "greater_than":
        remedy = "Give an amount above 0, or leave max_cost out for no limit."
        return PlanProblem(field, f"A budget of {value} dollars pays for nothing.", remedy)
    if error["type"] in ("too_short", "string_too_short"):
        return PlanProblem(field, "Nothing is given.", _remedy(field))
    if error["type"] == "too_long":
        return PlanProblem(field, "These are too many.", f"Give at most {error['ctx']['max_length']:,}.")
    if error["type"] in _OUT_OF_RANGE and field != "filter":
        return PlanProblem(field, f"'{value}' does not fit.", f"Write {_takes(field)}.")
    return PlanProblem(field, f"'{value}' does not fit.", _remedy(field))


def _unknown_key(field: str, rest: Sequence[str]) -> PlanProblem:
    if rest:
        known = list(Filter.model_fields)
        return PlanProblem(field, f"There is no key '{rest[0]}'{close_to(rest[0], known)}.", f"Use {listed(known)}.")
    known = [*SweepPlan.model_fields, *FOR_THE_COMMAND, *TRANSLATED]
    problem = f"There is no key '{field}'{close_to(field, known)}."
    return PlanProblem(field, problem, f"Keys are: {listed(known, field)}")


def _remedy(field: str) -> str:
    if field == "filter":
        return f"Write {listed(Filter.model_fields)} under it, each with a list."
    if field == "set":
        return "Write options under it, such as user_style: lenient."
    if field == "experiment_name":
        return "Write a name such as benchmark."
    # Their limits are those of 64 bits, which help nobody who is not beyond them.
    if field == "seeds":
        return "Write whole numbers one by one, such as 0, 1, 2."
    if field == "env_events_seed":
        return "Write a whole number, such as 42."
    return f"Write {_takes(field)}."


@cache
def _properties() -> dict[str, Any]:
    properties: dict[str, Any] = SweepPlan.model_json_schema()["properties"]
    return properties


def _takes(field: str) -> str:
    """What may be given for a key, in words."""
    return in_range(_properties()[field])
