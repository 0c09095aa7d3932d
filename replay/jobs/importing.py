"""Imports runs from files: a whole run or nothing, and no file or run twice."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser, User
from django.db import DataError, IntegrityError, transaction

from replay.foreign.detecting import read_any
from replay.jobs.ancestry import ancestry_of
from replay.jobs.imported_fields import fields_of, shown_name
from simulator.episode.loop import Episode
from simulator.episode.rebuild import rebuild
from simulator.jobs.episode_rows import episode_row
from simulator.jobs.finished_run import opened
from simulator.jobs.reader_outcomes import store_outcome
from simulator.jobs.run_import import (
    Contents,
    contents_of,
    mistyped,
    same_run,
    store_contents,
    stored_config,
    version_for,
)
from simulator.jobs.serialization import stored_moments
from simulator.jobs.verdict_rows import store_lines
from simulator.models import Episode as EpisodeRow
from simulator.reading.reading_lines import BadReadingLine, is_readings_file, load_readings
from simulator.trace.hashing import ContentHash
from simulator.trace.header import TraceError
from simulator.trace.moments import Forked
from simulator.trace.trace_reader import Trace

MOST_MOMENTS = 50_000
_SHORTER = "Import a shorter run."
_NOT_PLAYED = "The file was not written by playing a run. Import the trace of a run that was played."


class Imported(NamedTuple):
    row: EpisodeRow
    is_new: bool
    """False if the file, the same run, or all readings of the file were stored before."""


class Ready(NamedTuple):
    """All data to store for a run, computed before the transaction because that may take seconds."""

    trace: Trace
    episode: Episode
    fields: Mapping[str, Any]
    contents: Contents


def import_file(data: bytes, name: str, user: User | AnonymousUser | None = None) -> Imported:
    """Store the run in a file and return its row. Raise TraceError for a refused file; then nothing is stored.

    A file of readings has no run. Its readings are stored with the run that they are about, if that run is stored here.
    """
    file_hash, name = hashlib.sha256(data).hexdigest(), shown_name(name)
    if is_readings_file(data):
        return _import_readings(data, name)
    # Checked before the file is read: reading and rebuilding take seconds.
    there = _from_file(file_hash)
    if there is not None:
        return Imported(there, False)
    brought = read_any(data, name)
    episode = _rebuilt(brought.trace)
    moments = stored_moments(episode.moments, ContentHash())
    there = same_run(brought.trace, episode.story, moments)
    if there is not None:
        return Imported(there, False)
    contents = contents_of(brought.trace, episode, moments)
    ready = Ready(brought.trace, episode, fields_of(brought, episode), contents)
    try:
        with transaction.atomic():
            return _store(ready, file_hash, user)
    except IntegrityError:
        # Someone else imported the same file a moment earlier, so the unique hash refused this import.
        there = _from_file(file_hash)
        if there is None:
            raise
        return Imported(there, False)
    except (DataError, OverflowError):
        problem = "The file has a number or a name that is too large to be stored."
        raise TraceError(name, None, problem, _NOT_PLAYED) from None


def _import_readings(data: bytes, name: str) -> Imported:
    """Store readings with every run that has the content hash in the file, and return the newest of these runs.

    Raise TraceError if there is no such run.
    """
    try:
        content_hash, lines = load_readings(data, name)
    except BadReadingLine as error:
        raise TraceError(name, None, str(error), "Export the readings again, or correct the line.") from None
    rows = list(EpisodeRow.objects.filter(content_hash=content_hash).order_by("-pk")) if content_hash else []
    if not rows:
        problem = "The run that these readings are about is not stored here."
        raise TraceError(name, None, problem, "Import its trace first.")
    raters = sorted({(line.rater_kind, line.rater) for line in lines})
    with transaction.atomic():
        stored = sum(store_lines(row, lines) for row in rows)
        for row in rows:
            episode = opened(row)
            for kind, rater in raters:
                store_outcome(row, episode, kind, rater)
    return Imported(rows[0], stored > 0)


def _from_file(file_hash: str) -> EpisodeRow | None:
    return EpisodeRow.objects.filter(import_hash=file_hash).first()


def _rebuilt(trace: Trace) -> Episode:
    """Return the rebuilt run. Raise TraceError now if the run can't be shown, not when somebody opens it."""
    if not trace.moments:
        raise TraceError(trace.file, None, "The file has no steps.", "Import the trace of a run that was played.")
    if len(trace.moments) > MOST_MOMENTS:
        problem = f"The run has {len(trace.moments)} steps; at most {MOST_MOMENTS} can be shown."
        raise TraceError(trace.file, None, problem, _SHORTER)
    episode = rebuild(trace)
    _refuse_mistyped(trace, 1, trace.header.config)
    for moment in trace.moments:
        if isinstance(moment, Forked):
            _refuse_mistyped(trace, trace.line_of(moment.n), moment.config)
    return episode


def _refuse_mistyped(trace: Trace, line: int, config: Mapping[str, Any]) -> None:
    """Raise TraceError for a number that is written as text. Pydantic accepts it, but pages would show the text."""
    if wrong := mistyped(config):
        problem = f"The config in the trace can’t be used: {wrong} is not a number."
        raise TraceError(trace.file, line, problem, _NOT_PLAYED)


def _store(ready: Ready, file_hash: str, user: User | AnonymousUser | None) -> Imported:
    version = version_for(ready.episode.story)
    # Checked again inside the transaction: the same run may have been stored meanwhile from another file.
    there = same_run(ready.trace, ready.episode.story, ready.contents.moments)
    if there is not None:
        return Imported(there, False)
    chains = [moment.chain for moment in ready.contents.moments]
    row = episode_row(
        version,
        ready.episode.story,
        ready.episode.config,
        stored=stored_config(ready.trace),
        started_by=user,
        import_hash=file_hash,
        **ready.fields,
        **ancestry_of(version, ready.trace.header.config_hash, ready.trace.moments, chains),
    )
    row.save()
    store_contents(row, ready.contents)
    return Imported(row, True)
