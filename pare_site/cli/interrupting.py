"""Ctrl-C in commands that have something to put in order first: asked once it is noted, asked twice it ends all."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from pare_site.cli.exits import INTERRUPTED

_STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Interruption:
    """A flag that is set once someone asks the command to end."""

    def __init__(self) -> None:
        self._event = threading.Event()

    @property
    def asked(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """At most so long; whether somebody has asked."""
        return self._event.wait(seconds)

    def note(self) -> None:
        self._event.set()


@contextmanager
def interruptible(by_force: Callable[[], None]) -> Iterator[Interruption]:
    """`by_force`: what to do at once when asked a second time, before the program ends."""
    interruption = Interruption()

    def asked(number: int, frame: FrameType | None) -> None:
        if interruption.asked:
            by_force()
            os._exit(INTERRUPTED)
        interruption.note()

    before = {number: signal.getsignal(number) for number in _STOPPING}
    for number, handler in before.items():
        # `nohup` has us ignore that the terminal is closed.
        if handler != signal.SIG_IGN:
            signal.signal(number, asked)
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
