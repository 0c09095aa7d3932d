"""A forked child process: it starts in milliseconds and, on Linux, never outlives the supervisor."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

_PR_SET_PDEATHSIG, _PR_SET_NAME = 1, 15
_OURS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGCHLD, signal.SIGUSR1}
# Loaded before any fork: loading a library is not among the calls that are safe right after a fork.
_libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None

Work = Callable[[], object]


class ForkedProcess:
    """Runs `work` in a forked process, with its output in a file. Ctrl-C in the terminal does not reach the process."""

    def __init__(self, name: str, work: Work, log: Path, closing: Sequence[int] = ()) -> None:
        """Start the process. `name` appears in lists of processes; `closing` lists descriptors that it closes."""
        # As in `subprocess`: the exit code, or minus the signal that ended it; None while it runs.
        self.status: int | None = None
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal that arrives before the child resets its handlers would run the supervisor's handler in the child.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _OURS)
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _be_child(name, work, parent, log, closing)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def poll(self) -> int | None:
        """Return the exit code, or minus the signal that ended the process; None while it runs."""
        if self.status is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if found else None
        return self.status

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the child and everything it started, unless the child has ended."""
        if self.poll() is None:
            try:
                os.killpg(self.pid, number)
            except ProcessLookupError:
                os.kill(self.pid, number)  # the child has not called setsid yet


def _be_child(name: str, work: Work, parent: int, log: Path, closing: Sequence[int]) -> NoReturn:
    code = 1
    try:
        os.setsid()
        _die_with(parent)
        _be_called(name)
        signal.set_wakeup_fd(-1)
        for number in _OURS:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _OURS)
        for descriptor in closing:
            os.close(descriptor)
        _redirect(log)
        work()
        code = 0
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1
    except BaseException:
        traceback.print_exc()
    finally:
        _flush()
        # Not sys.exit: `atexit` handlers and `finally` blocks of the supervisor must not run in a child.
        os._exit(code)


def _die_with(parent: int) -> None:
    """On Linux, make the system end this process when the supervisor ends, even by SIGKILL."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    # The supervisor may have died before the call above took effect.
    if os.getppid() != parent:
        os._exit(1)


def _be_called(name: str) -> None:
    if _libc is not None:
        _libc.prctl(_PR_SET_NAME, f"pare {name}".encode()[:15])


def _redirect(log: Path) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    try:
        out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    except OSError:
        out = os.open(os.devnull, os.O_WRONLY)  # a full disk must not keep the process from running
    os.dup2(out, 1)
    os.dup2(out, 2)
    # New stream objects: the supervisor's may have another encoding, or be None if it was started without streams.
    sys.stdout, sys.stderr = (
        os.fdopen(number, "w", 1, "utf-8", "backslashreplace", closefd=False) for number in (1, 2)
    )


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
