"""A worker as a child of the supervisor."""

from __future__ import annotations

from pare_site.supervisor.household import Child


def play(queue: str, child: Child) -> None:
    """Plays the runs of a queue; those that died with the worker before it go on without waiting."""
    from simulator.jobs.reaping import bury
    from simulator.jobs.running import worker_name
    from simulator.jobs.worker import work

    if child.predecessor:
        machine = worker_name().rpartition(":")[0]
        bury(f"{machine}:{child.predecessor}")
    work(queue)
