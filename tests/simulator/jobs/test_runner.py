"""When a run is due next."""

from __future__ import annotations

import time

import pytest

from simulator.jobs import control
from simulator.jobs.leases import claim, watch
from simulator.jobs.runner import MOST_AT_ONCE, Runner
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db


def taken(pace: float) -> Runner:
    lease = claim(started(pace=pace).pk, "here:1")
    assert lease is not None
    return Runner(lease)


def test_a_paced_run_is_due_by_the_clock_however_long_a_moment_took() -> None:
    runner = taken(10)
    first = runner.due
    for _ in range(3):
        runner.advance()
    assert runner.due == pytest.approx(first + 0.3)


def test_a_paced_run_that_is_far_behind_does_not_rush_to_catch_up() -> None:
    runner = taken(10)
    runner.due -= 30
    before = time.monotonic()
    runner.advance()
    assert runner.due >= before


def test_a_run_without_a_pace_is_due_after_everything_that_is_late() -> None:
    runner = taken(0)
    before = time.monotonic()
    runner.advance()
    assert runner.due >= before


def test_a_run_without_a_pace_plays_a_limited_number_of_moments_at_once() -> None:
    runner = taken(0)
    runner.advance()
    counted = watch([runner.lease])
    assert runner.lease in counted
    assert 1 <= runner._row.moments.count() <= MOST_AT_ONCE


def test_a_new_pace_counts_from_now_and_a_wish_to_stop_at_once() -> None:
    runner = taken(0.01)
    runner.advance()
    assert runner.due > time.monotonic() + 60
    control.set_pace(runner._row, 10)
    runner.follow(watch([runner.lease])[runner.lease])
    assert runner.due <= time.monotonic() + 0.1
    runner.due += 60
    control.stop(runner._row)
    runner.follow(watch([runner.lease])[runner.lease])
    assert runner.due <= time.monotonic()
