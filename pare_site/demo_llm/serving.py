"""Runs the model server while a `with` block runs."""

from __future__ import annotations

import select
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pare_site.cli.exits import CRASHED, Trouble

SERVER = Path(__file__).with_name("smollm2_server.py")
PATIENCE = 120.0
_TOLD = 400


@contextmanager
def served(python: Path, program: Path = SERVER, patience: float = PATIENCE) -> Iterator[str]:
    """Yield the address of a server on a free port. The server ends with the block, or with this process.

    Raises Trouble if the server does not start.
    """
    with tempfile.TemporaryFile() as log:
        # The server ends when its standard input closes, so it cannot outlive us even if we are killed.
        command = [str(python), "-I", str(program)]
        server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        try:
            address = _first_line(server, time.monotonic() + patience)
            if not address.startswith("http"):
                log.seek(0)
                said = " ".join(log.read().decode(errors="replace").split())[-_TOLD:] or "it printed nothing"
                raise Trouble(f"The model server did not start: {said}.", _remedy(python), code=CRASHED)
            yield address
        finally:
            server.kill()
            server.communicate()


def _first_line(server: subprocess.Popen[bytes], until: float) -> str:
    assert server.stdout is not None
    said = b""
    while not said.endswith(b"\n"):
        ready, _, _ = select.select([server.stdout], [], [], max(0.0, until - time.monotonic()))
        more = server.stdout.read1(1024) if ready else b""  # type: ignore[attr-defined]
        if not more:
            return ""
        said += more
    return said.decode(errors="replace").strip()


def _remedy(python: Path) -> str:
    folder = python.parent.parent
    return f"Free some memory (the server needs 0.5 GB), or delete {folder} and retry to install the server again."
