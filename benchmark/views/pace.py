"""How long runs take that are to be made: by how long the last ones took."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from statistics import median
from typing import NamedTuple

from redis.exceptions import RedisError

from simulator.jobs.presence import workers_alive
from simulator.models import Episode, Queue, State

_LOOKED_AT = 200
_RULE_OF_THUMB = {Queue.BATCH: 0.1, Queue.MODELS: 60.0}
"""Seconds a run, where nobody has played any."""
_AT_ONCE = {Queue.BATCH: 1, Queue.MODELS: 8}
"""Runs that one worker plays side by side; those of models mostly wait for answers."""


class Pace(NamedTuple):
    lasts: timedelta
    based_on: int
    """Earlier runs; 0 for a rule of thumb."""


def pace_of(waiting: Mapping[Queue, int], at_once: int | None) -> Pace:
    """Queues are played side by side, so the longer one counts."""
    seconds, looked_at = 0.0, 0
    for queue, runs in waiting.items():
        lasted = _lasted(queue)
        each = median(lasted) if lasted else _RULE_OF_THUMB[queue]
        places = _workers(queue) * _AT_ONCE[queue]
        seconds = max(seconds, runs * each / max(1, min(places, at_once or places)))
        looked_at += len(lasted)
    return Pace(timedelta(seconds=seconds), looked_at)


def _lasted(queue: Queue) -> list[float]:
    last = Episode.objects.filter(queue=queue, state=State.FINISHED, imported=None, started_at__isnull=False)
    spans = last.order_by("-pk").values_list("started_at", "ended_at")[:_LOOKED_AT]
    return [(ended - started).total_seconds() for started, ended in spans if started and ended]


def _workers(queue: Queue) -> int:
    try:
        return max(1, workers_alive()[queue])
    except RedisError:
        return 1
