"""A worker as a child process of the supervisor."""

from __future__ import annotations

import logging
from functools import partial

from pare_site.supervisor.children import Child

_log = logging.getLogger(__name__)


def play(queue: str, child: Child) -> None:
    """Play the runs of a queue. After a restart, first release the runs of the dead worker."""
    from simulator.jobs.worker import work

    if child.predecessor:
        _clear_up_after(queue, child.predecessor)
    work(queue)


def _clear_up_after(queue: str, process: int) -> None:
    """Release the runs of a dead worker.

    If the database or Redis can't be reached, the runs are released when the worker's leases expire.
    """
    from simulator.jobs.play_job import worker_name
    from simulator.jobs.recovery import bury
    from simulator.jobs.worker_registry import forget

    machine = worker_name().rpartition(":")[0]
    for clear in (partial(forget, queue, process), partial(bury, f"{machine}:{process}")):
        try:
            clear()
        except Exception as problem:
            _log.warning("The runs of worker %s are released later, when its leases expire: %s", process, problem)
