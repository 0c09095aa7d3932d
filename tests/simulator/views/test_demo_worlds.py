"""The phone that replay rebuilds at a step of a demo run is the one that its recorded calls lead to, done again."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from simulator.episode.verify import _perform
from simulator.jobs.demo_runs import FINISHED, NOTE, TO_WATCH, DemoRun, begin_demo, seed_demo
from simulator.jobs.play_job import run_episode
from simulator.jobs.scenario_sync import sync_scenarios
from simulator.jobs.serialization import config_of, moments_of, story_of
from simulator.models import Episode, State
from simulator.rendering.run_histories import history_of
from simulator.scenario.noise.noise_schedule import noise_of
from simulator.showing.run_history import RunHistory
from simulator.trace.moments import Acted, Started

pytestmark = pytest.mark.usefixtures("redis_server", "transactional_db")


def played(context: DemoRun) -> Episode:
    """By the way that demo runs are played, the one to watch included, though nobody waits for its pace."""
    if context == TO_WATCH:
        assert begin_demo() is not None
    runs = Episode.objects.select_related("version").filter(note=NOTE, version__scenario__slug=context.scenario)
    row = runs.get(assistant_player=context.assistant)
    if context == TO_WATCH:
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


def rebuilt(history: RunHistory, n: int) -> str:
    return history._world(n).state_hash()


def walk(context: DemoRun) -> None:
    row = played(context)
    expected = list(worlds_of_calls_done_again(row))
    history = history_of(row).history
    steps = range(row.moment_count)
    assert len(history) == len(expected) == row.moment_count > 10 and not history.broken
    assert [rebuilt(history, n) for n in steps] == expected, "in order"
    for n in random.Random(0).sample(steps, len(steps)):
        assert rebuilt(history, n) == expected[n], f"step {n} at random"
        assert history.picture(n).now == history.moments[n].local
    assert row.result is not None and row.result["state_hash"] == expected[-1]
    assert len(set(expected)) > 5, "something happens in it"


def test_every_demo_run_is_rebuilt_as_it_was_at_every_step() -> None:
    sync_scenarios()
    seed_demo()
    for context in (*FINISHED, TO_WATCH):
        walk(context)
