"""Options of a plan that all its configurations share: `set`, iterations, noise content and prompts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from benchmark.plan.schema import SweepPlan
from simulator.config import EpisodeConfig
from simulator.options import BadOption, config_of, known_option, read_option
from simulator.plans.plan_file import PlanProblem
from simulator.scenario.noise.noise_content import NoiseError, content_for, own_file
from simulator.scenario.problems import close_to, listed
from simulator.words.english import capital

# Options of a run that are keys of the plan, with the key to use instead; `set` takes all others.
KEYS = {
    "user": "user_model",
    "assistant": "observe_model",
    "seed": "seeds",
    "max_turns": "max_turns",
    "user_model": "user_model",
    "observe_model": "observe_model",
    "execute_model": "execute_model",
    "prompt_set": "prompts",
    "prompt_texts": "prompts",
    "model_routes": "observe_endpoint",
    "experiment_name": "experiment_name",
    "user_iterations": "user_max_iterations",
    "observe_iterations": "observe_max_iterations",
    "execute_iterations": "execute_max_iterations",
    "tool_failure_probability": "tool_failure_probability",
    "env_events_per_minute": "env_events_per_min",
    "env_events_seed": "env_events_seed",
}
_ALIKE = ("max_turns", "env_events_seed", "experiment_name")
_JSON: TypeAdapter[Any] = TypeAdapter(Any)


def setting_problems(given: Mapping[str, Any]) -> Iterator[PlanProblem]:
    """Yield the problems with `given`, the options under the plan's key `set`."""
    read: dict[str, Any] = {}
    free = [name for name in EpisodeConfig.model_fields if name not in KEYS]
    for name, value in given.items():
        option = str(name).strip().replace("-", "_")
        if option in KEYS:
            remedy = f"Use the key {KEYS[option]} of the plan."
            yield PlanProblem("set", f"'{option}' can’t be set here.", remedy)
        elif option not in free:
            problem = f"There is no setting '{option[:100]}'{close_to(option, free)}."
            yield PlanProblem("set", problem, f"Settings are: {listed(free, option)}")
        elif option in read:
            yield PlanProblem("set", f"'{option}' is given twice.", "Keep one of them.")
        else:
            try:
                read[option] = read_option(option, value)
            except BadOption as error:
                yield PlanProblem("set", *_in_two(str(error)))
    try:
        config_of(read)
    except BadOption as error:
        yield PlanProblem("set", *_in_two(str(error)))


def plain_settings(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of `set`, which must have no problems, as plain values for a file."""
    read = {known_option(name): read_option(known_option(name), value) for name, value in given.items()}
    return {name: _JSON.dump_python(value, mode="json") for name, value in sorted(read.items())}


def shared_config(plan: SweepPlan) -> EpisodeConfig:
    """Return the config that all runs share, without players, seed and noise levels. Raises BadOption."""
    options = {known_option(name): read_option(known_option(name), value) for name, value in plan.set.items()}
    stages = ("user", "observe", "execute")
    options |= {f"{stage}_iterations": getattr(plan, f"{stage}_max_iterations") for stage in stages}
    return config_of(options | {name: getattr(plan, name) for name in _ALIKE})


def noise_content(plan: SweepPlan) -> str:
    """Return the hash of the noise file, or "" for the built-in texts or no noise events. Raises NoiseError."""
    if not any(plan.env_events_per_min):
        return ""
    if given := str(plan.set.get("noise_content", "")):
        content_for(given)
        return given
    return "" if "noise_content" in plan.set else own_file()[0]


def noise_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    try:
        noise_content(plan)
    except NoiseError as error:
        field = "set" if "noise_content" in plan.set else "env_events_per_min"
        yield PlanProblem(field, *_in_two(str(error)))


def prompt_texts(plan: SweepPlan) -> dict[str, str]:
    """Return the texts in the plan's folder of prompts, by name; empty without a folder. Raises PromptError."""
    from simulator.agents.llm.prompting import read_folder

    return read_folder(Path(plan.prompts).expanduser()) if plan.prompts else {}


def prompt_problems(plan: SweepPlan) -> Iterator[PlanProblem]:
    from simulator.agents.llm.prompting import PromptError

    try:
        prompt_texts(plan)
    except PromptError as error:
        yield PlanProblem("prompts", *_in_two(str(error)))
    except (OSError, RuntimeError, ValueError):
        yield PlanProblem("prompts", "The folder can’t be read.", "Give a folder that exists and is readable.")


def _in_two(said: str) -> tuple[str, str]:
    """Return a problem and its remedy: the message, split at its last full stop, or else at a semicolon or colon."""
    for between in (". ", "; ", ": "):
        problem, found, remedy = said.rpartition(between)
        if found:
            return f"{problem}.", capital(remedy)
    return said, "Correct it."
