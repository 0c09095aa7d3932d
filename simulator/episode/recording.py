"""Plays an episode to its end and returns its outcome and hashes; writes the trace file if a path is given."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import NamedTuple

import msgspec

from simulator.agents.registry import AssistantMaker, UserMaker
from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.scenario.outcome import Outcome
from simulator.scenario.story import Story
from simulator.trace.hashing import content_hash
from simulator.trace.header import Result
from simulator.trace.metrics import Metrics, metrics
from simulator.trace.trace_writer import TraceWriter, trace_file

__all__ = ["Metrics", "Recorded", "metrics", "record"]


class Recorded(NamedTuple):
    """An episode that was played to its end, with its outcome and hashes."""

    episode: Episode
    outcome: Outcome | None
    """The outcome; None if the episode crashed or could not be judged."""
    content_hash: str
    state_hash: str
    result: Result
    """The last line of the episode's trace."""


def record(
    story: Story,
    config: EpisodeConfig,
    path: Path | None = None,
    user: UserMaker | None = None,
    assistant: AssistantMaker | None = None,
) -> Recorded:
    """Play an episode to its end and write its trace to `path`, if given; the file appears only when it is complete."""
    episode = Episode(story, config, user, assistant)
    target: AbstractContextManager[TraceWriter | None]
    target = nullcontext() if path is None else trace_file(path, episode.header())
    with target as writer:
        for moment, _ in episode.play():
            if writer is not None:
                writer.add(moment)
        result = episode.result()
        assert result is not None, "the episode has no result, although it was played to its end"
        if writer is not None:
            result = writer.finish(result)
    # Taken from the result, which has no outcome if judging failed; `episode.outcome()` would raise in that case.
    outcome = None if result.outcome is None else msgspec.convert(msgspec.to_builtins(result.outcome), Outcome)
    return Recorded(episode, outcome, content_hash(episode.moments), result.state_hash, result)
