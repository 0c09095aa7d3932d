"""Doing the recorded actions again: each call on a fresh phone, and the whole loop with the recorded decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from simulator.agents.recorded_decisions import RecordedDecisions, name_called
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.phone.naming import Naming
from simulator.phone.perform import (
    TOOL_FAILED,
    Done,
    assistant_does,
    environment_does,
    nobody_understands,
    show_inbox,
    user_does,
)
from simulator.phone.world import World
from simulator.scenario.noise.failures import BREAKDOWN
from simulator.scenario.noise.schedule import noise_of
from simulator.scenario.story import Story
from simulator.trace.hashing import content_bytes
from simulator.trace.moments import Acted, Ended, Forked, Moment, Remembered
from simulator.trace.report import Difference
from simulator.trace.values import patches_of, plain


def redo_calls(story: Story, config: EpisodeConfig, moments: Iterable[Moment]) -> Difference | None:
    """Perform every action again, one after the other; gives the first that comes out otherwise."""
    world = story.fresh(config.rules)
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
    """Play the episode again with players who decide as recorded: what comes when must be the same, too."""
    moments = list(moments)
    user, assistant = RecordedDecisions("user", moments), RecordedDecisions("assistant", moments)
    episode = Episode(story, config, user=lambda *_: user, assistant=lambda *_: assistant)
    made = episode.play()
    for moment in moments:
        if isinstance(moment, Forked | Remembered):
            episode.replay([moment])
            continue
        if isinstance(moment, Ended) and moment.reason in ("stopped", "crashed"):
            return None
        again = next(made, None)
        if again is None:
            return Difference("kind", _kind(moment), "nothing: the episode is over", moment.n)
        if content_bytes(again) != content_bytes(moment):
            return _first_difference(moment, again)
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
        if field.name != "envelope" and one != other:
            return Difference(field.name, one, other, expected.n)
    return Difference("content", content_bytes(expected).decode(), content_bytes(got).decode(), expected.n)


def _kind(moment: Moment) -> str:
    return str(moment.__struct_config__.tag)
