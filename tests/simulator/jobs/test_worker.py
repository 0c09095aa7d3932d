"""Real worker processes: they play what is queued, leave when asked to, and outlive Redis."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.conf import LazySettings

from pare_site import valkey
from simulator.jobs import control, queues
from simulator.jobs.queues import client, waiting_in
from simulator.jobs.recovery import bury, reap, rebuild_queue
from simulator.jobs.worker_registry import workers_alive
from simulator.models import Episode, State
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started, wait_until
from tests.simulator.jobs.nursery import ROOT, Nursery, surroundings
from tests.waiting import kill

pytestmark = pytest.mark.django_db(transaction=True)
WORK = "import django; django.setup(); from simulator.jobs.worker import work; work({!r})"


@contextmanager
def launched(queue: str, **variables: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker from nothing, as the supervisor starts it."""
    command = [sys.executable, "-c", WORK.format(queue)]
    process = subprocess.Popen(command, cwd=ROOT, env={**surroundings(), **variables})
    try:
        yield process
    finally:
        kill(process)


def test_a_worker_plays_what_is_queued_and_says_that_it_is_there() -> None:
    before = started("dentist")
    with launched("live") as worker:
        wait_until(before, lambda row: row.is_over, 60)
        assert workers_alive() == {"live": 1, "batch": 0, "models": 0}
        after = started("dentist", pace=100)
        wait_until(after, lambda row: row.is_over)
        assert megabytes(worker.pid) < 150
        worker.terminate()
        assert worker.wait(timeout=10) == 0
    for row in (before, after):
        assert_as_undisturbed(row, "dentist")
    # A worker that has just come looks by itself, so that a hint may be left of what it has played already.
    assert waiting_in("live") <= {before.pk, after.pk}
    assert workers_alive() == {"live": 0, "batch": 0, "models": 0}


def megabytes(pid: int) -> float:
    """What a process has in memory."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_asked_to_leave_puts_its_runs_back(nursery: Nursery, signum: int) -> None:
    rows = [started("dentist", pace=10) for _ in range(2)]
    worker = nursery.work("live")
    for row in rows:
        wait_until(row, lambda row: row.moment_count > 2)
    assert nursery.end(worker, signum) == 0
    for row in rows:
        assert_whole(row)
        assert (row.state, row.worker) == (State.QUEUED, "")
        control.set_pace(row, 0)
    with nursery.working("live"):
        for row in rows:
            wait_until(row, lambda row: row.is_over)
            assert_as_undisturbed(row, "dentist")


@pytest.mark.parametrize("moments", [0, 1, 4, 9])
def test_a_run_whose_worker_is_killed_is_finished_by_the_next(nursery: Nursery, moments: int) -> None:
    kill_and_finish(nursery, started("dentist", pace=100), moments, 0.0)


@pytest.mark.all
@pytest.mark.parametrize("pace", [0, 100])
@pytest.mark.parametrize("milliseconds", range(0, 260, 13))
def test_a_run_whose_worker_is_killed_at_any_time_is_finished_by_the_next(
    nursery: Nursery, milliseconds: int, pace: float
) -> None:
    kill_and_finish(nursery, started("dentist", pace=pace), 0, milliseconds / 1000)


def kill_and_finish(nursery: Nursery, row: Episode, moments: int, seconds: float) -> None:
    worker = nursery.work("live")
    wait_until(row, lambda row: row.moment_count >= moments)
    time.sleep(seconds)
    assert nursery.end(worker, signal.SIGKILL) == -signal.SIGKILL
    assert_whole(row)
    bury(row.worker)
    rebuild_queue()
    with nursery.working("live"):
        # If the claim was on its way when the worker died, the database may carry it out only now.
        wait_until(row, lambda row: row.is_over, meanwhile=reap)
    assert_as_undisturbed(row, "dentist")


def test_a_queue_that_was_emptied_is_filled_again_from_the_rows(nursery: Nursery) -> None:
    rows = [started("dentist", queue="batch") for _ in range(2)]
    client().flushall()
    with nursery.working("batch"):
        rebuild_queue()
        for row in rows:
            wait_until(row, lambda row: row.is_over)
            assert_as_undisturbed(row, "dentist")


def test_a_queue_that_is_emptied_while_runs_are_played_disturbs_none(nursery: Nursery) -> None:
    rows = [started("dentist", pace=20) for _ in range(2)]
    with nursery.working("live") as worker:
        for row in rows:
            wait_until(row, lambda row: row.moment_count > 1)
        client().flushall()
        for row in rows:
            wait_until(row, lambda row: row.is_over)
            assert_as_undisturbed(row, "dentist")
        os.kill(worker, 0)
        late = started("dentist")
        wait_until(late, lambda row: row.is_over)


@pytest.mark.all
def test_a_worker_outlives_redis(settings: LazySettings, tmp_path: Path) -> None:
    """Redis goes away while the worker waits, and again while it plays."""
    port = valkey.free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    queues.client.cache_clear()
    server = valkey.start(port, tmp_path)
    try:
        with launched("live", REDIS_URL=settings.REDIS_URL) as worker:
            first = started("dentist")
            wait_until(first, lambda row: row.is_over, 60)
            kill(server)
            missed = started("dentist", pace=8)
            server = valkey.start(port, tmp_path)
            rebuild_queue()
            wait_until(missed, lambda row: row.moment_count > 2)
            kill(server)
            wait_until(missed, lambda row: row.is_over)
            server = valkey.start(port, tmp_path)
            last = started("dentist")
            wait_until(last, lambda row: row.is_over)
            assert worker.poll() is None
            assert workers_alive()["live"] == 1
            worker.terminate()
            assert worker.wait(timeout=15) == 0
        for row in (first, missed, last):
            assert_as_undisturbed(row, "dentist")
    finally:
        kill(server)
        queues.client.cache_clear()


def test_a_worker_knows_no_language_models() -> None:
    code = (
        "import django; django.setup(); import sys, simulator.jobs.worker, simulator.jobs.play_job; print(*sys.modules)"
    )
    said = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=surroundings(),
        stdout=subprocess.PIPE,
        check=True,
        timeout=120,
    )
    assert "litellm" not in said.stdout.decode().split()


def test_a_run_that_is_taken_from_a_living_worker_is_not_doubled(nursery: Nursery) -> None:
    row = started("dentist", pace=15)
    with nursery.working("live"):
        wait_until(row, lambda row: row.moment_count > 2)
        assert bury(row.worker) == 1
        wait_until(row, lambda row: row.is_over)
    assert_as_undisturbed(row, "dentist")
    assert row.attempt == 2


def test_a_worker_that_comes_looks_by_itself_although_redis_has_lost_the_hints(nursery: Nursery) -> None:
    row = started("dentist", queue="batch")
    client().flushall()
    with nursery.working("batch"):
        wait_until(row, lambda row: row.is_over)
    assert_as_undisturbed(row, "dentist")
