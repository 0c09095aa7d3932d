"""Something done once in a child process, which brings back an answer or the reason why there is none."""

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
    """The supervisor itself must not have connections or threads, because it forks; so others do what needs them."""

    def __init__(self, work: Callable[[], Any], log: Path, closing: Sequence[int] = ()) -> None:
        """`work` gives something that JSON can hold, and may raise Trouble."""
        self._log = log
        reading, writing = os.pipe()
        self._process = ForkedProcess("start", lambda: _bring(work, writing), log, [*closing, reading])
        os.close(writing)
        os.set_blocking(reading, False)
        self._pipe = os.fdopen(reading, "rb", buffering=0)
        self._brought = bytearray()

    @property
    def is_over(self) -> bool:
        # A pipe holds little; whoever brings more waits until somebody has read.
        self._read()
        return self._process.poll() is not None

    def drop(self) -> None:
        self._process.send(signal.SIGKILL)

    def answer(self) -> Any:
        """Return what `work` returned; raise the Trouble that it raised."""
        os.set_blocking(self._pipe.fileno(), True)
        self._read()
        self._pipe.close()
        if not self._brought:
            raise Trouble("The start broke off:", *last_lines(self._log), f"More is in {self._log}.", code=CRASHED)
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
