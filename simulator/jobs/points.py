"""The decision points of runs, kept as rows so that they can be searched. They can be worked out again at any time."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec
from django.db import transaction

from simulator.config import EpisodeConfig
from simulator.decisions import points_of
from simulator.jobs.stored import config_of, moments_of, storable, story_of
from simulator.models import DecisionPoint
from simulator.models import Episode as EpisodeRow
from simulator.scenario.story import Story
from simulator.trace.moments import Moment

_log = logging.getLogger(__name__)


def point_rows(episode_id: int, story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[DecisionPoint]:
    """Rows that are not stored yet; none if they cannot be worked out, for a run must not fail because of them."""
    try:
        points = points_of(story, config, moments)
    except Exception:
        _log.exception("The decision points of run %s cannot be worked out.", episode_id)
        return []
    bodies = [storable(msgspec.to_builtins(point)) for point in points]
    return [
        DecisionPoint(
            episode_id=episode_id,
            number=number,
            kind=body["kind"],
            moment=body["moment"],
            turn=body["turn"],
            final=body.get("final", ""),
            body=body,
        )
        for number, body in enumerate(bodies)
    ]


def rebuild_points(row: EpisodeRow) -> int:
    """Work out the points of a run again, in place of those that are stored; gives their number."""
    rows = point_rows(row.pk, story_of(row.version), config_of(row), moments_of(row.pk))
    with transaction.atomic():
        DecisionPoint.objects.filter(episode=row).delete()
        DecisionPoint.objects.bulk_create(rows)
    return len(rows)
