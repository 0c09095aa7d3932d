"""A scenario in which every text is full of markup: on pages, frames and phones it is only ever text."""

from __future__ import annotations

import re
from typing import Any

import pytest

from simulator.config import EpisodeConfig
from simulator.jobs.leases import claim
from simulator.jobs.runner import Runner
from simulator.jobs.serialization import source_text
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, Scenario, ScenarioVersion
from simulator.rendering import frames
from simulator.scenario.library import Library
from simulator.scenario.load import from_source
from tests.simulator.views.cast import signed_in

pytestmark = pytest.mark.django_db
MARKUP = """ <script>alert("x")</script><img src=x onerror='alert(1)'>"&amp;'"""
TEXTS = {"title", "subject", "content", "description", "text", "goal", "say", "accept", "reject", "location", "note"}
EVIL = re.compile(r"<script>|<img\b|onerror='")
STORIES = ("urgent_conflict_ride_reschedule", "study_group_availability_synthesis", "shopping_refund_event_conflict")


def spoilt(value: Any, key: str = "") -> Any:
    """The same with markup behind every text that people read."""
    if isinstance(value, dict):
        return {name: spoilt(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [spoilt(inner, key) for inner in value]
    return value + MARKUP if isinstance(value, str) and key in TEXTS else value


def played(name: str, assistant: str) -> Episode:
    source = spoilt(dict(Library().get(name).source))
    story = from_source(source, "(test)")
    scenario = Scenario.objects.create(slug=f"{name}_{assistant}")
    version = ScenarioVersion.objects.create(
        scenario=scenario, content_hash=story.hash, source=source_text(story), title=story.scenario.title
    )
    row = start_episode(version, EpisodeConfig(assistant=assistant), note=f"Demo{MARKUP}")
    lease = claim(row.pk, "test")
    assert lease is not None
    runner = Runner(lease)
    while runner.advance():
        pass
    row.refresh_from_db()
    return row


@pytest.mark.parametrize("assistant", ["oracle", "eager"])
@pytest.mark.parametrize("name", STORIES)
def test_markup_in_a_scenario_stays_text_everywhere(name: str, assistant: str, redis_server: str) -> None:
    row = played(name, assistant)
    batch = frames.batch_after(row.pk, -1, limit=1000)
    assert len(batch.frames) == row.moment_count > 8
    pieces = [str(piece) for frame in batch.frames for piece in frame.values()] + [
        str(p) for p in batch.status.values()
    ]
    assert sum("&lt;script&gt;" in piece for piece in pieces) > 8, "the test must meet what it is about"
    rendered = [frame[part] or "" for frame in batch.frames for part in ("story", "mark", "phone", "tapping")]
    assert not [found for piece in (*rendered, *map(str, batch.status.values())) if (found := EVIL.search(piece))]
    client = signed_in("researcher")
    for step in range(0, row.moment_count, 3):
        page = client.get(f"/runs/{row.pk}/{step}/").content.decode()
        parts = client.get(f"/runs/{row.pk}/{step}/parts/").json()
        assert not EVIL.search(page) and not EVIL.search(parts["detail"]) and not EVIL.search(parts["phone"])
