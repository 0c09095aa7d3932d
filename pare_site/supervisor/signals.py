"""Handles signals to the supervisor: the first stop signal is noted, the second ends everything at once."""

from __future__ import annotations

import select
import signal
import socket
from collections.abc import Callable
from types import FrameType

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


# The caretaker sends this signal when runs wait for the worker for language models, which is started on demand.
MODELS_WANTED = signal.SIGUSR1


class Signals:
    """Remembers requests to stop and calls for the worker for language models.

    `wait` returns early when such a signal arrives or a child ends.
    """

    def __init__(self, by_force: Callable[[], None]) -> None:
        """Install the handlers. `by_force` is called on the second request to stop."""
        self.asked: signal.Signals | None = None
        self.models_wanted = False
        self._by_force = by_force
        self._reading, self._writing = socket.socketpair()
        self._reading.setblocking(False)
        self._writing.setblocking(False)
        signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        for number in _STOPPING:
            # Under `nohup`, SIGHUP is ignored from the start, and closing the terminal must not stop the site.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)
        # An empty handler: a signal without a handler is ignored and does not end `wait`.
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(MODELS_WANTED, self._note_wanted)

    @property
    def descriptors(self) -> tuple[int, int]:
        return self._reading.fileno(), self._writing.fileno()

    def wait(self, seconds: float) -> None:
        """Wait for `seconds`, or less if a signal arrives."""
        select.select([self._reading], [], [], max(seconds, 0))
        try:
            while self._reading.recv(4096):
                continue
        except BlockingIOError:
            return

    def _note_wanted(self, number: int, frame: FrameType | None) -> None:
        self.models_wanted = True

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self.asked is not None:
            self._by_force()
        self.asked = signal.Signals(number)
