"""Whatever is done to a run on its way, it comes to the end that it would have come to undisturbed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.jobs.recovery import reap
from simulator.models import Episode, State
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, expire, started
from tests.simulator.jobs.nursery import Nursery

pytestmark = pytest.mark.django_db(transaction=True)
Disturbance = tuple[str, int]
DISTURBANCES: st.SearchStrategy[list[Disturbance]] = st.lists(
    st.one_of(
        st.tuples(st.just("step"), st.integers(1, 9)),
        st.tuples(st.just("kill"), st.integers(1, 60)),
        st.tuples(st.sampled_from(["pause", "resume", "fast", "slow", "play"]), st.just(0)),
    ),
    max_size=8,
)


def disturb(nursery: Nursery, row: Episode, how: str, number: int) -> None:
    if how == "step":
        control.step(row, number)
    elif how == "kill":
        nursery.wait(nursery.play(row.pk, dies_at=number))
        expire(row)
        reap()
    elif how == "play":
        run_episode(row.pk)
    elif how in ("fast", "slow"):
        control.set_pace(row, 0 if how == "fast" else 100)
    else:
        {"pause": control.pause, "resume": control.resume}[how](row)


def play_disturbed(nursery: Nursery, disturbances: list[Disturbance], **options: Any) -> None:
    row = started("dentist", queue="batch", **options)
    for how, number in disturbances:
        row.refresh_from_db()
        if row.is_over:
            break
        disturb(nursery, row, how, number)
        assert_whole(row)
    if not row.is_over:
        control.set_pace(row, 0)
        control.resume(row)
        run_episode(row.pk)
    assert_as_undisturbed(row, "dentist", **options)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(disturbances=DISTURBANCES)
def test_a_disturbed_run_comes_to_the_same_end(nursery: Nursery, disturbances: list[Disturbance]) -> None:
    play_disturbed(nursery, disturbances)


@pytest.mark.all
@settings(max_examples=80, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(disturbances=DISTURBANCES, seed=st.integers(0, 3))
def test_a_disturbed_noisy_run_comes_to_the_same_end(
    nursery: Nursery, disturbances: list[Disturbance], seed: int
) -> None:
    play_disturbed(nursery, disturbances, seed=seed, env_events_per_minute=4.0, tool_failure_probability=0.2)


@settings(max_examples=8, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(disturbances=DISTURBANCES, at=st.integers(1, 60))
def test_a_run_stopped_after_disturbances_ends_whole(
    nursery: Nursery, disturbances: list[Disturbance], at: int
) -> None:
    row = started("dentist", queue="batch")
    for how, number in disturbances:
        row.refresh_from_db()
        if row.is_over:
            return
        disturb(nursery, row, how, number)
    row.refresh_from_db()
    if row.is_over:
        return
    control.stop(row)
    disturb(nursery, row, "kill", at)
    run_episode(row.pk)
    assert_whole(row)
    assert row.state == State.STOPPED
