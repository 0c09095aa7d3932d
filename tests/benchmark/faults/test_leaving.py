"""Whoever starts a sweep may leave, and the machine that plays it may be switched off: it is played to its end."""

from __future__ import annotations

import json
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmark.faults.ground import Ground, Redis
from tests.benchmark.faults.office import Office
from tests.waiting import kill, until

pytestmark = pytest.mark.all
PLAN: dict[str, Any] = {"scenarios": ["dentist", "late_train"], "baselines": ["oracle", "silent", "eager", "random"]}
_PATIENCE = 90.0


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_sweep_is_played_though_whoever_started_it_is_gone(tmp_path: Path, redis: Redis, when: str) -> None:
    """Killed once the sweep is stored, before or after the workers were told of it."""
    with Ground(tmp_path, "", redis.url) as ground, Office(ground) as office:
        ground.site(2)
        plan = json.dumps({**PLAN, "seeds": [0, 1, 2]})
        launcher = ground.process([sys.executable, "-m", "tests.benchmark.faults.launching", plan, when])
        assert launcher.wait(_PATIENCE) == -signal.SIGKILL, ground.said
        until(lambda: office.look(1)["state"] == "finished", "the workers play it", _PATIENCE)
        totals = office.audit(1)
    assert totals["cells"] == totals["attempts"] == 24


def test_a_machine_that_is_switched_off_goes_on_when_it_is_back(tmp_path: Path, redis: Redis) -> None:
    """All processes are killed at once, twice, and the second time Redis keeps nothing."""
    with Ground(tmp_path, "", redis.url) as ground, Office(ground) as office:
        site = ground.site(2)
        sweep = office.start({**PLAN, "seeds": list(range(40))})
        cells = office.look(sweep)["cells"]
        for part, loses_all in ((4, False), (2, True)):
            wait_for(office, sweep, cells // part)
            kill(site)
            redis.restart(loses_all=loses_all)
            assert office.look(sweep)["state"] == "running"
            site = ground.site(2)
        until(lambda: office.look(sweep)["state"] == "finished", "it goes on", _PATIENCE)
        assert office.audit(sweep)["cells"] == cells == 320


def wait_for(office: Office, sweep: int, finished: int) -> None:
    until(lambda: office.look(sweep)["finished"] >= finished, f"{finished} runs", _PATIENCE)
