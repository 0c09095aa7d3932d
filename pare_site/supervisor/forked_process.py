"""A child process that is forked, so that it starts in no time, and that never outlives the supervisor."""

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
# Loaded before any fork: loading a library is nothing to do in a child that is half made.
_libc = ctypes.CDLL(None) if sys.platform.startswith("linux") else None

Work = Callable[[], object]


class ForkedProcess:
    """Runs `work` in a forked process with its output in a file, out of reach of the terminal's Ctrl-C."""

    def __init__(self, name: str, work: Work, log: Path, closing: Sequence[int] = ()) -> None:
        """`name`: what lists of processes show. `closing`: descriptors that are the supervisor's alone."""
        # As `subprocess` has it: the exit code, or minus the signal that ended it; None while it runs.
        self.status: int | None = None
        parent = os.getpid()
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal between the fork and the child's own handling of it would be handled as if by the supervisor.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, _OURS)
        try:
            self.pid = os.fork()
            if self.pid == 0:
                _be_child(name, work, parent, log, closing)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)

    def poll(self) -> int | None:
        if self.status is None:
            found, status = os.waitpid(self.pid, os.WNOHANG)
            self.status = os.waitstatus_to_exitcode(status) if found else None
        return self.status

    def send(self, number: signal.Signals) -> None:
        """To the child and whatever it has started; nothing if it is gone."""
        if self.poll() is None:
            try:
                os.killpg(self.pid, number)
            except ProcessLookupError:
                os.kill(self.pid, number)  # it has not yet made its own group


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
        # No handler of the supervisor's may run at the end of a child.
        os._exit(code)


def _die_with(parent: int) -> None:
    """Also when the supervisor is killed so that it cannot stop its children."""
    if _libc is not None:
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
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
        out = os.open(os.devnull, os.O_WRONLY)  # a disk that is full must not keep it from running
    os.dup2(out, 1)
    os.dup2(out, 2)
    # The supervisor's own may be something else, as if it was started without any.
    sys.stdout, sys.stderr = (
        os.fdopen(number, "w", 1, "utf-8", "backslashreplace", closefd=False) for number in (1, 2)
    )


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
