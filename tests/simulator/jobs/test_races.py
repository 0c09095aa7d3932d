"""Several workers at once: every run is played by one of them, and together they play them all."""

from __future__ import annotations

import random
import time
from contextlib import suppress
from pathlib import Path

import pytest
from django.db import transaction

from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.jobs.recovery import reap, rebuild_queue
from simulator.models import Episode, Moment, State
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, expire, started, wait_until
from tests.simulator.jobs.nursery import Nursery

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("pace", [0.0, 100.0])
def test_of_many_processes_that_want_a_run_one_gets_it(nursery: Nursery, pace: float) -> None:
    row = started("dentist", queue="batch", pace=pace)
    for pid in [nursery.play(row.pk) for _ in range(5)]:
        assert nursery.wait(pid) == 0
    assert_as_undisturbed(row, "dentist")
    assert row.attempt == 1


def test_several_workers_share_the_runs_of_both_queues(nursery: Nursery) -> None:
    rows = [started("dentist", queue=queue, pace=pace) for queue in ("live", "batch") for pace in (0, 50, 100, 0)]
    workers = [nursery.work(queue) for queue in ("live", "live", "batch", "batch")]
    for row in rows:
        wait_until(row, lambda row: row.is_over, 60)
        assert_as_undisturbed(row, "dentist")
        assert row.attempt == 1
    assert [nursery.end(pid) for pid in workers] == [0, 0, 0, 0]


def test_controls_at_any_time_leave_every_run_whole(nursery: Nursery) -> None:
    rows = [started("dentist", pace=60) for _ in range(3)]
    chance = random.Random(1)
    with nursery.working("live"):
        for _ in range(60):
            ask = chance.choice([control.pause, control.resume, control.step, control.resume])
            row = chance.choice(rows)
            try:
                ask(row)
            except CannotControl:
                row.refresh_from_db()
                assert row.is_over
            time.sleep(chance.random() / 50)
        for row in rows:
            # It may have come to its end by itself.
            with suppress(CannotControl):
                control.resume(row)
        for row in rows:
            wait_until(row, lambda row: row.is_over)
            assert_as_undisturbed(row, "dentist")


@pytest.mark.all
def test_workers_that_die_all_the_time_still_play_every_run(nursery: Nursery) -> None:
    rows = [started("dentist", queue=queue, pace=pace) for queue in ("live", "batch") * 4 for pace in (0, 40)]
    chance = random.Random(2)
    workers = [(queue, nursery.work(queue)) for queue in ("live", "batch", "batch")]
    end = time.monotonic() + 240
    while Episode.objects.under_way().exists():
        assert time.monotonic() < end, "there are always runs under way"
        time.sleep(chance.random() / 2)
        queue, pid = workers.pop(0)
        nursery.end(pid, 9)
        workers.append((queue, nursery.work(queue)))
        for row in Episode.objects.filter(state=State.RUNNING):
            if not is_alive(row.worker):
                expire(row)
        reap()
        rebuild_queue()
    for _, pid in workers:
        nursery.end(pid)
    for row in rows:
        assert_as_undisturbed(row, "dentist")


def is_alive(worker: str) -> bool:
    stat = Path(f"/proc/{worker.rpartition(':')[2]}/stat")
    return stat.exists() and stat.read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"


def test_a_run_that_is_deleted_while_it_is_played_is_gone_and_the_worker_lives(nursery: Nursery) -> None:
    row, other = started("dentist", pace=20), started("dentist", pace=20)
    with nursery.working("live"):
        wait_until(row, lambda row: row.moment_count > 2)
        with transaction.atomic():
            Episode.objects.select_for_update().get(pk=row.pk).delete()
        wait_until(other, lambda row: row.is_over)
    assert_as_undisturbed(other, "dentist")
    assert not Moment.objects.filter(episode_id=row.pk).exists()
    assert_whole(other)
