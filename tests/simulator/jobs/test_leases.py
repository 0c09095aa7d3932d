"""Leases: one holder at a time, and whoever lost a run can no longer store."""

from __future__ import annotations

import pytest

from simulator.engine_version import ENGINE_VERSION
from simulator.jobs import control
from simulator.jobs.leases import (
    Fenced,
    Lease,
    beat,
    claim,
    fail,
    give_back,
    settle,
    store,
    wait_for_person,
    watch,
)
from simulator.jobs.recovery import reap
from simulator.jobs.serialization import StoredMoment
from simulator.models import Episode, Moment, State, Wish
from tests.simulator.jobs.background import expire, started

pytestmark = pytest.mark.django_db


@pytest.fixture
def row() -> Episode:
    return started()


def held(row: Episode) -> Lease:
    lease = claim(row.pk, "here:1")
    assert lease is not None
    return lease


def lines(*numbers: int) -> list[StoredMoment]:
    return [StoredMoment(number, "{}", "") for number in numbers]


def stored(lease: Lease, *numbers: int) -> None:
    store(lease, lines(*numbers), {}, None)


def test_a_claim_takes_the_run_and_says_who_has_it(row: Episode) -> None:
    assert held(row) == Lease(row.pk, 1)
    row.refresh_from_db()
    assert (row.state, row.worker, row.attempt, row.tries) == (State.RUNNING, "here:1", 1, 1)
    assert row.heartbeat_at is not None
    assert row.started_at is not None


@pytest.mark.parametrize("state", [state for state in State if state not in (State.QUEUED, State.INTERRUPTED)])
def test_only_a_run_that_waits_to_be_played_can_be_claimed(row: Episode, state: State) -> None:
    lease = held(row)
    beat([lease])
    Episode.objects.filter(pk=row.pk).update(state=state)
    assert claim(row.pk, "there:2") is None


@pytest.mark.parametrize(("moments", "engine"), [(0, ENGINE_VERSION), (3, "0.0.1")])
def test_what_another_engine_plays_than_was_planned_is_never_found_as_that_of_the_first(
    row: Episode, moments: int, engine: str
) -> None:
    Episode.objects.filter(pk=row.pk).update(engine="0.0.1", result_key="key of 0.0.1", moment_count=moments)
    held(row)
    row.refresh_from_db()
    assert (row.engine, row.result_key) == (engine, "")


def test_what_the_same_engine_plays_keeps_its_key(row: Episode) -> None:
    Episode.objects.filter(pk=row.pk).update(result_key="key")
    held(row)
    row.refresh_from_db()
    assert (row.engine, row.result_key) == (ENGINE_VERSION, "key")


def test_a_run_that_is_gone_cannot_be_claimed(row: Episode) -> None:
    number = row.pk
    row.delete()
    assert claim(number, "here:1") is None


def test_a_run_whose_holder_is_silent_can_be_claimed_by_another(row: Episode) -> None:
    first = held(row)
    expire(row)
    assert claim(row.pk, "there:2") == Lease(row.pk, 2)
    with pytest.raises(Fenced):
        stored(first, 0)
    assert not Moment.objects.exists()


def test_a_beat_keeps_the_lease_alive_but_not_that_of_another(row: Episode) -> None:
    lease = held(row)
    expire(row)
    beat([Lease(row.pk, lease.attempt + 1)])
    assert reap() == 1
    again = held(row)
    expire(row)
    beat([again])
    assert reap() == 0


@pytest.mark.parametrize("state", [state for state in State if state != State.RUNNING])
def test_nothing_can_be_done_with_a_run_that_is_no_longer_held(row: Episode, state: State) -> None:
    lease = held(row)
    Episode.objects.filter(pk=row.pk).update(state=state)
    for attempt in (
        lambda: stored(lease, 0),
        lambda: settle(lease),
        lambda: wait_for_person(lease),
        lambda: give_back(lease, State.QUEUED),
        lambda: fail(lease, "broken"),
    ):
        with pytest.raises(Fenced):
            attempt()
    row.refresh_from_db()
    assert row.state == state
    assert watch([lease]) == {}


def test_moments_must_follow_those_that_are_there(row: Episode) -> None:
    lease = held(row)
    stored(lease, 0, 1)
    for number in (0, 1, 3):
        with pytest.raises(Fenced):
            stored(lease, number)
    stored(lease, 2)
    row.refresh_from_db()
    assert row.moment_count == 3


def test_storing_moments_forgives_earlier_deaths(row: Episode) -> None:
    for _ in range(3):
        lease = held(row)
        expire(row)
        reap()
    lease = held(row)
    row.refresh_from_db()
    assert row.tries == 4
    stored(lease, 0)
    row.refresh_from_db()
    assert row.tries == 0


def test_a_pause_lets_go_in_the_transaction_that_stores(row: Episode) -> None:
    lease = held(row)
    control.pause(row)
    orders = store(lease, lines(0), {}, None)
    assert not orders.is_held
    row.refresh_from_db()
    assert (row.state, row.wish, row.moment_count, row.worker) == (State.PAUSED, Wish.RUN, 1, "")


def test_steps_are_counted_down_by_what_is_stored(row: Episode) -> None:
    lease = held(row)
    control.step(row, 3)
    assert store(lease, lines(0, 1), {}, None).steps_left == 1
    assert not store(lease, lines(2), {}, None).is_held
    row.refresh_from_db()
    assert (row.state, row.steps_left) == (State.PAUSED, None)


def test_a_pause_that_was_taken_back_in_time_does_not_happen(row: Episode) -> None:
    lease = held(row)
    control.pause(row)
    assert not watch([lease])[lease].is_held
    control.resume(row)
    assert settle(lease).is_held
    row.refresh_from_db()
    assert row.state == State.RUNNING


def test_a_decision_that_comes_just_before_the_run_waits_for_it_is_not_overlooked(row: Episode) -> None:
    lease = held(row)
    control.resume(row)
    orders = wait_for_person(lease)
    assert orders.is_held
    assert not wait_for_person(lease).is_held
    row.refresh_from_db()
    assert row.state == State.WAITING


@pytest.mark.parametrize(("ask", "state"), [(control.pause, State.PAUSED), (control.stop, State.RUNNING)])
def test_a_run_that_would_wait_for_a_person_pauses_or_stops_instead(row: Episode, ask: object, state: State) -> None:
    assert callable(ask)
    lease = held(row)
    ask(row)
    assert wait_for_person(lease).is_held == (state == State.RUNNING)
    row.refresh_from_db()
    assert row.state == state


def test_a_run_that_is_given_back_keeps_what_people_wanted_of_it(row: Episode) -> None:
    control.step(row, 5)
    lease = held(row)
    stored(lease, 0)
    give_back(lease, State.QUEUED)
    row.refresh_from_db()
    assert (row.state, row.steps_left, row.worker, row.heartbeat_at) == (State.QUEUED, 4, "", None)
