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
from collections.abc import Iterator, Sequence
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
_OPTIONS = {"listen_addresses": "", "fsync": "off", "synchronous_commit": "off", "max_connections": "120"}


class Postgres:
    """A server of its own, which can be ended in any way and started again on what it has kept."""

    def __init__(self, folder: Path, port: int = 5432, within: Sequence[str] = (), **options: str) -> None:
        """`within`: what its command is put behind. `options`: settings of the server, beside the usual ones."""
        self.folder = folder
        self.port = port
        self._within = list(within)
        self._options = {**_OPTIONS, "port": str(port), **options}
        self._log = folder / "log"
        self._server: subprocess.Popen[bytes] | None = None
        _give_away(folder)
        setup = [_program("initdb"), "-D", str(self._data), "-U", _OWNER, "-A", "trust", "-E", "UTF8", "--no-sync"]
        with self._log.open("ab") as log:
            subprocess.run(setup, check=True, stdout=log, stderr=log, cwd=folder, **_as_owner(), timeout=120)

    @property
    def address(self) -> str:
        """Of an empty database, by a socket in its folder: so it can be reached from this machine only."""
        return f"postgres://{_OWNER}@{quote(str(self.folder), safe='')}:{self.port}/postgres"

    def admit(self, network: str) -> None:
        """Let everybody of this network in; to be called before the start."""
        with (self._data / "pg_hba.conf").open("a", encoding="utf-8") as rules:
            rules.write(f"host all all {network} trust\n")

    def start(self) -> None:
        """Returns once it answers."""
        options = [part for key, value in self._options.items() for part in ("-c", f"{key}={value}")]
        command = [_program("postgres"), "-D", str(self._data), "-k", str(self.folder), *options]
        who = _as_owner()
        if self._within:
            # Only root may enter what it is put in, so it becomes somebody else within.
            command, who = [*self._within, *_becoming_owner(), *command], {}
        with self._log.open("ab") as log:
            self._server = subprocess.Popen(command, stdout=log, stderr=log, cwd=self.folder, **who)
        _wait_until_it_answers(self._server, self.address, self._log)

    def end(self, signum: int = signal.SIGINT) -> None:
        """By default quickly: whoever is still connected is thrown out. SIGQUIT is as if it had crashed."""
        if self._server is not None:
            self._server.send_signal(signum)
            self._server.wait(_PATIENCE)

    @property
    def _data(self) -> Path:
        return self.folder / "data"


@contextmanager
def postgres() -> Iterator[str]:
    """Gives the address of an empty database; it can be reached from this machine only, and is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="pare-pg-") as name:
        server = Postgres(Path(name))
        try:
            server.start()
            yield server.address
        finally:
            server.end()


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


def _becoming_owner() -> list[str]:
    if os.geteuid() != 0:
        return []
    owner = pwd.getpwnam(_OWNER)
    return ["setpriv", f"--reuid={owner.pw_uid}", f"--regid={owner.pw_gid}", "--clear-groups"]


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
        # How long it may take is for the command to say.
        return subprocess.run(command, env={**os.environ, "DATABASE_URL": address}, timeout=None).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
