"""The configurations of a sweep: every way in which each scenario is to be played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple

import msgspec

from benchmark.plan.labels import labelled
from benchmark.plan.names import ROLES, Meant, Way, meant
from benchmark.plan.pairing import both_lists, pairing_problems, pairs_of
from benchmark.plan.routes import STAGES, route_problems, way_of, way_problems
from benchmark.plan.schema import BASELINES, SweepPlan
from benchmark.plan.selecting import refuse
from benchmark.plan.settings import (
    noise_content,
    noise_problems,
    prompt_problems,
    prompt_texts,
    setting_problems,
    shared_config,
)
from simulator.agents.llm.choosing import Chosen, with_chosen
from simulator.config import EpisodeConfig
from simulator.plans.problems import PlanProblem
from simulator.trace.exchange import Stage

SCRIPTED = "scripted"
Kind = Literal["model", "baseline"]


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    label: str
    """Short, and unique in its sweep."""
    kind: Kind
    observe: str
    execute: str
    user: str
    tool_failure_probability: float
    env_events_per_minute: float
    config: EpisodeConfig
    """With the default seed; `seeded` gives it another."""


class Line(NamedTuple):
    """What sets one configuration apart from the others."""

    observe: str
    execute: str
    user: str
    failures: float
    events: float


def configurations_of(plan: SweepPlan, *, keys: bool = True) -> tuple[Configuration, ...]:
    """Models first, as the plan names them, then baselines. Raises BadPlan with all that is wrong.

    `keys`: whether every model must be ready to be asked.
    """
    problems = [*configuration_problems(plan, keys=keys)]
    refuse(dict.fromkeys(problems))
    lines = lines_of(plan)
    configs = _Configs(plan, keys)
    return tuple(
        Configuration(
            label=label,
            kind="baseline" if line.observe in BASELINES else "model",
            observe=line.observe,
            execute=line.execute,
            user=line.user,
            tool_failure_probability=line.failures,
            env_events_per_minute=line.events,
            config=configs.of(line),
        )
        for line, label in zip(lines, labelled(lines), strict=True)
    )


def configuration_problems(plan: SweepPlan, *, keys: bool = True) -> Iterator[PlanProblem]:
    yield from setting_problems(plan.set)
    yield from noise_problems(plan)
    yield from prompt_problems(plan)
    found = [*pairing_problems(plan), *way_problems(plan)]
    if not both_lists(plan)[0] and not plan.baselines:
        found.append(
            PlanProblem("observe_model", "Nobody plays the assistant.", "Name a model, or leave baselines in.")
        )
    if not any(problem.field.endswith("_endpoint") for problem in found):
        found += _unknown_names(plan, keys)
    yield from found
    if not found:
        yield from route_problems(plan, pairs_of(plan))


def lines_of(plan: SweepPlan) -> tuple[Line, ...]:
    """Each once, in order of play."""
    noise = noise_levels(plan)
    named = product(pairs_of(plan), plan.user_model, noise)
    beside = product(((name, name) for name in plan.baselines), (SCRIPTED,), noise)
    return tuple(dict.fromkeys(Line(*pair, user, *levels) for part in (named, beside) for pair, user, levels in part))


def noise_levels(plan: SweepPlan) -> tuple[tuple[float, float], ...]:
    """Tool failures and events a minute. Separate: never both; an axis left at 0 adds nothing to the other."""
    failures, events = plan.tool_failure_probability, plan.env_events_per_min
    if plan.noise == "crossed":
        return tuple(product(failures, events))
    one = [(level, 0.0) for level in failures if failures != (0.0,)]
    other = [(0.0, level) for level in events if events != (0.0,)]
    return tuple(dict.fromkeys([*one, *other])) or ((0.0, 0.0),)


def seeded(configuration: Configuration, seed: int) -> EpisodeConfig:
    """The config of an episode of this configuration."""
    return configuration.config.model_copy(update={"seed": seed})


def configuration_json(configuration: Configuration) -> dict[str, Any]:
    """As plain values, to be kept."""
    fields = {name: getattr(configuration, name) for name in configuration.__struct_fields__}
    return fields | {"config": configuration.config.model_dump(mode="json")}


def configuration_from(kept: Mapping[str, Any]) -> Configuration:
    return Configuration(**{**kept, "config": EpisodeConfig.model_validate(kept["config"])})


class _Configs:
    """Makes the configs; what all of them share is read once."""

    def __init__(self, plan: SweepPlan, keys: bool) -> None:
        self._plan, self._keys = plan, keys
        self._shared = shared_config(plan)
        self._content = noise_content(plan)
        self._prompts = prompt_texts(plan)
        self._meant: dict[tuple[Stage, str], Meant] = {}

    def of(self, line: Line) -> EpisodeConfig:
        sides: tuple[tuple[Stage, str], ...] = (
            ("observe", line.observe),
            ("execute", line.execute),
            ("user", line.user),
        )
        found = {stage: self._who(stage, name) for stage, name in sides}
        chosen: dict[Stage, Chosen] = {stage: one.model for stage, one in found.items() if one.model is not None}
        changes: dict[str, Any] = {
            "user": line.user,
            "assistant": line.observe,
            "tool_failure_probability": line.failures,
            "env_events_per_minute": line.events,
            "noise_content": self._content if line.events else "",
            "prompt_texts": self._prompts if chosen else {},
        }
        return with_chosen(self._shared.model_copy(update=changes), chosen)

    def _who(self, stage: Stage, name: str) -> Meant:
        if (stage, name) not in self._meant:
            one = meant(f"{stage}_model", name, ROLES[stage], way_of(self._plan, stage), keys=self._keys)
            if isinstance(one, PlanProblem):
                refuse([one])
            else:
                self._meant[stage, name] = one
        return self._meant[stage, name]


def _unknown_names(plan: SweepPlan, keys: bool) -> Iterator[PlanProblem]:
    for stage, name, way in _named(plan):
        one = meant(f"{stage}_model", name, ROLES[stage], way, keys=keys)
        if isinstance(one, PlanProblem):
            yield one


def _named(plan: SweepPlan) -> Sequence[tuple[Stage, str, Way]]:
    """Every name of the plan once for each stage that it is for."""
    lists: dict[Stage, tuple[str, ...]] = {stage: getattr(plan, f"{stage}_model") for stage in STAGES}
    return [(stage, name, way_of(plan, stage)) for stage, names in lists.items() for name in dict.fromkeys(names)]
