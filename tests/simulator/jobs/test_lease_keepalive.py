"""A moment may take longer than a lease; nobody takes the run away meanwhile, unless it seems to hang."""

from __future__ import annotations

import threading
import time

import pytest
from django.conf import LazySettings
from django.db import connection

from simulator.agents.policy import AssistantView, Decision
from simulator.agents.registry import ASSISTANTS
from simulator.jobs import lease_keepalive
from simulator.jobs.driver import Leaving
from simulator.jobs.lease_keepalive import LeaseKeepalive
from simulator.jobs.leases import Lease
from simulator.jobs.play_job import run_episode
from simulator.jobs.recovery import reap
from simulator.models import State
from tests.simulator.jobs.background import started
from tests.waiting import join, until

pytestmark = pytest.mark.django_db(transaction=True)
LEASE = 1.0


@pytest.fixture
def thinking(monkeypatch: pytest.MonkeyPatch, settings: LazySettings) -> threading.Event:
    """Set while an assistant thinks for longer than a lease lasts."""
    thinks = threading.Event()

    class Slow:
        def decide(self, view: AssistantView) -> Decision:
            thinks.set()
            time.sleep(2.5 * LEASE)
            thinks.clear()
            raise RuntimeError("it has nothing to say")

    settings.LEASE_SECONDS = LEASE
    monkeypatch.setitem(ASSISTANTS, "test_slow", lambda *_: Slow())
    return thinks


def play(episode_id: int) -> None:
    run_episode(episode_id)
    connection.close()


def test_a_moment_longer_than_a_lease_does_not_cost_the_run(thinking: threading.Event) -> None:
    row = started("dentist", queue="batch", assistant="test_slow", max_turns=1)
    player = threading.Thread(target=play, args=[row.pk])
    player.start()
    assert thinking.wait(10)
    until(lambda: reap() or not thinking.is_set(), "the assistant has decided")
    assert not thinking.is_set(), "the run was reaped"
    join(player)
    row.refresh_from_db()
    assert row.is_over
    assert row.attempt == 1


@pytest.mark.all
def test_a_player_that_hangs_loses_its_runs(thinking: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lease_keepalive, "LONGEST_MOMENT", 0.0)
    row = started("dentist", queue="batch", assistant="test_slow", max_turns=1)
    player = threading.Thread(target=play, args=[row.pk])
    player.start()
    assert thinking.wait(10)
    until(lambda: reap() == 1, "the run is reaped")
    # It comes back, finds that it has lost the run, and would begin it anew.
    monkeypatch.setattr(Leaving, "asked", True)
    join(player)
    row.refresh_from_db()
    assert row.state == State.INTERRUPTED


def test_it_asks_anew_each_time_and_ends_with_whoever_plays(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings
) -> None:
    settings.LEASE_SECONDS = 0.05
    held = [Lease(1, 1), Lease(2, 1)]
    beats: list[list[Lease]] = []
    monkeypatch.setattr(lease_keepalive, "beat", lambda leases: beats.append(list(leases)))
    with LeaseKeepalive(lambda: held):
        until(lambda: beats, "a beat")
        del held[0]
        until(lambda: beats[-1] == [Lease(2, 1)], "a beat for the second lease alone")
    assert not any(thread.name == "pulse" for thread in threading.enumerate())


def test_a_database_that_is_away_does_not_end_it(
    monkeypatch: pytest.MonkeyPatch, settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.LEASE_SECONDS = 0.05
    trouble = [OSError("away"), OSError("still away")]
    beats: list[None] = []

    def beat(leases: object) -> None:
        if trouble:
            raise trouble.pop()
        beats.append(None)

    monkeypatch.setattr(lease_keepalive, "beat", beat)
    with LeaseKeepalive(list):
        until(lambda: beats, "a beat")
    assert "away" in caplog.text
