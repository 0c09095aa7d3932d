"""Makes a database row for each decision point, for use in queries. The rows can be rebuilt from the moments."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec
from django.db import transaction

from simulator.config import EpisodeConfig
from simulator.episode.need_points import points_of
from simulator.jobs.serialization import config_of, moments_of, storable, story_of
from simulator.models import DecisionPoint
from simulator.models import Episode as EpisodeRow
from simulator.scenario.story import Story
from simulator.trace.moments import Moment

_log = logging.getLogger(__name__)


def point_rows(episode_id: int, story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[DecisionPoint]:
    """Return the unsaved rows of a run's decision points; after an error none, so that the run does not fail."""
    try:
        return _rows(episode_id, story, config, moments)
    except Exception:
        _log.exception("The decision points of run %s can't be computed.", episode_id)
        return []


def _rows(episode_id: int, story: Story, config: EpisodeConfig, moments: Sequence[Moment]) -> list[DecisionPoint]:
    points = points_of(story, config, moments)
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
    """Compute the decision points of a run again, replace the stored points, and return the number of new points.

    If they can't be computed, raise the error and keep the stored points.
    """
    rows = _rows(row.pk, story_of(row.version), config_of(row), moments_of(row.pk))
    with transaction.atomic():
        DecisionPoint.objects.filter(episode=row).delete()
        DecisionPoint.objects.bulk_create(rows)
    return len(rows)
