"""The data that browsers get about a live run: a frame for each moment, and the status of the run."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from django.template.loader import render_to_string

from simulator.episode.trace_lines import describe
from simulator.models import Episode as EpisodeRow
from simulator.models import State
from simulator.rendering.run_figures import figures_of
from simulator.rendering.run_histories import SharedHistory, history_of
from simulator.rendering.run_pieces import decisions_html, head_of, without_repeats
from simulator.showing.outcome_words import OutcomeSummary
from simulator.trace.header import OutcomeNote
from simulator.words.money import dollars

Frame = dict[str, Any]


class FrameBatch(NamedTuple):
    """Consecutive frames, and the status of the run."""

    frames: tuple[Frame, ...]
    status: dict[str, Any]


class Judged(NamedTuple):
    verdict: OutcomeSummary | None
    problem: str = ""


def batch_after(episode_id: int, after: int, limit: int = 50) -> FrameBatch:
    """Return at most `limit` frames after moment `after`, and the run's status. Any thread may call this function."""
    # The scenario's source is large, and only the creation of the history needs it, not every read.
    row = EpisodeRow.objects.select_related("version").defer("version__source").get(pk=episode_id)
    shared = history_of(row)
    with shared.lock:
        last = min(len(shared.history), after + 1 + limit)
        frames = [_frame(shared, n) for n in range(max(0, after + 1), last)]
        # Only people who may see everything get the stream.
        return FrameBatch(tuple(without_repeats(frames)), status_of(row, shared, private=True))


def status_of(row: EpisodeRow, shared: SharedHistory, private: bool = False) -> dict[str, Any]:
    """Return the status of a run after all of its moments so far: state, costs, and parts of the page as HTML.

    `private`: include the figures and, after the end of the run, the classes of its offers.
    """
    judged, schedule = judged_of(row, shared), shared.history.schedule()
    figures = figures_of(row) if private else None
    outcome = {
        "verdict": judged.verdict,
        "figures": figures,
        "run": row.pk,
        "problem": judged.problem,
        "state": row.state,
        "failure": row.failure,
        "said": row.imported["said"] if row.imported is not None and row.is_foreign else None,
    }
    events = {"schedule": schedule, "run": shared.pk, "over": row.is_over, "foreign": row.is_foreign}
    return {
        "state": row.state,
        "spent": _spent(row, shared),
        "chip": render_to_string("run/_chip.html", {"episode": row}),
        "decisions": decisions_html(row, shared, private),
        "outcome": shared.once(
            "outcome", (row.state, row.failure, judged, figures), lambda: render_to_string("run/_outcome.html", outcome)
        ),
        "schedule": shared.once(
            "schedule", (row.is_over, schedule), lambda: render_to_string("run/_schedule.html", events)
        ),
    }


def _spent(row: EpisodeRow, shared: SharedHistory) -> str:
    """Return the tokens that language models have used and their cost, in words; empty if they used no tokens."""
    tokens = row.tokens_in + row.tokens_out
    if not tokens:
        return ""
    if row.cost is None:
        return f"{tokens:,} tokens, price unknown"
    unknown = " and calls without a known price" if shared.history.episode.spent.unpriced else ""
    return f"{tokens:,} tokens, {dollars(row.cost)}{unknown}"


def _frame(shared: SharedHistory, n: int) -> Frame:
    return {
        "n": n,
        "story": shared.item(n),
        "mark": shared.mark(n),
        "tapping": shared.tapping(n),
        "phone": shared.phone(n),
        "head": head_of(shared, n),
    }


def judged_of(row: EpisodeRow, shared: SharedHistory) -> Judged:
    """Return the outcome, or why there is none. While a run continues, judge its moments so far.

    For a run that another system played, return neither an outcome nor a reason.
    """
    if row.is_foreign:
        return Judged(None)
    if row.state == State.FAILED:
        return Judged(None, row.reason or "The run failed.")
    if row.state == State.ABANDONED:
        return Judged(None, row.reason or "Nobody decided for too long.")
    if shared.history.broken:
        return Judged(None, shared.history.broken)
    stored = (row.result or {}).get("outcome") if row.is_over else None
    note = None if stored is None else msgspec.convert(stored, OutcomeNote)
    try:
        return Judged(shared.history.outcome(not row.is_over, row.state == State.STOPPED, note))
    except Exception as problem:
        return Judged(None, f"The run can’t be judged. {describe(problem)}")
