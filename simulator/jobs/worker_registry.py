"""A registry of running workers: each worker keeps a key in Redis that expires soon after the worker dies."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import redis

from simulator.jobs import run_sources
from simulator.jobs.judge_job import has_waiting_judges
from simulator.jobs.queues import client, wake
from simulator.models import Episode, Queue
from simulator.models.episode import TO_BE_PLAYED

_log = logging.getLogger(__name__)
# Seconds until the key of a dead worker expires, and seconds between two renewals by a running worker.
LIFETIME = 15
_EVERY = 4.0
# Seconds after the latest check for which the time of the first check without a worker is remembered.
_REMEMBERED = 600


def workers_alive() -> dict[str, int]:
    """Return the number of running workers of each queue. Raises redis.RedisError if Redis can't be reached."""
    found: Counter[str] = Counter()
    for key in client().scan_iter(match=_key("*", "*", "*"), count=1000):
        found[key.decode().split(":")[2]] += 1
    return {queue: found[queue] for queue in Queue.values}


def is_unattended(queue: str, longer_than: timedelta = timedelta()) -> bool:
    """Return whether runs or judges of a queue have waited at least `longer_than` without a running worker.

    The time starts at the first check that found no worker. Raises redis.RedisError if Redis can't be reached.
    """
    waiting = Episode.objects.filter(queue=queue, state__in=TO_BE_PLAYED)
    judges = queue == Queue.MODELS and has_waiting_judges()
    if not (waiting.exists() or judges or run_sources.waits(queue)) or workers_alive()[queue]:
        give_time(queue)
        return False
    now = time.time()
    client().set(_seen(queue), now, nx=True)
    # The key expires unless checks continue, because there may have been a worker between two checks far apart.
    client().expire(_seen(queue), _REMEMBERED)
    seen = client().get(_seen(queue))
    return now - float(seen or now) >= longer_than.total_seconds()


def wake_all(queue: str) -> bool:
    """Make every worker of a queue look for work. Return False if Redis can't be reached."""
    try:
        alive = workers_alive()[queue]
    except redis.RedisError:
        return False
    return wake(queue, max(1, alive))


def give_time(queue: str) -> None:
    """Forget since when a queue has had no worker. Raises redis.RedisError if Redis can't be reached."""
    client().delete(_seen(queue))


def forget(queue: str, process: int) -> None:
    """Remove a dead worker of this machine. Raises redis.RedisError if Redis can't be reached."""
    client().delete(_key(queue, socket.gethostname(), str(process)))


class Presence(threading.Thread):
    """A thread that renews the worker's key in Redis every few seconds, and then calls `also`."""

    def __init__(self, queue: str, also: Callable[[], None]) -> None:
        super().__init__(name="presence", daemon=True)
        self._key = _key(queue, socket.gethostname(), str(os.getpid()))
        self._also = also
        self._has_complained = False
        self._ended = threading.Event()

    def run(self) -> None:
        while not self._ended.is_set():
            try:
                client().set(self._key, "1", ex=LIFETIME)
                self._also()
            except redis.RedisError as problem:
                _log.debug("Redis is away: %s", problem)
            except Exception as problem:
                # Whatever the error is, a worker that plays must not look dead.
                self._complain(problem)
            self._ended.wait(_EVERY)

    def end(self) -> None:
        self._ended.set()
        self.join()
        try:
            client().delete(self._key)
        except redis.RedisError as problem:
            _log.debug("Redis is away: %s", problem)

    def _complain(self, problem: Exception) -> None:
        if not self._has_complained:
            self._has_complained = True
            _log.warning("The worker is alive, but can't renew its job in RQ: %s", problem)


def _seen(queue: str) -> str:
    """Return the Redis key that stores since when a queue has had no worker."""
    return f"pare:unattended:{queue}"


def _key(queue: str, host: str, process: str) -> str:
    return f"pare:worker:{queue}:{host}:{process}"
