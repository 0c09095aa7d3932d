"""Runs with language models, on a site as `pare up` starts it: our share of a call, 32 at once, and their memory."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.model_server.apart import model_server_apart
from tests.perf.bench_site import ROOT, bench_site
from tests.waiting import join

ANSWERS_AFTER = 1.0
_BETWEEN_LOOKS = 0.5


def models_figures(rounds: int) -> dict[str, list[float]]:
    """Each figure once for every round; memory is the most that all processes of the site had together."""
    with model_server_apart() as quick, model_server_apart(ANSWERS_AFTER) as slow, bench_site() as site:
        command = [sys.executable, "-m", "tests.perf.models_play", quick, slow, str(rounds)]
        with _most_mb(site.supervisor) as most:
            played = subprocess.run(
                command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=site.environment, timeout=1800
            )
        found: dict[str, list[float]] = json.loads(played.stdout)
        return {**found, "models_pss_mb": [max(most)]}


@contextmanager
def _most_mb(supervisor: int) -> Iterator[list[float]]:
    """Looks every now and then while something else goes on."""
    found: list[float] = []
    ended = threading.Event()

    def look() -> None:
        while not ended.wait(_BETWEEN_LOOKS):
            found.append(_pss_mb(supervisor))

    looking = threading.Thread(target=look)
    looking.start()
    try:
        yield found
    finally:
        ended.set()
        join(looking)


def _pss_mb(supervisor: int) -> float:
    """Of a site's processes: what several share counts once."""
    children = Path(f"/proc/{supervisor}/task/{supervisor}/children").read_text().split()
    total = 0
    for process in [str(supervisor), *children]:
        with suppress(OSError):
            lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
            total += sum(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
    return total / 1024


def main() -> None:
    began = time.monotonic()
    for name, values in models_figures(int(sys.argv[1])).items():
        print(f"{name:>18}", *(f"{value:8.2f}" for value in values))
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
