"""A run that takes longer than it may is given up, also while its player does not answer."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from simulator.agents.policy import AssistantView, Decision
from simulator.agents.registry import ASSISTANTS
from simulator.jobs import control
from simulator.jobs.control import CannotControl
from simulator.jobs.running import run_episode
from simulator.models import Episode, Failure, Queue, State
from simulator.models.standing import standing_of
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

    monkeypatch.setitem(ASSISTANTS, "test_hanging", lambda *_: Hanging())
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
    standing = standing_of(row)
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
