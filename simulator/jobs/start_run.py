"""Starts runs: makes the row of a run, and queues the run."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User

from simulator.agents.registry import assistant_maker, user_maker, waits_outside
from simulator.config import EpisodeConfig
from simulator.jobs.control import checked_pace
from simulator.jobs.episode_rows import episode_row
from simulator.jobs.queues import enqueue_on_commit
from simulator.jobs.serialization import story_of
from simulator.models import Episode as EpisodeRow
from simulator.models import Queue, ScenarioVersion, State


def start_episode(
    version: ScenarioVersion,
    config: EpisodeConfig,
    *,
    queue: Queue = Queue.LIVE,
    pace: float = 0.0,
    user: User | AnonymousUser | None = None,
    note: str = "",
    hold: bool = False,
    judge_model: str = "",
    judge_budget: float | None = None,
) -> EpisodeRow:
    """Make the row of a run and queue the run on commit; with `hold` the run stays paused until it is resumed.

    Runs whose players wait for something outside, such as a model, go to the models queue, whatever `queue` says.
    `judge_model` reads the run's texts after the run has finished; it is not part of the configuration.
    Raises UnknownPlayer if the config names an unknown player, and CannotControl for a pace that is not allowed.
    """
    columns = queue_columns(config, queue, pace, hold)
    columns |= {"judge_model": judge_model, "judge_budget": judge_budget}
    row = episode_row(version, story_of(version), config, started_by=user, note=note, **columns)
    row.save()
    if not hold:
        enqueue_on_commit(row.pk, row.queue)
    return row


def queue_columns(config: EpisodeConfig, queue: Queue, pace: float, hold: bool) -> dict[str, Any]:
    """Return the state, queue and pace of a new run.

    Raises UnknownPlayer for an unknown player, and CannotControl for a pace that is not allowed.
    """
    user_maker(config.user)
    assistant_maker(config.assistant)
    return {
        "state": State.PAUSED if hold else State.QUEUED,
        "queue": Queue.MODELS if waits_outside(config) else queue,
        "pace": checked_pace(pace),
    }
