"""Queues one run per cell when a worker is free, and wakes the workers.

A process that creates runs of sweeps first locks the rows of all running sweeps, always in the same order. So only one
process creates runs at a time. A cell is linked to its run in the transaction that creates the run, so no cell gets two
runs. Sweeps that use the cache do not create a run while another run with the same key is in progress.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from django.db import Error, transaction
from django.db.models import QuerySet
from django.utils import timezone

from benchmark.jobs.result_cache import keys_under_way, runs_by_key
from benchmark.jobs.spending import SweepBudget
from benchmark.jobs.sweep_configurations import SweepConfiguration, configurations_of_sweep
from benchmark.models import Cell, Sweep, SweepState
from simulator.episode.trace_lines import describe
from simulator.jobs.episode_rows import StoredConfig, episode_row
from simulator.jobs.judge_job import enqueue_judge
from simulator.jobs.serialization import story_of
from simulator.jobs.worker_registry import wake_all
from simulator.models import Episode, Queue, ScenarioVersion, State
from simulator.models.episode import OVER

_log = logging.getLogger(__name__)
_CELLS_AT_ONCE = 50
# Limit on cells per transaction. SQLite has one writer at a time, so workers store nothing until the transaction ends.
_MOST_LOOKED_AT = 1000
# The column `why` holds 500 characters, and a remedy is added after the reason.
_LONGEST_WHY = 400
_QUEUES = (Queue.BATCH, Queue.MODELS)


class _Round(NamedTuple):
    """The result of one transaction that creates runs: their number, and whether to start another transaction."""

    made: int
    goes_on: bool
    """True if this transaction linked cells to cached runs and reached its limit, so another may find cells to play."""


def feed_workers(queue: str, room: int) -> int:
    """Create up to `room` runs for workers of this queue, and return how many were created.

    If no cell is waiting, mark completed sweeps as finished.
    """
    if queue not in _QUEUES or room <= 0:
        return 0
    # Check without a lock first: free workers ask often, and mostly there is nothing to play.
    while has_waiting_cells(queue):
        with transaction.atomic():
            one = _feed_all(Queue(queue), room)
        if one.made or not one.goes_on:
            return one.made
    finish_completed_sweeps()
    return 0


def has_waiting_cells(queue: str) -> bool:
    """Return whether a running sweep has cells for this queue that have no run yet."""
    if queue not in _QUEUES:
        return False
    running = Sweep.objects.filter(state=SweepState.RUNNING).defer("plan", "configurations")
    return any(_has_cells(sweep, Queue(queue)) for sweep in running)


def _has_cells(sweep: Sweep, queue: Queue) -> bool:
    try:
        return _waiting(sweep, queue).exists()
    except Error:
        # A database error says nothing about whether the sweep can be played.
        raise
    except Exception:
        # A sweep that cannot be read counts as waiting: feeding it then pauses it and stores the reason.
        return True


def finish_if_complete(sweep: Sweep) -> bool:
    """Mark a sweep as finished if every cell has a run that is over, and return whether it is finished.

    The sweep's row must be locked.
    """
    if not _is_over(sweep):
        return False
    sweep.state, sweep.ended_at, sweep.why = SweepState.FINISHED, timezone.now(), ""
    sweep.save(update_fields=["state", "ended_at", "why"])
    return True


def finish_completed_sweeps() -> int:
    """Mark sweeps whose last run has ended as finished, and return how many were marked."""
    finished = 0
    for sweep in filter(_is_over, Sweep.objects.filter(state=SweepState.RUNNING).only("pk")):
        with transaction.atomic():
            locked = Sweep.objects.select_for_update().filter(pk=sweep.pk, state=SweepState.RUNNING).first()
            # Checked again under the lock: a retry may have reopened cells since.
            finished += locked is not None and finish_if_complete(locked)
    return finished


def _is_over(sweep: Sweep) -> bool:
    cells = Cell.objects.filter(sweep=sweep)
    return not (cells.filter(episode=None).exists() or cells.exclude(episode__state__in=OVER).exists())


def _feed_all(queue: Queue, room: int) -> _Round:
    # All rows are locked in the order of their keys, so that two feeders never wait for each other. They are sorted
    # by priority afterwards. `defer`: plan and configurations are large, and `configurations_of_sweep` caches them.
    running = Sweep.objects.select_for_update().filter(state=SweepState.RUNNING).order_by("pk")
    sweeps = sorted(running.defer("plan", "configurations"), key=lambda sweep: (-sweep.priority, sweep.pk))
    made, goes_on = 0, False
    for sweep in sweeps:
        if made >= room:
            break
        one = _fed(sweep, queue, room - made)
        made, goes_on = made + one.made, goes_on or one.goes_on
    return _Round(made, goes_on)


def _fed(sweep: Sweep, queue: Queue, room: int) -> _Round:
    """Create up to `room` runs for waiting cells of one sweep, and return their number in a `_Round`.

    If creating runs fails, pause the sweep and store the reason, so that the sweep does not block other sweeps.
    Database errors are raised, because they are not the sweep's fault.
    """
    try:
        # A savepoint: a sweep that fails must not undo the runs just made for other sweeps.
        with transaction.atomic():
            return _Feeding(sweep, queue, room).run()
    except Error:
        raise
    except Exception as problem:
        _log.exception("Sweep %s cannot be played.", sweep.pk)
        why = f"No run of this sweep can start: {describe(problem)}"
        sweep.state, sweep.why = SweepState.PAUSED, f"{why[:_LONGEST_WHY]} Fix this, then resume the sweep."
        sweep.save(update_fields=["state", "why"])
        return _Round(0, False)


def _waiting(sweep: Sweep, queue: Queue) -> QuerySet[Cell]:
    numbers = [number for number, setting in enumerate(configurations_of_sweep(sweep)) if setting.queue == queue]
    return Cell.objects.filter(sweep=sweep, episode=None, configuration__in=numbers).order_by("position")


@dataclass
class _Found:
    """Cells to play, and cells to link to runs in the cache."""

    to_play: list[Cell] = field(default_factory=list)
    to_link: list[tuple[Cell, int]] = field(default_factory=list)


class _Feeding:
    """Creates runs for the waiting cells of one sweep, whose row is locked."""

    def __init__(self, sweep: Sweep, queue: Queue, room: int) -> None:
        self._sweep = sweep
        self._queue = queue
        self._settings = configurations_of_sweep(sweep)
        self._room = room
        self._money = SweepBudget(sweep)
        self._is_short_of_money = False
        # Keys of runs in progress. A cell with the same key waits for that run and gets no own run; see `_look_at`.
        self._under_way = keys_under_way() if sweep.use_cache else set()

    def run(self) -> _Round:
        found, looked_at, last = _Found(), 0, -1
        room = min(self._room, self._free_places())
        while looked_at < _MOST_LOOKED_AT and len(found.to_play) < room:
            cells = list(_waiting(self._sweep, self._queue).filter(position__gt=last)[:_CELLS_AT_ONCE])
            if not cells:
                break
            looked_at, last = looked_at + len(cells), cells[-1].position
            self._look_at(cells, found, room)
        _link(found.to_link)
        judge_cached(self._sweep, [episode_id for _, episode_id in found.to_link])
        self._make(found.to_play)
        if not found.to_play:
            self._close()
        # Another round helps only if this one linked cells to cached runs; else it would look at the same cells again.
        return _Round(len(found.to_play), bool(found.to_link) and looked_at >= _MOST_LOOKED_AT)

    def _free_places(self) -> int:
        if self._sweep.at_once is None:
            return self._room
        # Cells linked to cached runs are finished and do not count towards `at_once`.
        in_flight = Cell.objects.filter(sweep=self._sweep, from_cache=False, episode__isnull=False)
        return self._sweep.at_once - in_flight.exclude(episode__state__in=OVER).count()

    def _look_at(self, cells: list[Cell], found: _Found, room: int) -> None:
        self._know_by_key_of_today(cells)
        there = runs_by_key(cell.key for cell in cells) if self._sweep.use_cache else {}
        for cell in cells:
            setting = self._settings[cell.configuration]
            if setting.is_cacheable and cell.key in there:
                found.to_link.append((cell, there[cell.key]))
            elif len(found.to_play) < room and not (setting.is_cacheable and cell.key in self._under_way):
                self._take(cell, setting, found)

    def _take(self, cell: Cell, setting: SweepConfiguration, found: _Found) -> None:
        if not setting.is_free and not self._money.suffices_for(cell.configuration):
            self._is_short_of_money = True
            return
        if self._sweep.use_cache:
            self._under_way.add(cell.key)
        found.to_play.append(cell)

    def _know_by_key_of_today(self, cells: list[Cell]) -> None:
        """Compute the cells' keys again, because the engine or a policy may have changed since the sweep started."""
        hashes = _hashes(cell.version_id for cell in cells)
        for cell in cells:
            setting = self._settings[cell.configuration]
            cell.key = setting.key(hashes[cell.version_id], cell.seed, cell.run)

    def _make(self, cells: list[Cell]) -> None:
        if not cells:
            return
        versions = ScenarioVersion.objects.in_bulk({cell.version_id for cell in cells})
        rows = [self._row(cell, versions[cell.version_id]) for cell in cells]
        for cell, row in zip(cells, Episode.objects.bulk_create(rows), strict=True):
            cell.episode = row
        Cell.objects.bulk_update(cells, ["episode", "key"])

    def _row(self, cell: Cell, version: ScenarioVersion) -> Episode:
        setting = self._settings[cell.configuration]
        config, plain, config_hash = setting.seeded(cell.seed)
        return episode_row(
            version,
            story_of(version),
            config,
            stored=StoredConfig(plain, config_hash),
            started_by=self._sweep.started_by,
            note=self._sweep.name,
            state=State.QUEUED,
            queue=self._queue,
            priority=self._sweep.priority,
            deadline_seconds=self._sweep.deadline_seconds,
            result_key=cell.key if setting.is_cacheable else "",
            judge_model=self._sweep.judge_model,
        )

    def _close(self) -> None:
        """Finish the sweep if it is complete, or pause it if its cost limit is reached."""
        if self._is_short_of_money:
            self._pause_for_money()
        else:
            finish_if_complete(self._sweep)

    def _pause_for_money(self) -> None:
        """Pause the sweep if no run that costs money is in progress and no cell that costs nothing is waiting."""
        free = [number for number, setting in enumerate(self._settings) if setting.is_free]
        others = Cell.objects.filter(sweep=self._sweep, episode=None, configuration__in=free)
        if self._money.is_at_rest and not others.exists():
            self._sweep.state, self._sweep.why = SweepState.PAUSED, self._money.why
            self._sweep.save(update_fields=["state", "why"])
            _log.warning("Sweep %s is paused. %s", self._sweep.pk, self._sweep.why)


def _hashes(versions: Iterable[int]) -> Mapping[int, str]:
    found = ScenarioVersion.objects.filter(pk__in=set(versions))
    return dict(found.values_list("pk", "content_hash"))


def _link(links: list[tuple[Cell, int]]) -> None:
    for cell, episode_id in links:
        cell.episode_id, cell.from_cache = episode_id, True
    Cell.objects.bulk_update([cell for cell, _ in links], ["episode", "from_cache", "key"], batch_size=_CELLS_AT_ONCE)


def judge_cached(sweep: Sweep, runs: Iterable[int]) -> None:
    """After the commit, queue the sweep's judge, if any, for runs from the cache.

    Texts that the judge has already read cost nothing.
    """
    if sweep.judge_model:
        for run in dict.fromkeys(runs):
            transaction.on_commit(partial(enqueue_judge, run, sweep.judge_model, None))


def wake_workers(sweep: Sweep) -> None:
    """Tell workers that the sweep has runs for them. Call this function after the commit.

    If Redis is down, `look_after_sweeps` wakes the workers later.
    """
    for queue in sorted({setting.queue for setting in configurations_of_sweep(sweep)}):
        wake_all(queue)


def look_after_sweeps() -> None:
    """Finish completed sweeps, and wake workers for waiting cells.

    The caretaker process calls this function every two seconds, in case a message to the workers was lost.
    """
    finish_completed_sweeps()
    for queue in (Queue.BATCH, Queue.MODELS):
        if has_waiting_cells(queue):
            wake_all(queue)
