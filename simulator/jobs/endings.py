"""What a run's row says once it is over."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import msgspec

from simulator.agents.policy import PlayerFailed
from simulator.agents.registry import UnknownPlayer
from simulator.episode import Episode
from simulator.jobs.faults import fault_of_ending
from simulator.jobs.leases import Ending
from simulator.jobs.points import point_rows
from simulator.jobs.stored import Damaged, config_of, header_of, missing_parts, storable
from simulator.models import Episode as EpisodeRow
from simulator.models import Failure, State
from simulator.showing.reasons import Reasons
from simulator.summary import describe
from simulator.trace.header import OutcomeNote, Result
from simulator.trace.writing import TraceWriter

LONGEST_REASON = 500


class Overdue(Exception):
    """A run was played for longer than it may be."""

    def __init__(self, why: str, used: Mapping[str, Any]) -> None:
        super().__init__(why)
        self.used = used
        """Tokens and money, also for moments that are not stored any more: they are paid for."""


def ending_of(row: EpisodeRow, episode: Episode) -> Ending | None:
    """None while the episode goes on."""
    result = episode.result()
    if result is None:
        return None
    writer = TraceWriter(BytesIO(), header_of(row), missing_parts(episode.moments))
    for moment in episode.moments:
        writer.add(moment)
    result = writer.finish(result)
    return Ending(fields_of(result, episode), point_rows(row.pk, episode.story, config_of(row), episode.moments))


def fields_of(result: Result, episode: Episode) -> dict[str, Any]:
    """What the last line of a run's trace says, as its row has it."""
    state = _state_of(result)
    # What was stopped might have come to something else.
    success = result.outcome.success if result.outcome is not None and state == State.FINISHED else None
    return {
        "state": state,
        "success": success,
        "result": storable(msgspec.to_builtins(result)),
        "reason": reason_text(_reason(result, episode)),
        "failure": Failure.ENGINE if state == State.FAILED else "",
        **fault_of_ending(episode, state, success),
        **_counts(result, episode),
        "content_hash": result.content_hash,
    }


def _counts(result: Result, episode: Episode) -> dict[str, int | None]:
    """What the metrics of a trace do not have: it takes the scenario to know it."""
    if result.outcome is None:
        return {"unneeded_offers": None, "collateral_writes": None}
    offers, clean = episode.ledger.offers.values(), result.outcome.clean
    # One of the reasons may be that there were too many offers, which is no write.
    too_many = len(offers) > episode.story.scenario.offers.at_most
    return {
        "unneeded_offers": sum(not offer.needs for offer in offers),
        "collateral_writes": 0 if clean.ok else len(clean.reasons) - too_many,
    }


def failure_of(problem: Exception) -> tuple[str, Failure]:
    """Why a run cannot be played on, and whether that lies with a model, its setup, or here."""
    if isinstance(problem, PlayerFailed):
        return reason_text(str(problem)), Failure(problem.kind)
    if isinstance(problem, Overdue):
        return reason_text(str(problem)), Failure.DEADLINE
    if isinstance(problem, Damaged):
        return reason_text(str(problem)), Failure.ENGINE
    if isinstance(problem, UnknownPlayer):
        return reason_text(str(problem)), Failure.SETUP
    return reason_text(f"It cannot be played on. {describe(problem)}"), Failure.ENGINE


def reason_text(text: str) -> str:
    text = str(storable(text))
    return text if len(text) <= LONGEST_REASON else text[: LONGEST_REASON - 1] + "…"


def _state_of(result: Result) -> State:
    if result.outcome is None:
        return State.FAILED
    return State.STOPPED if result.ended == "stopped" else State.FINISHED


def _reason(result: Result, episode: Episode) -> str:
    """As lists show it, so with the names of things; the result keeps the words of the engine."""
    if result.outcome is None:
        return result.error
    reasons = Reasons(episode.story)
    told = (reasons.readable(reason, episode.world, episode.moments[-1]) for reason in reasons_against(result.outcome))
    return " ".join(told)


def reasons_against(outcome: OutcomeNote) -> tuple[str, ...]:
    """Why it is no success, in order of the parts."""
    parts = (outcome.goals_met, outcome.clean, outcome.consented, outcome.in_time)
    return tuple(reason for part in parts if not part.ok for reason in part.reasons)
