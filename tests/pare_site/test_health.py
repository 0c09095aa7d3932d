"""The health page: open to all, quick, and honest about what is missing."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django.fixtures import Settings

from simulator.jobs.queues import client as redis_client
from simulator.jobs.worker_registry import give_time, is_unattended
from simulator.models import Episode
from tests.simulator.jobs.background import started

ALL_WELL = {"web": "ok", "database": "ok", "redis": "ok", "workers": {"live": 1, "batch": 2, "models": 0}}


@pytest.fixture
def workers(redis_server: str, transactional_db: None) -> Iterator[None]:
    names = [f"pare:worker:{queue}:here:{number}" for queue, number in (("live", 1), ("batch", 2), ("batch", 3))]
    with redis_client() as redis:
        # Workers that another test has killed count for some seconds more.
        redis.flushall()
        for name in names:
            redis.set(name, "1", ex=60)
        yield
        redis.delete(*names)


def test_all_is_there(client: Client, workers: None) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == ALL_WELL
    assert "no-store" in answer.headers["Cache-Control"]
    assert User.objects.count() == 0


def test_a_queue_without_workers_is_missed(client: Client, workers: None) -> None:
    with redis_client() as redis:
        redis.delete("pare:worker:live:here:1")
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json() == {**ALL_WELL, "workers": {"live": 0, "batch": 2, "models": 0}}


def waits(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """From now on a run that is very old has been seen to wait for so long."""
    started("dentist", queue="models")
    Episode.objects.update(created_at=timezone.now() - timedelta(days=1))
    give_time("models")
    assert is_unattended("models")
    later = time.time() + seconds
    monkeypatch.setattr("simulator.jobs.worker_registry.time.time", lambda: later)


def test_a_worker_for_language_models_is_missed_once_runs_wait_for_it_in_vain(
    client: Client, workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits(monkeypatch, 16)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()) == (503, ALL_WELL)
    with redis_client() as redis:
        redis.set("pare:worker:models:here:9", "1", ex=60)
        answer = client.get("/healthz")
        redis.delete("pare:worker:models:here:9")
    assert answer.status_code == 200
    assert answer.json()["workers"]["models"] == 1
    assert client.get("/healthz").status_code == 200, "if it vanishes again it again has time"


def test_a_worker_for_language_models_has_time_to_start_however_old_the_run_is(
    client: Client, workers: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits(monkeypatch, 14)
    assert client.get("/healthz").status_code == 200


def test_a_redis_that_is_away_is_missed(client: Client, transactional_db: None, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert answer.json()["redis"] == "does not answer"
    assert answer.json()["workers"] == {"live": 0, "batch": 0, "models": 0}


def test_a_redis_that_hangs_is_not_waited_for(client: Client, transactional_db: None, settings: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        settings.REDIS_URL = f"redis://127.0.0.1:{deaf.getsockname()[1]}/0"
        begin = time.monotonic()
        assert client.get("/healthz").status_code == 503
    assert time.monotonic() - begin < 6


def test_a_database_without_tables_is_missed(client: Client, workers: None) -> None:
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE simulator_episode RENAME TO elsewhere")
    try:
        answer = client.get("/healthz")
    finally:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE elsewhere RENAME TO simulator_episode")
    assert answer.status_code == 503
    assert answer.json() == {**ALL_WELL, "database": "does not answer"}


def test_only_looking_is_allowed(client: Client, workers: None) -> None:
    assert client.head("/healthz").status_code == 200
    assert client.post("/healthz").status_code == 405


def test_whoever_is_signed_in_is_told_of_an_absent_database_too(client: Client, workers: None) -> None:
    client.force_login(User.objects.create_user("ann"))
    names = ("simulator_episode", "django_session", "auth_user")
    with connection.cursor() as cursor:
        for name in names:
            cursor.execute(f"ALTER TABLE {name} RENAME TO {name}_elsewhere")
    try:
        answer = client.get("/healthz")
    finally:
        with connection.cursor() as cursor:
            for name in names:
                cursor.execute(f"ALTER TABLE {name}_elsewhere RENAME TO {name}")
    assert answer.status_code == 503
    assert answer.json() == {**ALL_WELL, "database": "does not answer"}
