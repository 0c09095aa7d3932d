"""Doing the recorded actions again: each call on a fresh phone, and the whole loop with the recorded decisions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from simulator.agents.policy import AssistantView, Decision, UserView
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.phone.actions import Side
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
    acts = [moment for moment in moments if isinstance(moment, Acted)]
    user, assistant = _Recorded("user", acts), _Recorded("assistant", acts)
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


class _Recorded:
    """A player who decides what was decided."""

    def __init__(self, side: Side, acts: Iterable[Acted]) -> None:
        self._acts: Iterator[Acted] = (act for act in acts if act.actor == side)

    def decide(self, view: UserView | AssistantView) -> Decision:
        act = next(self._acts, None)
        if act is None:
            raise LookupError("the trace holds no further decision")
        if act.misread:
            return Decision("", problem=act.misread, thinking_seconds=act.thinking)
        return Decision(_called(act, view.look.apps[act.app].prefix), act.args, thinking_seconds=act.thinking)


def _called(act: Acted, prefix: str) -> str:
    return f"{prefix}__{act.name}" if act.asked is None else act.asked


def _perform(world: World, act: Acted, reserved: tuple[str, str] | None, naming: Naming) -> Done:
    if act.actor == "environment":
        return environment_does(world, act.app, act.name, act.args, act.n, reserved)
    if act.seen is not None:
        show_inbox(world, act.actor, act.seen)
    if act.misread:
        return nobody_understands(world, act.actor, act.misread)
    name = _called(act, world.apps[act.app].prefix)
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
