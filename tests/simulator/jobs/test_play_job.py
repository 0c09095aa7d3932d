"""Runs played in the background are the runs that the engine plays."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.episode.verify import verify
from simulator.jobs import control
from simulator.jobs.play_job import run_episode
from simulator.jobs.serialization import trace_of
from simulator.models import Episode, Moment, State
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started, undisturbed
from tests.simulator.jobs.players import decide

pytestmark = pytest.mark.django_db
NOISE: dict[str, Any] = {"env_events_per_minute": 6.0, "tool_failure_probability": 0.3, "seed": 7}


@pytest.mark.parametrize("name", ["dentist", "empty_day", "late_train", "short_night"])
def test_a_run_in_the_background_has_the_content_of_one_in_the_foreground(name: str) -> None:
    row = started(name)
    run_episode(row.pk)
    assert_as_undisturbed(row, name)
    assert verify(trace_of(row)).ok


def test_noise_comes_the_same() -> None:
    row = started(**NOISE)
    run_episode(row.pk)
    assert_as_undisturbed(row, **NOISE)
    assert verify(trace_of(row)).ok


@pytest.mark.parametrize("assistant", ["silent", "eager", "random"])
def test_other_assistants_play_the_same(assistant: str) -> None:
    row = started("short_night", assistant=assistant)
    run_episode(row.pk)
    assert_as_undisturbed(row, "short_night", assistant=assistant)


def test_the_row_says_what_came_of_it() -> None:
    row = started("dentist")
    run_episode(row.pk)
    row.refresh_from_db()
    result = undisturbed("dentist").result
    assert result.outcome is not None
    assert row.success is result.outcome.success
    assert row.started_at is not None
    assert row.ended_at is not None
    assert row.started_at <= row.ended_at
    assert row.simulated == undisturbed("dentist").episode.moments[-1].local
    assert (row.worker, row.heartbeat_at, row.tries) == ("", None, 0)
    assert row.decision_points.count() > 0


def test_a_failure_says_why() -> None:
    row = started("dentist", assistant="silent")
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.success) == (State.FINISHED, False)
    assert row.reason


def test_a_player_that_breaks_down_makes_the_run_fail_with_its_error() -> None:
    row = started("dentist", assistant="test_clumsy")
    run_episode(row.pk)
    assert_whole(row)
    assert (row.state, row.success) == (State.FAILED, None)
    assert row.reason == "RuntimeError: it has slipped"
    assert row.result is not None
    assert row.result["ended"] == "crashed"


def test_a_run_that_is_over_or_gone_gives_a_job_nothing_to_do() -> None:
    row = started("dentist")
    run_episode(row.pk)
    row.refresh_from_db()
    run_episode(row.pk)
    again = Episode.objects.get(pk=row.pk)
    assert (again.attempt, again.moment_count) == (row.attempt, row.moment_count)
    run_episode(row.pk + 1000)


def test_a_run_waits_for_a_person_without_a_worker_and_goes_on_when_they_have_decided() -> None:
    row = started("dentist", user="test_person", queue="batch")
    for count in range(3):
        decide(count)
        control.resume(row)
        run_episode(row.pk)
        row.refresh_from_db()
        assert (row.state, row.worker) == (State.WAITING, "")
        before = row.moment_count
        run_episode(row.pk)
        row.refresh_from_db()
        assert row.moment_count == before
    decide(1000)
    control.resume(row)
    run_episode(row.pk)
    assert_whole(row)
    assert row.state == State.FINISHED
    assert row.content_hash == undisturbed("dentist").content_hash


def test_a_run_that_waits_for_a_person_can_be_stopped() -> None:
    row = started("dentist", user="test_person")
    run_episode(row.pk)
    row.refresh_from_db()
    before = row.moment_count
    control.stop(row)
    run_episode(row.pk)
    assert_whole(row)
    assert (row.state, row.moment_count) == (State.STOPPED, before + 1)
    assert row.success is None
    assert row.result is not None and row.result["outcome"] is not None


@pytest.mark.parametrize(
    "damage",
    [
        {"chain": "0" * 64},
        {"line": '{"kind":"skipped@1","n":2,"at":0,"local":"","event":"x","why":"y","h":"0000000000000000"}'},
        {"line": "{"},
        {"number": 99},
    ],
)
def test_damaged_moments_end_a_run_with_a_reason_and_change_nothing(damage: dict[str, object]) -> None:
    row = started("dentist", hold=True)
    control.step(row, 5)
    run_episode(row.pk)
    Moment.objects.filter(episode=row, number=2).update(**damage)
    control.resume(row)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.moment_count) == (State.FAILED, 5)
    assert row.reason
    assert Moment.objects.filter(episode=row).count() == 5


def test_a_scenario_that_this_engine_does_not_understand_ends_the_run_with_a_reason() -> None:
    row = started("dentist")
    row.version.source = '{"id": "dentist"}'
    row.version.save()
    run_episode(row.pk)
    row.refresh_from_db()
    assert row.state == State.FAILED
    assert "ScenarioError" in row.reason


def test_the_row_tells_what_happened_last() -> None:
    row = started("dentist", hold=True)
    told = set()
    for _ in range(4):
        control.step(row)
        run_episode(row.pk)
        row.refresh_from_db()
        told.add(row.summary)
    assert len(told) == 4
    assert all(told)


def test_the_row_names_people_and_what_is_gone() -> None:
    row = started("dentist", hold=True)
    told: list[str] = []
    while not row.is_over:
        control.step(row)
        run_episode(row.pk)
        row.refresh_from_db()
        told.append(row.summary)
    assert not any("@" in sentence for sentence in told), told
