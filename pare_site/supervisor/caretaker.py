"""Looks after what nobody else does: runs without a worker, jobs that Redis has lost, scenario files that changed."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

from pare_site.supervisor.scenario_refresh import refresh_scenarios

_BETWEEN_LOOKS = 2.0
# Runs are looked after at every look, the rest once a round.
_LOOKS_PER_ROUND = 5

Say = Callable[[str], None]


@dataclass
class Duty:
    """Something to look after, and whether that goes well."""

    about: str
    verb: str
    """Together a sentence: these things are looked after."""
    do: Callable[[], object]
    looks: int
    """It is done at every look, or at every so many."""
    is_in_trouble: bool = False

    def see_to_it(self, say: Say) -> None:
        """Trouble is told once when it begins and once when it is over."""
        trouble = _trouble_with(self.do)
        if trouble and not self.is_in_trouble:
            every = self.looks * _BETWEEN_LOOKS
            say(f"{self.about} are not {self.verb} for now: {trouble}. Trying again every {every:.0f} s.")
        if self.is_in_trouble and not trouble:
            say(f"{self.about} are {self.verb} again.")
        self.is_in_trouble = bool(trouble)


def run_caretaker(var: Path, say: Say, call_for_models: Callable[[], None]) -> NoReturn:
    """For ever. `call_for_models`: asks for the worker of runs with language models, which may be there already."""
    from benchmark.jobs.cell_feeder import look_after_sweeps
    from benchmark.jobs.shared_cache import export_recent_sweeps
    from simulator.jobs.recovery import reap, rebuild_queue
    from simulator.jobs.worker_registry import give_time, is_unattended

    def tell_changes() -> None:
        for remark in refresh_scenarios(var):
            say(remark)

    def hand_on() -> None:
        reap()
        if is_unattended("models"):
            call_for_models()

    duties = (
        Duty("Runs whose worker died", "handed on", hand_on, 1),
        Duty("Sweeps", "looked after", look_after_sweeps, 1),
        Duty("Runs that Redis has lost", "queued", rebuild_queue, _LOOKS_PER_ROUND),
        Duty("Scenario files", "taken in", tell_changes, _LOOKS_PER_ROUND),
        Duty("Finished episodes", "put into the folder of the cache", export_recent_sweeps, _LOOKS_PER_ROUND),
    )
    # What was missing before the last stop is no trouble of the site that starts now.
    _trouble_with(partial(give_time, "models"))
    look = 0
    while True:
        time.sleep(_BETWEEN_LOOKS)
        look += 1
        for duty in duties:
            if look % duty.looks == 0:
                duty.see_to_it(say)


def _trouble_with(work: Callable[[], object]) -> str:
    from django.db import Error, connection

    try:
        work()
    except Exception as problem:
        # A connection that broke is of no use any more; the next look opens another.
        connection.close()
        reason = (str(problem).strip().splitlines() or [type(problem).__name__])[0].rstrip(".")
        return f"the database cannot be used ({reason})" if isinstance(problem, Error) else reason
    return ""
