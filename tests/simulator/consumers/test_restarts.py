"""Redis and the web server are killed and come back while somebody watches."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from subprocess import Popen

import pytest
import redis
from pytest_django.fixtures import Settings

# Imported first within a test, asgi would set up the logging anew and take the handler of caplog away.
from pare_site import asgi, valkey
from simulator.consumers import feed
from simulator.jobs.notify import group_of
from tests.live_site import live_site
from tests.simulator.consumers.watched import (
    Watched,
    a_viewer,
    code_at_the_end,
    frames_until,
    numbers,
    session_of,
    watching,
)
from tests.waiting import kill, until

pytestmark = pytest.mark.django_db(transaction=True)
assert asgi.application is not None


class OwnRedis:
    """One that may be killed, apart from the one that other tests use."""

    def __init__(self, folder: Path) -> None:
        self.port = valkey.free_port()
        self._folder = folder
        self._process: Popen[bytes] | None = None

    def start(self) -> None:
        self._process = valkey.start(self.port, self._folder)

    def listeners(self, episode_id: int) -> int:
        with redis.Redis(port=self.port) as client:
            ((_, count),) = client.pubsub_numsub(f"asgi__group__{group_of(episode_id)}")
        return int(count)

    def kill(self) -> None:
        if self._process is not None:
            kill(self._process)


@pytest.fixture
def own_redis(tmp_path: Path, settings: Settings) -> Iterator[OwnRedis]:
    own = OwnRedis(tmp_path)
    hosts = [f"redis://127.0.0.1:{own.port}/0"]
    settings.CHANNEL_LAYERS = {
        "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": hosts}}
    }
    own.start()
    yield own
    own.kill()


def test_hints_arrive_again_after_redis_was_killed(
    own_redis: OwnRedis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    run, session = Watched(1), session_of(a_viewer())
    with live_site() as site, watching(site, run.pk, session) as socket:
        frames_until(socket, 0)
        own_redis.kill()
        run.advance()
        assert numbers(frames_until(socket, 1)) == [1], "looked at without hints"
        own_redis.start()
        until(lambda: own_redis.listeners(run.pk) == 1, "somebody listens for the run")
        monkeypatch.setattr(feed, "POLL", 60)
        run.advance()
        frames_until(socket, 2)
        for number in range(3, 8):
            run.advance()
            assert numbers(frames_until(socket, number)) == [number]
    # The channel layer notices the loss first, or the feed does; either says it in one line.
    assert "Traceback" not in caplog.text
    assert "Redis: " in caplog.text or "without hints" in caplog.text


def test_a_viewer_may_come_while_redis_is_away(own_redis: OwnRedis, caplog: pytest.LogCaptureFixture) -> None:
    run, session = Watched(1), session_of(a_viewer())
    own_redis.kill()
    with live_site() as site, watching(site, run.pk, session) as socket:
        frames_until(socket, 0)
        count = run.finish()
        frames_until(socket, count - 1)
        assert code_at_the_end(socket) == 1000


def test_after_a_restart_of_the_server_a_viewer_goes_on_from_the_last_number(own_redis: OwnRedis) -> None:
    run, session = Watched(3), session_of(a_viewer())
    with live_site() as site, watching(site, run.pk, session) as socket:
        assert numbers(frames_until(socket, 2)) == [0, 1, 2]
    run.advance(2)
    with live_site() as site, watching(site, run.pk, session, after=2) as socket:
        count = run.finish()
        assert numbers(frames_until(socket, count - 1)) == list(range(3, count))
        assert code_at_the_end(socket) == 1000
