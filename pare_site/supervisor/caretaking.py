"""Looks after what nobody else does: runs without a worker, jobs that Redis has lost, scenario files that changed."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

from pare_site.supervisor.scenarios import bring_in

_BETWEEN_LOOKS = 2.0
_LOOKS_PER_ROUND = 5
"""Runs are looked after at every look, the rest once a round."""

Say = Callable[[str], None]


def take_care(var: Path, say: Say) -> NoReturn:
    """For ever. Trouble with the database or with Redis is told once when it begins and once when it is over."""
    from simulator.jobs.reaping import reap, rebuild_queue

    def tell_changes() -> None:
        for remark in bring_in(var):
            say(remark)

    everything = (reap, rebuild_queue, tell_changes)
    trouble = ""
    look = 0
    while True:
        time.sleep(_BETWEEN_LOOKS)
        look += 1
        found = _trouble_with(everything if look % _LOOKS_PER_ROUND == 0 else (reap,))
        if found and not trouble:
            say(f"Runs are not looked after for now: {found}. Trying again every {_BETWEEN_LOOKS:.0f} s.")
        if trouble and not found:
            say("Runs are looked after again.")
        trouble = found


def _trouble_with(works: Iterable[Callable[[], object]]) -> str:
    from django.db import Error, connection

    try:
        for work in works:
            work()
    except Exception as problem:
        # A connection that broke is of no use any more; the next look opens another.
        connection.close()
        reason = (str(problem).strip().splitlines() or [type(problem).__name__])[0].rstrip(".")
        return f"the database cannot be used ({reason})" if isinstance(problem, Error) else reason
    return ""
