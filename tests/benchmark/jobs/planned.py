"""Small sweeps for tests: over the small stories, with players that need no model unless a test names one."""

from __future__ import annotations

from typing import Any

from benchmark.jobs.sweep_start import start_sweep
from benchmark.models import Sweep
from benchmark.plan.schema import SweepPlan
from simulator.models import Scenario
from tests.simulator.jobs.background import version_of

STORIES = ("dentist", "late_train")


def shelve(*names: str) -> None:
    """The stories as what the files say now."""
    for name in names:
        version = version_of(name)
        Scenario.objects.filter(slug=name).update(current=version, removed_at=None)


def plan_of(**fields: Any) -> SweepPlan:
    given = {"scenarios": STORIES, "baselines": ("oracle", "silent"), **fields}
    return SweepPlan.model_validate(given)


def begun(**fields: Any) -> Sweep:
    """A sweep that waits for its workers."""
    plan = plan_of(**fields)
    shelve(*plan.scenarios)
    return start_sweep(plan)
