"""A run watched by two hundred at once, on a site as `pare up` starts it: how late they see it, and what it takes."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 120.0


def live_figures(rounds: int) -> dict[str, list[float]]:
    """Each figure once for every round; memory is the most that a process ever had."""
    with tempfile.TemporaryDirectory(prefix="pare-bench-") as folder:
        environment = {**os.environ, "PARE_VAR_DIR": folder}
        for name in ("DATABASE_URL", "REDIS_URL", "PARE_BASE_URL", "DJANGO_SETTINGS_MODULE"):
            environment.pop(name, None)
        with _site(environment) as supervisor:
            command = [sys.executable, "-m", "tests.perf.live_watch", str(rounds)]
            watched = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT, env=environment)
            found = [json.loads(line) for line in watched.stdout.splitlines()]
            return {
                "live_p50_ms": [one["p50"] for one in found],
                "live_p99_ms": [one["p99"] for one in found],
                "web_rss_mb": [_peak_mb(supervisor, "web.log")],
                "batch_rss_mb": [_peak_mb(supervisor, "batch_1.log")],
            }


@contextmanager
def _site(environment: dict[str, str]) -> Iterator[int]:
    """Gives the process id of the supervisor once the site answers."""
    pare = str(Path(sys.executable).with_name("pare"))
    quiet = subprocess.DEVNULL
    site = subprocess.Popen(
        [pare, "up", "--port", "0"], stdout=subprocess.PIPE, stderr=quiet, cwd=ROOT, env=environment
    )
    try:
        assert site.stdout is not None
        assert any(b"ready" in line for line in site.stdout), "the site did not start"
        yield site.pid
    finally:
        site.send_signal(signal.SIGTERM)
        site.communicate(timeout=_PATIENCE)


def _peak_mb(supervisor: int, log: str) -> float:
    """Of the child that writes to this log."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    (child,) = [Path("/proc") / pid for pid in children if (Path("/proc") / pid / "fd" / "1").readlink().name == log]
    (peak,) = [line.split()[1] for line in (child / "status").read_text().splitlines() if line.startswith("VmHWM")]
    return int(peak) / 1024


def main() -> None:
    began = time.monotonic()
    for name, values in live_figures(int(sys.argv[1])).items():
        print(f"{name:>14}", *(f"{value:8.1f}" for value in values))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
