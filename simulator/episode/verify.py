"""Verifies a trace: compares its hashes, applies its changes, repeats its actions and judges its outcome again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec
from pydantic import ValidationError

from simulator.agents.recorded_decisions import RecordedDecisions, name_called
from simulator.config import EpisodeConfig, outcome_fields
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_of, made_by_engine, missing_noise, rebuild, story_of
from simulator.episode.trace_lines import describe
from simulator.phone.perform import (
    TOOL_FAILED,
    Done,
    assistant_does,
    environment_does,
    nobody_understands,
    show_inbox,
    user_does,
)
from simulator.phone.tool_names import Naming
from simulator.phone.world import World
from simulator.scenario.noise.noise_schedule import noise_of
from simulator.scenario.noise.tool_noise import BREAKDOWN
from simulator.scenario.story import Story
from simulator.trace.fold import apply_moment
from simulator.trace.hashing import content_bytes, json_hash
from simulator.trace.header import Result, TraceError
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered, Started, patches_of, plain
from simulator.trace.trace_reader import Trace
from simulator.trace.verification import (
    Difference,
    VerifyCheck,
    VerifyReport,
    check_bytes,
    check_chain,
    check_exchanges,
    check_scenario_hash,
    fails,
    holds,
    left_out,
)

CONFIG, TIMES, FOLD, CALLS, LOOP, OUTCOME = "config", "times", "fold", "calls", "loop", "outcome"


def verify(trace: Trace, replays: bool = True) -> VerifyReport:
    """Run all checks on a trace and return their results; checks that are not possible are reported as left out.

    With `replays=False`, the two slowest checks are left out: performing every action again and playing the run again.
    """
    return VerifyReport(tuple(_checks(trace, replays)))


def _checks(trace: Trace, replays: bool) -> Iterator[VerifyCheck]:
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
            yield left_out(name, "This check needs a usable scenario and configuration.")
        return
    yield check_config(trace, config)
    yield _guarded(TIMES, lambda: _check_times(trace, story))
    yield _guarded(FOLD, lambda: _check_fold(trace, story, config))
    missing = (
        missing_noise(config, *_forked_configs(trace)) if replays else "This verification does not repeat the run."
    )
    if missing:
        for name in (CALLS, LOOP):
            yield left_out(name, missing)
    elif trace.header.engine == ENGINE_VERSION:
        yield _guarded(CALLS, lambda: _check_calls(trace, story, config))
        yield _guarded(LOOP, lambda: _check_loop(trace, story, config))
    else:
        for name in (CALLS, LOOP):
            yield left_out(
                name, f"{made_by_engine(trace)} The same calls may give different results in other versions."
            )
    yield _guarded(OUTCOME, lambda: _check_outcome(trace))


def check_config(trace: Trace, config: EpisodeConfig) -> VerifyCheck:
    # Hash only the options that the trace names: later engines may have more.
    named = {name: trace.header.config[name] for name in outcome_fields() if name in trace.header.config}
    found = json_hash(named)
    if found != trace.header.config_hash:
        difference = Difference("config_hash", trace.header.config_hash, found, line=1)
        return fails(CONFIG, "The configuration is not the one that was played.", difference)
    if trace.header.seed != config.seed:
        difference = Difference("seed", trace.header.seed, config.seed, line=1)
        return fails(CONFIG, "The seed in the header differs from the configuration's seed.", difference)
    return holds(CONFIG, "The configuration is the one that was played.")


def _forked_configs(trace: Trace) -> Iterator[EpisodeConfig]:
    for moment in trace.moments:
        # A bad configuration is reported by the checks that go through the moments.
        with suppress(ValidationError):
            if isinstance(moment, Forked):
                yield EpisodeConfig.model_validate(moment.config)


def _check_times(trace: Trace, story: Story) -> VerifyCheck:
    """Check that simulated time never goes backwards and that local times match the owner's clock."""
    before = story.start
    for moment in trace.moments:
        line = trace.line_of(moment.n)
        if moment.at < before:
            return fails(
                TIMES,
                "Simulated time goes backwards.",
                Difference("at", moment.at, f"{before} or later", moment.n, line),
            )
        shown = story.blank.show(moment.at)
        if moment.local != shown:
            return fails(
                TIMES,
                "A local time does not match the owner's clock.",
                Difference("local", moment.local, shown, moment.n, line),
            )
        before = moment.at
    return holds(TIMES, "Simulated time never goes backwards, and local times match the owner's clock.")


def _check_fold(trace: Trace, story: Story, config: EpisodeConfig) -> VerifyCheck:
    if not trace.moments and trace.result is None:
        return left_out(FOLD, "There are no moments yet.")
    world = story.fresh(config.rules)
    first = trace.moments[0] if trace.moments else None
    if not isinstance(first, Started):
        return fails(FOLD, "The first moment is not the start of the run.")
    if first.state_hash != world.state_hash():
        difference = Difference("state_hash", first.state_hash, world.state_hash(), 0, trace.line_of(0))
        return fails(FOLD, "The phone that the scenario builds is not the one with which the run started.", difference)
    for moment in trace.moments:
        try:
            apply_moment(world, moment)
        except Exception as problem:
            place = f"Line {trace.line_of(moment.n)}: moment {moment.n}"
            return fails(FOLD, f"{place} cannot be applied to the phone ({describe(problem)}).")
    if trace.result is None:
        return holds(FOLD, f"{len(trace.moments)} moments can be applied; there is no result to compare with.")
    if trace.result.state_hash != world.state_hash():
        difference = Difference("state_hash", trace.result.state_hash, world.state_hash())
        return fails(FOLD, "The state after the last moment is not the final state in the result.", difference)
    return holds(FOLD, "The recorded changes lead from the scenario to the final state.")


def _check_calls(trace: Trace, story: Story, config: EpisodeConfig) -> VerifyCheck:
    difference = redo_calls(story, config, trace.moments)
    if difference is not None:
        return fails(CALLS, "An action gives a different result when repeated.", _placed(trace, difference))
    return holds(CALLS, "Every action gives the same result and the same changes when repeated.")


def _check_loop(trace: Trace, story: Story, config: EpisodeConfig) -> VerifyCheck:
    difference = replay_loop(story, config, trace.moments)
    if difference is not None:
        return fails(LOOP, "With the same decisions the run takes a different course.", _placed(trace, difference))
    return holds(LOOP, "With the same decisions the run takes the same course.")


def _check_outcome(trace: Trace) -> VerifyCheck:
    if trace.result is None:
        return left_out(OUTCOME, "There is no result to compare with.")
    again = rebuild(trace).result()
    if again is None:
        return fails(OUTCOME, "There is a result, but no moment that ends the run.")
    for field in ("ended", "error", "outcome", "metrics"):
        if getattr(again, field) != getattr(trace.result, field):
            return _judged_otherwise(trace, trace.result, again, field)
    return holds(OUTCOME, "Judged again, the outcome is the same.")


def _judged_otherwise(trace: Trace, stored: Result, again: Result, field: str) -> VerifyCheck:
    if trace.header.engine != ENGINE_VERSION:
        # Rules of judgement may change between versions; that does not make the trace wrong.
        return left_out(OUTCOME, f"{made_by_engine(trace)} This version judges '{field}' differently.")
    line = trace.line_of(len(trace.moments))
    expected, got = msgspec.to_builtins(getattr(stored, field)), msgspec.to_builtins(getattr(again, field))
    return fails(OUTCOME, "The result does not match the moments.", Difference(field, expected, got, line=line))


def _guarded(name: str, check: Callable[[], VerifyCheck]) -> VerifyCheck:
    """Run a check and return its result; if it raises an error, return a failed check."""
    # A trace from elsewhere may contain anything, so any exception is a finding, not a bug of the command.
    try:
        return check()
    except TraceError as error:
        return fails(name, f"{error.problem} {error.remedy}")
    except Exception as problem:
        return fails(name, f"The check itself failed: {describe(problem)}.")


def _placed(trace: Trace, difference: Difference) -> Difference:
    if difference.moment is None:
        return difference
    return msgspec.structs.replace(difference, line=trace.line_of(difference.moment))


def redo_calls(story: Story, config: EpisodeConfig, moments: Iterable[Moment]) -> Difference | None:
    """Perform every action again, one after the other, and return the first difference; None if there is none."""
    world = story.fresh(config.rules)
    # The ids of records that events add are fixed by the schedule, not by the order of calls.
    reserved = {event.part.label: event.reserved for event in story.events}
    reserved |= {event.label: event.reserved for event in noise_of(story, config)}
    for moment in moments:
        if isinstance(moment, Forked):
            config = EpisodeConfig.model_validate(moment.config)
            world.rules = config.rules
            reserved |= {event.label: event.reserved for event in noise_of(story, config)}
        if not isinstance(moment, Acted):
            continue
        world.now = moment.at
        done = _perform(world, moment, reserved.get(moment.event), config.naming)
        for field, expected, got in _outcomes(moment, done):
            if expected != got:
                return Difference(field, expected, got, moment.n)
    return None


def replay_loop(story: Story, config: EpisodeConfig, moments: Iterable[Moment]) -> Difference | None:
    """Play the run again with the recorded decisions and return the first difference; None if there is none."""
    # Beyond `redo_calls`, this also checks that events, alarms and turns come at the same times.
    moments = list(moments)
    user, assistant = RecordedDecisions("user", moments), RecordedDecisions("assistant", moments)
    episode = Episode(story, config, user=lambda *_: user, assistant=lambda *_: assistant)
    made = episode.play()
    for moment in moments:
        if isinstance(moment, Forked | Remembered):
            episode.replay([moment])
            continue
        # Stops and crashes come from outside the loop, so playing again cannot reproduce them.
        if isinstance(moment, Ended) and moment.reason in ("stopped", "crashed"):
            return None
        again = next(made, None)
        if again is None:
            return Difference("kind", _kind(moment), "nothing: the run is over", moment.n)
        if content_bytes(again.moment) != content_bytes(moment):
            return _first_difference(moment, again.moment)
    return None


def _perform(world: World, act: Acted, reserved: tuple[str, str] | None, naming: Naming) -> Done:
    if act.actor == "environment":
        return environment_does(world, act.app, act.name, act.args, act.n, reserved)
    if act.seen is not None:
        show_inbox(world, act.actor, act.seen)
    if act.misread:
        return nobody_understands(world, act.actor, act.misread)
    name = name_called(act, world.apps[act.app].prefix)
    if act.actor == "user":
        return user_does(world, name, act.args, act.n)
    failing = BREAKDOWN if act.error is not None and act.error.code == TOOL_FAILED else ""
    return assistant_does(world, name, act.args, act.n, failing, naming)


def _outcomes(act: Acted, done: Done) -> Iterator[tuple[str, Any, Any]]:
    yield "app", act.app, done.app
    yield "name", act.name, done.name
    # Compared as they are stored: a tuple is read back as a list.
    yield "args", act.args, plain(done.args)
    yield "write", act.write, done.write
    yield "error", act.error, done.error
    yield "result", act.result, plain(done.result)
    yield "patches", act.patches, patches_of(done.changes)


def _first_difference(expected: Moment, got: Moment) -> Difference:
    if type(expected) is not type(got):
        return Difference("kind", _kind(expected), _kind(got), expected.n)
    for field in msgspec.structs.fields(expected):
        one, other = getattr(expected, field.name), getattr(got, field.name)
        # The envelope has wall times and costs, which differ every time.
        if field.name != "envelope" and one != other:
            return Difference(field.name, one, other, expected.n)
    return Difference("content", content_bytes(expected).decode(), content_bytes(got).decode(), expected.n)


def _kind(moment: Moment) -> str:
    return str(moment.__struct_config__.tag)
