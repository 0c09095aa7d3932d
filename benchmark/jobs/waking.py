"""Tells workers that a sweep has something for them."""

from __future__ import annotations

from benchmark.jobs.feeding import finish_what_is_over, waits
from benchmark.jobs.settings import settings_of
from benchmark.models import Sweep
from simulator.jobs.presence import wake_all
from simulator.models import Queue


def wake_workers(sweep: Sweep) -> None:
    """To be called after the commit. If Redis is away the caretaker does it later."""
    for queue in sorted({setting.queue for setting in settings_of(sweep)}):
        wake_all(queue)


def look_after_sweeps() -> None:
    """For the caretaker, every few seconds: nothing waits for a hint that was lost, or for a worker that is gone."""
    finish_what_is_over()
    for queue in (Queue.BATCH, Queue.MODELS):
        if waits(queue):
            wake_all(queue)
