"""A site as `pare up` starts it, in a folder of its own, for measurements."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0
_OTHERWISE = ("DATABASE_URL", "REDIS_URL", "PARE_BASE_URL", "DJANGO_SETTINGS_MODULE")


class BenchSite(NamedTuple):
    supervisor: int
    """Its process id."""
    environment: dict[str, str]
    """For processes that use its database and its Redis."""


@contextmanager
def bench_site(*options: str, **settings: str) -> Iterator[BenchSite]:
    """Gives it once it answers. `options`: more of them for `pare up`; `settings`: environment variables."""
    pare = str(Path(sys.executable).with_name("pare"))
    quiet = subprocess.DEVNULL
    with tempfile.TemporaryDirectory(prefix="pare-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if name not in _OTHERWISE}
        environment = {**kept, "PARE_VAR_DIR": folder, **settings}
        site = subprocess.Popen(
            [pare, "up", "--port", "0", *options], stdout=subprocess.PIPE, stderr=quiet, cwd=ROOT, env=environment
        )
        try:
            assert site.stdout is not None
            assert any(b"ready" in line for line in site.stdout), "the site did not start"
            yield BenchSite(site.pid, environment)
        finally:
            site.send_signal(signal.SIGTERM)
            site.communicate(timeout=_PATIENCE)


def first_page(site: BenchSite, url: str, path: str, cookie: str) -> tuple[float, bytes]:
    """Seconds until the last byte of a page, and the page, from a server that was asked for nothing but its health."""
    old = child_of(site.supervisor, "web.log")
    os.kill(old, signal.SIGKILL)
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=_PATIENCE)
    # The supervisor holds the socket, so that the question waits until there is somebody to answer it.
    connection.request("GET", "/healthz")
    connection.getresponse().read()
    assert child_of(site.supervisor, "web.log") != old
    began = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": cookie})
    answer = connection.getresponse()
    body = answer.read()
    spent = time.perf_counter() - began
    assert answer.status == 200, body[:400]
    return spent, body


def child_of(supervisor: int, log: str) -> int:
    """The process that writes to this log."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    (child,) = [pid for pid in children if (Path("/proc") / pid / "fd" / "1").readlink().name == log]
    return int(child)


def peak_mb(process: int) -> float:
    """The most memory that a process ever had."""
    return _status_mb(process, "VmHWM")


def own_mb(process: int) -> float:
    """What it has now, without files such as the database, of which the system maps and drops pages as it likes."""
    return _status_mb(process, "RssAnon")


def _status_mb(process: int, name: str) -> float:
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    (found,) = [line.split()[1] for line in lines if line.startswith(name)]
    return int(found) / 1024
