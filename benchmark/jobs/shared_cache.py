"""Exchanges finished runs between the database and the shared cache folder."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from benchmark.cache_folder import BadCacheFile, CacheFolder, chosen_folder
from benchmark.jobs.result_cache import cached_runs, runs_by_key
from benchmark.models import Cell, Sweep, SweepState
from simulator.episode.rebuild import rebuild
from simulator.jobs.episode_rows import episode_row
from simulator.jobs.results import fields_of
from simulator.jobs.run_import import (
    contents_of,
    played_columns,
    same_run,
    store_contents,
    stored_config,
    version_for,
)
from simulator.jobs.serialization import stored_moments, trace_bytes_of
from simulator.models import Episode, Queue, State
from simulator.trace.hashing import ContentHash
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace

_log = logging.getLogger(__name__)
_AT_ONCE = 100
# Long enough that a sweep that has ended since the caretaker's last export is exported too.
_LATELY = timedelta(minutes=5)


def import_from_folder(keys: Iterable[str]) -> int:
    """Import the runs with these keys that are in the folder but not in the cache, and return their number.

    Bad files are logged and skipped. Return 0 if no shared cache folder is set.
    """
    folder = chosen_folder(settings.VAR)
    # A dict drops repeated keys, which several cells may share, and keeps their order.
    wanted = dict.fromkeys(keys)
    if folder is None or not wanted:
        return 0
    there, taken = runs_by_key(wanted), 0
    for key in wanted:
        if key not in there and folder.has(key):
            taken += _take(folder, key)
    return taken


def export_to_folder(sweep: Sweep) -> int:
    """Add the sweep's cached runs to the shared cache folder, and return how many were added. Raises OSError.

    Return 0 if no shared cache folder is set.
    """
    folder = chosen_folder(settings.VAR)
    if folder is None:
        return 0
    episodes = Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).values("episode")
    finished = cached_runs().filter(pk__in=episodes)
    missing = [pk for pk, key in finished.values_list("pk", "result_key") if not folder.has(key)]
    for start in range(0, len(missing), _AT_ONCE):
        for row in Episode.objects.select_related("version").filter(pk__in=missing[start : start + _AT_ONCE]):
            folder.put(row.result_key, trace_bytes_of(row))
    return len(missing)


def export_recent_sweeps() -> None:
    """Export the runs of running and of recently ended sweeps. The caretaker process calls this function regularly."""
    if chosen_folder(settings.VAR) is None:
        return
    lately = Q(state=SweepState.RUNNING) | Q(ended_at__gt=timezone.now() - _LATELY)
    for sweep in Sweep.objects.filter(lately).defer("plan", "configurations"):
        export_to_folder(sweep)


def _take(folder: CacheFolder, key: str) -> bool:
    try:
        trace = folder.get(key)
        if trace is not None:
            _store(trace, key)
    except (BadCacheFile, TraceError) as problem:
        _log.warning("Skipped a file of the shared cache: %s", problem)
        return False
    return trace is not None


def _store(trace: Trace, key: str) -> None:
    episode = rebuild(trace)
    moments = stored_moments(episode.moments, ContentHash())
    contents = contents_of(trace, episode, moments)
    if trace.result is None:
        raise BadCacheFile(f"{trace.file} has no result.")
    fields = played_columns(episode) | fields_of(trace.result, episode)
    now = timezone.now()
    with transaction.atomic():
        # The database may already hold the run without its key, for example after `pare cache invalidate`.
        same = same_run(trace, episode.story, moments)
        if same is not None and _is_usable(same):
            Episode.objects.filter(pk=same.pk).update(result_key=key)
            return
        version = version_for(episode.story)
        row = episode_row(
            version,
            episode.story,
            episode.config,
            stored=stored_config(trace),
            result_key=key,
            queue=Queue.BATCH,
            # A trace does not say when its run was played, so the row gets the time of import.
            started_at=now,
            ended_at=now,
            **fields,
        )
        row.save()
        store_contents(row, contents)


def _is_usable(row: Episode) -> bool:
    """Return whether the run may be cached: it is finished, and neither a fork nor imported."""
    return row.state == State.FINISHED and row.parent_id is None and row.imported is None
