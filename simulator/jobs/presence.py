"""Which workers are alive: each keeps a key in Redis that expires soon after the worker does."""

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

from simulator.jobs import feeders
from simulator.jobs.queues import client, wake
from simulator.models import Episode, Queue
from simulator.models.episode import TO_BE_PLAYED

_log = logging.getLogger(__name__)
LIFETIME = 15
_EVERY = 4.0
_REMEMBERED = 600


def workers_alive() -> dict[str, int]:
    """How many workers each queue has; raises redis.RedisError if that cannot be known."""
    found: Counter[str] = Counter()
    for key in client().scan_iter(match=_key("*", "*", "*"), count=1000):
        found[key.decode().split(":")[2]] += 1
    return {queue: found[queue] for queue in Queue.values}


def is_unattended(queue: str, longer_than: timedelta = timedelta()) -> bool:
    """Whether runs wait to be played and no worker is alive to do it; for so long, as seen by whoever has looked."""
    waiting = Episode.objects.filter(queue=queue, state__in=TO_BE_PLAYED)
    if not (waiting.exists() or feeders.waits(queue)) or workers_alive()[queue]:
        give_time(queue)
        return False
    now = time.time()
    client().set(_seen(queue), now, nx=True)
    # Kept while somebody looks: what was seen long ago may have been over in between.
    client().expire(_seen(queue), _REMEMBERED)
    seen = client().get(_seen(queue))
    return now - float(seen or now) >= longer_than.total_seconds()


def wake_all(queue: str) -> bool:
    """Have every worker of a queue look for what waits or is planned; whether Redis took it."""
    try:
        alive = workers_alive()[queue]
    except redis.RedisError:
        return False
    return wake(queue, max(1, alive))


def give_time(queue: str) -> None:
    """A worker that is missing is missed from now on only; raises redis.RedisError if Redis is away."""
    client().delete(_seen(queue))


def forget(queue: str, process: int) -> None:
    """Counts out a worker of this machine that is known to be dead; raises redis.RedisError if Redis is away."""
    client().delete(_key(queue, socket.gethostname(), str(process)))


class Presence(threading.Thread):
    """Says every few seconds that the worker of this process is there; `also` is called each time as well."""

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
                # Whatever it is, a worker that plays must not pass for a dead one.
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
            _log.warning("The worker is there, but RQ cannot be told so: %s", problem)


def _seen(queue: str) -> str:
    """Holds since when a queue is unattended."""
    return f"pare:unattended:{queue}"


def _key(queue: str, host: str, process: str) -> str:
    return f"pare:worker:{queue}:{host}:{process}"
