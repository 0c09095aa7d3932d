"""Plays runs whose players wait for something outside, such as a language model: while one waits, the others go on."""

from __future__ import annotations

import threading
import time
from functools import partial
from queue import Empty, SimpleQueue

from django.db import connections

from simulator.first_use import make_types_ready
from simulator.jobs.driver import LOOK_EVERY, Driver
from simulator.jobs.leases import Lease
from simulator.jobs.runner import Made, Runner

PATIENCE = 5.0
"""Seconds that a process which has to leave waits for players; whom it does not wait for is asked again later."""
SUSPECT_FROM = 3
"""Deaths of a worker after which a run is thought capable of more, and is begun without others like it."""


class PatientDriver(Driver):
    """Players decide in threads of their own. All else happens in one thread, the only one that uses the database."""

    def __init__(self, queue: str, capacity: int, worker: str) -> None:
        super().__init__(queue, capacity, worker, adopts=True)
        self._deciding: dict[Lease, Runner] = {}
        self._to_decide: SimpleQueue[Runner | None] = SimpleQueue()
        self._decided: SimpleQueue[tuple[Runner, Made | Exception]] = SimpleQueue()
        self._threads = 0

    def _drive(self, first: int) -> None:
        try:
            super()._drive(first)
            self._wait_a_little()
        finally:
            for _ in range(self._threads):
                self._to_decide.put(None)

    def _wait_a_little(self) -> None:
        """For replies that are about to come and will be paid for."""
        end = time.monotonic() + PATIENCE
        while self._deciding.keys() & self._held.keys() and time.monotonic() < end:
            self._rest(LOOK_EVERY)

    def _build(self, lease: Lease) -> bool:
        # One by one: nothing that has happened waits for a player before it is stored.
        self._held[lease] = Runner(lease, at_once=1)
        # Its players may be of modules that were imported just now.
        make_types_ready()
        return True

    def _at_hand(self) -> list[Runner]:
        return [runner for lease, runner in self._held.items() if lease not in self._deciding]

    def _advance(self, runner: Runner) -> bool:
        # If a worker dies while many play, nobody knows of whom; so those that saw several deaths go one by one.
        if _is_suspect(runner) and any(map(_is_suspect, self._deciding.values())):
            runner.due = time.monotonic() + LOOK_EVERY
            return True
        runner.prepare()
        self._deciding[runner.lease] = runner
        if len(self._deciding) > self._threads:
            self._threads += 1
            # A player that hangs must not keep the process from ending.
            threading.Thread(target=self._decide, name="player", daemon=True).start()
        self._to_decide.put(runner)
        return True

    def _decide(self) -> None:
        """In a thread, one decision after the other."""
        while (runner := self._to_decide.get()) is not None:
            self._decided.put((runner, _made_by(runner)))

    def _rest(self, seconds: float) -> None:
        try:
            runner, made = self._decided.get(timeout=seconds)
        except Empty:
            return
        del self._deciding[runner.lease]
        if runner.lease in self._held:
            self._try(runner.lease, partial(_keep, runner, made))


def _is_suspect(runner: Runner) -> bool:
    return runner.deaths >= SUSPECT_FROM


def _made_by(runner: Runner) -> Made | Exception:
    try:
        return runner.make()
    except Exception as problem:
        return problem
    except BaseException as problem:
        # A player that wants to end the process ends its run.
        return RuntimeError(f"a player raised {type(problem).__name__}")
    finally:
        # Policies that people bring along may have used the database.
        connections.close_all()


def _keep(runner: Runner, made: Made | Exception) -> bool:
    if isinstance(made, Exception):
        raise made
    return runner.keep(made)
