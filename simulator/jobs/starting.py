"""Starting runs."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import AnonymousUser, User

from simulator import ENGINE_VERSION
from simulator.agents.registry import assistant_maker, user_maker, waits_outside
from simulator.config import EpisodeConfig
from simulator.jobs.control import checked_pace
from simulator.jobs.queues import enqueue_on_commit
from simulator.jobs.stored import story_of
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
) -> EpisodeRow:
    """Make the row of a run and have it played once that is committed; `hold`: it stays paused until resumed.

    Runs whose players wait for something outside go to the queue of those, whichever is asked for.
    Raises UnknownPlayer if the config names nobody, and CannotControl for a pace that cannot be kept.
    """
    row = EpisodeRow.objects.create(
        version=version,
        config=config.model_dump(mode="json"),
        config_hash=config.config_hash,
        engine=ENGINE_VERSION,
        started_by=user if isinstance(user, User) else None,
        note=note,
        **to_be_played(version, config, queue, pace, hold),
    )
    if not hold:
        enqueue_on_commit(row.pk, row.queue)
    return row


def to_be_played(
    version: ScenarioVersion, config: EpisodeConfig, queue: Queue, pace: float, hold: bool
) -> dict[str, Any]:
    """What the row of a run says that is to be played by this config, whatever has happened in it already."""
    user_maker(config.user)
    assistant_maker(config.assistant)
    return {
        "user_player": config.user,
        "assistant_player": config.assistant,
        "seed": config.seed,
        "state": State.PAUSED if hold else State.QUEUED,
        "queue": Queue.MODELS if waits_outside(config) else queue,
        "pace": checked_pace(pace),
        "turn_limit": config.max_turns or story_of(version).scenario.turns,
    }
