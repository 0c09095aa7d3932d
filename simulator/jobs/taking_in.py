"""Runs that were played elsewhere, taken into the store: what their rows say, their moments, parts and points."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils import timezone

from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.jobs.leases import keep_parts
from simulator.jobs.points import point_rows
from simulator.jobs.stored import line_of, parts_to_keep, storable
from simulator.jobs.syncing import version_of
from simulator.models import DecisionPoint, Scenario, ScenarioVersion
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.rerun import config_of
from simulator.scenario.story import Story
from simulator.showing.schedule import people_of
from simulator.showing.telling import headline
from simulator.trace.hashing import ContentHash
from simulator.trace.moments import Moment
from simulator.trace.reading import Trace

_log = logging.getLogger(__name__)
_BATCH = 500
_NO_RUN_YET = 0
LONGEST_ENGINE = 40
LONGEST_PLAYER = 300
LONGEST_SUMMARY = 300


class Line(NamedTuple):
    """A moment as the store has it."""

    text: str
    chain: str


class Contents(NamedTuple):
    """What belongs to a run's row. Working it out may take seconds, in which nobody else must have to wait."""

    lines: Sequence[Line]
    parts: Mapping[str, str]
    points: Sequence[DecisionPoint]


def moment_lines(moments: Sequence[Moment]) -> list[Line]:
    chain, lines = ContentHash(), []
    for moment in moments:
        chain.feed(moment)
        lines.append(Line(line_of(moment, chain.digest), chain.digest))
    return lines


def contents_of(trace: Trace, episode: Episode, lines: Sequence[Line]) -> Contents:
    moments, config = episode.moments, config_of(trace)
    parts = {name: body for moment in moments for name, body in parts_to_keep(moment).items()}
    return Contents(lines, parts, point_rows(_NO_RUN_YET, episode.story, config, moments))


def played_fields(trace: Trace, episode: Episode) -> dict[str, Any]:
    """The columns about how it was played; not those about its ending, nor about where it came from."""
    last, config = episode.moments[-1], episode.config.model_dump(mode="json")
    return {
        "config": storable(trace.header.config),
        "config_hash": trace.header.config_hash,
        "engine": str(storable(trace.header.engine))[:LONGEST_ENGINE],
        "user_player": config["user"][:LONGEST_PLAYER],
        "assistant_player": config["assistant"][:LONGEST_PLAYER],
        "seed": config["seed"],
        "moment_count": len(episode.moments),
        "turn": last.turn,
        "turn_limit": episode.config.max_turns or episode.story.scenario.turns,
        "simulated": last.local,
        "summary": _summary(episode),
        **_spent(episode),
    }


def same_run(trace: Trace, story: Story, lines: Sequence[Line]) -> EpisodeRow | None:
    """The run of which this is the trace, if it is here: the same moments, also in what no hash covers."""
    alike = EpisodeRow.objects.over().filter(
        version__scenario__slug=story.id,
        version__content_hash=story.hash,
        config_hash=trace.header.config_hash,
        content_hash=lines[-1].chain,
        moment_count=len(lines),
    )
    texts = [line.text for line in lines]
    for row in alike.order_by("pk"):
        if list(row.moments.order_by("number").values_list("line", flat=True)) == texts:
            return row
    return None


def store_contents(row: EpisodeRow, contents: Contents) -> None:
    """In the transaction that made the row."""
    now = timezone.now()
    rows = (
        MomentRow(episode=row, number=number, line=line.text, chain=line.chain, stored_at=now)
        for number, line in enumerate(contents.lines)
    )
    MomentRow.objects.bulk_create(rows, batch_size=_BATCH)
    keep_parts(contents.parts)
    for point in contents.points:
        point.episode = row
    DecisionPoint.objects.bulk_create(contents.points, batch_size=_BATCH)


def version_for(story: Story) -> ScenarioVersion:
    """A scenario that is known only from such runs counts as one whose file is gone: it cannot be started."""
    scenario, _ = Scenario.objects.get_or_create(slug=story.id, defaults={"removed_at": timezone.now()})
    version = version_of(scenario, story)
    if scenario.current is None:
        scenario.current = version
        scenario.save(update_fields=["current"])
    return version


def mistyped(config: Mapping[str, Any]) -> str:
    """An option that is no number though it should be: in quotation marks it would pass for one when it is read."""
    read = EpisodeConfig.model_validate(config).model_dump(mode="json")
    wrong = (name for name, value in config.items() if isinstance(read[name], int | float) and value != read[name])
    return next(wrong, "")


def _spent(episode: Episode) -> dict[str, Any]:
    spent = episode.spent
    cost = spent.cost if spent.calls > spent.unpriced else None
    return {"tokens_in": spent.tokens_in, "tokens_out": spent.tokens_out, "cost": cost}


def _summary(episode: Episode) -> str:
    """A run must not be refused because nobody found words for it."""
    try:
        sentence = headline(episode.world, episode.moments[-1], (), people_of(episode.story))
        return str(storable(sentence))[:LONGEST_SUMMARY]
    except Exception:
        _log.exception("There are no words for the end of a run that was taken in.")
        return ""
