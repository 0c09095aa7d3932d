"""A run of five thousand moments looked at on a site as `pare up` starts it: opening it, seeking in it, its memory."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from http.client import HTTPConnection
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.perf.bench_site import ROOT, BenchSite, bench_site, child_of, own_mb

RUNS = 3
"""Long runs that are looked at one after the other while memory is measured."""
SEEKS = 200
_PATIENCE = 60.0


class Stored(NamedTuple):
    runs: list[int]
    last: int
    """The last step of the shortest of them."""
    url: str
    cookie: str
    export_kb: float
    """Of a run of a hundred steps as one file."""


def replay_figures(rounds: int) -> dict[str, list[float]]:
    """Each figure once for every round; with ten thousand other runs beside them again."""
    with bench_site() as site:
        stored = Stored(**json.loads(_store(site, "runs", RUNS)))
        alone = _looks(site, stored, rounds)
        memory = _memory_of_several(site, stored)
        _store(site, "others", stored.runs[0])
        among_many = _looks(site, stored, rounds)
    beside_others = {f"{name}_10k": values for name, values in among_many.items()}
    return {**alone, **beside_others, "replay_mb": [memory], "export_kb": [stored.export_kb]}


def _looks(site: BenchSite, stored: Stored, rounds: int) -> dict[str, list[float]]:
    """`open`: the first page that a web server which has just started gives out."""
    found: dict[str, list[float]] = {"replay_open_s": [], "replay_parts_ms": [], "replay_page_ms": []}
    for number in range(rounds):
        viewer = _fresh_viewer(site, stored)
        found["replay_open_s"].append(viewer.seconds_for(f"/runs/{stored.runs[0]}/"))
        places = _places(stored.last, number)
        for name, end in (("replay_parts_ms", "parts/"), ("replay_page_ms", "")):
            spent = sorted(viewer.seconds_for(f"/runs/{stored.runs[0]}/{n}/{end}") * 1000 for n in places)
            found[name].append(spent[len(spent) * 95 // 100])
    return found


def _places(last: int, seed: int) -> list[int]:
    """First, last and any others, in any order, none twice."""
    rng = random.Random(seed)
    ends = [*range(10), *range(last - 9, last + 1)]
    places = ends + rng.sample(range(10, last - 9), SEEKS - len(ends))
    rng.shuffle(places)
    return places


def _memory_of_several(site: BenchSite, stored: Stored) -> float:
    """The most that a fresh web server has of its own after each of several long runs, looked at in every way."""
    viewer = _fresh_viewer(site, stored)
    most = 0.0
    for run in stored.runs * 2:
        for n in _places(stored.last, run):
            viewer.seconds_for(f"/runs/{run}/{n}/")
        for n in range(0, stored.last - 60, 500):
            viewer.seconds_for(f"/runs/{run}/slice/?from={n}&count=50")
        viewer.seconds_for(f"/runs/{run}/find/?q=parcel")
        most = max(most, own_mb(child_of(site.supervisor, "web.log")))
    return most


class _Viewer:
    """A browser that keeps its connection and only waits for answers."""

    def __init__(self, url: str, cookie: str) -> None:
        address = urlsplit(url)
        self._connection = HTTPConnection(address.hostname or "", address.port, timeout=_PATIENCE)
        self._headers = {"Cookie": cookie}

    def seconds_for(self, path: str) -> float:
        """Until the last byte."""
        began = time.perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        body = answer.read()
        spent = time.perf_counter() - began
        assert answer.status == 200, (path, answer.status, body[:400])
        return spent


def _fresh_viewer(site: BenchSite, stored: Stored) -> _Viewer:
    """Of a web server that nobody has asked for anything but whether it is there."""
    old = child_of(site.supervisor, "web.log")
    os.kill(old, signal.SIGKILL)
    viewer = _Viewer(stored.url, stored.cookie)
    # The supervisor holds the socket, so that the question waits until there is somebody to answer it.
    viewer.seconds_for("/healthz")
    assert child_of(site.supervisor, "web.log") != old
    return viewer


def _store(site: BenchSite, what: str, number: int) -> str:
    command = [sys.executable, "-m", "tests.perf.long_runs", what, str(number)]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=site.environment, timeout=1800
    )
    return done.stdout


def main() -> None:
    began = time.monotonic()
    print("load", Path("/proc/loadavg").read_text().strip())
    for name, values in replay_figures(int(sys.argv[1])).items():
        print(f"{name:>24}", *(f"{value:8.2f}" for value in values))
    print("load", Path("/proc/loadavg").read_text().strip())
    print(f"{time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
