"""The caretaker process: repeats tasks such as requeueing runs of dead workers and loading changed scenario files."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NoReturn

from pare_site.supervisor.scenario_refresh import refresh_scenarios

# Seconds.
_BETWEEN_LOOKS = 2.0
# Runs and sweeps are checked at every look, because people wait for them. Other tasks run at every fifth look.
_LOOKS_PER_ROUND = 5

Say = Callable[[str], None]


@dataclass
class Duty:
    """A task that the caretaker repeats, with the words for messages about failures of the task."""

    about: str
    verb: str
    """The end of a sentence that starts with `about`, such as "loaded" in "Scenario files are loaded"."""
    do: Callable[[], object]
    looks: int
    """How often the task runs: 1 means on every check, 5 means on every fifth check."""
    is_in_trouble: bool = False

    def perform(self, say: Say) -> None:
        """Run the task. Of several failures in a row, report only the first; then report the first success."""
        trouble = _trouble_with(self.do)
        if trouble and not self.is_in_trouble:
            every = self.looks * _BETWEEN_LOOKS
            say(f"{self.about} are not {self.verb} at the moment: {trouble}. Retrying every {every:.0f} s.")
        if self.is_in_trouble and not trouble:
            say(f"{self.about} are {self.verb} again.")
        self.is_in_trouble = bool(trouble)


def run_caretaker(var: Path, say: Say, call_for_models: Callable[[], None]) -> NoReturn:
    """Repeat all regular tasks forever.

    `call_for_models` asks the parent process to start a worker for language models.
    """
    from benchmark.jobs.cell_feeder import look_after_sweeps
    from benchmark.jobs.shared_cache import export_recent_sweeps
    from simulator.jobs.abandoned_runs import end_abandoned_runs
    from simulator.jobs.judge_job import enqueue_unjudged
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
        Duty("Runs whose worker died", "requeued", hand_on, 1),
        Duty("Sweeps", "updated", look_after_sweeps, 1),
        Duty("Runs that Redis has lost", "queued", rebuild_queue, _LOOKS_PER_ROUND),
        Duty("Runs that their players abandoned", "ended", end_abandoned_runs, _LOOKS_PER_ROUND),
        Duty("Judge jobs that Redis has lost", "queued", enqueue_unjudged, _LOOKS_PER_ROUND),
        Duty("Scenario files", "loaded", tell_changes, _LOOKS_PER_ROUND),
        Duty("Finished runs", "written to the shared cache folder", export_recent_sweeps, _LOOKS_PER_ROUND),
    )
    # Runs may have waited for the models worker since before the last stop. Its time to start counts from now.
    _trouble_with(partial(give_time, "models"))
    look = 0
    while True:
        time.sleep(_BETWEEN_LOOKS)
        look += 1
        for duty in duties:
            if look % duty.looks == 0:
                duty.perform(say)


def _trouble_with(work: Callable[[], object]) -> str:
    from django.db import Error, connection

    try:
        work()
    except Exception as problem:
        # A broken connection stays broken; the next look opens a new one.
        connection.close()
        reason = (str(problem).strip().splitlines() or [type(problem).__name__])[0].rstrip(".")
        return f"the database cannot be used ({reason})" if isinstance(problem, Error) else reason
    return ""
