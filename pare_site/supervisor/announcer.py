"""How the supervisor speaks: at once, line by line, whether or not anybody reads it."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from datetime import datetime


class Announcer:
    """Keeps standard output for itself, so that children can speak too although theirs goes to a log."""

    def __init__(self) -> None:
        self._out: int | None = None
        self._encoding = sys.stdout.encoding or "utf-8"
        with suppress(OSError, ValueError, io.UnsupportedOperation):
            self._out = os.dup(sys.stdout.fileno())

    def say(self, text: str) -> None:
        if self._out is not None:
            # A reader that is gone, or a full disk behind it, is no reason to stop.
            with suppress(OSError):
                os.write(self._out, f"{text}\n".encode(self._encoding, "backslashreplace"))

    def note(self, text: str) -> None:
        """Something that happened, with its time."""
        self.say(f"{datetime.now().astimezone():%H:%M:%S}  {text}")
