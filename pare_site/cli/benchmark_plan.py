"""Builds a plan from flags, a plan file and defaults, and reports every problem before anything runs."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from benchmark.plan.plan_file import ReadPlan, read_plan, write_plan
from benchmark.plan.player_names import PlanRoute, resolve_player
from benchmark.plan.schema import SweepPlan
from pare_site.cli.benchmark_flags import flag_name, given_values
from pare_site.cli.exits import Trouble
from pare_site.cli.run_settings import split_setting
from simulator.options import BadOption
from simulator.plans.plan_file import BadPlan, PlanProblem
from simulator.scenario.load import ScenarioFault
from simulator.trace.trace_writer import whole_file

# The default of the original benchmark, for observe and execute.
DEFAULT_MODEL = "gpt-5"
_MODELS = ("observe_model", "execute_model", "oracle", "baselines")
# `pare benchmark run` accepts only one value for each of these flags. A plan file may still contain lists.
_SINGLE = ("observe_model", "execute_model", "user_model", "tool_failure_probability", "env_events_per_min")


class RequestedSweep(NamedTuple):
    """The plan that a command line asks for, with the flags and the plan file that it was made from."""

    plan: SweepPlan
    output: dict[str, Any]
    """Options for results and traces, from the file or from flags."""
    flags: Mapping[str, Any]
    read: ReadPlan

    def refused(self, bad: BadPlan) -> Trouble:
        return refused(bad, self.flags, self.read)


def requested_sweep(args: argparse.Namespace) -> RequestedSweep:
    """Return the sweep that flags and plan file ask for.

    Raises Trouble with a list of all problems, each with its flag, or with its key, file and line.
    """
    text = _text_of(args.config)
    flags = given_values(args)
    defaults = _default_models(flags, args.config)
    try:
        flags |= _settings(args.set, text, args.config, flags)
        read = read_plan(text, args.config or "", flags=flags, defaults=defaults)
        plan = _with_one_of_each(read.plan, flags) if args.one_only else read.plan
        # The original benchmark's way to say "one run at a time".
        if plan.max_concurrent is None and read.command_options.get("executor_type") == "sequential":
            plan = plan.model_copy(update={"max_concurrent": 1})
    except BadPlan as bad:
        raise refused(bad, flags) from None
    return RequestedSweep(plan, read.command_options, flags, read._replace(plan=plan))


def refused(bad: BadPlan, flags: Mapping[str, Any], read: ReadPlan | None = None) -> Trouble:
    """Return the error for a bad plan. Each problem is shown with its flag, or with its file and line."""
    if read is not None and read.file:
        bad = bad.located({key: line for key, line in read.lines.items() if key not in flags}, read.file)
    faults = [_fault(bad, problem, flags) for problem in bad.problems]
    return Trouble(*map(str, faults), faults=faults)


def save_plan(plan: SweepPlan, name: str) -> None:
    """Write the plan as YAML for `--save-config`. Raises Trouble if the file can't be written."""
    try:
        with whole_file(Path(name)) as handle:
            handle.write(write_plan(plan).encode())
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--save-config: {name} cannot be written: {reason}. Choose a different file.") from None


def _text_of(file: str | None) -> str:
    if file is None:
        return ""
    try:
        # Some editors write a byte order mark, which must not become part of the first key.
        return Path(file).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise Trouble(f"--config: {file} is not UTF-8 text. Give a YAML file with a plan.") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Trouble(f"--config: {file} cannot be read: {reason}. Check its name and permissions.") from None


def _default_models(flags: Mapping[str, Any], file: str | None) -> dict[str, Any]:
    """Return the default models; empty if there is a plan file, or a flag names models or baselines.

    Raises Trouble if the default model is not set up.
    """
    if file is not None or any(_is_named(flags.get(key)) for key in _MODELS):
        return {}
    missing = resolve_player("observe_model", DEFAULT_MODEL, "assistant", PlanRoute())
    if isinstance(missing, PlanProblem):
        problem = f"No model is given, and the default {DEFAULT_MODEL} is not set up. {missing.remedy}"
        remedy = "Or give a different model, or play without a model: -om oracle -em oracle"
        raise refused(BadPlan([PlanProblem("observe_model", problem, remedy)]), flags)
    return {"observe_model": [DEFAULT_MODEL], "execute_model": [DEFAULT_MODEL]}


def _is_named(value: Any) -> bool:
    return bool(value) and value != ["none"]


def _settings(pairs: list[str] | None, text: str, file: str | None, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of --set, and those of the plan file that --set does not override. Raises Trouble."""
    if not pairs:
        return {}
    values: dict[str, Any] = {}
    for pair in pairs:
        try:
            name, value = split_setting(pair)
        except BadOption as error:
            raise Trouble(f"--set: {error}") from None
        if name in values:
            raise Trouble(f"--set: '{name}' is given twice. Keep one of them.")
        values[name] = value
    # A flag replaces a key of the file as a whole, but one --set should not drop the other options of `set`.
    before = read_plan(text, file or "", flags=flags).plan.set if file else {}
    return {"set": {**before, **values}}


def _with_one_of_each(plan: SweepPlan, flags: Mapping[str, Any]) -> SweepPlan:
    remedy = "Keep one value, or use `pare benchmark sweep`"
    several = [key for key in _SINGLE if key in flags and len(getattr(plan, key)) > 1]
    if several:
        problem = "`pare benchmark run` takes one value here, but several are given."
        raise BadPlan([PlanProblem(key, problem, remedy) for key in several])
    return plan.model_copy(update={"noise": "crossed"}) if _means_both(plan) else plan


def _means_both(plan: SweepPlan) -> bool:
    """Return whether each run gets both kinds of noise: each has one level above 0, and the plan has no key `noise`."""
    levels = (plan.tool_failure_probability, plan.env_events_per_min)
    return "noise" not in plan.model_fields_set and all(len(one) == 1 and one[0] for one in levels)


def _fault(bad: BadPlan, problem: PlanProblem, flags: Mapping[str, Any]) -> ScenarioFault:
    is_in_file = bool(bad.file) and problem.field not in flags
    name = problem.field if is_in_file or not problem.field else flag_name(problem.field)
    return ScenarioFault(bad.file if is_in_file else "", problem.line or None, name, problem.sentence)
