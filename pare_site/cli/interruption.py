"""Stop signals for commands that must clean up: the first Ctrl-C sets a flag, the second ends the program at once."""

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
    """A flag that is set when the command is asked to stop."""

    def __init__(self) -> None:
        self._event = threading.Event()

    @property
    def asked(self) -> bool:
        return self._event.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait until the flag is set, at most `seconds`; return whether it is set."""
        return self._event.wait(seconds)

    def note(self) -> None:
        """Set the flag."""
        self._event.set()


@contextmanager
def interruptible(by_force: Callable[[], None]) -> Iterator[Interruption]:
    """Handle stop signals inside the block. `by_force` is called on the second signal, before the program exits."""
    interruption = Interruption()

    def asked(number: int, frame: FrameType | None) -> None:
        if interruption.asked:
            by_force()
            # Not sys.exit: the program may hang in any call, and an exception could be caught there.
            os._exit(INTERRUPTED)
        interruption.note()

    before = {number: signal.getsignal(number) for number in _STOPPING}
    for number, handler in before.items():
        # Under `nohup`, SIGHUP is ignored from the start, and closing the terminal must not stop the command.
        if handler != signal.SIG_IGN:
            signal.signal(number, asked)
    try:
        yield interruption
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
