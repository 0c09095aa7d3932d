"""Reads plans from YAML, flags or forms, reports all their problems at once, and writes plans as YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import ValidationError

from benchmark.plan.judge import judge_problems
from benchmark.plan.model_pairs import pairing_problems
from benchmark.plan.original_keys import FOR_THE_COMMAND, TRANSLATED, merge_flags, split_keys
from benchmark.plan.scenario_lists import ids_of
from benchmark.plan.scenario_selection import selection_problems
from benchmark.plan.schema import Filter, SweepPlan
from benchmark.plan.shared_options import plain_settings, setting_problems
from simulator.options import in_range
from simulator.plans.plan_file import BadPlan, PlanProblem, load_plan, problem_of, unknown_key
from simulator.plans.plan_values import several
from simulator.plans.plan_yaml import flow
from simulator.scenario.problems import listed
from simulator.words.validation import ValidationFinding, findings

__all__ = ["ReadPlan", "plan_of", "read_plan", "write_plan"]

_NOTHING: Mapping[str, Any] = {}
_OUT_OF_RANGE = ("greater_than_equal", "less_than_equal")


class ReadPlan(NamedTuple):
    """A plan with the command options and line numbers of its file."""

    plan: SweepPlan
    command_options: dict[str, Any]
    """Options of the command that the file sets although they are not part of the plan, such as results_dir."""
    lines: Mapping[str, int] = {}
    """The line of each key in the file; for `BadPlan.located`."""
    file: str = ""


def read_plan(
    text: str,
    file: str = "",
    *,
    flags: Mapping[str, Any] = _NOTHING,
    defaults: Mapping[str, Any] = _NOTHING,
    files: bool = True,
) -> ReadPlan:
    """Return a plan from YAML. `flags` override the file, and the file overrides `defaults`. Raises BadPlan.

    `files`: whether lists of scenarios may be read from files in the plan file's folder or the current folder.
    """
    values, lines, _ = load_plan(text, file, "split: all")
    folders = [Path(file).parent, Path()] if files else []
    # If a flag overrides a key, problems with its value must not name the key's line in the file.
    lines = {name: line for name, line in lines.items() if flags.get(name) is None}
    try:
        plan, command = _made(merge_flags(merge_flags(defaults, values), flags), folders)
    except BadPlan as bad:
        raise bad.located(lines, file) from None
    return ReadPlan(plan, command, lines, file)


def plan_of(values: Mapping[str, Any], *, files: bool = False) -> SweepPlan:
    """Return a plan from plain values by key; the value None leaves a key out. Raises BadPlan."""
    return _made(values, [Path()] if files else [])[0]


def _made(values: Mapping[str, Any], folders: Sequence[Path]) -> tuple[SweepPlan, dict[str, Any]]:
    plan, command, problems = split_keys(values)
    # Names of list files are replaced by the ids in them, so that a stored plan does not depend on other files.
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
    """Return the plan, or None if it is invalid, and all problems that can be found at once."""
    try:
        plan = SweepPlan.model_validate(values)
        return plan, [*selection_problems(plan), *_contradictions(plan)]
    except ValidationError as error:
        found = findings(error)
    # Pydantic stops at invalid fields. Checks across fields run on the rest, so that all problems come at once.
    bad = {str(one.path[0]) for one in found}
    rest = SweepPlan.model_validate({name: value for name, value in values.items() if name not in bad})
    return None, [*map(_problem, found), *(one for one in _contradictions(rest) if one.field not in bad)]


def _contradictions(plan: SweepPlan) -> Iterator[PlanProblem]:
    """Yield problems that validating each key alone does not find."""
    yield from pairing_problems(plan)
    yield from setting_problems(plan.set)
    yield from judge_problems(plan)


def _problem(finding: ValidationFinding) -> PlanProblem:
    field, *rest = map(str, finding.path)
    if finding.kind == "extra_forbidden":
        return _unknown(field, rest)
    if field in ("max_cost", "judge_budget") and finding.kind == "greater_than":
        remedy = f"Give an amount above 0, or leave out {field} for no limit."
        return PlanProblem(field, f"A budget of {finding.value} dollars pays for nothing.", remedy)
    is_outside = finding.kind in _OUT_OF_RANGE and field != "filter"
    return problem_of(finding, field, f"Write {_takes(field)}." if is_outside else _remedy(field))


def _unknown(field: str, rest: Sequence[str]) -> PlanProblem:
    if rest:
        return unknown_key(field, rest[0], list(Filter.model_fields))
    return unknown_key(field, field, [*SweepPlan.model_fields, *FOR_THE_COMMAND, *TRANSLATED])


def _remedy(field: str) -> str:
    if field == "filter":
        return f"Write {listed(Filter.model_fields)} under filter, each with a list."
    if field == "set":
        return "Write options under set, such as user_style: lenient."
    if field == "experiment_name":
        return "Write a name such as benchmark."
    # Seeds are limited to 64 bits; the range in numbers would not help anyone.
    if field == "seeds":
        return "Write whole numbers, such as 0, 1, 2."
    if field == "env_events_seed":
        return "Write a whole number, such as 42."
    return f"Write {_takes(field)}."


@cache
def _properties() -> dict[str, Any]:
    properties: dict[str, Any] = SweepPlan.model_json_schema()["properties"]
    return properties


def _takes(field: str) -> str:
    """Return the allowed values of a key in words."""
    return in_range(_properties()[field])


# These keys are written even with their default values, unless they are empty. A file without `noise` may come from
# the original benchmark, where one level of tool failures and one of events mean both at once. So `noise` is always
# written.
ESSENTIAL = ("experiment_name", "observe_model", "execute_model", "user_model", "baselines", "noise", "seeds", "runs")
HEADER = """\
# The plan of a sweep. `pare benchmark run --config FILE` plays it; docs/sweeps.md explains every key.
"""
_WIDTH = 100


def write_plan(plan: SweepPlan) -> str:
    """Return the plan as commented YAML: the keys in ESSENTIAL, and other keys that differ from their defaults."""
    parts = [HEADER]
    for name, field in SweepPlan.model_fields.items():
        value = getattr(plan, name)
        is_needed = name in ESSENTIAL and (value not in ((), None) or value != field.default)
        if value != field.default or is_needed:
            written = _written(name, plan.model_dump(mode="json")[name])
            parts.append(f"\n# {field.description}\n{written}\n")
    return "".join(parts)


def _written(name: str, value: Any) -> str:
    if name == "filter":
        value = {key: items for key, items in value.items() if items}
    line = f"{name}: {flow(value)}"
    if len(line) <= _WIDTH or not isinstance(value, list | dict) or not value:
        return line
    if isinstance(value, list):
        return "\n".join([f"{name}:", *(f"  - {flow(item)}" for item in value)])
    return "\n".join([f"{name}:", *(f"  {flow(key)}: {flow(item)}" for key, item in value.items())])
