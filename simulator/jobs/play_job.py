"""The RQ jobs that play runs."""

from __future__ import annotations

import logging
import os
import socket

from django.db import Error

from simulator.jobs.batch_driver import BatchDriver
from simulator.jobs.driver import Driver
from simulator.jobs.threaded_driver import ThreadedDriver
from simulator.models import Episode as EpisodeRow
from simulator.models import Queue

# Maximum number of runs that one worker plays side by side. A batch worker plays one run at a time.
CAPACITY = {Queue.LIVE: 16, Queue.MODELS: 32}
_log = logging.getLogger(__name__)


def run_episode(episode_id: int) -> None:
    """Play a run and all other waiting runs of its queue.

    If the run is over, paused or held by another worker, play only the others. If the run was deleted, play none.
    """
    try:
        queue = EpisodeRow.objects.filter(pk=episode_id).values_list("queue", flat=True).first()
    except Error as problem:
        _log.warning("Run %s waits until the database can be used: %s", episode_id, problem)
        return
    if queue is not None:
        _driver(Queue(queue)).drive(episode_id)


def drain(queue: str) -> None:
    """Play all runs that wait in a queue or are planned for it."""
    _driver(Queue(queue)).drive()


def _driver(queue: Queue) -> Driver:
    if queue == Queue.MODELS:
        return ThreadedDriver(queue, CAPACITY[queue], worker_name())
    if queue == Queue.BATCH:
        return BatchDriver(queue, worker_name())
    return Driver(queue, CAPACITY[queue], worker_name())


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
