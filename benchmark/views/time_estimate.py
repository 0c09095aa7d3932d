"""Estimates how long a sweep takes, from how long earlier runs took."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from redis.exceptions import RedisError

from simulator.jobs.worker_registry import workers_alive
from simulator.models import Episode, Queue, State

_LOOKED_AT = 200
# Seconds per run where there are no earlier runs.
_RULE_OF_THUMB = {Queue.BATCH: 0.1, Queue.MODELS: 60.0}
# Runs that one worker is assumed to play at once. Runs with models mostly wait for replies.
_AT_ONCE = {Queue.BATCH: 1, Queue.MODELS: 8}


class TimeEstimate(NamedTuple):
    """The expected duration of a sweep."""

    lasts: timedelta
    based_on: int
    """Number of earlier runs behind the estimate; 0 for a rule of thumb."""


def estimate_time(waiting: Mapping[Queue, int], at_once: int | None) -> TimeEstimate:
    """Estimate the time for this many runs per queue. Queues are played in parallel, so the slowest queue decides."""
    seconds, looked_at = 0.0, 0
    for queue, runs in waiting.items():
        lasted = _lasted(queue)
        each = median(lasted) if lasted else _RULE_OF_THUMB[queue]
        places = _workers(queue) * _AT_ONCE[queue]
        seconds = max(seconds, runs * each / max(1, min(places, at_once or places)))
        looked_at += len(lasted)
    return TimeEstimate(timedelta(seconds=seconds), looked_at)


def _lasted(queue: Queue) -> list[float]:
    # Imported runs were played elsewhere, on machines of another speed.
    last = Episode.objects.filter(queue=queue, state=State.FINISHED, imported=None, started_at__isnull=False)
    spans = last.order_by("-pk").values_list("started_at", "ended_at")[:_LOOKED_AT]
    return [(ended - started).total_seconds() for started, ended in spans if started and ended]


def _workers(queue: Queue) -> int:
    try:
        # At least one: the supervisor starts a worker for models when runs wait for it.
        return max(1, workers_alive()[queue])
    except RedisError:
        return 1
