"""A sweep of scripted runs on a site as `pare up` starts it: how many a second, with all their moments stored."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.perf.bench_site import ROOT, bench_site

WORKERS = 2


def sweep_figures(rounds: int) -> dict[str, list[float]]:
    """Once for every round, each a sweep of its own from nothing to its end."""
    with bench_site("--workers", str(WORKERS)) as site:
        command = [sys.executable, "-m", "tests.perf.sweeps_play", str(rounds)]
        played = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=site.environment, timeout=1800
        )
        found: dict[str, list[float]] = json.loads(played.stdout)
        return found


def main() -> None:
    for name, values in sweep_figures(int(sys.argv[1])).items():
        print(f"{name:>22}", *(f"{value:8.1f}" for value in values))


if __name__ == "__main__":
    main()
