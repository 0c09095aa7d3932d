"""Runs that were really played, for tests that need decision points of the store."""

from __future__ import annotations

from typing import Any

from simulator.jobs.play_job import run_episode
from simulator.models import Episode
from tests.simulator.jobs.background import started


def played(name: str = "late_train", **options: Any) -> Episode:
    """A run of one of the small stories, to its end."""
    row = started(name, **options)
    run_episode(row.pk)
    row.refresh_from_db()
    return row
