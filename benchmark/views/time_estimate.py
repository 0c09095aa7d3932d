"""Estimates how long a sweep takes, from how long earlier runs took."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from django.db.models import F
from redis.exceptions import RedisError

from simulator.jobs.play_job import CAPACITY
from simulator.jobs.worker_registry import workers_alive
from simulator.models import Episode, Queue, State

_LOOKED_AT = 200
# Seconds per run where there are no earlier runs.
_RULE_OF_THUMB = {Queue.BATCH: 0.1, Queue.MODELS: 60.0}


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
        # A batch worker has no capacity in the table, because it plays one run at a time.
        places = _workers(queue) * CAPACITY.get(queue, 1)
        seconds = max(seconds, runs * each / max(1, min(places, at_once or places)))
        looked_at += len(lasted)
    return TimeEstimate(timedelta(seconds=seconds), looked_at)


def _lasted(queue: Queue) -> list[float]:
    # Imported runs were played elsewhere, on machines of another speed. Runs from the shared cache start and end at the
    # time of their import, so they say nothing about durations either.
    # `imported__isnull`, because `imported=None` would look for a JSON null, which no run has.
    played = Episode.objects.filter(queue=queue, state=State.FINISHED, imported__isnull=True)
    last = played.filter(ended_at__gt=F("started_at"))
    spans = last.order_by("-pk").values_list("started_at", "ended_at")[:_LOOKED_AT]
    return [(ended - started).total_seconds() for started, ended in spans if started and ended]


def _workers(queue: Queue) -> int:
    try:
        # At least one: the supervisor starts a worker for models when runs wait for it.
        return max(1, workers_alive()[queue])
    except RedisError:
        return 1
