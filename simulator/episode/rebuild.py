"""Rebuilds an episode from a trace, up to any moment, to view the run or to continue it from there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from pydantic import ValidationError

from simulator.agents.policy import AssistantView, UserView
from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.episode.trace_lines import describe
from simulator.scenario.load import ScenarioError, from_source
from simulator.scenario.noise.noise_content import NoiseError, content_for
from simulator.scenario.story import Story
from simulator.trace.header import TraceError
from simulator.trace.moments import Forked
from simulator.trace.trace_reader import Trace
from simulator.words.validation import findings


def story_of(trace: Trace) -> Story:
    try:
        return from_source(trace.header.scenario, trace.file)
    except ScenarioError as error:
        problem = f"The scenario in the trace cannot be used: {error.faults[0].field}: {error.faults[0].text}."
        raise TraceError(trace.file, 1, problem, made_by_engine(trace)) from None


def config_of(trace: Trace) -> EpisodeConfig:
    """Return the configuration with which the run started."""
    return _usable(trace, trace.header.config, 1)


def last_fork(trace: Trace) -> Forked | None:
    return next((moment for moment in reversed(trace.moments) if isinstance(moment, Forked)), None)


def config_now(trace: Trace) -> EpisodeConfig:
    """Return the configuration at the end of the run, after its last fork."""
    fork = last_fork(trace)
    return config_of(trace) if fork is None else _usable(trace, fork.config, trace.line_of(fork.n))


def _usable(trace: Trace, config: Mapping[str, Any], line: int) -> EpisodeConfig:
    try:
        return EpisodeConfig.model_validate(config)
    except ValidationError as error:
        first = findings(error)[0]
        problem = f"The config in the trace cannot be used: {first.place}: {first.message}."
        raise TraceError(trace.file, line, problem, made_by_engine(trace)) from None


def rebuild(trace: Trace, upto: int | None = None) -> Episode:
    """Return the episode after its first `upto` moments (by default all), for viewing only: it has no players."""
    return _rebuilt(trace, upto, lambda *_: _Nobody(), lambda *_: _Nobody())


def continue_from(
    trace: Trace, n: int, user: UserMaker | None = None, assistant: AssistantMaker | None = None
) -> Episode:
    """Return the episode after its first n moments, ready to continue with its own players or the given ones.

    Raise TraceError if the run's noise file is not available, and UnknownPlayer if a player does not exist.
    """
    episode = _rebuilt(trace, n, user, assistant)
    missing = missing_noise(episode.config)
    if missing:
        raise TraceError(trace.file, 1, "The run cannot continue without its noise.", missing)
    # Create the players now, so that a missing player is reported before anything is played.
    episode.gather()
    return episode


def missing_noise(*configs: EpisodeConfig) -> str:
    """Return why the noise of these configurations cannot be repeated; an empty string if it can be repeated."""
    try:
        for config in configs:
            # Without events the file of noise texts is never opened, so it may be missing.
            if config.env_events_per_minute:
                content_for(config.noise_content)
    except NoiseError as error:
        return str(error)
    return ""


def _rebuilt(trace: Trace, upto: int | None, user: UserMaker | None, assistant: AssistantMaker | None) -> Episode:
    count = len(trace.moments)
    upto = count if upto is None else upto
    if not 0 <= upto <= count:
        raise ValueError(f"the trace has {count} moments; give a number from 0 to {count}, not {upto}")
    episode = Episode(story_of(trace), config_of(trace), user, assistant)
    for moment in trace.moments[:upto]:
        try:
            # One by one, so that the error names the moment that does not fit.
            episode.replay([moment])
        except Exception as problem:
            says = f"Moment {moment.n} does not fit the episode ({describe(problem)})."
            raise TraceError(trace.file, trace.line_of(moment.n), says, made_by_engine(trace), moment.n) from None
    return episode


class _Nobody:
    """A player that cannot decide, for an episode that is only viewed."""

    def decide(self, view: UserView | AssistantView) -> NoReturn:
        raise RuntimeError("a rebuilt episode has no players; use `continue_from` to continue it")


def made_by_engine(trace: Trace) -> str:
    engine = trace.header.engine
    if engine == ENGINE_VERSION:
        return "The trace was made by this engine version, so the file was changed afterwards."
    return f"The trace was made by engine {engine}; this is engine {ENGINE_VERSION}."
