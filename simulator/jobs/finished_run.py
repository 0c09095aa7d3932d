"""Rebuilds stored runs that are over, and returns their texts with claims, so that readers can judge the runs."""

from __future__ import annotations

from collections.abc import Sequence

from simulator.episode.loop import Episode
from simulator.episode.rebuild import rebuild
from simulator.jobs.serialization import trace_of
from simulator.models import Episode as EpisodeRow
from simulator.reading.claims import RunText
from simulator.scenario.run_claims import texts_of_run
from simulator.trace.header import TraceError


class CannotJudge(Exception):
    """Raised if a run can't be judged. The message gives the reason as a sentence."""


def opened(row: EpisodeRow) -> Episode:
    """Return the run as it ended, rebuilt from its stored changes. Raises CannotJudge."""
    if row.is_foreign:
        raise CannotJudge(
            f"Run {row.pk} was played by another system, so its texts can’t be judged. Choose a run played here."
        )
    if not row.is_over:
        raise CannotJudge(f"Run {row.pk} is not over. Judge it after it has ended.")
    try:
        return rebuild(trace_of(row))
    except TraceError as error:
        raise CannotJudge(f"Run {row.pk} can’t be opened: {error}") from None


def texts_of(row: EpisodeRow) -> Sequence[RunText]:
    """Return the texts of a run with their claims. Raises CannotJudge."""
    episode = opened(row)
    return texts_of_run(episode.story, episode.evidence())
