"""Workers that are there are counted, whatever RQ says; those that are known to be dead are not."""

from __future__ import annotations

import os

import pytest
from rq.exceptions import NoSuchJobError

from simulator.jobs import worker_registry
from simulator.jobs.queues import client
from simulator.jobs.worker_registry import Presence, forget, workers_alive
from tests.waiting import until


def test_a_worker_whose_job_is_gone_from_redis_still_counts(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker_registry, "_EVERY", 0.01)
    asked: list[None] = []

    def speak_of_the_job() -> None:
        asked.append(None)
        raise NoSuchJobError("it was deleted")

    there = Presence("live", speak_of_the_job)
    there.start()
    until(lambda: len(asked) > 3, "four calls")
    assert there.is_alive()
    client().flushall()
    until(lambda: workers_alive() == {"live": 1, "batch": 0, "models": 0}, "the worker is counted")
    there.end()
    assert workers_alive() == {"live": 0, "batch": 0, "models": 0}
    assert caplog.text.count("it was deleted") == 1


def test_a_worker_that_was_killed_can_be_forgotten() -> None:
    killed, living = Presence("live", lambda: None), Presence("batch", lambda: None)
    for one in (killed, living):
        client().set(one._key, "1", ex=worker_registry.LIFETIME)
    forget("live", os.getpid())
    assert workers_alive() == {"live": 0, "batch": 1, "models": 0}
