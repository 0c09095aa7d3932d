"""The plan that a command line asks for: flags over a file over defaults, refused as a whole before anything runs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.plan.names import Way, meant
from benchmark.plan.reading import ReadPlan, read_plan
from benchmark.plan.schema import SweepPlan
from benchmark.plan.writing import write_plan
from pare_site.cli.benchmark_flags import flag_name, given_values
from pare_site.cli.exits import Trouble
from pare_site.cli.settings import split_setting
from simulator.options import BadOption
from simulator.plans.problems import BadPlan, PlanProblem
from simulator.scenario.load import Fault
from simulator.trace.writing import whole_file

DEFAULT_MODEL = "gpt-5"
"""The original's, for who watches and who acts."""
_MODELS = ("observe_model", "execute_model", "oracle", "baselines")
_SINGLE = ("observe_model", "execute_model", "user_model", "tool_failure_probability", "env_events_per_min")
"""Lists of which `pare benchmark run` takes one value as flags; what a file says is the plan, whoever plays it."""


class Asked(NamedTuple):
    plan: SweepPlan
    output: dict[str, Any]
    """What the command was told about results and traces, by the file or by flags."""
    flags: Mapping[str, Any]
    read: ReadPlan

    def refused(self, bad: BadPlan) -> Trouble:
        return refused(bad, self.flags, self.read)


def asked_for(args: argparse.Namespace) -> Asked:
    """Raises Trouble with every problem, each named by its flag, or by its key with file and line."""
    text = _text_of(args.config)
    flags = given_values(args)
    defaults = _default_models(flags, args.config)
    try:
        flags |= _settings(args.set, text, args.config, flags)
        read = read_plan(text, args.config or "", flags=flags, defaults=defaults)
        plan = _with_one_of_each(read.plan, flags) if args.one_only else read.plan
        if plan.max_concurrent is None and read.command_options.get("executor_type") == "sequential":
            plan = plan.model_copy(update={"max_concurrent": 1})
    except BadPlan as bad:
        raise refused(bad, flags) from None
    return Asked(plan, read.command_options, flags, read._replace(plan=plan))


def refused(bad: BadPlan, flags: Mapping[str, Any], read: ReadPlan | None = None) -> Trouble:
    if read is not None and read.file:
        bad = bad.located({key: line for key, line in read.lines.items() if key not in flags}, read.file)
    faults = [_fault(bad, problem, flags) for problem in bad.problems]
    return Trouble(*map(str, faults), faults=faults)


def save_plan(plan: SweepPlan, name: str) -> None:
    try:
        with whole_file(Path(name)) as handle:
            handle.write(write_plan(plan).encode())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--save-config {name} cannot be written: {reason}. Name another file.") from None


def _text_of(file: str | None) -> str:
    if file is None:
        return ""
    try:
        return Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(f"--config {file} is not UTF-8 text; a plan is a YAML file.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--config {file} cannot be read: {reason}.") from None


def _default_models(flags: Mapping[str, Any], file: str | None) -> dict[str, Any]:
    """A file says itself who plays; so does whoever names baselines only."""
    if file is not None or any(_is_named(flags.get(key)) for key in _MODELS):
        return {}
    missing = meant("observe_model", DEFAULT_MODEL, "assistant", Way())
    if isinstance(missing, PlanProblem):
        problem = f"No model is named, and the default {DEFAULT_MODEL} cannot be asked yet. {missing.remedy}"
        remedy = "Or name another, or play without one: -om oracle -em oracle"
        raise refused(BadPlan([PlanProblem("observe_model", problem, remedy)]), flags)
    return {"observe_model": [DEFAULT_MODEL], "execute_model": [DEFAULT_MODEL]}


def _is_named(value: Any) -> bool:
    return bool(value) and value != ["none"]


def _settings(pairs: list[str] | None, text: str, file: str | None, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Those of flags beside those of the file, which they do not name."""
    if not pairs:
        return {}
    values: dict[str, Any] = {}
    for pair in pairs:
        try:
            name, value = split_setting(pair)
        except BadOption as error:
            raise Trouble(f"--set: {error}") from None
        if name in values:
            raise Trouble(f"--set: '{name}' is given twice; keep one of them.")
        values[name] = value
    before = read_plan(text, file or "", flags=flags).plan.set if file else {}
    return {"set": {**before, **values}}


def _with_one_of_each(plan: SweepPlan, flags: Mapping[str, Any]) -> SweepPlan:
    remedy = "Keep one, or play all of them with `pare benchmark sweep`"
    several = [key for key in _SINGLE if key in flags and len(getattr(plan, key)) > 1]
    if several:
        problem = "`pare benchmark run` plays one of each kind, and here are several."
        raise BadPlan([PlanProblem(key, problem, remedy) for key in several])
    return plan.model_copy(update={"noise": "crossed"}) if _means_both(plan) else plan


def _means_both(plan: SweepPlan) -> bool:
    """One level of each kind of noise is both at a time, as in the original, unless somebody says how it is meant."""
    levels = (plan.tool_failure_probability, plan.env_events_per_min)
    return "noise" not in plan.model_fields_set and all(len(one) == 1 and one[0] for one in levels)


def _fault(bad: BadPlan, problem: PlanProblem, flags: Mapping[str, Any]) -> Fault:
    is_in_file = bool(bad.file) and problem.field not in flags
    name = problem.field if is_in_file or not problem.field else flag_name(problem.field)
    return Fault(bad.file if is_in_file else "", problem.line or None, name, problem.sentence)
