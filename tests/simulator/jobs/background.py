"""Runs in the store for tests: started from the small stories, played here or by real workers, and compared."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import timedelta
from functools import lru_cache
from typing import Any

from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.episode.recording import Recorded, record
from simulator.jobs.serialization import moments_of, source_text
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, Moment, Scenario, ScenarioVersion, State
from simulator.trace.hashing import content_hash
from tests.simulator.stories.shelf import story


def version_of(name: str) -> ScenarioVersion:
    """The story as `sync_scenarios` would store it."""
    told = story(name)
    scenario, _ = Scenario.objects.get_or_create(slug=name)
    version, _ = ScenarioVersion.objects.get_or_create(
        scenario=scenario,
        content_hash=told.hash,
        defaults={"source": source_text(told), "title": told.scenario.title},
    )
    return version


def started(name: str = "late_train", **options: Any) -> Episode:
    """A run; what is no option of `start_episode` is one of the config."""
    own = {key: options.pop(key) for key in ("queue", "pace", "note", "hold") if key in options}
    return start_episode(version_of(name), EpisodeConfig(**options), **own)


@lru_cache
def undisturbed(name: str = "late_train", **options: Any) -> Recorded:
    return record(story(name), EpisodeConfig(**options))


def assert_whole(row: Episode) -> None:
    """What is stored is one unbroken list of moments, and the row says the same."""
    row.refresh_from_db()
    numbers = list(Moment.objects.filter(episode=row).order_by("number").values_list("number", flat=True))
    assert numbers == list(range(len(numbers)))
    assert row.moment_count == len(numbers)
    if row.state in (State.FINISHED, State.STOPPED):
        assert row.content_hash == content_hash(moments_of(row.pk))
        assert row.result is not None
        assert row.result["moments"] == len(numbers)


def assert_as_undisturbed(row: Episode, name: str = "late_train", **options: Any) -> None:
    assert_whole(row)
    expected = undisturbed(name, **options)
    assert row.state == State.FINISHED, row.reason
    assert row.content_hash == expected.content_hash
    assert row.result is not None
    assert row.result["state_hash"] == expected.state_hash


def expire(row: Episode) -> None:
    """Let the lease of whoever plays this run be over."""
    Episode.objects.filter(pk=row.pk).update(heartbeat_at=timezone.now() - timedelta(hours=1))


def wait_until(
    row: Episode, condition: Callable[[Episode], bool], patience: float = 60, meanwhile: Callable[[], object] = int
) -> None:
    """`meanwhile` is called again and again, such as `reap` in place of the caretaker of a site."""
    end = time.monotonic() + patience
    row.refresh_from_db()
    while not condition(row):
        assert time.monotonic() < end, (
            f"in vain for {patience:g} s: {row.state} with {row.moment_count} moments, attempt {row.attempt} of "
            f"{row.worker or 'nobody'}, last beat {row.heartbeat_at}. {row.reason}"
        )
        time.sleep(0.01)
        meanwhile()
        row.refresh_from_db()
