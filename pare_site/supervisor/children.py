"""The children of the supervisor: started, started again when they die, and stopped in order."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from pathlib import Path

from pare_site.supervisor.forked_process import ForkedProcess

# Seconds; a child that dies younger waits longer and longer for its next life.
_QUICK_DEATH = 10.0
_SHORTEST_WAIT, _LONGEST_WAIT = 0.2, 15.0
# Far beyond the longest wait; a child may die more often than a number can be doubled.
_MOST_DOUBLINGS = 10

Say = Callable[[str], None]
Wait = Callable[[float], None]


class Leaves(IntEnum):
    """When it goes: whoever uses something goes before it."""

    FIRST = 0
    THEN = 1
    LAST = 2


@dataclass
class Child:
    name: str
    work: Callable[[Child], object]
    """Runs in the process; given the child as it is at that moment."""
    log: Path
    leaves: Leaves
    patience: float
    """Seconds that it has to stop when asked."""
    shares: Sequence[int] = ()
    """Descriptors of the supervisor that it may keep."""
    process: ForkedProcess | None = None
    is_vital: bool = True
    """Whether the site cannot start without it."""
    predecessor: int = 0
    """Process id of its last life; 0 in its first."""
    born: float = 0.0
    quick_deaths: int = 0
    next_life: float = 0.0

    @property
    def alive(self) -> bool:
        return self.process is not None and self.process.poll() is None


class ChildProcesses:
    def __init__(self, say: Say, own: Sequence[int]) -> None:
        """`own`: descriptors that no child may keep unless it shares them."""
        self.children: list[Child] = []
        self._say = say
        self.own = tuple(own)

    def start(self, child: Child) -> None:
        self.children.append(child)
        self._give_life(child)

    def tend(self) -> float:
        """Notices deaths, gives new life to those whose time has come; returns the seconds until the next is due."""
        now = time.monotonic()
        soonest = _LONGEST_WAIT
        for child in self.children:
            if child.process is not None and not child.alive:
                self._note_death(child, child.process)
            if child.process is None and child.next_life <= now:
                self._give_life(child)
            elif child.process is None:
                soonest = min(soonest, child.next_life - now)
        return soonest

    def died_quickly(self, often: int) -> Child | None:
        """A child that does not get on its feet, and that the site needs."""
        return next((child for child in self.children if child.is_vital and child.quick_deaths >= often), None)

    def stop(self, wait: Wait) -> None:
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
        """All at once, without asking."""
        for child in self.children:
            _send(child, signal.SIGKILL)

    def _give_life(self, child: Child) -> None:
        closing = [descriptor for descriptor in self.own if descriptor not in child.shares]
        short = child.name.removesuffix(" worker").removesuffix(" server")
        child.born = time.monotonic()
        try:
            child.process = ForkedProcess(short, lambda: child.work(child), child.log, closing)
        except OSError as problem:
            self._wait_for_next_life(child, f"cannot be started ({problem.strerror})")

    def _note_death(self, child: Child, process: ForkedProcess) -> None:
        child.predecessor, child.process = process.pid, None
        self._wait_for_next_life(child, _how(process.status))

    def _wait_for_next_life(self, child: Child, what: str) -> None:
        now = time.monotonic()
        child.quick_deaths = child.quick_deaths + 1 if now - child.born < _QUICK_DEATH else 0
        wait = min(_SHORTEST_WAIT * 2 ** min(child.quick_deaths, _MOST_DOUBLINGS), _LONGEST_WAIT)
        child.next_life = now + wait
        soon = "it starts again" if wait < 2 else f"it starts again in {wait:.0f} s; {child.log} says why"
        self._say(f"The {child.name} {what}; {soon}.")


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
