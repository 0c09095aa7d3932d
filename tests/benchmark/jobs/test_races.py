"""Many at once: each cell is played once, whoever asks, steers or dies meanwhile."""

from __future__ import annotations

import random
import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import pytest
from django.db import connection

from benchmark.jobs import sweep_control
from benchmark.jobs.cell_feeder import feed_workers, look_after_sweeps
from benchmark.jobs.sweep_control import SweepRefusal
from benchmark.models import Cell, Priority, Sweep, SweepState
from simulator.jobs.recovery import bury, reap, rebuild_queue
from simulator.models import Episode, State
from tests.benchmark.jobs.planned import begun
from tests.simulator.jobs.background import assert_whole
from tests.simulator.jobs.nursery import Nursery
from tests.waiting import join

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 90.0


def side_by_side(*work: Callable[[], object]) -> None:
    """All of it at once, in threads with connections of their own; what goes wrong in one of them is raised here."""
    problems: list[Exception] = []

    def do(one: Callable[[], object]) -> None:
        try:
            one()
        except Exception as problem:
            problems.append(problem)
        finally:
            connection.close()

    threads = [threading.Thread(target=do, args=[one]) for one in work]
    for thread in threads:
        thread.start()
    join(*threads, patience=PATIENCE)
    if problems:
        raise problems[0]


def wait_for(*sweeps: Sweep) -> None:
    end = time.monotonic() + PATIENCE
    for sweep in sweeps:
        while sweep.state != SweepState.FINISHED:
            assert time.monotonic() < end, (sweep.state, Cell.objects.filter(episode=None).count())
            time.sleep(0.05)
            reap()
            sweep.refresh_from_db()


def assert_each_once(*sweeps: Sweep) -> None:
    """Every cell has a whole run; those that were not taken from another cell have one of their own."""
    for sweep in sweeps:
        assert not sweep.cells.exclude(episode__state=State.FINISHED).exists()
    own = list(Cell.objects.filter(from_cache=False).values_list("episode", flat=True))
    assert len(own) == len(set(own))
    assert set(own) == set(Episode.objects.values_list("pk", flat=True))
    for row in Episode.objects.all():
        assert_whole(row)


def test_those_who_feed_at_once_make_each_run_once() -> None:
    sweeps = [begun(seeds=list(range(8))), begun(seeds=list(range(4, 12)), priority="high")]

    def go_on() -> None:
        while feed_workers("batch", 3):
            pass

    side_by_side(*[go_on] * 6)
    made = list(Episode.objects.values_list("result_key", flat=True))
    assert len(made) == len(set(made)) == 12 * 4
    linked = Cell.objects.filter(sweep__in=sweeps, episode__isnull=False)
    assert linked.count() == len(made)
    assert linked.values("episode").distinct().count() == len(made)


def test_workers_share_sweeps_that_overlap(nursery: Nursery) -> None:
    sweeps = [begun(seeds=[0, 1, 2]), begun(seeds=[1, 2, 3])]
    workers = [nursery.work("batch") for _ in range(3)]
    wait_for(*sweeps)
    assert [nursery.end(pid) for pid in workers] == [0, 0, 0]
    assert_each_once(*sweeps)
    assert Episode.objects.count() == 4 * 4


def test_people_who_steer_at_any_time_do_no_harm(nursery: Nursery) -> None:
    sweeps = [begun(seeds=list(range(6))), begun(seeds=list(range(3, 9)))]
    chance = random.Random(3)
    workers = [nursery.work("batch") for _ in range(2)]
    wishes: list[Callable[[Sweep], object]] = [
        sweep_control.pause,
        sweep_control.resume,
        sweep_control.resume,
        sweep_control.cancel,
        sweep_control.retry_failed,
        lambda sweep: sweep_control.prioritise(sweep, chance.choice(list(Priority))),
        lambda sweep: look_after_sweeps(),
    ]

    def steer() -> None:
        for _ in range(25):
            sweep = Sweep.objects.get(pk=chance.choice(sweeps).pk)
            ask = chance.choice(wishes)
            with suppress(SweepRefusal):
                ask(sweep)
            time.sleep(chance.random() / 30)

    side_by_side(steer, steer)
    # What was cancelled may still be being stopped.
    for sweep in sweeps:
        settle(sweep)
    wait_for(*sweeps)
    assert [nursery.end(pid) for pid in workers] == [0, 0]
    for sweep in sweeps:
        assert not sweep.cells.exclude(episode__state=State.FINISHED).exists()


def settle(sweep: Sweep) -> None:
    """Have it played to its end, whatever people have made of it."""
    end = time.monotonic() + PATIENCE
    while True:
        sweep.refresh_from_db()
        look_after_sweeps()
        if sweep.state == SweepState.FINISHED and not sweep.cells.exclude(episode__state=State.FINISHED).exists():
            return
        assert time.monotonic() < end, f"the sweep is {sweep.state} and does not come to its end"
        for ask in (sweep_control.resume, sweep_control.retry_failed):
            with suppress(SweepRefusal):
                ask(sweep)
        time.sleep(0.1)


@pytest.mark.all
def test_workers_that_are_killed_cost_nothing(nursery: Nursery) -> None:
    sweep = begun(seeds=list(range(25)))
    chance = random.Random(5)
    killed = 0
    # A quick machine may play all cells before the eighth worker is killed.
    while killed < 8 and sweep.state == SweepState.RUNNING:
        pid = nursery.work("batch")
        look_after_sweeps()
        time.sleep(0.1 + chance.random() / 5)
        nursery.end(pid, signal.SIGKILL)
        killed += 1
        bury_all()
        rebuild_queue()
        sweep.refresh_from_db()
    assert killed >= 3, "all was played before three workers were killed"
    worker = nursery.work("batch")
    look_after_sweeps()
    wait_for(sweep)
    assert nursery.end(worker) == 0
    assert_each_once(sweep)
    assert Episode.objects.count() == sweep.cells.count()


def bury_all() -> None:
    for worker in set(Episode.objects.filter(state=State.RUNNING).values_list("worker", flat=True)):
        bury(worker)
