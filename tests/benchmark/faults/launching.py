"""Starts a sweep and is gone: `python -m tests.benchmark.faults.launching PLAN before|after`.

It dies in the instant in which the sweep is stored, before or after the workers were told.
"""

from __future__ import annotations

import json
import os
import signal
import sys

from pare_site.django_setup import set_up


def _die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    set_up()
    from benchmark.jobs import sweep_start
    from benchmark.plan.schema import SweepPlan

    _, plan, when = sys.argv
    if when == "before":
        vars(sweep_start)["wake_workers"] = lambda sweep: _die()
    sweep_start.start_sweep(SweepPlan.model_validate(json.loads(plan)))
    _die()
