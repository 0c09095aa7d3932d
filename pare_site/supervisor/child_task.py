"""A task that runs once in a child process and sends back its result or its error."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pare_site.cli.exits import CRASHED, Trouble
from pare_site.supervisor.forked_process import ForkedProcess
from pare_site.supervisor.logs import last_lines


class ChildTask:
    """Runs `work` in a child: the supervisor forks, so it must not open connections or start threads itself."""

    def __init__(self, work: Callable[[], Any], log: Path, closing: Sequence[int] = ()) -> None:
        """Start the child. `work` returns a value that JSON can hold, or raises Trouble."""
        self._log = log
        reading, writing = os.pipe()
        self._process = ForkedProcess("start", lambda: _bring(work, writing), log, [*closing, reading])
        os.close(writing)
        os.set_blocking(reading, False)
        self._pipe = os.fdopen(reading, "rb", buffering=0)
        self._brought = bytearray()

    @property
    def is_over(self) -> bool:
        # Read on every call: the pipe holds 64 kB, and the child blocks once the pipe is full.
        self._read()
        return self._process.poll() is not None

    def drop(self) -> None:
        """End the child without waiting for its result."""
        self._process.send(signal.SIGKILL)

    def answer(self) -> Any:
        """Return the result of `work`. Raise the Trouble that `work` raised, or Trouble if the child crashed."""
        os.set_blocking(self._pipe.fileno(), True)
        self._read()
        self._pipe.close()
        if not self._brought:
            raise Trouble(
                "The start failed:", *last_lines(self._log), f"The whole log is in {self._log}.", code=CRASHED
            )
        found = json.loads(self._brought)
        if "trouble" in found:
            raise Trouble(*found["trouble"], code=found["code"])
        return found["answer"]

    def _read(self) -> None:
        while not self._pipe.closed and (piece := self._pipe.read(65_536)):
            self._brought += piece


def _bring(work: Callable[[], Any], writing: int) -> None:
    found: dict[str, Any]
    try:
        found = {"answer": work()}
    except Trouble as trouble:
        found = {"trouble": trouble.lines, "code": trouble.code}
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        json.dump(found, out)
