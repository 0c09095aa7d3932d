"""Plays several runs side by side in one process. The run that is due next always goes first, so no run starves."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial

from django.db import Error, InterfaceError, InternalError, OperationalError, close_old_connections, connection

from simulator.jobs import run_sources
from simulator.jobs.lease_keepalive import LeaseKeepalive, between_beats
from simulator.jobs.leases import Fenced, Lease, Orders, beat, claim, fail, give_back, watch
from simulator.jobs.queues import enqueue
from simulator.jobs.results import Overdue, failure_of
from simulator.jobs.runner import Runner
from simulator.models import Episode as EpisodeRow
from simulator.models import State
from simulator.models.episode import TO_BE_PLAYED

_log = logging.getLogger(__name__)
# Seconds between two reads of people's requests, and between two searches for waiting runs.
LOOK_EVERY = 0.2
ADOPT_EVERY = 0.25
# Rows are made for at least this many planned runs at once, so that a worker need not ask for each row separately.
FED_AT_ONCE = 16
# Seconds after a database failure in which no new run is claimed.
AFTER_TROUBLE = 1.0
# Errors that say the database is away, locked, full or read-only. None of them is the fault of a run.
TROUBLE = (OperationalError, InterfaceError, InternalError)


class Leaving:
    """The flag that tells this process to end. It has no lock, because a signal handler sets it."""

    asked = False


class Driver:
    """Plays up to `capacity` runs of a queue at a time, and claims more as soon as there is room."""

    def __init__(self, queue: str, capacity: int, worker: str) -> None:
        self._queue = queue
        self._capacity = capacity
        self._worker = worker
        self._held: dict[Lease, Runner] = {}
        # The lease of the run in the current step; this lease may not be in `_held` yet.
        self._in_hand: tuple[Lease, ...] = ()
        self._pulse = LeaseKeepalive(lambda: {*self._held, *self._in_hand})
        # Leases that were dropped because the database failed, and still have to be released in the database.
        self._owed: list[Lease] = []
        self._next_look = self._next_beat = self._next_adoption = self._calm_from = 0.0

    def drive(self, first: int | None = None) -> None:
        """Play the run `first`, if given, and all other waiting runs of the queue.

        Return when no run is left, or when the process has to end.
        """
        with self._pulse:
            self._drive(first)
        for lease in (*self._held, *self._owed):
            if self._give_back(lease, State.QUEUED):
                enqueue(lease.episode_id, self._queue)

    def _drive(self, first: int | None) -> None:
        if first is not None:
            self._take(first)
        while not Leaving.asked and self._has_work():
            self._pulse.tick()
            if time.monotonic() >= self._next_look:
                self._look_around()
            runner = min(self._at_hand(), key=lambda runner: runner.due, default=None)
            wait = LOOK_EVERY if runner is None else runner.due - time.monotonic()
            if runner is not None and wait <= 0:
                self._try(runner.lease, partial(self._advance, runner))
            else:
                self._rest(max(0.0, min(wait, self._next_look - time.monotonic())))

    def _at_hand(self) -> list[Runner]:
        """Return the runs that can be advanced now: all held runs, unless a subclass leaves some out."""
        return list(self._held.values())

    def _advance(self, runner: Runner) -> bool:
        """Advance a run, and return whether this process still holds it."""
        runner.check_time()
        return runner.advance()

    def _rest(self, seconds: float) -> None:
        """Wait for `seconds`, during which no run is due."""
        time.sleep(seconds)

    def _has_work(self) -> bool:
        """Claim waiting runs if this process holds none. Return True if it has work or the database has just failed."""
        if not self._held and not self._owed:
            self._adopt()
        return bool(self._held or self._owed) or time.monotonic() < self._calm_from

    def _look_around(self) -> None:
        now = time.monotonic()
        self._next_look = now + LOOK_EVERY
        for lease in self._owed[:]:
            self._give_back(lease, State.INTERRUPTED)
        try:
            self._follow_orders()
            if now >= self._next_beat:
                beat(self._held)
                self._next_beat = now + between_beats()
        except TROUBLE as problem:
            self._note_trouble(problem)
        if now >= self._next_adoption:
            self._next_adoption = now + ADOPT_EVERY
            self._adopt()

    def _follow_orders(self) -> None:
        wanted = watch(self._held)
        for lease in self._held.keys() - wanted.keys():
            del self._held[lease]
        self._follow(wanted)

    def _follow(self, wanted: Mapping[Lease, Orders]) -> None:
        """Pass people's requests to each run that can be advanced, and drop runs that this process no longer holds."""
        for runner in self._at_hand():
            self._try(runner.lease, partial(runner.follow, wanted[runner.lease]))

    def _adopt(self) -> None:
        room = self._capacity - len(self._held)
        if room <= 0 or time.monotonic() < self._calm_from:
            return
        try:
            found = self._waiting(room)
            if len(found) < room and self._feed(room - len(found)):
                found = self._waiting(room)
        except TROUBLE as problem:
            self._note_trouble(problem)
            return
        for episode_id in found:
            self._take(episode_id)

    def _waiting(self, most: int) -> list[int]:
        waiting = EpisodeRow.objects.filter(queue=self._queue, state__in=TO_BE_PLAYED).order_by("-priority", "pk")
        return list(waiting.values_list("pk", flat=True)[:most])

    def _feed(self, room: int) -> int:
        """Make rows for planned runs, such as cells of sweeps, and return the number of rows.

        After an error in a plan, return 0: a broken plan must not keep other runs waiting.
        """
        try:
            return run_sources.feed(self._queue, max(room, FED_AT_ONCE))
        except TROUBLE:
            raise
        except Exception:
            _log.exception("Planned runs for the queue %s can't be created.", self._queue)
            return 0

    def _take(self, episode_id: int) -> None:
        try:
            lease = claim(episode_id, self._worker)
        except TROUBLE as problem:
            self._note_trouble(problem)
            return
        if lease is not None:
            self._try(lease, lambda: self._build(lease))

    def _build(self, lease: Lease) -> bool:
        self._held[lease] = Runner(lease)
        return True

    def _try(self, lease: Lease, step: Callable[[], bool]) -> None:
        """Do one step with a run, and drop the run if this process no longer holds it."""
        self._pulse.tick()
        self._in_hand = (lease,)
        try:
            is_held = step()
        except (Fenced, EpisodeRow.DoesNotExist):
            is_held = False
        except TROUBLE as problem:
            self._note_trouble(problem)
            self._owed.append(lease)
            is_held = False
        except Exception as problem:
            self._fail(lease, problem)
            is_held = False
        if not is_held:
            self._held.pop(lease, None)
        self._in_hand = ()

    def _fail(self, lease: Lease, problem: Exception) -> None:
        if isinstance(problem, Overdue):
            _log.warning("Run %s is past its deadline: %s", lease.episode_id, problem)
        else:
            _log.error("Run %s can't continue.", lease.episode_id, exc_info=problem)
        with suppress(Fenced, Error):
            fail(lease, *failure_of(problem), problem.used if isinstance(problem, Overdue) else None)

    def _give_back(self, lease: Lease, state: State) -> bool:
        """Release a run for another worker; return whether this call released it.

        If the database fails, the run is released later, or its lease expires.
        """
        given = True
        try:
            give_back(lease, state)
        except Fenced:
            given = False
        except TROUBLE as problem:
            self._note_trouble(problem)
            return False
        self._owed = [owed for owed in self._owed if owed != lease]
        return given

    def _note_trouble(self, problem: Exception) -> None:
        now = time.monotonic()
        if now >= self._calm_from:
            _log.warning("The database can't be used. Runs continue when it answers again: %s", problem)
        self._calm_from = now + AFTER_TROUBLE
        if not connection.in_atomic_block:
            close_old_connections()
