"""Decision points of a trace, as far as a trace in another format can say the same."""

from __future__ import annotations

from typing import Any

from simulator.config import EpisodeConfig
from simulator.episode.need_points import points_of
from simulator.phone.world import World
from simulator.scenario.load import from_source
from simulator.trace.decisions import OfferPoint
from simulator.trace.fold import apply_moment
from simulator.trace.trace_reader import Trace


def points(trace: Trace) -> list[tuple[Any, ...]]:
    """Offers with what became of them, and turns without one."""
    story, config = from_source(trace.header.scenario), EpisodeConfig.model_validate(trace.header.config)
    return [
        (point.text, point.turn, point.reaction, point.final, point.words)
        if isinstance(point, OfferPoint)
        else ("silence", point.turn, point.by)
        for point in points_of(story, config, trace.moments)
    ]


def phone_after(trace: Trace) -> World:
    story, config = from_source(trace.header.scenario), EpisodeConfig.model_validate(trace.header.config)
    world = story.fresh(config.rules)
    for moment in trace.moments:
        apply_moment(world, moment)
    return world
