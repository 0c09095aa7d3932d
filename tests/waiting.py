"""Waits with an end. A wait that is in vain says for what."""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable
from select import select
from typing import IO, Any, AnyStr

PATIENCE = 60.0
"""Seconds; far more than anything takes here, also on a busy machine."""


def until(condition: Callable[[], Any], what: str, patience: float = PATIENCE, every: float = 0.02) -> None:
    """Return as soon as the condition is true, which `what` puts into words."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"waited {patience:g} s in vain: {what}"
        time.sleep(every)


def join(*threads: threading.Thread, patience: float = PATIENCE) -> None:
    """Return when all threads have ended."""
    end = time.monotonic() + patience
    for thread in threads:
        thread.join(max(0.0, end - time.monotonic()))
        assert not thread.is_alive(), f"thread {thread.name} has not ended after {patience:g} s"


def kill(process: subprocess.Popen[Any]) -> None:
    """Return when the process is gone; it may be gone already."""
    process.kill()
    process.wait(PATIENCE)


def read_line(stream: IO[AnyStr] | None, what: str, patience: float = PATIENCE) -> AnyStr:
    """Return the next line that a process writes, or nothing if it has closed the pipe.

    Only for those who write a whole line at once, and no second one before somebody has answered the first.
    """
    assert stream is not None
    assert select([stream], [], [], patience)[0], f"waited {patience:g} s in vain for {what}"
    return stream.readline()
