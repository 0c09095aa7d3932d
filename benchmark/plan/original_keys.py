"""Keys in plan files of the original benchmark that our plans lack, and their meaning here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from benchmark.plan.schema import SELECTIONS
from simulator.plans.plan_file import PlanProblem
from simulator.plans.plan_values import truth
from simulator.words.english import spoken

# Options of the command, not of the plan, with the allowed values of each. An empty tuple allows any text.
FOR_THE_COMMAND: Mapping[str, tuple[str, ...]] = {
    "results_dir": (),
    "output_dir": (),
    "export": ("true", "false"),
    "export_format": ("hf", "lite", "trace"),
    "log_level": (),
    "executor_type": ("sequential", "thread", "process"),
}
TRANSLATED: Mapping[str, str] = {
    "no_cache": "`true` is the same as cache: false.",
    "oracle": "`true` is the same as oracle for observe_model and execute_model.",
}
# For a limit the word "none" means no limit; for other keys, such as baselines, it is a value.
_LIMITS = ("limit", "max_turns", "max_cost", "judge_budget", "max_concurrent", "timeout")
# Keys of the file that each flag overrides, if these are not only the key of the same name.
_REPLACED: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(SELECTIONS, SELECTIONS),
    "cache": ("cache", "no_cache"),
    "no_cache": ("cache", "no_cache"),
    "observe_model": ("observe_model", "oracle"),
    "execute_model": ("execute_model", "oracle"),
    "oracle": ("oracle", "observe_model", "execute_model"),
}


class SortedKeys(NamedTuple):
    """The values of a plan file, split into keys of the plan and options of the command, and the problems found."""

    plan: dict[str, Any]
    command: dict[str, Any]
    problems: list[PlanProblem]


def merge_flags(file: Mapping[str, Any], flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of a file, overridden by flags. A flag also removes the keys that `_REPLACED` lists for it."""
    given = {name: value for name, value in flags.items() if value is not None}
    gone = {other for name in given for other in _REPLACED.get(name, (name,))}
    return {name: value for name, value in file.items() if name not in gone} | given


def split_keys(values: Mapping[str, Any]) -> SortedKeys:
    """Separate keys of the plan from options of the command, and translate `no_cache` and `oracle` to plan keys."""
    plan = {name: value for name, value in values.items() if not _is_nothing(name, value)}
    command = {name: plan.pop(name) for name in FOR_THE_COMMAND if name in plan}
    problems = list(_wrong_with(command))
    said: dict[str, bool] = {}
    for name in TRANSLATED:
        if name in plan:
            try:
                said[name] = truth(plan.pop(name))
            except ValueError:
                problems.append(PlanProblem(name, "The value is neither true nor false.", "Write true or false."))
    if "no_cache" in said and "cache" in plan:
        problems.append(PlanProblem("no_cache", "cache is also given.", "Keep one of them."))
    elif said.get("no_cache"):
        plan["cache"] = False
    if said.get("oracle"):
        plan |= {"observe_model": ["oracle"], "execute_model": ["oracle"]}
    return SortedKeys(plan, command, problems)


def _is_nothing(name: str, value: Any) -> bool:
    """Return whether a key has no value, or is a limit that is set to “none”."""
    return value is None or (name in _LIMITS and isinstance(value, str) and value.strip().lower() in ("none", ""))


def _wrong_with(command: dict[str, Any]) -> Iterator[PlanProblem]:
    for name, value in command.items():
        words = FOR_THE_COMMAND[name]
        written = str(value).lower() if isinstance(value, bool) else value
        if words and written not in words:
            yield PlanProblem(name, f"'{str(value)[:100]}' is not allowed.", f"Write {spoken(words, 'or')}.")
        elif not words and (not isinstance(value, str) or not value.isprintable() or not value):
            yield PlanProblem(name, "The value is not text.", "Write a name, such as results.")
        elif words == ("true", "false"):
            command[name] = written == "true"
