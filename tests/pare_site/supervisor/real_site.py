"""`pare up` as people run it: a process with a folder and a port of its own, and ways to look at what it started."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from pare_site.supervisor.health_probe import health
from tests.conftest import ROOT
from tests.waiting import PATIENCE, kill, until

COMMAND = [sys.executable, "-m", "pare_site.cli.main", "up"]
_LINK = re.compile(r"(http://\S+)(/enter/\S+/)")


def surroundings(var: Path, **more: str) -> dict[str, str]:
    """Nothing of the machine's own settings, nor of those of the tests."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "PARE_VAR_DIR": str(var), "PARE_ENV_FILE": os.devnull, **more}


def refused(var: Path, *args: str, **more: str) -> subprocess.CompletedProcess[str]:
    """A start that is expected to end by itself."""
    return subprocess.run(
        [*COMMAND, *args], cwd=ROOT, env=surroundings(var, **more), capture_output=True, text=True, timeout=60
    )


class RealSite:
    def __init__(self, var: Path, *args: str, **more: str) -> None:
        self.var = var
        self.lines: list[str] = []
        self.process = subprocess.Popen(
            [*COMMAND, "--port", "0", *args],
            cwd=ROOT,
            env=surroundings(var, **more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            # Under `nohup`, the tests would pass on that SIGHUP is ignored, and the site would not end with it.
            preexec_fn=partial(signal.signal, signal.SIGHUP, signal.SIG_DFL),
        )
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def said(self) -> str:
        return "\n".join(self.lines)

    @property
    def url(self) -> str:
        return self._link()[1]

    @property
    def link(self) -> str:
        return self._link()[0]

    @property
    def local_url(self) -> str:
        """Where this machine reaches it, whatever people type."""
        return str(json.loads((self.var / "running.json").read_text())["local_url"])

    def ready(self) -> RealSite:
        until(lambda: _LINK.search(self.said) or self.process.poll() is not None, "the site is ready")
        assert _LINK.search(self.said), self.said
        return self

    def is_well(self) -> bool:
        return health(self.url)[0] == 200

    def processes(self) -> dict[str, int]:
        """What runs for this site, by the names that lists of processes show."""
        found = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError):
                ours = f"PARE_VAR_DIR={self.var}\0".encode() in (folder / "environ").read_bytes()
                # Valkey writes its title over its environment, but it sits in its folder.
                if ours or (folder / "cwd").readlink().is_relative_to(self.var):
                    found[(folder / "comm").read_text().strip()] = int(folder.name)
        return found

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def _link(self) -> re.Match[str]:
        found = _LINK.search(self.said)
        assert found is not None, self.said
        return found

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.append(line.rstrip("\n"))


@contextmanager
def real_site(var: Path, *args: str, **more: str) -> Iterator[RealSite]:
    site = RealSite(var, *args, **more)
    try:
        yield site
    finally:
        kill(site.process)
        if site.process.stdout is not None:
            site.process.stdout.close()
