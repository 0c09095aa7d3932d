"""Thirty people who play at once on a site as `pare up` starts it: from a tap to the new screen, and what it takes."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.perf.bench_site import ROOT, bench_site, child_of, own_mb


def play_figures(rounds: int) -> dict[str, list[float]]:
    """Each figure once for every round; `play_growth_mb` is what the server gained after the first round."""
    with bench_site() as site:
        web = child_of(site.supervisor, "web.log")
        found, memory = [], []
        for _ in range(rounds):
            command = [sys.executable, "-m", "tests.perf.play_people", "1"]
            played = subprocess.run(
                command, check=True, capture_output=True, text=True, cwd=ROOT, env=site.environment, timeout=1800
            )
            found.append(json.loads(played.stdout))
            memory.append(own_mb(web))
        return {
            "play_p50_ms": [one["p50"] for one in found],
            "play_p95_ms": [one["p95"] for one in found],
            "play_growth_mb": [memory[-1] - memory[0]],
        }


def main() -> None:
    for name, values in play_figures(int(sys.argv[1])).items():
        print(f"{name:>14}", *(f"{value:8.1f}" for value in values))


if __name__ == "__main__":
    main()
