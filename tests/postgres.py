"""Runs a command with a PostgreSQL of its own: `python -m tests.postgres pytest tests/simulator/jobs`."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any
from urllib.parse import quote

import psycopg

_PLACES = "/usr/lib/postgresql"
_OWNER = "postgres"
_PATIENCE = 60.0
# Nothing here has to outlive a power cut.
_OPTIONS = {"listen_addresses": "", "fsync": "off", "synchronous_commit": "off", "max_connections": "60"}


@contextmanager
def postgres() -> Iterator[str]:
    """Gives the address of an empty database; it can be reached from this machine only, and is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pare-pg-") as name:
        folder = Path(name)
        _give_away(folder)
        data = folder / "data"
        with (folder / "log").open("wb") as log:
            setup = [_program("initdb"), "-D", str(data), "-U", _OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
            subprocess.run(setup, check=True, stdout=log, stderr=log, cwd=folder, **_as_owner())
            options = [part for key, value in _OPTIONS.items() for part in ("-c", f"{key}={value}")]
            command = [_program("postgres"), "-D", str(data), "-k", str(folder), *options]
            server = subprocess.Popen(command, stdout=log, stderr=log, cwd=folder, **_as_owner())
        try:
            address = f"postgres://{_OWNER}@{quote(str(folder), safe='')}/postgres"
            _wait_until_it_answers(server, address, folder / "log")
            yield address
        finally:
            # The signal for a quick end; whoever is still connected is thrown out.
            server.send_signal(signal.SIGINT)
            server.wait()


def _program(name: str) -> str:
    found = shutil.which(name) or next((str(path) for path in sorted(Path(_PLACES).glob(f"*/bin/{name}"))), None)
    if found is None:
        raise SystemExit(f"PostgreSQL is needed for this, but there is no `{name}`. Install the package `postgresql`.")
    return found


def _as_owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    owner = pwd.getpwnam(_OWNER)
    return {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}


def _give_away(folder: Path) -> None:
    folder.chmod(0o755)
    if os.geteuid() == 0:
        owner = pwd.getpwnam(_OWNER)
        os.chown(folder, owner.pw_uid, owner.pw_gid)


def _wait_until_it_answers(server: subprocess.Popen[bytes], address: str, log: Path) -> None:
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            psycopg.connect(address).close()
            return
        except psycopg.OperationalError:
            if server.poll() is not None or time.monotonic() > end:
                raise SystemExit(f"PostgreSQL does not start:\n{log.read_text(errors='replace')}") from None
            time.sleep(0.05)


def _leave(signum: int, frame: FrameType | None) -> None:
    sys.exit(128 + signum)


def main(command: list[str]) -> int:
    if not command:
        raise SystemExit("Name the command to run: python -m tests.postgres COMMAND...")
    signal.signal(signal.SIGTERM, _leave)
    with postgres() as address:
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": address}).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
