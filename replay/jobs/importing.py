"""Runs read from files into the store: all of a run or nothing of it, and no file nor run twice."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db import DataError, IntegrityError, transaction
from django.utils import timezone

from replay.foreign.brought import Brought
from replay.foreign.detecting import read_any
from replay.jobs.ancestry import ancestry_of
from replay.jobs.imported_fields import fields_of, shown_name
from simulator.config import EpisodeConfig
from simulator.episode import Episode
from simulator.jobs.leases import keep_parts
from simulator.jobs.points import point_rows
from simulator.jobs.stored import line_of, parts_to_keep
from simulator.jobs.syncing import version_of
from simulator.models import DecisionPoint, Scenario, ScenarioVersion
from simulator.models import Episode as EpisodeRow
from simulator.models import Moment as MomentRow
from simulator.rerun import config_of, rebuild
from simulator.scenario.story import Story
from simulator.trace.hashing import ContentHash
from simulator.trace.header import TraceError
from simulator.trace.moments import Forked, Moment
from simulator.trace.reading import Trace

MOST_MOMENTS = 50_000
_BATCH = 500
_SHORTER = "Import a shorter run."
_NOT_PLAYED = "It was not made by playing; take another file."
_NO_RUN_YET = 0


class Imported(NamedTuple):
    row: EpisodeRow
    is_new: bool
    """False: the file, or the very same run, was there already."""


class Line(NamedTuple):
    """A moment as the store has it."""

    text: str
    chain: str


class Ready(NamedTuple):
    """All there is to store of a run. Working it out may take seconds, in which nobody else must have to wait."""

    trace: Trace
    story: Story
    fields: Mapping[str, Any]
    lines: Sequence[Line]
    parts: Mapping[str, str]
    points: Sequence[DecisionPoint]


def import_file(data: bytes, name: str, user: User | AnonymousUser | None = None) -> Imported:
    """The run that a file holds. Raises TraceError for one that cannot be taken in; then nothing has changed."""
    file_hash, name = hashlib.sha256(data).hexdigest(), shown_name(name)
    there = _from_file(file_hash)
    if there is not None:
        return Imported(there, False)
    brought = read_any(data, name)
    episode = _rebuilt(brought.trace)
    lines = _lines(episode.moments)
    there = _same_run(brought.trace, episode.story, lines)
    if there is not None:
        return Imported(there, False)
    ready = _ready(brought, episode, lines)
    try:
        with transaction.atomic():
            return _take_in(ready, file_hash, user)
    except IntegrityError:
        # Somebody else was importing the same file, and was done first.
        there = _from_file(file_hash)
        if there is None:
            raise
        return Imported(there, False)
    except (DataError, OverflowError):
        problem = "It holds a number or a name that is too large to be stored."
        raise TraceError(name, None, problem, _NOT_PLAYED) from None


def _from_file(file_hash: str) -> EpisodeRow | None:
    return EpisodeRow.objects.filter(import_hash=file_hash).first()


def _rebuilt(trace: Trace) -> Episode:
    """The run as it can be shown; better refused now than when somebody opens it."""
    if not trace.moments:
        raise TraceError(trace.file, None, "Nothing happens in it.", "Take the trace of a run that was played.")
    if len(trace.moments) > MOST_MOMENTS:
        problem = f"It has {len(trace.moments)} moments; at most {MOST_MOMENTS} can be shown."
        raise TraceError(trace.file, None, problem, _SHORTER)
    episode = rebuild(trace)
    _refuse_mistyped(trace, 1, trace.header.config)
    for moment in trace.moments:
        if isinstance(moment, Forked):
            _refuse_mistyped(trace, trace.line_of(moment.n), moment.config)
    return episode


def _refuse_mistyped(trace: Trace, line: int, config: Mapping[str, Any]) -> None:
    """A number in quotation marks passes for one when a config is read, but pages show what is stored as it is."""
    read = EpisodeConfig.model_validate(config).model_dump(mode="json")
    wrong = [name for name, value in config.items() if isinstance(read[name], int | float) and value != read[name]]
    if wrong:
        problem = f"The config in the trace cannot be used: {wrong[0]} is no number."
        raise TraceError(trace.file, line, problem, _NOT_PLAYED)


def _lines(moments: Sequence[Moment]) -> list[Line]:
    chain, lines = ContentHash(), []
    for moment in moments:
        chain.feed(moment)
        lines.append(Line(line_of(moment, chain.digest), chain.digest))
    return lines


def _same_run(trace: Trace, story: Story, lines: Sequence[Line]) -> EpisodeRow | None:
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


def _ready(brought: Brought, episode: Episode, lines: Sequence[Line]) -> Ready:
    moments, config = episode.moments, config_of(brought.trace)
    parts = {name: body for moment in moments for name, body in parts_to_keep(moment).items()}
    points = point_rows(_NO_RUN_YET, episode.story, config, moments)
    return Ready(brought.trace, episode.story, fields_of(brought, episode), lines, parts, points)


def _take_in(ready: Ready, file_hash: str, user: User | AnonymousUser | None) -> Imported:
    version = _version(ready.story)
    there = _same_run(ready.trace, ready.story, ready.lines)
    if there is not None:
        return Imported(there, False)
    chains = [line.chain for line in ready.lines]
    row = EpisodeRow.objects.create(
        version=version,
        import_hash=file_hash,
        started_by=user if isinstance(user, User) else None,
        **ready.fields,
        **ancestry_of(version, ready.trace.header.config_hash, ready.trace.moments, chains),
    )
    _store(row, ready)
    return Imported(row, True)


def _store(row: EpisodeRow, ready: Ready) -> None:
    now = timezone.now()
    rows = (
        MomentRow(episode=row, number=number, line=line.text, chain=line.chain, stored_at=now)
        for number, line in enumerate(ready.lines)
    )
    MomentRow.objects.bulk_create(rows, batch_size=_BATCH)
    keep_parts(ready.parts)
    for point in ready.points:
        point.episode = row
    DecisionPoint.objects.bulk_create(ready.points, batch_size=_BATCH)


def _version(story: Story) -> ScenarioVersion:
    """A scenario that is known only from imported runs counts as one whose file is gone: it cannot be started."""
    scenario, _ = Scenario.objects.get_or_create(slug=story.id, defaults={"removed_at": timezone.now()})
    version = version_of(scenario, story)
    if scenario.current is None:
        scenario.current = version
        scenario.save(update_fields=["current"])
    return version
