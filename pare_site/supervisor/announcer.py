"""Prints messages of the supervisor and its children to the terminal, without buffering."""

from __future__ import annotations

import io
import os
import sys
from contextlib import suppress
from datetime import datetime


class Announcer:
    """Prints to a copy of standard output. Children use the copy too, because their own output goes to a log."""

    def __init__(self) -> None:
        self._out: int | None = None
        self._encoding = sys.stdout.encoding or "utf-8"
        with suppress(OSError, ValueError, io.UnsupportedOperation):
            self._out = os.dup(sys.stdout.fileno())

    def say(self, text: str) -> None:
        """Print a line."""
        if self._out is not None:
            # The site continues if the terminal or pipe is closed, or if the disk is full.
            with suppress(OSError):
                os.write(self._out, f"{text}\n".encode(self._encoding, "backslashreplace"))

    def note(self, text: str) -> None:
        """Print a line with the time."""
        self.say(f"{datetime.now().astimezone():%H:%M:%S}  {text}")
