"""Foreign runs as they are read here, and what tests ask of them."""

from __future__ import annotations

from functools import lru_cache

from replay.foreign.brought import Brought
from replay.foreign.reading import read_hf
from simulator.episode.need_points import points_of
from simulator.episode.rebuild import config_of, story_of
from simulator.phone.world import World
from simulator.showing.run_history import RunHistory
from simulator.trace.decisions import OfferPoint
from simulator.trace.fold import fold
from simulator.trace.moments import Acted
from simulator.trace.trace_reader import Trace
from tests.replay.foreign.foreign_run import ForeignRun
from tests.replay.foreign.log_points import LogPoint
from tests.replay.foreign.runs import evening, tour


@lru_cache
def read(name: str = "evening") -> Brought:
    return read_hf({"evening": evening, "tour": tour}[name]().bytes(), f"{name}.json")


def of(run: ForeignRun) -> Brought:
    return read_hf(run.bytes(), "run.json")


def acted(brought: Brought) -> list[Acted]:
    return [moment for moment in brought.trace.moments if isinstance(moment, Acted)]


def named(brought: Brought, name: str) -> Acted:
    return next(moment for moment in acted(brought) if moment.name == name)


def phone(brought: Brought) -> World:
    """As the run left it."""
    story, config = story_of(brought.trace), config_of(brought.trace)
    return fold(story.fresh(config.rules), brought.trace.moments)


def history_of(trace: Trace) -> RunHistory:
    history = RunHistory(story_of(trace), config_of(trace))
    history.feed(trace.moments)
    return history


def offers(brought: Brought) -> list[OfferPoint]:
    found = points_of(story_of(brought.trace), config_of(brought.trace), brought.trace.moments)
    return [point for point in found if isinstance(point, OfferPoint)]


def answered(brought: Brought) -> list[LogPoint]:
    return [
        LogPoint(point.text, point.reaction, point.final)
        for point in offers(brought)
        if point.final in ("accepted", "rejected")
    ]
