"""The estimated duration of a sweep."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from benchmark.views.time_estimate import estimate_time
from simulator.jobs.play_job import CAPACITY
from simulator.models import Queue
from tests.simulator.views.cast import run

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def _played(queue: Queue, seconds: float) -> None:
    now = timezone.now()
    run(queue=queue, started_at=now - timedelta(seconds=seconds), ended_at=now)


def test_a_models_worker_is_expected_to_play_as_many_runs_at_once_as_it_can() -> None:
    _played(Queue.MODELS, 30)
    room = CAPACITY[Queue.MODELS]
    assert estimate_time({Queue.MODELS: 2 * room}, None) == (timedelta(seconds=60), 1)
    assert estimate_time({Queue.MODELS: 2 * room}, 2 * room) == (timedelta(seconds=60), 1)
    assert estimate_time({Queue.MODELS: 10}, 5) == (timedelta(seconds=60), 1)


def test_a_batch_worker_is_expected_to_play_one_run_at_a_time() -> None:
    _played(Queue.BATCH, 2)
    assert estimate_time({Queue.BATCH: 10}, None) == (timedelta(seconds=20), 1)


def test_runs_from_the_shared_cache_say_nothing_about_durations() -> None:
    _played(Queue.BATCH, 2)
    for _ in range(3):
        _played(Queue.BATCH, 0)
    assert estimate_time({Queue.BATCH: 10}, None) == (timedelta(seconds=20), 1)
