"""The configurations of a sweep: every combination of models, user and noise, with a label."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Literal, NamedTuple

import msgspec

from benchmark.plan.model_pairs import pairing_problems, pairs_of
from benchmark.plan.model_routes import STAGES, route_problems, way_of, way_problems
from benchmark.plan.player_names import ROLES, NamedPlayer, PlanRoute, resolve_player
from benchmark.plan.scenario_selection import refuse
from benchmark.plan.schema import BASELINES, SweepPlan
from benchmark.plan.shared_options import (
    noise_content,
    noise_problems,
    prompt_problems,
    prompt_texts,
    setting_problems,
    shared_config,
)
from simulator.agents.llm.choosing import Chosen, with_chosen
from simulator.config import EpisodeConfig
from simulator.plans.plan_file import PlanProblem
from simulator.plans.plan_values import plain_number
from simulator.trace.exchange import Stage

SCRIPTED = "scripted"
Kind = Literal["model", "baseline"]


class Configuration(msgspec.Struct, frozen=True, kw_only=True):
    """One combination of players and noise levels, with which each scenario is played."""

    label: str
    """A short name, unique in the sweep."""
    kind: Kind
    observe: str
    execute: str
    user: str
    tool_failure_probability: float
    env_events_per_minute: float
    config: EpisodeConfig
    """Options of a run, with the default seed; `seeded` sets the seed of a cell."""


class ConfigurationKey(NamedTuple):
    """The values that tell one configuration from the others."""

    observe: str
    execute: str
    user: str
    failures: float
    events: float


def configurations_of(plan: SweepPlan, *, keys: bool = True) -> tuple[Configuration, ...]:
    """Return the configurations: models in the order of the plan, then baselines.

    Raises BadPlan with all problems of the configurations. `keys`: require that each model is set up.
    """
    problems = [*configuration_problems(plan, keys=keys)]
    refuse(dict.fromkeys(problems))
    lines = configuration_keys(plan)
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
    # With an unusable provider or endpoint, every model name of that stage would be reported as unknown.
    if not any(problem.field.endswith(("_endpoint", "_provider")) for problem in found):
        found += _unknown_names(plan, keys)
    yield from found
    # Routes can be compared only once every name resolves.
    if not found:
        yield from route_problems(plan, pairs_of(plan))


def configuration_keys(plan: SweepPlan) -> tuple[ConfigurationKey, ...]:
    """Return the distinct keys of the configurations: models in the order of the plan, then baselines."""
    noise = noise_levels(plan)
    named = product(pairs_of(plan), plan.user_model, noise)
    beside = product(((name, name) for name in plan.baselines), (SCRIPTED,), noise)
    return tuple(
        dict.fromkeys(ConfigurationKey(*pair, user, *levels) for part in (named, beside) for pair, user, levels in part)
    )


def noise_levels(plan: SweepPlan) -> tuple[tuple[float, float], ...]:
    """Return pairs of a tool failure probability and a number of events per minute.

    Unless noise is crossed, at most one of the two is above 0.
    """
    failures, events = plan.tool_failure_probability, plan.env_events_per_min
    if plan.noise == "crossed":
        return tuple(product(failures, events))
    # A list left at its default of 0 adds nothing: tool failures of 0.1 alone give no configuration without noise.
    one = [(level, 0.0) for level in failures if failures != (0.0,)]
    other = [(0.0, level) for level in events if events != (0.0,)]
    return tuple(dict.fromkeys([*one, *other])) or ((0.0, 0.0),)


def seeded(configuration: Configuration, seed: int) -> EpisodeConfig:
    """Return the config of the runs that play this configuration with this seed."""
    return configuration.config.model_copy(update={"seed": seed})


def configuration_json(configuration: Configuration) -> dict[str, Any]:
    """Return the configuration as plain values, to be stored."""
    fields = {name: getattr(configuration, name) for name in configuration.__struct_fields__}
    return fields | {"config": configuration.config.model_dump(mode="json")}


def configuration_from(kept: Mapping[str, Any]) -> Configuration:
    return Configuration(**{**kept, "config": EpisodeConfig.model_validate(kept["config"])})


class _Configs:
    """Makes the configs of a plan. Shared options, prompts and noise texts are read only once."""

    def __init__(self, plan: SweepPlan, keys: bool) -> None:
        self._plan, self._keys = plan, keys
        self._shared = shared_config(plan)
        self._content = noise_content(plan)
        self._prompts = prompt_texts(plan)
        self._meant: dict[tuple[Stage, str], NamedPlayer] = {}

    def of(self, line: ConfigurationKey) -> EpisodeConfig:
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
            # Set only for configurations with events, so that the others keep their hash when the noise texts change.
            "noise_content": self._content if line.events else "",
            "prompt_texts": self._prompts if chosen else {},
        }
        return with_chosen(self._shared.model_copy(update=changes), chosen)

    def _who(self, stage: Stage, name: str) -> NamedPlayer:
        # Resolve each name only once, because resolving reads the model list and may search installed packages.
        if (stage, name) not in self._meant:
            one = resolve_player(f"{stage}_model", name, ROLES[stage], way_of(self._plan, stage), keys=self._keys)
            if isinstance(one, PlanProblem):
                refuse([one])
            else:
                self._meant[stage, name] = one
        return self._meant[stage, name]


def _unknown_names(plan: SweepPlan, keys: bool) -> Iterator[PlanProblem]:
    for stage, name, way in _named(plan):
        one = resolve_player(f"{stage}_model", name, ROLES[stage], way, keys=keys)
        if isinstance(one, PlanProblem):
            yield one


def _named(plan: SweepPlan) -> Sequence[tuple[Stage, str, PlanRoute]]:
    """Return the stage, name and route of every player or model in the plan, each name once per stage."""
    lists: dict[Stage, tuple[str, ...]] = {stage: getattr(plan, f"{stage}_model") for stage in STAGES}
    return [(stage, name, way_of(plan, stage)) for stage, names in lists.items() for name in dict.fromkeys(names)]


def labelled(lines: Sequence[ConfigurationKey]) -> list[str]:
    """Return a unique label for each configuration.

    A label names the user or a noise level only if configurations with the same models differ in it.
    """
    values: dict[tuple[str, str], list[set[object]]] = {}
    for line in lines:
        seen = values.setdefault(line[:2], [set(), set(), set()])
        for axis, value in zip(seen, line[2:], strict=True):
            axis.add(value)
    return [_label(line, [len(axis) > 1 for axis in values[line[:2]]]) for line in lines]


def _label(line: ConfigurationKey, varies: Sequence[bool]) -> str:
    who = line.observe if line.observe == line.execute else f"{line.observe} / {line.execute}"
    users, failures, events = varies
    parts = [who]
    if users:
        parts.append(f"user {line.user}")
    if failures and line.failures:
        parts.append(f"tool failures {plain_number(line.failures)}")
    if events and line.events:
        parts.append(f"{plain_number(line.events)} {'event' if line.events == 1 else 'events'} a minute")
    return ", ".join(parts)
