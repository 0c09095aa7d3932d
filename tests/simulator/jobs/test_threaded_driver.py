"""Runs whose players wait outside: side by side, kept alive while they wait, and left behind cleanly."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.db.backends.signals import connection_created

from simulator.jobs import control, threaded_driver
from simulator.jobs.driver import LOOK_EVERY, Leaving
from simulator.jobs.leases import claim
from simulator.jobs.play_job import CAPACITY, run_episode
from simulator.jobs.queues import waiting_in
from simulator.jobs.recovery import bury, reap
from simulator.jobs.serialization import moments_of
from simulator.models import Episode, Queue, State, Wish
from simulator.trace.moments import Ended
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.simulator.jobs.background import assert_as_undisturbed, assert_whole, started, undisturbed, wait_until
from tests.simulator.jobs.players import decide

pytestmark = pytest.mark.django_db(transaction=True)
STORIES = ("dentist", "empty_day", "late_train", "short_night")


@pytest.fixture(autouse=True)
def _stays() -> Iterator[None]:
    yield
    Leaving.asked = False


@pytest.fixture(autouse=True)
def answering(model_server: ModelServer) -> ModelServer:
    model_server.play(lambda asked: replies.say("Go on."))
    return model_server


def asking(server: ModelServer, seed: int = 0, **options: Any) -> Episode:
    """A run whose user asks the server before everything it does."""
    routes = {"asked": {"provider": "openai", "endpoint": server.url}}
    return started(
        "dentist", user="test_asking", assistant="silent", seed=seed, queue="models", model_routes=routes, **options
    )


def slow(seconds: float = 60) -> Callable[[Any], replies.Reply]:
    return lambda asked: replace(replies.say("Go on."), delay=seconds)


class Playing:
    """The job in a thread, as a worker would run it."""

    def __init__(self, row: Episode) -> None:
        self._thread = threading.Thread(target=self._play, args=[row.pk])
        self._thread.start()

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error: object) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()

    def _play(self, episode_id: int) -> None:
        run_episode(episode_id)
        connection.close()


def test_runs_side_by_side_are_what_they_are_alone() -> None:
    rows = [(name, started(name, queue="models", seed=seed)) for seed in range(4) for name in STORIES]
    run_episode(rows[0][1].pk)
    for place, (name, row) in enumerate(rows):
        assert_as_undisturbed(row, name, seed=place // len(STORIES))


def test_while_one_waits_the_others_go_on(answering: ModelServer) -> None:
    answering.add(replace(replies.say("At last."), delay=60), to="1")
    waiting, quick = asking(answering, seed=1), asking(answering, seed=2)
    with Playing(waiting):
        wait_until(quick, lambda row: row.is_over)
        waiting.refresh_from_db()
        assert waiting.state == State.RUNNING
        answering.release()
    for row in (waiting, quick):
        assert_whole(row)
        assert row.state == State.FINISHED


def test_as_many_wait_at_once_as_there_is_room_for(answering: ModelServer) -> None:
    room = CAPACITY[Queue.MODELS]
    answering.play(slow())
    rows = [asking(answering, seed=seed, max_turns=1) for seed in range(room + 2)]
    with Playing(rows[0]):
        answering.wait_for(room)
        assert Episode.objects.filter(state=State.RUNNING).count() == room == 32
        answering.release()
    assert answering.most_at_once == room
    assert set(Episode.objects.values_list("state", flat=True)) == {State.FINISHED}


def paused_in_a_call(server: ModelServer, ask: Callable[[Episode], None]) -> Episode:
    """Played until the server is asked; then people ask for something, and after that the server answers."""
    server.play(slow())
    row = asking(server)
    with Playing(row):
        server.wait_for(1)
        before = Episode.objects.get(pk=row.pk).moment_count
        ask(row)
        row.refresh_from_db()
        assert (row.state, row.moment_count) == (State.RUNNING, before)
        server.release()
    assert_whole(row)
    assert row.moment_count == before + 1 + (row.state == State.STOPPED)
    assert server.count == 1
    return row


def test_a_pause_during_a_call_comes_after_it(answering: ModelServer) -> None:
    row = paused_in_a_call(answering, control.pause)
    assert (row.state, row.worker) == (State.PAUSED, "")
    control.resume(row)
    run_episode(row.pk)
    assert_whole(row)
    assert row.state == State.FINISHED
    asked = [(asked.model, asked.last) for asked in answering.requests]
    assert len(asked) == len(set(asked))


def test_a_stop_during_a_call_comes_after_it(answering: ModelServer) -> None:
    def stop(row: Episode) -> None:
        control.stop(row)
        assert row.wish == Wish.STOP

    assert paused_in_a_call(answering, stop).state == State.STOPPED


def left_in_a_call(server: ModelServer, ask: Callable[[Episode], None]) -> Episode:
    """Played until the server is asked, which never answers; then people ask for something, and get it."""
    server.play(slow())
    row = asking(server)
    with Playing(row):
        server.wait_for(1)
        before = Episode.objects.get(pk=row.pk).moment_count
        ask(row)
    assert_whole(row)
    assert row.moment_count == before + (row.state == State.STOPPED)
    assert (row.worker, server.count) == ("", 1)
    return row


def test_a_run_whose_player_hangs_can_be_stopped(answering: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(threaded_driver.GRACE, Wish.STOP, 0.3)
    row = left_in_a_call(answering, control.stop)
    assert (row.state, row.failure) == (State.STOPPED, "")
    assert isinstance(moments_of(row.pk)[-1], Ended)


def test_a_run_whose_player_hangs_can_be_paused(answering: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(threaded_driver.GRACE, Wish.PAUSE, 0.3)
    row = left_in_a_call(answering, control.pause)
    assert (row.state, row.wish) == (State.PAUSED, Wish.RUN)
    answering.release()
    control.resume(row)
    run_episode(row.pk)
    assert_whole(row)
    assert row.state == State.FINISHED


def test_a_player_that_hangs_ends_its_run_and_no_other(answering: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threaded_driver, "LONGEST_MOMENT", 0.0)
    answering.add(replace(replies.say("Too late."), delay=60), to="1")
    limits = {"call_timeout_seconds": 1.0, "call_retries": 0}
    hanging, other = asking(answering, seed=1, **limits), asking(answering, seed=2)
    with Playing(hanging):
        wait_until(hanging, lambda row: row.is_over)
    for row in (hanging, other):
        assert_whole(row)
    assert (hanging.state, hanging.failure, hanging.worker) == (State.FAILED, "provider", "")
    assert hanging.reason.startswith("A player has not decided for 0 minutes. Check that")
    assert other.state == State.FINISHED
    answering.release()
    control.resume(hanging)
    run_episode(hanging.pk)
    assert_whole(hanging)
    assert hanging.state == State.FINISHED


def test_a_reply_that_is_no_longer_waited_for_is_dropped(
    answering: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(threaded_driver.GRACE, Wish.STOP, 0.3)
    answering.play(slow())
    stopped, other = asking(answering, seed=1), asking(answering, seed=2)
    with Playing(stopped):
        answering.wait_for(2)
        control.stop(stopped)
        wait_until(stopped, lambda row: row.is_over)
        last = (stopped.moment_count, stopped.content_hash)
        answering.release()
    for row in (stopped, other):
        assert_whole(row)
    assert (stopped.state, (stopped.moment_count, stopped.content_hash)) == (State.STOPPED, last)
    assert other.state == State.FINISHED


def test_steps_go_one_by_one(answering: ModelServer) -> None:
    row = asking(answering, hold=True)
    for count in range(1, 6):
        control.step(row)
        run_episode(row.pk)
        row.refresh_from_db()
        assert (row.state, row.moment_count) == (State.PAUSED, count)


def test_a_run_lives_while_its_call_hangs(answering: ModelServer, settings: LazySettings) -> None:
    settings.LEASE_SECONDS = 1
    answering.play(slow())
    row = asking(answering)
    with Playing(row):
        answering.wait_for(1)
        row.refresh_from_db()
        first = row.heartbeat_at
        assert first is not None
        wait_until(row, lambda row: row.heartbeat_at is not None and (row.heartbeat_at - first).total_seconds() > 2)
        assert (reap(), claim(row.pk, "another")) == (0, None)
        answering.release()
    assert_whole(row)
    assert (row.state, row.attempt) == (State.FINISHED, 1)


def test_a_run_that_was_taken_away_during_a_call_is_not_stored_twice(answering: ModelServer) -> None:
    answering.add(replace(replies.say("Too late."), delay=60))
    row = asking(answering)
    with Playing(row):
        answering.wait_for(1)
        row.refresh_from_db()
        assert bury(row.worker) == 1
        wait_until(row, lambda row: row.is_over)
        answering.release()
    assert_whole(row)
    assert (row.state, row.attempt) == (State.FINISHED, 2)


def test_who_has_to_leave_waits_for_a_reply_that_comes_soon(answering: ModelServer) -> None:
    answering.play(slow())
    row = asking(answering)
    with Playing(row):
        answering.wait_for(1)
        before = Episode.objects.get(pk=row.pk).moment_count
        Leaving.asked = True
        answering.release()
    assert_whole(row)
    assert (row.state, row.moment_count, answering.count) == (State.QUEUED, before + 1, 1)


def test_who_has_to_leave_does_not_wait_for_long(answering: ModelServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(threaded_driver, "PATIENCE", 0.3)
    answering.play(slow())
    row = asking(answering)
    with Playing(row):
        answering.wait_for(1)
        before = Episode.objects.get(pk=row.pk).moment_count
        Leaving.asked = True
        wait_until(row, lambda row: row.state == State.QUEUED)
    assert_whole(row)
    assert (row.moment_count, row.worker, row.tries) == (before, "", 0)
    assert waiting_in("models") == {row.pk}
    answering.release()
    Leaving.asked = False
    run_episode(row.pk)
    assert_whole(row)
    assert row.state == State.FINISHED
    assert [asked.last for asked in answering.requests[:2]] == ["0", "0"]


def test_a_provider_that_fails_ends_its_run_and_no_other(answering: ModelServer) -> None:
    answering.fail(500, to="1")
    failing, other = asking(answering, seed=1), asking(answering, seed=2)
    run_episode(failing.pk)
    for row in (failing, other):
        assert_whole(row)
    assert (failing.state, failing.failure) == (State.FAILED, "provider")
    assert failing.reason == "The model server does not answer."
    assert other.state == State.FINISHED


@pytest.mark.parametrize(("player", "why"), [("test_clumsy", "it has slipped"), ("test_quitting", "SystemExit")])
def test_a_player_that_breaks_down_ends_its_run_and_no_other(player: str, why: str) -> None:
    broken, other = started("dentist", assistant=player, queue="models"), started("dentist", queue="models")
    run_episode(broken.pk)
    broken.refresh_from_db()
    assert broken.state == State.FAILED
    assert why in broken.reason
    assert_as_undisturbed(other, "dentist")


def test_connections_that_players_open_are_closed() -> None:
    opened: list[Any] = []

    def note(connection: Any, **about: Any) -> None:
        if threading.current_thread().name == "player":
            opened.append(connection)

    connection_created.connect(note)
    try:
        decide(1000)
        row = started("dentist", user="test_person", queue="models")
        run_episode(row.pk)
    finally:
        connection_created.disconnect(note)
    row.refresh_from_db()
    assert row.content_hash == undisturbed("dentist").content_hash
    assert opened
    assert all(one.connection is None for one in opened)


def test_runs_that_saw_several_deaths_are_begun_one_by_one(answering: ModelServer) -> None:
    answering.play(slow())
    rows = [asking(answering, seed=seed, hold=True) for seed in range(4)]
    for row in rows:
        control.step(row)
    run_episode(rows[0].pk)
    for row in rows:
        control.resume(row)
    Episode.objects.filter(seed__lt=3).update(tries=threaded_driver.SUSPECT_FROM)
    with Playing(rows[0]):
        answering.wait_for(2)
        time.sleep(2 * LOOK_EVERY)
        assert {asked.model for asked in answering.requests} == {"0", "3"}
        assert list(Episode.objects.order_by("seed").values_list("tries", flat=True)) == [4, 3, 3, 1]
        answering.release()
    assert set(Episode.objects.values_list("state", flat=True)) == {State.FINISHED}
