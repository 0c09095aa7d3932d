"""Bringing back what died: runs whose worker is gone, and jobs that Redis has lost."""

from __future__ import annotations

import logging

import redis
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from simulator.jobs import hints
from simulator.jobs.leases import MOST_TRIES, expired
from simulator.jobs.queues import enqueue, waiting_in
from simulator.models import Episode, Failure, Queue, State, Wish
from simulator.models.episode import TO_BE_PLAYED

_log = logging.getLogger(__name__)
MOST_HINTS = 100
"""More than there are workers."""
_CHANGED = ("state", "wish", "steps_left", "worker", "heartbeat_at", "ended_at", "reason", "failure")


def reap() -> int:
    """Have every run played on that nobody shows to be alive any more; gives their number."""
    return _interrupt(expired())


def bury(worker: str) -> int:
    """The same for the runs of a worker that is known to be dead, without waiting for its leases to expire."""
    return _interrupt(Q(state=State.RUNNING, worker=worker))


def rebuild_queue() -> int:
    """Enqueue runs that wait to be played and have no job in their queue; gives their number.

    The first of each queue are enough: whoever plays one goes on with the others.
    """
    found = 0
    for queue in Queue.values:
        rows = Episode.objects.filter(queue=queue, state__in=TO_BE_PLAYED).order_by("-priority", "pk")
        waiting = list(rows.values_list("pk", flat=True)[:MOST_HINTS])
        if not waiting:
            continue
        try:
            there = waiting_in(queue)
        except redis.RedisError as problem:
            _log.warning("The queue %s cannot be looked at, Redis is away: %s", queue, problem)
            return found
        found += sum(enqueue(episode_id, queue) for episode_id in waiting if episode_id not in there)
    return found


def _interrupt(which: Q) -> int:
    with transaction.atomic():
        rows = list(Episode.objects.select_for_update(skip_locked=True).filter(which).order_by("pk"))
        for row in rows:
            row.worker, row.heartbeat_at = "", None
            if row.tries >= MOST_TRIES:
                row.state, row.ended_at, row.reason = State.FAILED, timezone.now(), _hopeless(row)
                row.failure = Failure.ENGINE
            elif row.wish == Wish.PAUSE:
                row.state, row.wish, row.steps_left = State.PAUSED, Wish.RUN, None
            else:
                row.state = State.INTERRUPTED
            row.save(update_fields=_CHANGED)
    for row in rows:
        hints.tell(row.pk)
        if row.state == State.INTERRUPTED:
            enqueue(row.pk, row.queue)
    return len(rows)


def _hopeless(row: Episode) -> str:
    where = f"after moment {row.moment_count - 1}" if row.moment_count else "before the first moment"
    return (
        f"The worker died {row.tries} times in a row {where}, without getting any further. "
        "The log of the worker may say why; start a new run to try again."
    )
