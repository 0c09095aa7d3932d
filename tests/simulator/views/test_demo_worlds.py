"""The phone that replay rebuilds at a step of a demo run is the one that its recorded calls lead to, done again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from simulator.jobs.demo import FINISHED, NOTE, TO_WATCH, Scene, begin_demo, seed_demo
from simulator.jobs.running import run_episode
from simulator.jobs.stored import config_of, moments_of, story_of
from simulator.jobs.syncing import sync_scenarios
from simulator.models import Episode, State
from simulator.redoing import _perform
from simulator.scenario.noise.schedule import noise_of
from simulator.showing.reel import Reel
from simulator.trace.moments import Acted, Started
from simulator.views.reels import reel_of

pytestmark = pytest.mark.usefixtures("redis_server", "transactional_db")


def played(scene: Scene) -> Episode:
    """By the way that demo runs are played, the one to watch included, though nobody waits for its pace."""
    if scene == TO_WATCH:
        assert begin_demo() is not None
    runs = Episode.objects.select_related("version").filter(note=NOTE, version__scenario__slug=scene.scenario)
    row = runs.get(assistant_player=scene.assistant)
    if scene == TO_WATCH:
        Episode.objects.filter(pk=row.pk).update(pace=0)
        run_episode(row.pk)
        row.refresh_from_db()
    assert row.state == State.FINISHED
    return row


def worlds_of_calls_done_again(row: Episode) -> Iterator[str]:
    """The hash of the phone after every moment; nothing is taken from the recorded changes."""
    story, config = story_of(row.version), config_of(row)
    world = story.fresh(config.rules)
    reserved = {event.part.label: event.reserved for event in story.events}
    reserved |= {event.label: event.reserved for event in noise_of(story, config)}
    for moment in moments_of(row.pk):
        world.now = moment.at
        if isinstance(moment, Acted):
            _perform(world, moment, reserved.get(moment.event), config.naming)
        if isinstance(moment, Started):
            assert world.state_hash() == moment.state_hash
        yield world.state_hash()


def rebuilt(reel: Reel, n: int) -> str:
    return reel._world(n).state_hash()


def walk(scene: Scene) -> None:
    row = played(scene)
    expected = list(worlds_of_calls_done_again(row))
    reel = reel_of(row).reel
    steps = range(row.moment_count)
    assert len(reel) == len(expected) == row.moment_count > 10 and not reel.broken
    assert [rebuilt(reel, n) for n in steps] == expected, "in order"
    for n in random.Random(0).sample(steps, len(steps)):
        assert rebuilt(reel, n) == expected[n], f"step {n} at random"
        assert reel.shot(n).now == reel.moments[n].local
    assert row.result is not None and row.result["state_hash"] == expected[-1]
    assert len(set(expected)) > 5, "something happens in it"


def test_every_demo_run_is_rebuilt_as_it_was_at_every_step() -> None:
    sync_scenarios()
    seed_demo()
    for scene in (*FINISHED, TO_WATCH):
        walk(scene)
