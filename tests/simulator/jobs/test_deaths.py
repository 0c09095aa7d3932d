"""A worker that is killed at any instant loses nothing and doubles nothing, and one that comes back is locked out."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from django.db import connection, transaction

from simulator.jobs import control, recovery
from simulator.jobs.leases import MOST_TRIES, claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.recovery import bury, reap
from simulator.models import Episode, State
from tests.simulator.jobs.background import (
    assert_as_undisturbed,
    assert_whole,
    expire,
    started,
    undisturbed,
    wait_until,
)
from tests.simulator.jobs.nursery import Nursery
from tests.waiting import join

pytestmark = pytest.mark.django_db(transaction=True)


def die(nursery: Nursery, row: Episode, at: int) -> bool:
    """Whether the process that plays the run was killed; if not it has done its work."""
    code = nursery.wait(nursery.play(row.pk, dies_at=at))
    assert code in (0, -signal.SIGKILL)
    assert_whole(row)
    expire(row)
    reap()
    return code != 0


def kill_everywhere(nursery: Nursery, every: int, **options: object) -> int:
    """Kill one run after the other, each one later than the one before it; gives at how many encounters."""
    at, killed = 1, True
    while killed:
        row = started("dentist", **{"queue": "batch", **options})
        killed = die(nursery, row, at)
        row.refresh_from_db()
        if not row.is_over:
            control.set_pace(row, 0)
            run_episode(row.pk)
        assert_as_undisturbed(row, "dentist")
        at += every
    return at


@pytest.mark.all
def test_killed_at_some_encounters_with_the_store_a_run_goes_on_to_the_same_end(nursery: Nursery) -> None:
    assert kill_everywhere(nursery, every=5) > 20


@pytest.mark.all
@pytest.mark.parametrize(("queue", "least"), [("batch", 20), ("live", 30)])
def test_killed_at_every_encounter_with_the_store_a_run_goes_on_to_the_same_end(
    nursery: Nursery, queue: str, least: int
) -> None:
    assert kill_everywhere(nursery, every=1, queue=queue) > least


@pytest.mark.all
def test_killed_at_every_encounter_with_the_store_a_paced_run_goes_on_to_the_same_end(nursery: Nursery) -> None:
    assert kill_everywhere(nursery, every=7, pace=100) > 3 * len(undisturbed("dentist").episode.moments)


def test_killed_again_and_again_a_run_gets_to_its_end(nursery: Nursery) -> None:
    row = started("dentist", queue="batch", pace=100)
    deaths = 0
    # So many encounters take a run only a few moments further.
    while die(nursery, row, 60):
        deaths += 1
    assert deaths > 2
    assert_as_undisturbed(row, "dentist")


def test_a_run_that_kills_its_worker_each_time_fails_in_the_end(nursery: Nursery) -> None:
    row = started("dentist", queue="batch", assistant="test_deadly")
    for _ in range(MOST_TRIES + 1):
        assert nursery.wait(nursery.play(row.pk)) == -signal.SIGKILL
        expire(row)
        reap()
        row.refresh_from_db()
        if row.state == State.FAILED:
            break
    assert_whole(row)
    assert row.state == State.FAILED
    assert "died 5 times in a row" in row.reason


def test_a_run_that_kills_its_worker_takes_no_other_with_it(nursery: Nursery) -> None:
    deadly, slow = started("dentist", assistant="test_deadly"), started("dentist", pace=0.5)
    for _ in range(2 * MOST_TRIES):
        if deadly.state == State.FAILED:
            break
        assert nursery.wait(nursery.play(deadly.pk)) == -signal.SIGKILL
        slow.refresh_from_db()
        assert slow.tries <= 1
        bury(slow.worker)
        deadly.refresh_from_db()
    assert deadly.state == State.FAILED
    control.set_pace(slow, 0)
    run_episode(slow.pk)
    assert_as_undisturbed(slow, "dentist")


@pytest.mark.parametrize("commits", [1, 2, 5])
def test_a_worker_that_slept_while_another_took_over_stores_nothing_more(nursery: Nursery, commits: int) -> None:
    row = started("dentist", queue="batch", pace=100)
    sleeper = nursery.play(row.pk, sleeps_after=commits)
    wait_until(row, lambda row: asleep(sleeper))
    row.refresh_from_db()
    assert row.moment_count == commits - 1
    expire(row)
    assert reap() == 1
    other = nursery.play(row.pk)
    wait_until(row, lambda row: row.attempt == 2 and row.moment_count >= commits + 2)
    os.kill(sleeper, signal.SIGCONT)
    assert nursery.wait(sleeper) == 0
    assert nursery.wait(other) == 0
    assert_as_undisturbed(row, "dentist")
    assert row.attempt == 2


def asleep(pid: int) -> bool:
    stat = Path(f"/proc/{pid}/stat").read_text(encoding="ascii")
    return stat.rpartition(")")[2].split()[0] == "T"


@contextmanager
def locked(row: Episode, seconds: float) -> Iterator[None]:
    """For so long at most another session has changed the row and not committed it, as that of a dead worker may."""
    is_locked, is_over = threading.Event(), threading.Event()

    def lock() -> None:
        try:
            with transaction.atomic():
                Episode.objects.filter(pk=row.pk).update(turn=1)
                is_locked.set()
                is_over.wait(seconds)
                transaction.set_rollback(True)
        finally:
            connection.close()

    thread = threading.Thread(target=lock)
    thread.start()
    assert is_locked.wait(30), "the row was not locked"
    try:
        yield
    finally:
        is_over.set()
        join(thread)


def test_a_run_that_the_session_of_its_dead_worker_still_locks_is_handed_on() -> None:
    free, row = started("dentist"), started("dentist")
    assert claim(free.pk, "here:1")
    assert claim(row.pk, "here:1")
    with locked(row, 0.5):
        assert bury("here:1") == 2
    row.refresh_from_db()
    assert (row.state, row.worker) == (State.INTERRUPTED, "")


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no locks on rows")
def test_a_session_that_does_not_end_does_not_keep_the_next_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recovery, "_LOCK_SECONDS", 0.1)
    row, other = started("dentist"), started("dentist")
    assert claim(row.pk, "here:1") and claim(other.pk, "here:1")
    with locked(row, 60):
        began = time.monotonic()
        assert bury("here:1") == 1, "the run that is not locked is handed on at once"
        assert time.monotonic() - began < 30
    other.refresh_from_db()
    assert other.state == State.INTERRUPTED
    expire(row)
    assert reap() == 1
