"""A worker that takes the place of a dead one clears up after it if it can, and starts in any case."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
import redis
from django.db import OperationalError

from pare_site.supervisor.children import Child, Leaves
from pare_site.supervisor.worker_process import play
from simulator.jobs.queues import client
from simulator.jobs.worker_registry import workers_alive

DEAD = 4_190_000


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    queues: list[str] = []
    monkeypatch.setattr("simulator.jobs.worker.work", queues.append)
    return queues


def successor(path: Path) -> Child:
    return Child("live worker", print, path, Leaves.THEN, 5, predecessor=DEAD)


def test_the_dead_worker_is_not_counted_even_if_the_database_is_away(
    tmp_path: Path,
    worked: list[str],
    redis_server: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def away(worker: str) -> int:
        raise OperationalError(f"no connection, so {worker} is not buried")

    monkeypatch.setattr("simulator.jobs.recovery.bury", away)
    client().set(f"pare:worker:live:{socket.gethostname()}:{DEAD}", "1", ex=60)
    play("live", successor(tmp_path))
    assert worked == ["live"]
    assert workers_alive()["live"] == 0
    assert f":{DEAD} is not buried" in caplog.text


def test_its_runs_are_handed_on_even_if_redis_is_away(
    tmp_path: Path, worked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(queue: str, process: int) -> None:
        raise redis.ConnectionError("refused")

    buried: list[str] = []
    monkeypatch.setattr("simulator.jobs.worker_registry.forget", away)
    monkeypatch.setattr("simulator.jobs.recovery.bury", buried.append)
    play("live", successor(tmp_path))
    assert worked == ["live"]
    assert buried == [f"{socket.gethostname()}:{DEAD}"]
