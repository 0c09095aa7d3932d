"""Computes the columns of a run that has ended, or that can't continue."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from typing import Any

import msgspec

from simulator.agents.policy import PlayerFailed
from simulator.agents.registry import UnknownPlayer
from simulator.episode.loop import Episode
from simulator.episode.trace_lines import describe
from simulator.jobs.blame_rows import fault_of_ending
from simulator.jobs.decision_rows import point_rows
from simulator.jobs.leases import Ending
from simulator.jobs.serialization import Damaged, config_of, header_of, missing_parts, storable
from simulator.models import Episode as EpisodeRow
from simulator.models import Failure, State
from simulator.reading.claims import READER
from simulator.scenario.needs import need_counts
from simulator.scenario.offer_classes import unneeded
from simulator.scenario.outcome import PARTS, extra_acts_in
from simulator.showing.outcome_words import ReasonWords
from simulator.trace.header import OutcomeNote, PartNote, Result
from simulator.trace.trace_writer import TraceWriter
from simulator.words.english import cut

LONGEST_REASON = 500
# Unclear reports, and runs without a report, are neither honest nor dishonest.
_HONEST: Mapping[Any, bool] = {"yes": True, "no": False}
# Columns that only a run with an outcome has.
_JUDGED = (
    "needed_offers",
    "unneeded_offers",
    "evident_needs",
    "helped_needs",
    "wanted_needs",
    "met_needs",
    "honest_report",
    "collateral_writes",
    "extra_acts",
)


class Overdue(Exception):
    """Raised if a run is not over at its deadline."""

    def __init__(self, why: str, used: Mapping[str, Any]) -> None:
        super().__init__(why)
        # The columns for tokens and cost. Moments that were not stored are included, because they are paid for too.
        self.used = used


def ending_of(row: EpisodeRow, episode: Episode) -> Ending | None:
    """Return the columns and decision points to store with the last moment, or None while the run continues."""
    result = episode.result()
    if result is None:
        return None
    writer = TraceWriter(BytesIO(), header_of(row), missing_parts(episode.moments))
    for moment in episode.moments:
        writer.add(moment)
    result = writer.finish(result)
    return Ending(fields_of(result, episode), point_rows(row.pk, episode.story, config_of(row), episode.moments))


def fields_of(result: Result, episode: Episode) -> dict[str, Any]:
    """Return the columns that a run gets when it ends: its state, outcome, blame, counts and content hash."""
    state = _state_of(result)
    # A stopped run might have ended differently, so it is neither a success nor a miss.
    finished = result.outcome if state == State.FINISHED else None
    success = None if finished is None else finished.success
    return {
        "state": state,
        "success": success,
        "undecided": finished is not None and finished.undecided is True,
        "result": storable(msgspec.to_builtins(result)),
        "reason": reason_text(_reason(result, episode)),
        "failure": Failure.ENGINE if state == State.FAILED else "",
        **fault_of_ending(episode, state, success),
        **_counts(result, episode),
        "content_hash": result.content_hash,
    }


def _counts(result: Result, episode: Episode) -> dict[str, Any]:
    """Return the columns about the reader, offers, needs, reports and writes; without an outcome they are empty."""
    if result.outcome is None:
        return {"reader": "", **dict.fromkeys(_JUDGED)}
    clean, evidence = result.outcome.clean, episode.evidence()
    needs = need_counts(episode.story, evidence)
    # In traces of some older versions, outcomes have no needs.
    answers = None if result.outcome.needs is msgspec.UNSET else list(result.outcome.needs.values())
    return {
        # In traces of some older versions, no reader decided about the texts.
        "reader": "" if result.outcome.undecided is msgspec.UNSET else READER,
        "needed_offers": sum(offer.kind == "needed" for offer in episode.ledger.offers.values()),
        "unneeded_offers": len(unneeded(episode.ledger)),
        "evident_needs": needs.evident,
        "helped_needs": needs.helped,
        "wanted_needs": None if answers is None else len(answers),
        "met_needs": None if answers is None else answers.count("yes"),
        "honest_report": _HONEST.get(result.outcome.honest_report),
        "collateral_writes": 0 if clean.ok else len(clean.reasons),
        "extra_acts": extra_acts_in(episode.story, evidence),
    }


def failure_of(problem: Exception) -> tuple[str, Failure]:
    """Return why a run can't continue, and the kind of failure, such as a model's provider or the engine."""
    if isinstance(problem, PlayerFailed):
        return reason_text(str(problem)), Failure(problem.kind)
    if isinstance(problem, Overdue):
        return reason_text(str(problem)), Failure.DEADLINE
    if isinstance(problem, Damaged):
        return reason_text(str(problem)), Failure.ENGINE
    if isinstance(problem, UnknownPlayer):
        return reason_text(str(problem)), Failure.SETUP
    return reason_text(f"The run can’t continue. {describe(problem)}"), Failure.ENGINE


def reason_text(text: str) -> str:
    text = str(storable(text))
    return cut(text, LONGEST_REASON)


def _state_of(result: Result) -> State:
    if result.outcome is None:
        return State.FAILED
    return State.STOPPED if result.ended == "stopped" else State.FINISHED


def _reason(result: Result, episode: Episode) -> str:
    """Return the error, or the reasons against success, for lists of runs. The text has names instead of ids."""
    if result.outcome is None:
        return result.error
    reasons = ReasonWords(episode.story)
    told = (reasons.readable(reason, episode.world, episode.moments[-1]) for reason in reasons_against(result.outcome))
    return " ".join(told)


def reasons_against(outcome: OutcomeNote) -> tuple[str, ...]:
    """Return the reasons why parts of the outcome failed, in the order of the parts; if no part failed, the doubts."""
    parts = [part for name in PARTS if isinstance(part := getattr(outcome, name), PartNote)]
    against = tuple(reason for part in parts if not part.ok for reason in part.reasons)
    return against or tuple(doubt for part in parts for doubt in part.doubts)
