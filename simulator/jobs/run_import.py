"""Stores imported runs: their rows, moments, parts and decision points."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.episode.loop import Episode
from simulator.episode.rebuild import config_of
from simulator.jobs.decision_rows import point_rows
from simulator.jobs.episode_rows import LONGEST_SUMMARY, StoredConfig
from simulator.jobs.leases import keep_parts
from simulator.jobs.scenario_sync import version_of
from simulator.jobs.serialization import StoredMoment, storable
from simulator.models import DecisionPoint, Scenario, ScenarioVersion
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.scenario.story import Story
from simulator.showing.event_schedule import people_of
from simulator.showing.tell import headline
from simulator.trace.trace_reader import Trace

_log = logging.getLogger(__name__)
_BATCH = 500
# Decision points are computed before the run's row is saved and has a number.
_NO_RUN_YET = 0


class Contents(NamedTuple):
    """The moments and decision points of an imported run.

    They are computed before the transaction, because this may take seconds.
    """

    moments: Sequence[StoredMoment]
    points: Sequence[DecisionPoint]


def contents_of(trace: Trace, episode: Episode, moments: Sequence[StoredMoment]) -> Contents:
    return Contents(moments, point_rows(_NO_RUN_YET, episode.story, config_of(trace), episode.moments))


def stored_config(trace: Trace) -> StoredConfig:
    """Return the configuration with which the run started, from the header of its trace."""
    header = trace.header
    return StoredConfig(storable(header.config), header.config_hash, str(storable(header.engine)))


def played_columns(episode: Episode) -> dict[str, Any]:
    """Return the columns about a run's progress, tokens and cost, without those about its ending and its origin."""
    last = episode.moments[-1]
    return {
        "moment_count": len(episode.moments),
        "turn": last.turn,
        "simulated": last.local,
        "summary": _summary(episode),
        **_spent(episode),
    }


def same_run(trace: Trace, story: Story, moments: Sequence[StoredMoment]) -> EpisodeRow | None:
    """Return a run that is over and has the same moments, with the same times and costs; None if there is none."""
    alike = EpisodeRow.objects.over().filter(
        version__scenario__slug=story.id,
        version__content_hash=story.hash,
        config_hash=trace.header.config_hash,
        content_hash=moments[-1].chain,
        moment_count=len(moments),
    )
    texts = [moment.text for moment in moments]
    for row in alike.order_by("pk"):
        if list(row.moments.order_by("number").values_list("line", flat=True)) == texts:
            return row
    return None


def store_contents(row: EpisodeRow, contents: Contents) -> None:
    """Store moments, parts and decision points, in the transaction that made the row."""
    now = timezone.now()
    MomentRow.objects.bulk_create((one.row(row.pk, now) for one in contents.moments), batch_size=_BATCH)
    keep_parts({name: body for one in contents.moments for name, body in one.parts.items()})
    for point in contents.points:
        point.episode = row
    DecisionPoint.objects.bulk_create(contents.points, batch_size=_BATCH)


def version_for(story: Story) -> ScenarioVersion:
    """Return the version of a story, and create it if it is missing.

    A scenario known only from imports is marked as removed, so it can't be started.
    """
    scenario, _ = Scenario.objects.get_or_create(slug=story.id, defaults={"removed_at": timezone.now()})
    version = version_of(scenario, story)
    if scenario.current is None:
        scenario.current = version
        scenario.save(update_fields=["current"])
    return version


def mistyped(config: Mapping[str, Any]) -> str:
    """Return the name of the first option whose number is written as text, such as "3"; empty if there is none.

    Pydantic accepts such a text as a number, but pages would show it with its quotation marks.
    """
    read = EpisodeConfig.model_validate(config).model_dump(mode="json")
    wrong = (name for name, value in config.items() if isinstance(read[name], int | float) and value != read[name])
    return next(wrong, "")


def _spent(episode: Episode) -> dict[str, Any]:
    spent = episode.spent
    cost = spent.cost if spent.calls > spent.unpriced else None
    return {"tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "cost": cost}


def _summary(episode: Episode) -> str:
    """Return the last moment as a sentence. After an error it is empty: an import must not fail because of it."""
    try:
        sentence = headline(episode.world, episode.moments[-1], (), people_of(episode.story))
        return str(storable(sentence))[:LONGEST_SUMMARY]
    except Exception:
        _log.exception("The last moment of an imported run can't be described in words.")
        return ""
