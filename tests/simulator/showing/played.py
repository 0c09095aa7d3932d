"""Runs played through and told moment by moment, for tests of how they are shown."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.scenario.library import Library
from simulator.scenario.story import Story
from simulator.showing.reel import Reel
from simulator.showing.scene import Scene
from simulator.showing.schedule import people_of, titles_of
from simulator.trace.fold import apply_moment


def stories() -> list[Story]:
    return Library().stories()


@cache
def story(name: str) -> Story:
    return Library().get(name)


def scenes(told: Story, **options: Any) -> Iterator[Scene]:
    """Every moment of a run with the phone after it; each is good until the next."""
    config = EpisodeConfig(**options)
    world = told.fresh(config.rules)
    people, titles = people_of(told), titles_of(told)
    for moment in Episode(told, config).run().moments:
        yield Scene(world, moment, apply_moment(world, moment), people, titles)


def reel_of(name: str, upto: int | None = None, **options: Any) -> Reel:
    """A run of a benchmark scenario, told up to a number of moments."""
    config = EpisodeConfig(**options)
    reel = Reel(story(name), config)
    reel.feed(Episode(story(name), config).run().moments[:upto])
    return reel
