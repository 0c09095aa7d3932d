"""Many runs in one worker: paced, fair, and undisturbed by a database that fails."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.db.backends.signals import connection_created

from simulator.jobs import control, driver
from simulator.jobs.driver import Leaving
from simulator.jobs.leases import MOST_TRIES
from simulator.jobs.play_job import CAPACITY, run_episode
from simulator.jobs.queues import waiting_in
from simulator.jobs.runner import Runner
from simulator.models import Episode, Moment, Queue, State
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started, undisturbed, wait_until
from tests.waiting import join

pytestmark = pytest.mark.django_db
LENGTH = len(undisturbed("dentist").episode.moments)


@pytest.fixture(autouse=True)
def _stays() -> Iterator[None]:
    yield
    Leaving.asked = False


def test_ten_paced_runs_go_on_side_by_side_and_none_starves() -> None:
    rows = [started("dentist", pace=10) for _ in range(10)]
    began = time.monotonic()
    run_episode(rows[0].pk)
    assert time.monotonic() - began >= (LENGTH - 1) / 10
    for row in rows:
        assert_as_undisturbed(row, "dentist")
    order = list(Moment.objects.order_by("pk").values_list("episode_id", flat=True))
    for row in rows:
        places = [place for place, episode_id in enumerate(order) if episode_id == row.pk]
        assert max(after - before for before, after in pairwise(places)) < 4 * len(rows)


def test_a_run_without_a_pace_does_not_hold_up_the_paced_ones() -> None:
    paced, fast = started("dentist", pace=20), started("late_train")
    run_episode(paced.pk)
    assert_as_undisturbed(paced, "dentist")
    assert_as_undisturbed(fast)
    assert fast.ended_at is not None
    assert paced.ended_at is not None
    assert fast.ended_at < paced.ended_at


def test_no_more_runs_are_held_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CAPACITY, Queue.LIVE, 2)
    most = 0
    advance = Runner.advance

    def counted(runner: Runner) -> bool:
        nonlocal most
        most = max(most, Episode.objects.filter(state=State.RUNNING).count())
        return advance(runner)

    monkeypatch.setattr(Runner, "advance", counted)
    rows = [started("dentist", pace=50) for _ in range(5)]
    run_episode(rows[0].pk)
    assert most == 2
    for row in rows:
        assert_as_undisturbed(row, "dentist")


def test_the_batch_queue_plays_one_run_after_the_other_by_their_priority() -> None:
    rows = [started("dentist", queue="batch") for _ in range(4)]
    Episode.objects.filter(pk=rows[1].pk).update(priority=-20)
    Episode.objects.filter(pk=rows[2].pk).update(priority=-10)
    run_episode(rows[0].pk)
    for row in rows:
        assert_as_undisturbed(row, "dentist")
    in_order = Episode.objects.order_by("ended_at").values_list("pk", flat=True)
    assert list(in_order) == [rows[number].pk for number in (0, 3, 2, 1)]


def test_a_process_that_has_to_leave_puts_its_runs_back() -> None:
    rows = [started("dentist", pace=5) for _ in range(3)]
    leave_after(0.7)
    run_episode(rows[0].pk)
    for row in rows:
        assert_whole(row)
        assert (row.state, row.worker, row.tries) == (State.QUEUED, "", 0)
        assert 1 <= row.moment_count < LENGTH
    assert waiting_in("live") == {row.pk for row in rows}
    Leaving.asked = False
    Episode.objects.update(pace=0)
    run_episode(rows[0].pk)
    for row in rows:
        assert_as_undisturbed(row, "dentist")


def leave_after(seconds: float) -> None:
    threading.Timer(seconds, lambda: setattr(Leaving, "asked", True)).start()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, int], None]]:
    """Makes the next so many statements fail that begin so, as if the disk were full."""
    left: dict[str, int] = {}

    def around(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        for beginning in left:
            if sql.startswith(beginning) and left[beginning] > 0:
                left[beginning] -= 1
                raise OperationalError("database or disk is full")
        return execute(sql, *rest)

    monkeypatch.setattr(driver, "AFTER_TROUBLE", 0.1)
    with connection.execute_wrapper(around):
        yield left.__setitem__


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("beginning", ['INSERT INTO "simulator_moment"', 'UPDATE "simulator_episode"', "SELECT"])
@pytest.mark.parametrize("times", [1, 3])
def test_a_database_that_fails_for_a_while_loses_nothing(
    failing: Callable[[str, int], None], beginning: str, times: int
) -> None:
    row, other = started("dentist", pace=50), started("dentist", pace=50)
    failing(beginning, 0)
    timer = threading.Timer(0.2, lambda: failing(beginning, times))
    timer.start()
    run_episode(row.pk)
    join(timer)
    # On a busy machine the run may be over before the failures; they must not hit the checks below.
    failing(beginning, 0)
    for one in (row, other):
        assert_as_undisturbed(one, "dentist")


@pytest.mark.django_db(transaction=True)
def test_a_database_that_fails_for_long_is_not_held_against_the_run(failing: Callable[[str, int], None]) -> None:
    row = started("dentist", hold=True, queue="batch")
    control.step(row, 3)
    run_episode(row.pk)
    control.resume(row)
    failing('INSERT INTO "simulator_moment"', MOST_TRIES + 3)
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")
    assert row.attempt > MOST_TRIES
    assert row.tries == 0


@contextmanager
def unwritable() -> Iterator[None]:
    """Every connection can only read, as with a disk that was mounted again after an error."""
    command = {"sqlite": "PRAGMA query_only = ON", "postgresql": "SET default_transaction_read_only = on"}

    def restrict(**about: Any) -> None:
        with connection.cursor() as cursor:
            cursor.execute(command[connection.vendor])

    restrict()
    connection_created.connect(restrict)
    yield
    connection_created.disconnect(restrict)
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_a_database_that_can_only_be_read_leaves_everything_as_it_is() -> None:
    row = started("dentist", queue="batch")
    leave_after(0.5)
    with unwritable():
        run_episode(row.pk)
        assert_whole(row)
    assert (row.state, row.moment_count, row.tries) == (State.QUEUED, 0, 0)
    Leaving.asked = False
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")


@pytest.mark.django_db(transaction=True)
def test_a_connection_that_is_cut_is_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    if connection.vendor != "postgresql":
        pytest.skip("a file has no connections that could be cut")
    monkeypatch.setattr(driver, "AFTER_TROUBLE", 0.1)
    row, other = started("dentist", pace=50), started("dentist", pace=50)
    cuts = iter([True])

    def around(execute: Callable[..., Any], sql: str, *rest: Any) -> Any:
        if sql.startswith('INSERT INTO "simulator_moment"') and next(cuts, False):
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
        return execute(sql, *rest)

    with connection.execute_wrapper(around):
        run_episode(row.pk)
    for one in (row, other):
        assert_as_undisturbed(one, "dentist")


@pytest.mark.django_db(transaction=True)
def test_the_pace_can_be_changed_while_a_run_is_played() -> None:
    row = started("dentist", pace=0.05)
    player = threading.Thread(target=play_in_thread, args=[row.pk])
    player.start()
    wait_until(row, lambda row: row.moment_count == 1)
    control.set_pace(row, 50)
    player.join(timeout=20)
    assert not player.is_alive()
    assert_as_undisturbed(row, "dentist")


@pytest.mark.django_db(transaction=True)
def test_a_slow_run_is_paused_and_stopped_long_before_its_next_moment() -> None:
    row = started("dentist", pace=0.05)
    player = threading.Thread(target=play_in_thread, args=[row.pk])
    player.start()
    wait_until(row, lambda row: row.moment_count == 1)
    asked = time.monotonic()
    control.pause(row)
    wait_until(row, lambda row: row.state == State.PAUSED)
    join(player)
    assert row.moment_count == 1
    control.resume(row)
    player = threading.Thread(target=play_in_thread, args=[row.pk])
    player.start()
    wait_until(row, lambda row: row.moment_count == 2)
    control.stop(row)
    wait_until(row, lambda row: row.state == State.STOPPED)
    join(player)
    assert row.moment_count == 3
    assert time.monotonic() - asked < 10


def play_in_thread(episode_id: int) -> None:
    run_episode(episode_id)
    connection.close()
