"""The lines that an episode adds to its trace: header, result, moments with their actions, and forks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from simulator.agents.policy import Decision
from simulator.config import EpisodeConfig
from simulator.engine_version import ENGINE_VERSION
from simulator.phone.actions import Side
from simulator.phone.perform import UNKNOWN_TOOL, Done
from simulator.phone.store import Change
from simulator.phone.tool_names import Naming
from simulator.scenario.outcome import Outcome
from simulator.scenario.story import Story
from simulator.trace.header import Header, OutcomeNote, Result
from simulator.trace.metrics import metrics
from simulator.trace.moments import Acted, EndReason, Forked, Moment, patches_of, plain, plain_text


class PlayedMoment(NamedTuple):
    """A new moment, with the changes that it made on the phone."""

    moment: Moment
    changes: Sequence[Change]


def header_of(story: Story, config: EpisodeConfig) -> Header:
    return Header(
        engine=ENGINE_VERSION,
        # The whole scenario, not its name: a trace must still play after the file has changed.
        scenario=dict(story.source),
        scenario_hash=story.hash,
        config=config.model_dump(mode="json"),
        config_hash=config.config_hash,
        seed=config.seed,
    )


def result_of(
    ended: EndReason, error: str, outcome: Outcome | None, state_hash: str, moments: Sequence[Moment]
) -> Result:
    """Return the last line of a trace. The writer fills in the count, the content hash and the checksum."""
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


_NO_SUCH_ACTION = ("not_available", UNKNOWN_TOOL)


def acted(actor: Side, done: Done, decision: Decision | None, naming: Naming, **fields: Any) -> Acted:
    """Return the moment of an action. `decision`: the player's decision; None for the environment."""
    return Acted(
        patches=patches_of(done.changes),
        envelope=decision.envelope if decision is not None else None,
        actor=actor,
        app=done.app,
        name=done.name,
        # A player's arguments were made storable before the action; those of the environment were not.
        args=done.args if decision is not None else plain(done.args),
        write=done.write,
        result=plain(done.result),
        error=done.error,
        asked=None if decision is None else _asked(actor, done, decision, naming),
        **fields,
    )


def _asked(actor: Side, done: Done, decision: Decision, naming: Naming) -> str | None:
    """Return the called name if no action has that name or the tool was renamed for the player; otherwise None."""
    unknown = done.error is not None and done.error.code in _NO_SUCH_ACTION
    named = actor == "assistant" and not decision.problem
    renamed = named and naming.published(decision.name) != decision.name
    return decision.name if unknown or renamed else None


def fork_after(last: Moment, parent: str, config: EpisodeConfig) -> Forked:
    """Return the `Forked` moment, which follows the last copied moment and switches to the new configuration."""
    return Forked(
        n=last.n + 1,
        at=last.at,
        local=last.local,
        turn=last.turn,
        parent=parent,
        parent_moment=last.n,
        config=config.model_dump(mode="json"),
    )
