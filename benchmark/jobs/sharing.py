"""Finished episodes between the store and a folder that others use too."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from benchmark.cache_folder import BadEntry, CacheFolder, chosen_folder
from benchmark.jobs.finding import found_by_key, usable
from benchmark.models import Cell, Sweep, SweepState
from simulator.jobs.endings import fields_of
from simulator.jobs.stored import trace_bytes_of
from simulator.jobs.taking_in import contents_of, moment_lines, played_fields, same_run, store_contents, version_for
from simulator.models import Episode, Queue, State
from simulator.rerun import rebuild
from simulator.trace.header import TraceError
from simulator.trace.reading import Trace

_log = logging.getLogger(__name__)
_AT_ONCE = 100
_LATELY = timedelta(minutes=5)


def take_from_folder(keys: Iterable[str]) -> int:
    """Bring in what the store lacks and the folder has; gives how many. A bad file is told and left alone."""
    folder = chosen_folder(settings.VAR)
    wanted = dict.fromkeys(keys)
    if folder is None or not wanted:
        return 0
    there, taken = found_by_key(wanted), 0
    for key in wanted:
        if key not in there and folder.has(key):
            taken += _take(folder, key)
    return taken


def give_to_folder(sweep: Sweep) -> int:
    """Put what the sweep has finished into the folder; gives how many files are new. Raises OSError."""
    folder = chosen_folder(settings.VAR)
    if folder is None:
        return 0
    episodes = Cell.objects.filter(sweep=sweep, episode__state=State.FINISHED).values("episode")
    finished = usable().filter(pk__in=episodes)
    missing = [pk for pk, key in finished.values_list("pk", "result_key") if not folder.has(key)]
    for start in range(0, len(missing), _AT_ONCE):
        for row in Episode.objects.select_related("version").filter(pk__in=missing[start : start + _AT_ONCE]):
            folder.put(row.result_key, trace_bytes_of(row))
    return len(missing)


def share_what_is_finished() -> None:
    """For the caretaker: the sweeps that are played, or were until a moment ago."""
    if chosen_folder(settings.VAR) is None:
        return
    lately = Q(state=SweepState.RUNNING) | Q(ended_at__gt=timezone.now() - _LATELY)
    for sweep in Sweep.objects.filter(lately).defer("plan", "configurations"):
        give_to_folder(sweep)


def _take(folder: CacheFolder, key: str) -> bool:
    try:
        trace = folder.get(key)
        if trace is not None:
            _store(trace, key)
    except (BadEntry, TraceError) as problem:
        _log.warning("A file of the cache is not used: %s", problem)
        return False
    return trace is not None


def _store(trace: Trace, key: str) -> None:
    episode = rebuild(trace)
    lines = moment_lines(episode.moments)
    contents = contents_of(trace, episode, lines)
    if trace.result is None:
        raise BadEntry(f"{trace.file} has no end.")
    fields = played_fields(trace, episode) | fields_of(trace.result, episode)
    now = timezone.now()
    with transaction.atomic():
        same = same_run(trace, episode.story, lines)
        if same is not None and _is_usable(same):
            Episode.objects.filter(pk=same.pk).update(result_key=key)
            return
        version = version_for(episode.story)
        row = Episode.objects.create(
            version=version, result_key=key, queue=Queue.BATCH, started_at=now, ended_at=now, **fields
        )
        store_contents(row, contents)


def _is_usable(row: Episode) -> bool:
    """Whether it could be found by a key, if it had one."""
    return row.state == State.FINISHED and row.parent_id is None and row.imported is None
