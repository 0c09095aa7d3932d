"""The queues in Redis. A queue only says that there is work; the rows of runs say which runs wait."""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from secrets import token_hex

import django_rq
import redis
from django.conf import settings
from django.db import transaction
from redis.backoff import NoBackoff
from redis.retry import Retry
from rq import Queue as RQQueue

_log = logging.getLogger(__name__)
_JOB = "simulator.jobs.play_job.run_episode"
_DRAIN = "simulator.jobs.play_job.drain"
_PREFIX = "run"
_OWN_JOB = re.compile(rf"{_PREFIX}-([0-9]+)-[0-9a-f]+")
_PATIENCE = 2.0
_KEEP_FAILED = 24 * 3600


@lru_cache(maxsize=1)
def client() -> redis.Redis:
    """Return a Redis client with short time-outs: a page must not hang if Redis can't be reached."""
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=_PATIENCE,
        socket_timeout=_PATIENCE,
        retry=Retry(NoBackoff(), 1),
    )


def queue_named(name: str) -> RQQueue:
    return django_rq.get_queue(name, connection=client(), commit_mode="auto")


def enqueue_on_commit(episode_id: int, queue: str) -> None:
    """Queue the run once its row is committed, so that workers can see it."""
    transaction.on_commit(lambda: enqueue(episode_id, queue))


def enqueue(episode_id: int, queue: str, at_front: bool = False) -> bool:
    """Queue a run. Return False if Redis can't be reached; `rebuild_queue` then queues the run later."""
    try:
        # A new id each time: RQ deletes a finished job by its id, even if the same id was queued again meanwhile.
        queue_named(queue).enqueue(
            _JOB,
            episode_id,
            job_id=f"{_PREFIX}-{episode_id}-{token_hex(4)}",
            at_front=at_front,
            job_timeout=-1,
            result_ttl=0,
            failure_ttl=_KEEP_FAILED,
            description=f"run {episode_id}",
        )
    except redis.RedisError as problem:
        _log.warning("Run %s waits until Redis is back: %s", episode_id, problem)
        return False
    return True


def wake(queue: str, workers: int = 1) -> bool:
    """Make up to `workers` workers look for work. Return False if Redis can't be reached; the caretaker tries later."""
    try:
        waiting = queue_named(queue)
        for _ in range(workers - waiting.count):
            have_looked(queue)
    except redis.RedisError as problem:
        _log.warning("Runs in the queue %s wait until Redis is back: %s", queue, problem)
        return False
    return True


def have_looked(queue: str) -> None:
    """Queue a job that makes one more worker look for work. Raises redis.RedisError if Redis can't be reached."""
    queue_named(queue).enqueue(
        _DRAIN,
        queue,
        job_id=f"drain-{queue}-{token_hex(4)}",
        job_timeout=-1,
        result_ttl=0,
        failure_ttl=_KEEP_FAILED,
        description=f"runs waiting in {queue}",
    )


def waiting_in(queue: str) -> set[int]:
    """Return the numbers of the runs that have a job in this queue."""
    return {int(own[1]) for own in map(_OWN_JOB.fullmatch, queue_named(queue).get_job_ids()) if own}
