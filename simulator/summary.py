"""The first and the last line of an episode's trace."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from simulator import ENGINE_VERSION
from simulator.config import EpisodeConfig
from simulator.scenario.outcome import Outcome
from simulator.scenario.story import Story
from simulator.trace.header import Header, OutcomeNote, Result
from simulator.trace.metrics import metrics
from simulator.trace.moments import EndReason, Moment
from simulator.trace.values import plain_text


def header_of(story: Story, config: EpisodeConfig) -> Header:
    return Header(
        engine=ENGINE_VERSION,
        scenario=dict(story.source),
        scenario_hash=story.hash,
        config=config.model_dump(mode="json"),
        config_hash=config.config_hash,
        seed=config.seed,
    )


def result_of(
    ended: EndReason, error: str, outcome: Outcome | None, state_hash: str, moments: Sequence[Moment]
) -> Result:
    """What came of a run; an outcome is not claimed for one that broke down."""
    return Result(
        ended=ended,
        error=error,
        outcome=None if outcome is None else noted(outcome),
        state_hash=state_hash,
        metrics=metrics(moments),
    )


def noted(outcome: Outcome) -> OutcomeNote:
    return msgspec.convert(msgspec.to_builtins(outcome), OutcomeNote)


def describe(problem: Exception) -> str:
    return plain_text(f"{type(problem).__name__}: {problem}")
