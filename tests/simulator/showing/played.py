"""Runs played through and told moment by moment, for tests of how they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.library import Library
from simulator.scenario.story import Story
from simulator.showing.event_schedule import people_of, titles_of
from simulator.showing.moment_context import MomentContext
from simulator.showing.run_history import RunHistory
from simulator.trace.fold import apply_moment


def stories() -> list[Story]:
    return Library().stories()


@cache
def story(name: str) -> Story:
    return Library().get(name)


def contexts(told: Story, **options: Any) -> Iterator[MomentContext]:
    """Every moment of a run with the phone after it; each is good until the next."""
    config = EpisodeConfig(**options)
    world = told.fresh(config.rules)
    people, titles = people_of(told), titles_of(told)
    for moment in Episode(told, config).run().moments:
        yield MomentContext(world, moment, apply_moment(world, moment), people, titles)


def history_of(name: str, upto: int | None = None, **options: Any) -> RunHistory:
    """A run of a benchmark scenario, told up to a number of moments."""
    config = EpisodeConfig(**options)
    history = RunHistory(story(name), config)
    history.feed(Episode(story(name), config).run().moments[:upto])
    return history
