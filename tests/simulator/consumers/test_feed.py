"""What viewers of one run share, and what trouble of one of them, of the database or of a frame means to the rest."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from channels.layers import channel_layers
from channels_redis.pubsub import RedisPubSubChannelLayer
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.utils import timezone
from websockets.sync.client import ClientConnection

from simulator.consumers import feed, reading
from simulator.consumers.rights import Pass
from simulator.consumers.viewers import Viewer
from simulator.jobs import notify
from simulator.models import Episode
from simulator.rendering import frames
from tests.simulator.consumers.watched import (
    PATIENCE,
    Watched,
    a_viewer,
    batch,
    code_at_the_end,
    frames_until,
    numbers,
    session_of,
    watching,
)
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)


def test_twenty_viewers_get_the_same_from_one_rendering(site: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    real = frames.batch_after

    def counting(episode_id: int, after: int, limit: int = 50) -> frames.FrameBatch:
        asked.append(after)
        return real(episode_id, after, limit)

    run, session = Watched(1), session_of(ann)
    with ExitStack() as stack:
        sockets = [stack.enter_context(watching(site, run.pk, session)) for _ in range(20)]
        for socket in sockets:
            frames_until(socket, 0)
        monkeypatch.setattr(frames, "batch_after", counting)
        count = run.finish()
        messages = [_all_messages(socket, count - 1) for socket in sockets]
    assert len(set(messages)) == 1, "all of them stood at the same place and so got the same bytes"
    assert len(asked) <= len(messages[0]) + 2, "one look for each message, however many get it"


def _all_messages(socket: ClientConnection, last: int) -> tuple[str, ...]:
    found: list[str] = []
    while not found or f'"n":{last},' not in found[-1]:
        found.append(str(socket.recv(PATIENCE)))
    return tuple(found)


def test_a_viewer_who_does_not_read_delays_nobody_and_misses_nothing(
    site: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    padding = "x" * 2_000_000
    real = frames.batch_after

    def heavy(episode_id: int, after: int, limit: int = 50) -> frames.FrameBatch:
        found = real(episode_id, after, limit)
        return frames.FrameBatch(tuple({**frame, "padding": padding} for frame in found.frames), found.status)

    monkeypatch.setattr(frames, "batch_after", heavy)
    run, session = Watched(1), session_of(ann)
    # It takes one message off the wire and leaves the others there, until the server cannot write any more.
    with watching(site, run.pk, session, max_queue=1) as slow, watching(site, run.pk, session) as quick:
        frames_until(quick, 0)
        seen = 0
        for number in range(1, 15):
            run.advance()
            began = time.monotonic()
            seen += len(frames_until(quick, number))
            assert time.monotonic() - began < 2
        count = run.finish()
        seen += len(frames_until(quick, count - 1))
        assert seen == count - 1
        assert sum(len(each) for each in _batches_until(slow, count - 1)) == count
        assert code_at_the_end(slow) == 1000


def _batches_until(socket: ClientConnection, last: int) -> list[list[int]]:
    found: list[list[int]] = []
    while not any(last in each for each in found):
        found.append(numbers(batch(socket)["frames"]))
    assert [number for each in found for number in each] == list(range(last + 1))
    return found


def _deactivate(user: User, session: str) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def _delete(user: User, session: str) -> None:
    user.delete()


def _take_the_right(user: User, session: str) -> None:
    user.user_permissions.clear()


def _change_the_password(user: User, session: str) -> None:
    user.set_password("another")
    user.save()


def _sign_out(user: User, session: str) -> None:
    Session.objects.filter(session_key=session).delete()


def _let_the_session_expire(user: User, session: str) -> None:
    Session.objects.filter(session_key=session).update(expire_date=timezone.now())


@pytest.mark.parametrize(
    "withdraw",
    [_deactivate, _delete, _take_the_right, _change_the_password, _sign_out, _let_the_session_expire],
)
def test_whoever_loses_the_right_gets_nothing_more(site: str, ann: User, withdraw: Callable[[User, str], None]) -> None:
    run, session, other = Watched(1), session_of(ann), session_of(a_viewer("bob"))
    with watching(site, run.pk, session) as out, watching(site, run.pk, other) as staying:
        frames_until(out, 0)
        frames_until(staying, 0)
        withdraw(ann, session)
        run.advance()
        assert code_at_the_end(out) == 4401
        assert numbers(frames_until(staying, 1)) == [1]


def test_nothing_is_lost_with_the_hints(site: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notify, "tell", lambda episode_id: None)
    monkeypatch.setattr(feed, "POLL", 0.3)
    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        for number in range(1, 4):
            frames_until(socket, number - 1)
            run.advance()
        assert numbers(frames_until(socket, 3)) == [3]


def test_a_run_with_many_moments_comes_in_pieces(site: str, ann: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.consumers.rounds.LIMIT", 4)
    run = Watched()
    count = run.finish()
    with watching(site, run.pk, session_of(ann)) as socket:
        sizes, got = [], 0
        while got < count:
            sizes.append(len(batch(socket)["frames"]))
            got += sizes[-1]
        assert code_at_the_end(socket) == 1000
    assert got == count
    assert set(sizes[:-1]) == {4}


def test_a_database_that_fails_is_waited_for(
    site: str, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = [OperationalError("the server closed the connection"), OperationalError("and again")]
    real = frames.batch_after

    def failing(*args: Any) -> frames.FrameBatch:
        if failures:
            raise failures.pop()
        return real(*args)

    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        frames_until(socket, 0)
        monkeypatch.setattr(frames, "batch_after", failing)
        run.advance(2)
        assert numbers(frames_until(socket, 2)) == [1, 2]
    assert not failures
    assert "can't be read" in caplog.text and "Traceback" not in caplog.text


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite has no connections that could be cut")
def test_a_connection_that_was_cut_is_opened_again(site: str, ann: User) -> None:
    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        frames_until(socket, 0)
        with connection.cursor() as cursor:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            cursor.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")
        run.advance()
        assert numbers(frames_until(socket, 1)) == [1]


def test_whoever_comes_while_the_database_fails_is_asked_to_come_again(
    site: str, ann: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*args: Any) -> None:
        raise OperationalError("no connection")

    run = Watched(1)
    monkeypatch.setattr("simulator.consumers.run_consumer.pass_of", failing)
    with watching(site, run.pk, session_of(ann)) as socket:
        assert code_at_the_end(socket) == 1013


def test_a_frame_that_cannot_be_rendered_is_logged_and_ends_the_stream(
    site: str, ann: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*args: Any) -> None:
        raise KeyError("no such screen")

    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        frames_until(socket, 0)
        monkeypatch.setattr(frames, "batch_after", broken)
        run.advance()
        assert code_at_the_end(socket) == 1011
    assert caplog.text.count("Traceback") == 1


def test_a_run_that_is_deleted_is_gone_for_its_viewers(site: str, ann: User) -> None:
    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        frames_until(socket, 0)
        Episode.objects.filter(pk=run.pk).delete()
        assert code_at_the_end(socket) == 4404


def test_nothing_is_left_when_the_last_viewer_has_gone(site: str, ann: User) -> None:
    run = Watched(1)
    with watching(site, run.pk, session_of(ann)) as socket:
        frames_until(socket, 0)
        assert any(key[1] == run.pk for key in feed.Feed._feeds)
    until(lambda: not feed.Feed._feeds and not feed._tasks, "no feed and no task is left")
    assert reading._readers == 0


async def _over(one: feed.Feed) -> None:
    one.leave(Viewer(Pass(), -1))
    _, pending = await asyncio.wait(one._work, timeout=PATIENCE)
    assert not pending


@pytest.mark.parametrize("turns", range(12))
def test_a_feed_that_ends_while_it_subscribes_leaves_nothing(redis_server: str, turns: int) -> None:
    async def begin_and_end() -> None:
        layer: Any = channel_layers["default"]
        one = feed.Feed(7)
        for _ in range(turns):
            await asyncio.sleep(0.0005)
        await _over(one)
        assert not layer.channels
        assert not layer.groups

    asyncio.run(begin_and_end())


def test_an_absent_redis_leaves_no_channel(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    layer = RedisPubSubChannelLayer(hosts=["redis://127.0.0.1:1/0"])
    monkeypatch.setitem(channel_layers.backends, "default", layer)

    async def listen_in_vain() -> None:
        one = feed.Feed(7)
        async with asyncio.timeout(PATIENCE):
            while "without hints" not in caplog.text:
                await asyncio.sleep(0.01)
        assert not layer.channels
        await _over(one)
        await layer.flush()

    asyncio.run(listen_in_vain())
