"""Being asked to stop: noted when it happens, acted upon when it suits, and by force when asked twice."""

from __future__ import annotations

import select
import signal
import socket
from collections.abc import Callable
from types import FrameType

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


# The caretaker sends it when runs wait for the worker that only some need.
MODELS_WANTED = signal.SIGUSR1


class Signals:
    """Wakes whoever waits when a child ends, somebody wants us to stop, or another worker is wanted."""

    def __init__(self, by_force: Callable[[], None]) -> None:
        """`by_force`: what to do at once when asked a second time."""
        self.asked: signal.Signals | None = None
        self.models_wanted = False
        self._by_force = by_force
        self._reading, self._writing = socket.socketpair()
        self._reading.setblocking(False)
        self._writing.setblocking(False)
        signal.set_wakeup_fd(self._writing.fileno(), warn_on_full_buffer=False)
        for number in _STOPPING:
            # `nohup` has us ignore that the terminal is closed.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                signal.signal(number, self._note)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(MODELS_WANTED, self._note_wanted)

    @property
    def descriptors(self) -> tuple[int, int]:
        return self._reading.fileno(), self._writing.fileno()

    def wait(self, seconds: float) -> None:
        """At most so long; less if anything happens."""
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
