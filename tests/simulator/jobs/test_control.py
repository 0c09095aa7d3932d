"""Pause, step, resume, stop and pace, whatever state a run is in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.jobs.leases import claim
from simulator.jobs.play_job import run_episode
from simulator.jobs.queues import queue_named, waiting_in
from simulator.models import Episode, Moment, State, Wish
from simulator.models.episode import OVER
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started, undisturbed

pytestmark = pytest.mark.django_db
Ask = Callable[[Episode], None]
S = State
TABLE: dict[tuple[State, Ask], tuple[State, str]] = {
    (S.QUEUED, control.pause): (S.PAUSED, "run"),
    (S.QUEUED, control.resume): (S.QUEUED, "run"),
    (S.QUEUED, control.step): (S.QUEUED, "run"),
    (S.QUEUED, control.stop): (S.QUEUED, "stop"),
    (S.INTERRUPTED, control.pause): (S.PAUSED, "run"),
    (S.INTERRUPTED, control.resume): (S.INTERRUPTED, "run"),
    (S.INTERRUPTED, control.step): (S.INTERRUPTED, "run"),
    (S.INTERRUPTED, control.stop): (S.INTERRUPTED, "stop"),
    (S.RUNNING, control.pause): (S.RUNNING, "pause"),
    (S.RUNNING, control.resume): (S.RUNNING, "again"),
    (S.RUNNING, control.step): (S.RUNNING, "again"),
    (S.RUNNING, control.stop): (S.RUNNING, "stop"),
    (S.PAUSED, control.pause): (S.PAUSED, "run"),
    (S.PAUSED, control.resume): (S.QUEUED, "run"),
    (S.PAUSED, control.step): (S.QUEUED, "run"),
    (S.PAUSED, control.stop): (S.QUEUED, "stop"),
    (S.WAITING, control.pause): (S.PAUSED, "run"),
    (S.WAITING, control.resume): (S.QUEUED, "run"),
    (S.WAITING, control.step): (S.QUEUED, "run"),
    (S.WAITING, control.stop): (S.QUEUED, "stop"),
}


def row_in(state: State) -> Episode:
    row = started()
    Episode.objects.filter(pk=row.pk).update(state=state)
    row.refresh_from_db()
    return row


@pytest.mark.parametrize(("state", "ask"), TABLE)
def test_what_people_ask_changes_state_or_wish(state: State, ask: Ask) -> None:
    row = row_in(state)
    ask(row)
    assert (row.state, row.wish) == TABLE[state, ask]
    told = row.steps_left
    row.refresh_from_db()
    assert (row.state, row.wish, row.steps_left) == (*TABLE[state, ask], told)
    assert told == (1 if ask is control.step else None)


def test_the_table_is_complete() -> None:
    assert {state for state, _ in TABLE} == set(State) - set(OVER)


@pytest.mark.parametrize("state", OVER)
@pytest.mark.parametrize("ask", [control.pause, control.resume, control.step, control.stop])
def test_a_run_that_is_over_can_only_be_stopped_again(state: State, ask: Ask) -> None:
    row = row_in(state)
    if state == State.STOPPED and ask is control.stop:
        ask(row)
    else:
        with pytest.raises(CannotControl, match=rf"Run {row.pk} is over \({state}\)\. .* start a new run"):
            ask(row)
    row.refresh_from_db()
    assert (row.state, row.wish) == (state, Wish.RUN)


@pytest.mark.parametrize("ask", [control.pause, control.resume, control.step])
@pytest.mark.parametrize("state", [State.RUNNING, State.QUEUED])
def test_a_run_that_is_being_stopped_stays_so(state: State, ask: Ask) -> None:
    row = row_in(state)
    control.stop(row)
    with pytest.raises(CannotControl, match="is being stopped"):
        ask(row)
    control.stop(row)
    assert row.wish == Wish.STOP


def test_a_run_that_is_gone_is_told_so() -> None:
    row = started()
    gone = Episode.objects.get(pk=row.pk)
    row.delete()
    with pytest.raises(CannotControl, match="was deleted"):
        control.pause(gone)


@pytest.mark.parametrize("pace", [-1.0, 101.0, float("nan"), float("inf")])
def test_a_pace_that_nobody_can_keep_is_refused(pace: float) -> None:
    row = started()
    with pytest.raises(CannotControl, match="as fast as possible"):
        control.set_pace(row, pace)
    with pytest.raises(CannotControl):
        started(pace=pace)
    control.set_pace(row, 2.5)
    row.refresh_from_db()
    assert row.pace == 2.5


@pytest.mark.parametrize("count", [0, -1, 1001])
def test_steps_have_limits(count: int) -> None:
    with pytest.raises(CannotControl, match="1 to 1000"):
        control.step(started(), count)


def test_steps_add_up() -> None:
    row = started(hold=True)
    control.step(row)
    control.step(row, 2)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.moment_count, row.steps_left) == (State.PAUSED, 3, None)


def test_stepping_through_a_whole_run_gives_the_same_run() -> None:
    row = started("dentist", hold=True)
    total = len(undisturbed("dentist").episode.moments)
    for count in range(1, total):
        control.step(row)
        run_episode(row.pk)
        row.refresh_from_db()
        assert (row.state, row.moment_count) == (State.PAUSED, count)
    control.step(row)
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")


def test_more_steps_than_there_are_moments_lead_to_the_end() -> None:
    row = started("dentist", hold=True)
    control.step(row, 1000)
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")


@pytest.mark.parametrize("after", range(0, 12, 3))
def test_stopped_anywhere_a_run_keeps_what_has_happened(after: int) -> None:
    row = started("dentist", hold=True)
    if after:
        control.step(row, after)
        run_episode(row.pk)
        row.refresh_from_db()
    control.stop(row)
    run_episode(row.pk)
    assert_whole(row)
    # One that has not begun begins and ends.
    assert (row.state, row.moment_count) == (State.STOPPED, max(after, 1) + 1)
    assert row.result is not None
    assert row.result["ended"] == "stopped"
    kept = Moment.objects.filter(episode=row).order_by("number").values_list("chain", flat=True)
    again = started("dentist")
    run_episode(again.pk)
    whole = Moment.objects.filter(episode=again).order_by("number").values_list("chain", flat=True)
    assert list(kept)[:-1] == list(whole)[: len(kept) - 1]


@pytest.mark.django_db(transaction=True)
def test_a_run_that_goes_on_has_a_job_and_one_that_rests_gets_none() -> None:
    row = started(hold=True)
    assert waiting_in("live") == set()
    control.set_pace(row, 3)
    control.pause(row)
    assert waiting_in("live") == set()
    control.step(row)
    assert waiting_in("live") == {row.pk}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("ask", [control.resume, control.step, control.stop])
def test_what_people_wait_for_goes_before_what_was_queued_in_bulk(ask: Ask) -> None:
    resting = started(hold=True)
    bulk = [started() for _ in range(3)]
    control.set_pace(bulk[2], 5)
    ask(resting)
    first, second, *_ = queue_named("live").get_job_ids()
    assert first.startswith(f"run-{resting.pk}-")
    assert second.startswith(f"run-{bulk[0].pk}-")


def test_pausing_a_queued_run_leaves_its_job_nothing_to_do() -> None:
    row = started()
    control.pause(row)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.moment_count, row.attempt) == (State.PAUSED, 0, 0)
    assert claim(row.pk, "here:1") is None
