"""Plays runs whose players wait for something outside, such as a model: while one run waits, the others continue."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue

from django.db import connections

from simulator.agents.policy import PlayerFailed
from simulator.jobs.driver import LOOK_EVERY, Driver
from simulator.jobs.lease_keepalive import LONGEST_MOMENT
from simulator.jobs.leases import Lease, Orders
from simulator.jobs.results import Overdue
from simulator.jobs.runner import Made, Runner
from simulator.models import State, Wish
from simulator.type_warmup import make_types_ready

_log = logging.getLogger(__name__)

# Seconds that an ending process waits for players. If a player has not decided by then, another worker asks it again.
PATIENCE = 5.0
# Number of dead workers from which on a run is a suspect. A suspect advances only while no other suspect does.
SUSPECT_FROM = 3
# Seconds that a reply may still take after a stop or pause was requested: it is paid for, but people are waiting.
GRACE: dict[str, float] = {Wish.STOP: 10.0, Wish.PAUSE: 60.0}


@dataclass(eq=False)
class _Decision:
    """A player at work in its own thread. Python can't end a thread, so a thread that hangs is abandoned."""

    runner: Runner
    began: float = field(default_factory=time.monotonic)
    wish: str = Wish.RUN
    wish_seen: float = 0.0

    def note(self, wish: str) -> None:
        if wish != self.wish:
            self.wish, self.wish_seen = wish, time.monotonic()

    @property
    def keeps_people_waiting(self) -> bool:
        return self.wish in GRACE and time.monotonic() - self.wish_seen > GRACE[self.wish]

    @property
    def hangs(self) -> bool:
        return time.monotonic() - self.began > LONGEST_MOMENT + self.runner.longest_call


class ThreadedDriver(Driver):
    """A driver whose players decide in threads. One thread does everything else, such as storing moments."""

    def __init__(self, queue: str, capacity: int, worker: str) -> None:
        super().__init__(queue, capacity, worker)
        # Decisions under way, of held runs.
        self._deciding: dict[Lease, _Decision] = {}
        self._decided: SimpleQueue[tuple[_Decision, Made | Exception]] = SimpleQueue()

    def _drive(self, first: int | None) -> None:
        super()._drive(first)
        self._wait_a_little()

    def _wait_a_little(self) -> None:
        """Wait a few seconds for the replies of models, which cost money even if nobody waits for them."""
        end = time.monotonic() + PATIENCE
        while self._deciding and time.monotonic() < end:
            self._rest(LOOK_EVERY)

    def _build(self, lease: Lease) -> bool:
        # One moment at a time, so that a finished moment is stored before the driver waits for a player.
        self._held[lease] = Runner(lease, at_once=1)
        # The run's players may come from modules that were imported just now.
        make_types_ready()
        return True

    def _at_hand(self) -> list[Runner]:
        return [runner for lease, runner in self._held.items() if lease not in self._deciding]

    def _advance(self, runner: Runner) -> bool:
        # If a worker dies while many runs play, no single run can be blamed. Therefore suspects advance one by one.
        if _is_suspect(runner) and any(_is_suspect(other.runner) for other in self._deciding.values()):
            runner.due = time.monotonic() + LOOK_EVERY
            return True
        runner.check_time()
        runner.prepare()
        decision = self._deciding[runner.lease] = _Decision(runner)
        # A player that hangs must not keep the process from ending.
        threading.Thread(target=self._decide, args=[decision], name="player", daemon=True).start()
        return True

    def _decide(self, decision: _Decision) -> None:
        """Let the player decide, and pass the result to the driver. This function runs in the player's thread."""
        self._decided.put((decision, _made_by(decision.runner)))

    def _rest(self, seconds: float) -> None:
        try:
            decision, made = self._decided.get(timeout=seconds)
        except Empty:
            return
        lease = decision.runner.lease
        # A reply to an abandoned decision comes too late.
        if self._deciding.get(lease) is decision:
            del self._deciding[lease]
            self._try(lease, partial(_keep, decision.runner, made))

    def _follow(self, wanted: Mapping[Lease, Orders]) -> None:
        super()._follow(wanted)
        for lease, decision in list(self._deciding.items()):
            if lease not in self._held:
                del self._deciding[lease]
                continue
            decision.note(wanted[lease].wish)
            if decision.keeps_people_waiting:
                self._claim_again(lease)
            elif decision.hangs:
                self._give_up(lease)
            else:
                self._check_time(decision.runner)

    def _claim_again(self, lease: Lease) -> None:
        """Rebuild the run from the store, so that it follows a request although its player has not answered."""
        if self._give_back(lease, State.INTERRUPTED):
            _log.warning(
                "Run %s: its player does not answer; the run is reloaded to pause or stop it.", lease.episode_id
            )
            del self._deciding[lease], self._held[lease]
            self._take(lease.episode_id)

    def _check_time(self, runner: Runner) -> None:
        """Fail the run if its deadline passed while a player was deciding."""
        try:
            runner.check_time()
        except Overdue as overdue:
            del self._deciding[runner.lease], self._held[runner.lease]
            self._fail(runner.lease, overdue)

    def _give_up(self, lease: Lease) -> None:
        minutes = (time.monotonic() - self._deciding[lease].began) / 60
        why = (
            f"A player has not decided for {minutes:.0f} minutes. "
            "Check that its model or server answers, then resume the run."
        )
        del self._deciding[lease], self._held[lease]
        self._fail(lease, PlayerFailed("provider", why))


def _is_suspect(runner: Runner) -> bool:
    return runner.deaths >= SUSPECT_FROM


def _made_by(runner: Runner) -> Made | Exception:
    try:
        return runner.make()
    except Exception as problem:
        return problem
    except BaseException as problem:
        # A player that raises SystemExit, for example, ends only its own run, not the process.
        return RuntimeError(f"a player raised {type(problem).__name__}")
    finally:
        # A player's own code may have opened a database connection in this thread.
        connections.close_all()


def _keep(runner: Runner, made: Made | Exception) -> bool:
    if isinstance(made, Exception):
        raise made
    return runner.keep(made)
