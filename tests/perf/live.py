"""A run watched by two hundred at once, on a site as `pare up` starts it: how late they see it, and what it takes."""

from __future__ import annotations

import json
import subprocess
import sys
import time

from tests.perf.bench_site import ROOT, bench_site, child_of, peak_mb


def live_figures(rounds: int) -> dict[str, list[float]]:
    """Each figure once for every round; memory is the most that a process ever had."""
    with bench_site() as site:
        command = [sys.executable, "-m", "tests.perf.live_watch", str(rounds)]
        watched = subprocess.run(
            command, check=True, capture_output=True, text=True, cwd=ROOT, env=site.environment, timeout=1800
        )
        found = [json.loads(line) for line in watched.stdout.splitlines()]
        return {
            "live_p50_ms": [one["p50"] for one in found],
            "live_p99_ms": [one["p99"] for one in found],
            "web_rss_mb": [peak_mb(child_of(site.supervisor, "web.log"))],
            "batch_rss_mb": [peak_mb(child_of(site.supervisor, "batch_1.log"))],
        }


def main() -> None:
    began = time.monotonic()
    for name, values in live_figures(int(sys.argv[1])).items():
        print(f"{name:>14}", *(f"{value:8.1f}" for value in values))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
