"""Hints from synchronous code: from any thread, after a fork, and with Redis away."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator

import pytest
from pytest_django.fixtures import Settings
from redis import Redis
from redis.client import PubSub

from pare_site.valkey import free_port
from simulator.jobs.notify import group_of, tell
from tests.waiting import join, until

PATIENCE = 10.0


@pytest.fixture
def heard(redis_server: str) -> Iterator[PubSub]:
    with Redis.from_url(redis_server) as client, client.pubsub() as listener:
        listener.subscribe(f"asgi__group__{group_of(7)}")
        assert listener.get_message(timeout=PATIENCE) is not None
        yield listener


def hints(listener: PubSub, timeout: float = PATIENCE) -> int:
    """Waits for the first, then takes what else has come."""
    found = 0
    while listener.get_message(timeout=0.1 if found else timeout):
        found += 1
    return found


def test_a_hint_reaches_whoever_listens_for_the_run(heard: PubSub) -> None:
    tell(8)
    tell(7)
    assert hints(heard) == 1


def test_hints_come_from_any_thread(heard: PubSub) -> None:
    for _ in range(3):
        thread = threading.Thread(target=tell, args=[7])
        thread.start()
        join(thread)
        assert hints(heard) == 1


def test_hints_come_after_a_fork(heard: PubSub) -> None:
    tell(7)
    assert hints(heard) == 1
    child = os.fork()
    if not child:
        tell(7)
        time.sleep(PATIENCE)
        os._exit(0)
    try:
        assert hints(heard) == 1
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)


def test_a_thousand_hints_at_once_are_fewer_on_the_way(heard: PubSub) -> None:
    began = time.perf_counter()
    for _ in range(1000):
        tell(7)
    assert time.perf_counter() - began < 5, "nobody waits for Redis"
    assert 1 <= hints(heard) <= 1000


def test_without_redis_hints_are_dropped_and_nobody_notices(
    heard: PubSub, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    usual = settings.CHANNEL_LAYERS
    settings.CHANNEL_LAYERS = {
        "default": {**usual["default"], "CONFIG": {"hosts": [f"redis://127.0.0.1:{free_port()}/0"]}}
    }
    began = time.perf_counter()
    for number in range(100):
        tell(number)
    assert time.perf_counter() - began < 5
    until(lambda: "Hints can't be sent" in caplog.text, "the log says that viewers are not told")
    settings.CHANNEL_LAYERS = usual
    tell(7)
    assert hints(heard) >= 1
