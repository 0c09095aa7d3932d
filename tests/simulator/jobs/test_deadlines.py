"""A run that takes longer than it may is given up, also while its player does not answer."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from simulator.agents.policy import AssistantView, Decision
from simulator.agents.registry import ASSISTANTS
from simulator.jobs import control, runner
from simulator.jobs.control import CannotControl
from simulator.jobs.leases import claim, fail
from simulator.jobs.play_job import run_episode
from simulator.jobs.results import Overdue, ending_of
from simulator.models import DecisionPoint, Episode, Failure, Queue, State, Wish
from simulator.models.current_blame import current_blame
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def released(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Players: one that waits until the test is over, and one that takes its time."""
    over = threading.Event()

    class Hanging:
        def decide(self, view: AssistantView) -> Decision:
            over.wait(30)
            return Decision("wait", {})

    class Slow:
        def decide(self, view: AssistantView) -> Decision:
            time.sleep(0.1)
            return Decision("wait", {})

    class Stopping:
        """Somebody asks to stop the run while it decides, and it takes its time afterwards."""

        def decide(self, view: AssistantView) -> Decision:
            row = Episode.objects.get()
            if row.wish != Wish.STOP:
                control.stop(row)
                time.sleep(1.2)
            return Decision("wait", {})

    monkeypatch.setitem(ASSISTANTS, "test_hanging", lambda *_: Hanging())
    monkeypatch.setitem(ASSISTANTS, "test_stopping", lambda *_: Stopping())
    monkeypatch.setitem(ASSISTANTS, "test_slow", lambda *_: Slow())
    return over


def limited(queue: str, assistant: str, seconds: float, **options: Any) -> Episode:
    row = started("dentist", queue=queue, assistant=assistant, **options)
    Episode.objects.filter(pk=row.pk).update(deadline_seconds=seconds)
    return row


@pytest.mark.parametrize("queue", Queue.values)
def test_a_run_that_takes_too_long_is_given_up_between_two_moments(queue: str) -> None:
    row = limited(queue, "test_slow", 0.5)
    began = time.monotonic()
    run_episode(row.pk)
    assert time.monotonic() - began < 5
    assert_whole(row)
    assert (row.state, row.failure, row.success) == (State.FAILED, Failure.DEADLINE, None)
    assert "0.5 seconds" in row.reason
    assert row.ended_at is not None


def test_a_player_that_hangs_is_let_go_of_and_its_neighbours_go_on(released: threading.Event) -> None:
    row, other = limited("models", "test_hanging", 1.0), started("dentist", queue="models")
    began = time.monotonic()
    run_episode(row.pk)
    assert time.monotonic() - began < 10
    released.set()
    assert_whole(row)
    assert (row.state, row.failure) == (State.FAILED, Failure.DEADLINE)
    assert_as_undisturbed(other, "dentist")


@pytest.mark.parametrize("queue", Queue.values)
def test_a_run_that_is_quick_enough_is_what_it_is_without_a_limit(queue: str) -> None:
    row = limited(queue, "oracle", 60.0)
    run_episode(row.pk)
    assert_as_undisturbed(row, "dentist")


def test_nobody_is_to_blame_and_it_cannot_go_on() -> None:
    row = limited("batch", "test_slow", 0.3)
    run_episode(row.pk)
    row.refresh_from_db()
    standing = current_blame(row)
    assert standing is not None
    assert (standing.party, standing.blame.rule) == ("undetermined", "deadline_passed")
    with pytest.raises(CannotControl):
        control.resume(row)


def test_only_the_time_of_who_plays_it_now_counts() -> None:
    row = limited("batch", "test_slow", 1.5)
    control.step(row, 3)
    run_episode(row.pk)
    time.sleep(1.6)
    control.step(row, 1)
    run_episode(row.pk)
    row.refresh_from_db()
    assert (row.state, row.moment_count) == (State.PAUSED, 4)


@pytest.mark.parametrize("assistant", ["oracle", "silent"])
@pytest.mark.parametrize("queue", Queue.values)
def test_a_run_that_came_to_its_end_too_late_is_given_up_too(queue: str, assistant: str) -> None:
    for _ in range(5):
        row = limited(queue, assistant, 0.001)
        run_episode(row.pk)
        assert_whole(row)
        assert (row.state, row.failure, row.success) == (State.FAILED, Failure.DEADLINE, None)
        assert (row.result, row.content_hash, row.worker) == (None, "", "")
        assert not DecisionPoint.objects.filter(episode=row).exists()


def test_also_if_the_time_runs_out_while_the_end_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(row: Episode, episode: Any) -> Any:
        time.sleep(0.6)
        return ending_of(row, episode)

    monkeypatch.setattr(runner, "ending_of", slowly)
    row = limited("batch", "oracle", 0.5)
    run_episode(row.pk)
    assert_whole(row)
    assert (row.state, row.failure, row.moment_count) == (State.FAILED, Failure.DEADLINE, 0)


@pytest.mark.parametrize("queue", Queue.values)
def test_whoever_asked_to_stop_it_gets_that_though_it_is_late(queue: str) -> None:
    row = limited(queue, "test_stopping", 1.0)
    run_episode(row.pk)
    assert_whole(row)
    assert (row.state, row.success) == (State.STOPPED, None)


@pytest.mark.parametrize("before", [0, 5])
def test_an_end_that_comes_too_late_is_not_what_a_stopped_run_ends_with(before: int) -> None:
    row = limited("batch", "oracle", 60.0)
    lease = claim(row.pk, "somebody")
    assert lease is not None
    held = runner.Runner(lease, at_once=1, longest=60)
    for _ in range(before):
        assert held.advance()
    held._at_once, held._row.deadline_seconds = 500, 0.001
    made = held.make()
    control.stop(row)
    assert held.keep(made)
    assert not held.advance()
    assert_whole(row)
    assert (row.state, row.success) == (State.STOPPED, None)
    assert before < row.moment_count < before + len(made.moments)


def test_what_was_paid_for_and_not_stored_still_counts() -> None:
    row = limited("models", "oracle", 0.05)
    lease = claim(row.pk, "somebody")
    assert lease is not None
    held = runner.Runner(lease)
    made = held.make()
    spent = held._episode.spent
    spent.calls, spent.tokens_in, spent.tokens_out, spent.cost = 1, 700, 30, 0.25
    time.sleep(0.06)
    with pytest.raises(Overdue) as late:
        held.keep(made)
    fail(lease, "It was late.", Failure.DEADLINE, late.value.used)
    assert_whole(row)
    assert (row.moment_count, row.tokens_in, row.tokens_out, row.cost) == (0, 700, 30, 0.25)
