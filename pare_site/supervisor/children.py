"""Starts the child processes of the supervisor, restarts those that die, and stops them in order."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from pare_site.supervisor.forked_process import ForkedProcess

# Seconds. If a child keeps dying sooner than this after its start, each restart waits longer: a broken child would
# otherwise keep a core busy and fill the log.
_QUICK_DEATH = 10.0
_SHORTEST_WAIT, _LONGEST_WAIT = 0.2, 15.0
# Enough doublings to reach the longest wait. Without a limit, the wait would overflow a float after a thousand deaths.
_MOST_DOUBLINGS = 10

Say = Callable[[str], None]
Wait = Callable[[float], None]


class Leaves(IntEnum):
    """The order in which processes are stopped: each before the processes that it uses."""

    FIRST = 0
    THEN = 1
    LAST = 2


@dataclass
class Child:
    """One process to keep running."""

    name: str
    work: Callable[[Child], object]
    """The function that runs in the process; its argument is this object."""
    log: Path
    leaves: Leaves
    patience: float
    """Seconds to stop after SIGTERM, before SIGKILL."""
    shares: Sequence[int] = ()
    """Descriptors of the supervisor that the process keeps open."""
    process: ForkedProcess | None = None
    is_vital: bool = True
    """True if the site cannot start without this process."""
    predecessor: int = 0
    """Process id before the last restart; 0 if the process was never restarted."""
    started_at: float = 0.0
    quick_deaths: int = 0
    restart_at: float = 0.0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


class ChildProcesses:
    """Starts, restarts and stops the children."""

    def __init__(self, say: Say, own: Sequence[int]) -> None:
        """`say` prints a line. `own` lists the supervisor's descriptors; a child closes those not in its `shares`."""
        self.children: list[Child] = []
        self._say = say
        self.own = tuple(own)

    def start(self, child: Child) -> None:
        """Start a child and keep it running from now on."""
        self.children.append(child)
        self._start_process(child)

    def tend(self) -> float:
        """Restart dead children after their waiting time. Return the seconds until the next restart, at most 15."""
        now = time.monotonic()
        soonest = _LONGEST_WAIT
        for child in self.children:
            if child.process is not None and not child.alive:
                self._note_death(child, child.process)
            if child.process is None and child.restart_at <= now:
                self._start_process(child)
            elif child.process is None:
                soonest = min(soonest, child.restart_at - now)
        return soonest

    def died_quickly(self, often: int) -> Child | None:
        """Return a vital child that died this many times in a row soon after its start; None if there is none."""
        return next((child for child in self.children if child.is_vital and child.quick_deaths >= often), None)

    def stop(self, wait: Wait) -> None:
        """Stop all children, in the order of `Leaves`."""
        for rank in Leaves:
            going = [child for child in self.children if child.leaves == rank and child.alive]
            end = time.monotonic() + max((child.patience for child in going), default=0)
            for child in going:
                _send(child, signal.SIGTERM)
            while any(child.alive for child in going) and time.monotonic() < end:
                wait(0.1)
            for child in going:
                _send(child, signal.SIGKILL)

    def kill(self) -> None:
        """End all children at once."""
        for child in self.children:
            _send(child, signal.SIGKILL)

    def _start_process(self, child: Child) -> None:
        closing = [descriptor for descriptor in self.own if descriptor not in child.shares]
        short = child.name.removesuffix(" worker").removesuffix(" server")
        child.started_at = time.monotonic()
        try:
            child.process = ForkedProcess(short, lambda: child.work(child), child.log, closing)
        except OSError as problem:
            self._schedule_restart(child, f"cannot be started ({problem.strerror})")

    def _note_death(self, child: Child, process: ForkedProcess) -> None:
        child.predecessor, child.process = process.pid, None
        self._schedule_restart(child, _how(process.status))

    def _schedule_restart(self, child: Child, what: str) -> None:
        now = time.monotonic()
        child.quick_deaths = child.quick_deaths + 1 if now - child.started_at < _QUICK_DEATH else 0
        wait = min(_SHORTEST_WAIT * 2 ** min(child.quick_deaths, _MOST_DOUBLINGS), _LONGEST_WAIT)
        child.restart_at = now + wait
        soon = "Restarting it." if wait < 2 else f"Restarting it in {wait:.0f} s; see {child.log}."
        self._say(f"The {child.name} {what}. {soon}")


def _send(child: Child, number: signal.Signals) -> None:
    if child.process is not None:
        child.process.send(number)


def _how(status: int | None) -> str:
    if status is None or status >= 0:
        return f"ended with code {status}"
    try:
        return f"was ended by {signal.Signals(-status).name}"
    except ValueError:
        return f"was ended by signal {-status}"
