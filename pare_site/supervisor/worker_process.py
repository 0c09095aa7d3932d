"""A worker as a child of the supervisor."""

from __future__ import annotations

import logging
from functools import partial

from pare_site.supervisor.children import Child

_log = logging.getLogger(__name__)


def play(queue: str, child: Child) -> None:
    """Plays the runs of a queue; those that died with the worker before it go on without waiting."""
    from simulator.jobs.worker import work

    if child.predecessor:
        _clear_up_after(queue, child.predecessor)
    work(queue)


def _clear_up_after(queue: str, process: int) -> None:
    """A database or a Redis that is away is no reason not to start: what is left behind runs out by itself."""
    from simulator.jobs.play_job import worker_name
    from simulator.jobs.recovery import bury
    from simulator.jobs.worker_registry import forget

    machine = worker_name().rpartition(":")[0]
    for clear in (partial(forget, queue, process), partial(bury, f"{machine}:{process}")):
        try:
            clear()
        except Exception as problem:
            _log.warning("What worker %s left behind is cleared up later: %s", process, problem)
