"""A model server in a process of its own, for measurements: it takes no time from whoever is measured."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from simulator.agents.policy import WAIT
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.waiting import read_line

ROOT = Path(__file__).resolve().parents[2]


def idle(asked: Asked) -> replies.Reply:
    """The user looks at the home screen again and again; the assistant waits."""
    return replies.call(WAIT if WAIT in asked.tools else "go_home")


@contextmanager
def model_server_apart(delay: float = 0.0) -> Iterator[str]:
    """Idles, and answers every request after so many seconds; gives its address."""
    command = [sys.executable, "-m", "tests.model_server.apart", str(delay)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdin is not None and process.stdout is not None
    try:
        yield read_line(process.stdout, "the address of the model server").strip()
    finally:
        # It ends with its input, so also when we are killed.
        process.stdin.close()
        process.wait(timeout=30)
        process.stdout.close()


def _serve() -> None:
    delay = float(sys.argv[1])
    with ModelServer(lambda asked: replace(idle(asked), delay=delay)) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    _serve()
