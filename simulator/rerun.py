"""Traces brought back to life: rebuilt to any moment, continued from there, and verified to be what they claim."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any, NoReturn

import msgspec
from pydantic import ValidationError

from simulator import ENGINE_VERSION
from simulator.agents.policy import AssistantView, UserView
from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig, outcome_fields
from simulator.episode import Episode
from simulator.redoing import redo_calls, replay_loop
from simulator.scenario.load import ScenarioError, from_source
from simulator.scenario.noise.content import NoiseError, content_for
from simulator.scenario.story import Story
from simulator.summary import describe
from simulator.trace.fold import apply_moment
from simulator.trace.hashing import json_hash
from simulator.trace.header import Result, TraceError
from simulator.trace.integrity import check_bytes, check_chain, check_exchanges, check_scenario_hash
from simulator.trace.moments import Forked, Started
from simulator.trace.reading import Trace
from simulator.trace.report import Check, Difference, Report, fails, holds, left_out

CONFIG, TIMES, FOLD, CALLS, LOOP, OUTCOME = "config", "times", "fold", "calls", "loop", "outcome"


def story_of(trace: Trace) -> Story:
    try:
        return from_source(trace.header.scenario, trace.file)
    except ScenarioError as error:
        problem = f"The scenario in the trace cannot be used: {error.faults[0].field}: {error.faults[0].text}."
        raise TraceError(trace.file, 1, problem, _other_engine(trace)) from None


def config_of(trace: Trace) -> EpisodeConfig:
    """The one with which it began."""
    return _usable(trace, trace.header.config, 1)


def last_fork(trace: Trace) -> Forked | None:
    return next((moment for moment in reversed(trace.moments) if isinstance(moment, Forked)), None)


def config_now(trace: Trace) -> EpisodeConfig:
    """The one that holds at its end."""
    fork = last_fork(trace)
    return config_of(trace) if fork is None else _usable(trace, fork.config, trace.line_of(fork.n))


def _usable(trace: Trace, config: Mapping[str, Any], line: int) -> EpisodeConfig:
    try:
        return EpisodeConfig.model_validate(config)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(str(part) for part in first["loc"])
        problem = f"The config in the trace cannot be used: {field}: {first['msg']}."
        raise TraceError(trace.file, line, problem, _other_engine(trace)) from None


def rebuild(trace: Trace, upto: int | None = None) -> Episode:
    """The episode after its first moments, to look at: nobody plays on."""
    return _rebuilt(trace, upto, lambda *_: _Nobody(), lambda *_: _Nobody())


def continue_from(
    trace: Trace, n: int, user: UserMaker | None = None, assistant: AssistantMaker | None = None
) -> Episode:
    """The episode after its first n moments, ready to be played on, by the players of its config or by others."""
    episode = _rebuilt(trace, n, user, assistant)
    missing = _missing_noise(episode.config)
    if missing:
        raise TraceError(trace.file, 1, "The episode cannot go on without its noise.", missing)
    episode.gather()
    return episode


def verify(trace: Trace, replays: bool = True) -> Report:
    """Check everything a trace claims. Never raises: what cannot be checked is told as well.

    Without `replays` nothing is done again, which takes most of the time: neither the calls nor the loop.
    """
    return Report(tuple(_checks(trace, replays)))


def _checks(trace: Trace, replays: bool) -> Iterator[Check]:
    yield check_bytes(trace)
    yield check_chain(trace)
    yield check_scenario_hash(trace)
    if any(moment.envelope is not None and moment.envelope.exchange is not None for moment in trace.moments):
        yield check_exchanges(trace)
    try:
        story, config = story_of(trace), config_of(trace)
    except Exception as error:
        says = f"{error.problem} {error.remedy}" if isinstance(error, TraceError) else describe(error)
        yield fails(CONFIG, says)
        for name in (TIMES, FOLD, CALLS, LOOP, OUTCOME):
            yield left_out(name, "Scenario and config are needed for this.")
        return
    yield check_config(trace, config)
    yield _guarded(TIMES, lambda: _check_times(trace, story))
    yield _guarded(FOLD, lambda: _check_fold(trace, story, config))
    missing = _missing_noise(config, *_forked_configs(trace)) if replays else "Nothing was to be done again."
    if missing:
        for name in (CALLS, LOOP):
            yield left_out(name, missing)
    elif trace.header.engine == ENGINE_VERSION:
        yield _guarded(CALLS, lambda: _check_calls(trace, story, config))
        yield _guarded(LOOP, lambda: _check_loop(trace, story, config))
    else:
        for name in (CALLS, LOOP):
            yield left_out(name, f"{_other_engine(trace)} The same calls may give other results there.")
    yield _guarded(OUTCOME, lambda: _check_outcome(trace))


def check_config(trace: Trace, config: EpisodeConfig) -> Check:
    # Only the options that the trace names: later engines may know more of them.
    named = {name: trace.header.config[name] for name in outcome_fields() if name in trace.header.config}
    found = json_hash(named)
    if found != trace.header.config_hash:
        difference = Difference("config_hash", trace.header.config_hash, found, line=1)
        return fails(CONFIG, "The config is not the one that was played.", difference)
    if trace.header.seed != config.seed:
        difference = Difference("seed", trace.header.seed, config.seed, line=1)
        return fails(CONFIG, "The header names another seed than the config.", difference)
    return holds(CONFIG, "The config is the one that was played.")


def _forked_configs(trace: Trace) -> Iterator[EpisodeConfig]:
    for moment in trace.moments:
        # One that cannot be used is told by the checks that go through the moments.
        with suppress(ValidationError):
            if isinstance(moment, Forked):
                yield EpisodeConfig.model_validate(moment.config)


def _missing_noise(*configs: EpisodeConfig) -> str:
    """Why the noise of these configs cannot be made again; empty if it can."""
    try:
        for config in configs:
            if config.env_events_per_minute:
                content_for(config.noise_content)
    except NoiseError as error:
        return str(error)
    return ""


def _check_times(trace: Trace, story: Story) -> Check:
    """UTC never goes back, and local times are those of the owner's clock."""
    before = story.start
    for moment in trace.moments:
        line = trace.line_of(moment.n)
        if moment.at < before:
            return fails(TIMES, "Time goes back.", Difference("at", f"{before} or later", moment.at, moment.n, line))
        shown = story.blank.show(moment.at)
        if moment.local != shown:
            return fails(TIMES, "A local time is wrong.", Difference("local", moment.local, shown, moment.n, line))
        before = moment.at
    return holds(TIMES, "Time never goes back, and local times are right.")


def _check_fold(trace: Trace, story: Story, config: EpisodeConfig) -> Check:
    if not trace.moments and trace.result is None:
        return left_out(FOLD, "There are no moments yet.")
    world = story.fresh(config.rules)
    first = trace.moments[0] if trace.moments else None
    if not isinstance(first, Started):
        return fails(FOLD, "The first moment does not tell of the start.")
    if first.state_hash != world.state_hash():
        difference = Difference("state_hash", first.state_hash, world.state_hash(), 0, trace.line_of(0))
        return fails(FOLD, "The scenario lays out another phone.", difference)
    for moment in trace.moments:
        try:
            apply_moment(world, moment)
        except Exception as problem:
            says = f"Line {trace.line_of(moment.n)}: moment {moment.n} does not fit the phone ({describe(problem)})."
            return fails(FOLD, says)
    if trace.result is None:
        return holds(FOLD, f"{len(trace.moments)} moments can be retold; there is no result to compare with.")
    if trace.result.state_hash != world.state_hash():
        difference = Difference("state_hash", trace.result.state_hash, world.state_hash())
        return fails(FOLD, "The moments lead to another phone.", difference)
    return holds(FOLD, "The recorded changes lead from the scenario to the final state.")


def _check_calls(trace: Trace, story: Story, config: EpisodeConfig) -> Check:
    difference = redo_calls(story, config, trace.moments)
    if difference is not None:
        return fails(CALLS, "An action done again comes out otherwise.", _placed(trace, difference))
    return holds(CALLS, "Every action done again gives the same result and the same changes.")


def _check_loop(trace: Trace, story: Story, config: EpisodeConfig) -> Check:
    difference = replay_loop(story, config, trace.moments)
    if difference is not None:
        return fails(LOOP, "With the same decisions the episode goes otherwise.", _placed(trace, difference))
    return holds(LOOP, "With the same decisions the episode goes the same way.")


def _check_outcome(trace: Trace) -> Check:
    if trace.result is None:
        return left_out(OUTCOME, "There is no result to compare with.")
    again = rebuild(trace).result()
    if again is None:
        return fails(OUTCOME, "There is a result, but no moment that ends the episode.")
    for field in ("ended", "error", "outcome", "metrics"):
        if getattr(again, field) != getattr(trace.result, field):
            return _judged_otherwise(trace, trace.result, again, field)
    return holds(OUTCOME, "Judged again, the outcome is the same.")


def _judged_otherwise(trace: Trace, stored: Result, again: Result, field: str) -> Check:
    if trace.header.engine != ENGINE_VERSION:
        return left_out(OUTCOME, f"{_other_engine(trace)} This one judges '{field}' otherwise.")
    line = trace.line_of(len(trace.moments))
    expected, got = msgspec.to_builtins(getattr(stored, field)), msgspec.to_builtins(getattr(again, field))
    return fails(OUTCOME, "The result is not what the moments say.", Difference(field, expected, got, line=line))


def _guarded(name: str, check: Callable[[], Check]) -> Check:
    """A trace may hold anything; whatever a check stumbles over is a finding."""
    try:
        return check()
    except TraceError as error:
        return fails(name, f"{error.problem} {error.remedy}")
    except Exception as problem:
        return fails(name, f"This breaks down: {describe(problem)}.")


def _placed(trace: Trace, difference: Difference) -> Difference:
    if difference.moment is None:
        return difference
    return msgspec.structs.replace(difference, line=trace.line_of(difference.moment))


def _rebuilt(trace: Trace, upto: int | None, user: UserMaker | None, assistant: AssistantMaker | None) -> Episode:
    count = len(trace.moments)
    upto = count if upto is None else upto
    if not 0 <= upto <= count:
        raise ValueError(f"the trace has {count} moments; give a number from 0 to {count}, not {upto}")
    episode = Episode(story_of(trace), config_of(trace), user, assistant)
    for moment in trace.moments[:upto]:
        try:
            episode.replay([moment])
        except Exception as problem:
            says = f"Moment {moment.n} does not fit the episode ({describe(problem)})."
            raise TraceError(trace.file, trace.line_of(moment.n), says, _other_engine(trace), moment.n) from None
    return episode


class _Nobody:
    """Stands where a player would, in an episode that is only looked at."""

    def decide(self, view: UserView | AssistantView) -> NoReturn:
        raise RuntimeError("nobody plays in a rebuilt episode; `continue_from` gives one that goes on")


def _other_engine(trace: Trace) -> str:
    engine = trace.header.engine
    if engine == ENGINE_VERSION:
        return "It was made by this very engine, so the file was changed since."
    return f"It was made by engine {engine}; this is {ENGINE_VERSION}."
