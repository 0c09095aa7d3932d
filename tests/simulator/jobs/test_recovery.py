"""Runs whose worker has died, and jobs that Redis has lost, come back."""

from __future__ import annotations

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from simulator.jobs import control, queues
from simulator.jobs.leases import MOST_TRIES, Lease, beat, claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.queues import client, waiting_in
from simulator.jobs.recovery import bury, reap, rebuild_queue
from simulator.models import Episode, Queue, State, Wish
from tests.simulator.jobs.background import assert_as_undisturbed, expire, started

pytestmark = pytest.mark.django_db


def held(row: Episode) -> Lease:
    lease = claim(row.pk, "here:1")
    assert lease is not None
    return lease


def test_a_run_that_nobody_beats_for_is_interrupted_and_enqueued() -> None:
    row = started(queue="batch")
    held(row)
    assert reap() == 0
    expire(row)
    assert reap() == 1
    row.refresh_from_db()
    assert (row.state, row.worker, row.heartbeat_at) == (State.INTERRUPTED, "", None)
    assert waiting_in("batch") == {row.pk}
    run_episode(row.pk)
    assert_as_undisturbed(row)


@pytest.mark.parametrize("state", [state for state in State if state != State.RUNNING])
def test_only_running_runs_are_reaped(state: State) -> None:
    row = started()
    Episode.objects.filter(pk=row.pk).update(state=state, worker="here:1")
    expire(row)
    assert (reap(), bury("here:1")) == (0, 0)
    row.refresh_from_db()
    assert row.state == state


def test_a_dead_worker_is_buried_with_its_leases_and_no_others() -> None:
    mine, other = started(), started()
    held(mine)
    claim(other.pk, "there:1")
    assert bury("here:1") == 1
    mine.refresh_from_db()
    other.refresh_from_db()
    assert (mine.state, other.state) == (State.INTERRUPTED, State.RUNNING)


@pytest.mark.parametrize("reaps", [True, False])
def test_a_pause_that_a_dead_worker_did_not_see_comes_before_the_next_moment(reaps: bool) -> None:
    row = started()
    held(row)
    control.pause(row)
    expire(row)
    if reaps:
        reap()
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.wish, row.moment_count) == (State.PAUSED, Wish.RUN, 0)
    control.resume(row)
    run_episode(row.pk)
    assert_as_undisturbed(row)


def test_a_run_that_dies_again_and_again_without_a_moment_fails_with_a_reason() -> None:
    row = started()
    for _ in range(MOST_TRIES):
        assert held(row)
        expire(row)
        assert reap() == 1
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert "died 5 times in a row before the first step" in row.reason
    assert row.ended_at is not None
    assert claim(row.pk, "here:1") is None


def test_a_run_that_used_up_its_tries_is_not_taken_over_before_it_is_reaped() -> None:
    row = started()
    held(row)
    Episode.objects.filter(pk=row.pk).update(tries=MOST_TRIES, moment_count=7)
    expire(row)
    assert claim(row.pk, "here:1") is None
    reap()
    row.refresh_from_db()
    assert "after step 6" in row.reason


def test_pausing_and_resuming_before_the_first_moment_is_no_death() -> None:
    row = started(hold=True)
    for _ in range(MOST_TRIES + 2):
        control.resume(row)
        control.pause(row)
    control.resume(row)
    run_episode(row.pk)
    assert_as_undisturbed(row)


def test_an_emptied_queue_is_filled_again_with_what_waits_and_nothing_else() -> None:
    rows = {state: started(queue="batch") for state in State}
    for state, row in rows.items():
        Episode.objects.filter(pk=row.pk).update(state=state)
    live = started()
    beat([held(started())])
    client().flushall()
    assert rebuild_queue() == 3
    assert waiting_in("batch") == {rows[State.QUEUED].pk, rows[State.INTERRUPTED].pk}
    assert waiting_in("live") == {live.pk}
    assert rebuild_queue() == 0


def test_without_redis_nothing_breaks_and_nothing_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    row = started()
    away = redis.Redis(port=1, retry=Retry(NoBackoff(), 0))
    monkeypatch.setattr(queues, "client", lambda: away)
    assert rebuild_queue() == 0
    held(row)
    expire(row)
    assert reap() == 1
    monkeypatch.undo()
    assert rebuild_queue() == 1
    assert waiting_in(Queue.LIVE) == {row.pk}


@pytest.mark.parametrize("job_id", ["run", "run-", "runner-7", "run-7", "run-x-0a"])
def test_jobs_of_others_in_a_queue_are_left_alone(job_id: str) -> None:
    row = started()
    client().delete("rq:queue:live")
    queues.queue_named("live").enqueue("os.getpid", job_id=job_id)
    assert waiting_in("live") == set()
    assert rebuild_queue() == 1
    assert waiting_in("live") == {row.pk}
