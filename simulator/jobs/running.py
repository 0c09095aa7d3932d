"""The job that workers run: play a run from where it stands until it ends, pauses, or this process has to leave."""

from __future__ import annotations

import logging
import os
import socket

from django.db import Error

from simulator.jobs.batch_driver import BatchDriver
from simulator.jobs.driver import Driver
from simulator.jobs.patient_driver import PatientDriver
from simulator.models import Episode as EpisodeRow
from simulator.models import Queue

CAPACITY = {Queue.LIVE: 16, Queue.MODELS: 32}
"""How many runs one worker plays side by side; one of the batch queue plays a single one."""
_log = logging.getLogger(__name__)


def run_episode(episode_id: int) -> None:
    """Nothing happens if the run is gone, over, paused or held by somebody else: its row says what is to be done."""
    try:
        queue = EpisodeRow.objects.filter(pk=episode_id).values_list("queue", flat=True).first()
    except Error as problem:
        _log.warning("Run %s waits until the database can be used: %s", episode_id, problem)
        return
    if queue is not None:
        _driver(Queue(queue)).drive(episode_id)


def drain(queue: str) -> None:
    """Play what waits in a queue, and what is planned for it, until nothing is left."""
    _driver(Queue(queue)).drive()


def _driver(queue: Queue) -> Driver:
    if queue == Queue.MODELS:
        return PatientDriver(queue, CAPACITY[queue], worker_name())
    if queue == Queue.BATCH:
        return BatchDriver(queue, worker_name())
    return Driver(queue, CAPACITY[queue], worker_name())


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"
