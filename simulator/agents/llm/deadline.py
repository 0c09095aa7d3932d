"""Limits how long a call may take, whatever the call waits for."""

from __future__ import annotations

import threading
import time
import weakref
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import TypeVar

T = TypeVar("T")
Job = Callable[[], None]
THREAD_NAME = "model-call"
# Seconds. A signal that comes just before Python blocks on a lock is handled only when the wait ends. Seen with Ctrl-C
# on a busy machine: unnoticed for two minutes, until the call timed out. So a long wait is split into short ones.
_LONGEST_WAIT = 0.25


def within(seconds: float, work: Callable[[], T]) -> T | None:
    """Call `work`, which must not raise, and return its result; None if the call takes longer than `seconds`.

    The time limit of a connection is not enough: it restarts with every byte, so a server that sends a byte now and
    then never reaches the limit. A late call continues in its thread until its connection ends; its result is
    dropped.
    """
    done: SimpleQueue[T] = SimpleQueue()
    helper = _own.taken()
    helper.jobs.put(lambda: done.put(work()))
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        try:
            result = done.get(timeout=min(left, _LONGEST_WAIT))
        except Empty:
            continue
        _own.helper = helper
        return result
    return None


class _Helper:
    """A thread that runs jobs for another thread, until the other thread drops this object."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=_work_off, args=(self.jobs,), name=THREAD_NAME, daemon=True)
        self._thread.start()
        weakref.finalize(self, self.jobs.put, None).atexit = False

    def is_there(self) -> bool:
        """Return whether the thread still exists: a forked process does not have the threads of its parent."""
        return self._thread.is_alive()


class _Own(threading.local):
    """Keeps one helper per thread, because on a busy machine a new thread for every call would cost milliseconds."""

    helper: _Helper | None = None

    def taken(self) -> _Helper:
        """Return this thread's helper, or a new one, and forget it. `within` puts it back if the work ends in time."""
        helper, self.helper = self.helper, None
        return helper if helper is not None and helper.is_there() else _Helper()


def _work_off(jobs: SimpleQueue[Job | None]) -> None:
    while (job := jobs.get()) is not None:
        job()
        # Otherwise the request and the reply would stay in memory until the next job.
        del job


_own = _Own()
