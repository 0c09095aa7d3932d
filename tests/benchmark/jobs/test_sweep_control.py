"""What people ask of sweeps happens, and what cannot happen is refused with a remedy."""

from __future__ import annotations

import math

import pytest
from pydantic import ValidationError

from benchmark.jobs import sweep_control
from benchmark.jobs.cell_feeder import feed_workers
from benchmark.jobs.sweep_control import SweepRefusal
from benchmark.models import Cell, Priority, Sweep, SweepState
from simulator.jobs.leases import claim, fail
from simulator.jobs.play_job import drain
from simulator.models import Episode, Failure, Queue, State, Wish
from tests.benchmark.jobs.planned import begun, plan_of

pytestmark = pytest.mark.django_db


def failed(sweep: Sweep, failure: Failure) -> Episode:
    """The first run of a sweep, given up."""
    feed_workers("batch", 1)
    row = Episode.objects.latest("pk")
    lease = claim(row.pk, "somebody")
    assert lease is not None
    fail(lease, "It was no good.", failure)
    return row


def test_a_paused_sweep_begins_nothing_and_goes_on_when_resumed() -> None:
    sweep = begun()
    feed_workers("batch", 1)
    sweep_control.pause(sweep)
    assert sweep.state == SweepState.PAUSED
    drain("batch")
    assert Cell.objects.filter(episode__state=State.FINISHED).count() == 1
    sweep_control.resume(sweep)
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert Episode.objects.count() == 4


def test_runs_with_models_pause_and_resume_with_their_sweep() -> None:
    sweep = begun()
    feed_workers("batch", 2)
    first, second = Episode.objects.order_by("pk")
    Episode.objects.filter(pk=second.pk).update(queue=Queue.MODELS)
    sweep_control.pause(sweep)
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state) == (State.QUEUED, State.PAUSED)
    sweep_control.resume(sweep)
    second.refresh_from_db()
    assert second.state == State.QUEUED


def test_cancel_stops_what_is_under_way_and_keeps_what_is_there() -> None:
    sweep = begun()
    feed_workers("batch", 1)
    drain_one = Episode.objects.get()
    sweep_control.cancel(sweep)
    drain_one.refresh_from_db()
    assert drain_one.wish == Wish.STOP
    drain("batch")
    drain_one.refresh_from_db()
    assert drain_one.state == State.STOPPED
    sweep.refresh_from_db()
    assert (sweep.state, sweep.ended_at is not None) == (SweepState.CANCELLED, True)
    assert Episode.objects.count() == 1


def test_cancel_leaves_alone_what_another_sweep_waits_for() -> None:
    sweep, other = begun(), begun()
    feed_workers("batch", 2)
    assert {cell.sweep_id for cell in Cell.objects.filter(episode__isnull=False)} == {sweep.pk}
    sweep_control.cancel(sweep)
    assert {row.wish for row in Episode.objects.all()} == {Wish.RUN}
    drain("batch")
    other.refresh_from_db()
    assert other.state == SweepState.FINISHED
    assert Episode.objects.filter(state=State.FINISHED).count() == 4
    assert Cell.objects.filter(sweep=other, from_cache=True).count() == 2


def test_what_was_cancelled_can_be_played_after_all() -> None:
    sweep = begun()
    feed_workers("batch", 1)
    sweep_control.cancel(sweep)
    drain("batch")
    stopped = Episode.objects.get()
    assert sweep_control.retry_failed(sweep) == 1
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).count() == 4
    assert Cell.objects.get(sweep=sweep, position=0).earlier == [stopped.pk]


@pytest.mark.parametrize("failure", [Failure.ENGINE, Failure.DEADLINE, Failure.BUDGET])
def test_a_retry_plays_anew_what_cannot_go_on(failure: Failure) -> None:
    sweep = begun()
    row = failed(sweep, failure)
    drain("batch")
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    assert sweep_control.retry_failed(sweep) == 1
    assert sweep.state == SweepState.RUNNING
    drain("batch")
    cell = Cell.objects.get(sweep=sweep, position=0)
    assert (cell.earlier, cell.episode_id != row.pk) == ([row.pk], True)
    sweep.refresh_from_db()
    assert sweep.state == SweepState.FINISHED
    row.refresh_from_db()
    assert row.state == State.FAILED


def test_a_retry_resumes_in_place_what_failed_of_its_provider() -> None:
    sweep = begun()
    row = failed(sweep, Failure.PROVIDER)
    drain("batch")
    assert sweep_control.retry_failed(sweep) == 1
    row.refresh_from_db()
    assert (row.state, sweep.state) == (State.QUEUED, SweepState.RUNNING)
    drain("batch")
    row.refresh_from_db()
    sweep.refresh_from_db()
    assert (row.state, sweep.state) == (State.FINISHED, SweepState.FINISHED)
    assert Cell.objects.get(sweep=sweep, position=0).earlier == []


def test_the_priority_of_a_sweep_is_that_of_its_runs() -> None:
    sweep, other = begun(priority="low", cache=False), begun(cache=False)
    feed_workers("batch", 2)
    assert set(Cell.objects.filter(episode__isnull=False).values_list("sweep", flat=True)) == {other.pk}
    sweep_control.prioritise(other, Priority.LOW)
    sweep_control.prioritise(sweep, Priority.HIGH)
    feed_workers("batch", 1)
    made = Cell.objects.filter(episode__isnull=False).order_by("episode_id")
    assert [cell.sweep_id for cell in made] == [other.pk, other.pk, sweep.pk]
    assert [cell.episode.priority for cell in made.select_related("episode") if cell.episode] == [-30, -30, -10]


def test_what_cannot_be_is_refused() -> None:
    sweep = begun()
    with pytest.raises(SweepRefusal, match="Only a paused sweep"):
        sweep_control.resume(sweep)
    with pytest.raises(SweepRefusal, match="no failed or stopped runs"):
        sweep_control.retry_failed(sweep)
    sweep_control.pause(sweep)
    for wish in (sweep_control.pause, sweep_control.retry_failed):
        with pytest.raises(SweepRefusal, match="paused"):
            wish(sweep)
    sweep_control.cancel(sweep)
    for wish in (sweep_control.pause, sweep_control.resume, sweep_control.cancel):
        with pytest.raises(SweepRefusal, match="cancelled"):
            wish(sweep)
    with pytest.raises(SweepRefusal, match="above 0"):
        sweep_control.set_limits(sweep, max_cost=0, at_once=None, deadline_seconds=None)
    with pytest.raises(SweepRefusal, match="at least 1 run"):
        sweep_control.set_limits(sweep, max_cost=None, at_once=0, deadline_seconds=None)
    for number in (100_001, 3_000_000_000, 10**23):
        with pytest.raises(SweepRefusal, match="at most 100,000 runs"):
            sweep_control.set_limits(sweep, max_cost=None, at_once=number, deadline_seconds=None)
    for seconds in (0, -1, 604_801, math.inf, math.nan):
        with pytest.raises(SweepRefusal, match="at most 604,800 seconds"):
            sweep_control.set_limits(sweep, max_cost=None, at_once=None, deadline_seconds=seconds)
    sweep.delete()
    with pytest.raises(SweepRefusal, match="gone"):
        sweep_control.pause(Sweep(pk=999_999))


def test_limits_are_bounded_as_those_of_plans_are() -> None:
    most: dict[str, float] = {"max_concurrent": sweep_control.MOST_AT_ONCE, "timeout": sweep_control.LONGEST_DEADLINE}
    plan_of(**most)
    for key, value in most.items():
        with pytest.raises(ValidationError):
            plan_of(**{key: value + 1})


def test_another_deadline_holds_for_what_is_begun_or_played_again() -> None:
    sweep = begun(timeout=5)
    anew, resumed = failed(sweep, Failure.DEADLINE), failed(sweep, Failure.PROVIDER)
    feed_workers("batch", 2)
    playing, waiting = Episode.objects.filter(state=State.QUEUED).order_by("pk")
    assert claim(playing.pk, "somebody") is not None
    sweep_control.set_limits(sweep, max_cost=None, at_once=None, deadline_seconds=90.5)
    assert sweep.deadline_seconds == 90.5
    sweep_control.retry_failed(sweep)
    feed_workers("batch", 1)
    deadlines = dict(Episode.objects.values_list("pk", "deadline_seconds"))
    assert (deadlines.pop(anew.pk), deadlines.pop(playing.pk)) == (5, 5)
    assert deadlines.keys() > {resumed.pk, waiting.pk}
    assert list(deadlines.values()) == [90.5] * 3
