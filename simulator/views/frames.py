"""Frames: what a browser that follows a run gets for each moment, and the state of the run beside them."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string

from simulator.models import Episode as EpisodeRow
from simulator.models import State
from simulator.showing.verdict import Verdict
from simulator.summary import describe
from simulator.trace.header import OutcomeNote
from simulator.views.decisions import decisions_html
from simulator.views.pieces import head_of, without_repeats
from simulator.views.reels import SharedReel, reel_of

Frame = dict[str, Any]


class Batch(NamedTuple):
    """Consecutive frames, and how the run stands."""

    frames: tuple[Frame, ...]
    status: dict[str, Any]


class Judged(NamedTuple):
    verdict: Verdict | None
    problem: str = ""


def batch_after(episode_id: int, after: int, limit: int = 50) -> Batch:
    """The frames after a number, at most so many. For any thread; everything is rendered once and shared."""
    # What the scenario says is needed once for each reel, not once for each look.
    row = EpisodeRow.objects.select_related("version").defer("version__source").get(pk=episode_id)
    shared = reel_of(row)
    with shared.lock:
        last = min(len(shared.reel), after + 1 + limit)
        frames = [_frame(shared, n) for n in range(max(0, after + 1), last)]
        return Batch(tuple(without_repeats(frames)), status_of(row, shared))


def status_of(row: EpisodeRow, shared: SharedReel) -> dict[str, Any]:
    """How a run stands after all of its moments so far."""
    judged, schedule = _judged(row, shared), shared.reel.schedule()
    outcome = {"verdict": judged.verdict, "problem": judged.problem, "state": row.state, "failure": row.failure}
    outcome["said"] = row.imported["said"] if row.imported is not None and row.is_foreign else None
    events = {"schedule": schedule, "run": shared.pk, "over": row.is_over, "foreign": row.is_foreign}
    return {
        "state": row.state,
        "spent": _spent(row, shared),
        "chip": render_to_string("run/_chip.html", {"episode": row}),
        "decisions": decisions_html(row, shared),
        "outcome": shared.once(
            "outcome", (row.state, row.failure, judged), lambda: render_to_string("run/_outcome.html", outcome)
        ),
        "schedule": shared.once(
            "schedule", (row.is_over, schedule), lambda: render_to_string("run/_schedule.html", events)
        ),
    }


def _spent(row: EpisodeRow, shared: SharedReel) -> str:
    """What language models have used up so far; empty if none was asked."""
    tokens = row.tokens_in + row.tokens_out
    if not tokens:
        return ""
    if row.cost is None:
        return f"{tokens:,} tokens, price not known"
    unknown = " and calls without a known price" if shared.reel.episode.spent.unpriced else ""
    return f"{tokens:,} tokens, ${row.cost:.2f}{unknown}"


def _frame(shared: SharedReel, n: int) -> Frame:
    return {
        "n": n,
        "story": shared.item(n),
        "mark": shared.mark(n),
        "tapping": shared.tapping(n),
        "phone": shared.phone(n),
        "head": head_of(shared, n),
    }


def _judged(row: EpisodeRow, shared: SharedReel) -> Judged:
    """The stored judgement of a run that is over, else the one so far; or why there is none."""
    if row.is_foreign:
        return Judged(None)
    if row.state == State.FAILED:
        return Judged(None, row.reason or "The run broke down.")
    if shared.reel.broken:
        return Judged(None, shared.reel.broken)
    stored = (row.result or {}).get("outcome") if row.is_over else None
    note = None if stored is None else msgspec.convert(stored, OutcomeNote)
    try:
        return Judged(shared.reel.verdict(not row.is_over, row.state == State.STOPPED, note))
    except Exception as problem:
        return Judged(None, f"The outcome cannot be judged. {describe(problem)}")
