"""The process that plays runs: an RQ worker that plays in its own process and can be stopped between two moments."""

from __future__ import annotations

import logging
import signal
import threading
import time
from contextlib import suppress
from types import FrameType
from typing import Any

import django_rq
import redis
from django.db import close_old_connections
from rq import SimpleWorker
from rq.exceptions import StopRequested

from simulator.jobs.driver import Leaving
from simulator.jobs.queues import have_looked
from simulator.jobs.worker_registry import Presence, workers_alive
from simulator.models import Queue

__all__ = ["EpisodeWorker", "work", "workers_alive"]

_log = logging.getLogger(__name__)
_UNTIL_NEXT_TRY = 1.0


class EpisodeWorker(SimpleWorker):
    """Runs jobs in its own process, one after the other."""

    # Redis may be restarted; a worker that waits a minute for it would look dead.
    max_connection_wait_time = 2
    is_playing = False

    def request_stop(self, signum: int, frame: FrameType | None) -> None:
        """Set the flag that a job reads between two moments; raise StopRequested if no job is running."""
        self._stop_requested = Leaving.asked = True
        if not self.is_playing:
            raise StopRequested

    def execute_job(self, *args: Any) -> None:
        self.is_playing = True
        close_old_connections()
        try:
            super().execute_job(*args)
        finally:
            self.is_playing = False
            close_old_connections()

    def subscribe(self) -> None:
        """Do nothing, so that RQ's own commands are ignored: people's requests are in the rows of runs."""

    def say_that_it_lives(self) -> None:
        """Renew the current job in RQ. A job may last for hours, and RQ abandons jobs that are not renewed."""
        job = self.get_current_job() if self.is_playing else None
        if job is not None and self.execution is not None:
            self.maintain_heartbeats(job)


def work(queue: str) -> None:
    """Play the runs of this queue until SIGTERM or SIGINT. If Redis goes away, wait until it is back."""
    Leaving.asked = False
    if queue == Queue.MODELS:
        # Loading takes seconds; in a daemon thread it does not delay a worker that is asked to end.
        threading.Thread(target=_load_models, name="loading", daemon=True).start()
    # RQ's signal handlers stay in place after `_work` has returned, so StopRequested may be raised during the sleep.
    with suppress(StopRequested):
        while not Leaving.asked:
            try:
                _work(queue)
            except redis.RedisError as problem:
                _log.warning("The worker of %s waits for Redis: %s", queue, problem)
            if not Leaving.asked:
                time.sleep(_UNTIL_NEXT_TRY)


def _load_models() -> None:
    """Import the client for language models now, so that the slow import does not delay the first request of a run."""
    try:
        from simulator.agents.llm.litellm_client import preload

        preload()
    except Exception:
        _log.exception("The client for language models can't be imported, so models can't be used.")


def _work(queue: str) -> None:
    """Run the jobs of a queue until the process is asked to end, or until Redis fails."""
    waiting = django_rq.get_queue(queue)
    worker = EpisodeWorker([waiting], connection=waiting.connection)
    presence = Presence(queue, worker.say_that_it_lives)
    # RQ installs the same handlers, but only in `worker.work`. A request to stop that comes earlier must not be lost.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, worker.request_stop)
    # Workers that died may have taken the jobs of waiting runs, or Redis may have lost the jobs.
    have_looked(queue)
    presence.start()
    try:
        worker.work(logging_level="WARNING")
    finally:
        presence.end()
        waiting.connection.close()
