"""Forks: where a run goes on from a step of another, under another configuration or the same once more."""

from __future__ import annotations

from simulator.config import EpisodeConfig
from simulator.trace.moments import Forked, Moment


def fork_after(last: Moment, parent: str, config: EpisodeConfig) -> Forked:
    """The moment that follows the last one taken over, and from which on the config holds."""
    return Forked(
        n=last.n + 1,
        at=last.at,
        local=last.local,
        turn=last.turn,
        parent=parent,
        parent_moment=last.n,
        config=config.model_dump(mode="json"),
    )
