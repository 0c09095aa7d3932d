"""Recovers runs whose worker died, and jobs that Redis lost."""

from __future__ import annotations

import logging

import redis
from django.db import OperationalError, connection, transaction
from django.db.models import Q
from django.utils import timezone

from simulator.jobs import notify
from simulator.jobs.leases import MOST_TRIES, expired
from simulator.jobs.queues import enqueue, waiting_in
from simulator.models import Episode, Failure, Queue, State, Wish
from simulator.models.episode import TO_BE_PLAYED

_log = logging.getLogger(__name__)
# Maximum number of runs of a queue that are queued again at once; larger than the number of workers.
MOST_HINTS = 100
# Seconds to wait for locked rows: half the time of a lease. Waiting longer is no better than letting leases expire.
_LOCK_SECONDS = 5
_CHANGED = ("state", "wish", "steps_left", "worker", "heartbeat_at", "ended_at", "reason", "failure")


def reap() -> int:
    """Queue, pause or fail all runs whose lease has expired, and return their number."""
    return _interrupt(expired())


def bury(worker: str) -> int:
    """Do the same as `reap` for the runs of one dead worker, without waiting until its leases expire."""
    its_own = Q(state=State.RUNNING, worker=worker)
    try:
        return _interrupt(its_own, waits=True)
    except OperationalError as problem:
        # The dead worker's session still locks a run. Queue its other runs now; `reap` queues the locked run later.
        _log.warning("A run of the dead worker %s is still locked: %s", worker, problem)
        return _interrupt(its_own)


def rebuild_queue() -> int:
    """Queue runs that wait without a job, and return their number.

    Only the first runs of each queue get a job: the worker that plays one of them continues with the others.
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
            _log.warning("The queue %s can't be read because Redis is away: %s", queue, problem)
            return found
        found += sum(enqueue(episode_id, queue) for episode_id in waiting if episode_id not in there)
    return found


def _interrupt(which: Q, waits: bool = False) -> int:
    """Queue these runs again, and return their number.

    A run that should pause is paused instead, and a run whose workers died too often fails. With `waits`, wait for
    locked rows; otherwise skip locked rows.
    """
    with transaction.atomic():
        if waits:
            _limit_lock_time()
        rows = list(Episode.objects.select_for_update(skip_locked=not waits).filter(which).order_by("pk"))
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
        notify.tell(row.pk)
        if row.state == State.INTERRUPTED:
            enqueue(row.pk, row.queue)
    return len(rows)


def _limit_lock_time() -> None:
    """Limit how long this transaction waits for locked rows.

    PostgreSQL notices only at its next read that a client was killed. On a busy machine, the session of a dead worker
    may last for a while and still lock the run whose moment the worker was storing.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{_LOCK_SECONDS}s'")


def _hopeless(row: Episode) -> str:
    where = f"after step {row.moment_count - 1}" if row.moment_count else "before the first step"
    return (
        f"Workers died {row.tries} times in a row {where}, and the run got no further. "
        "The logs of the workers may say why. Start a new run to try again."
    )
