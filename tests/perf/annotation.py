"""Annotation: claiming and answering alone on both databases, and fifty people on a site as `pare up` starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from tests.annotation.over_http import Way
from tests.perf.annotation_people import p95, seconds_each
from tests.perf.bench_site import ROOT, BenchSite, bench_site
from tests.postgres import Postgres
from tests.waiting import kill

PEOPLE, THINKING, MEASURED = 50, (1.0, 3.0), 20.0
AT_ONCE, SATURATED = 8, 6.0
WORKERS = 2
_SWEEPS = 100
_OTHERWISE = ("DATABASE_URL", "REDIS_URL", "PARE_BASE_URL", "DJANGO_SETTINGS_MODULE")


def annotation_figures(rounds: int) -> dict[str, list[float]]:
    found = {
        "annotation_claims_per_s_sqlite": _claims(rounds, ""),
        "annotation_claims_per_s_postgres": _claims_on_postgres(rounds),
        "annotation_decide_p95_ms": [],
        "annotation_decide_p95_ms_beside_sweep": [],
        "annotation_http_per_s": [],
    }
    with bench_site("--workers", str(WORKERS)) as site:
        # Everybody comes anew for every figure: two thousand items are enough for all of them.
        url, ways = _stored(site, rounds)
        for number in range(rounds):
            some = ways[number * PEOPLE : (number + 1) * PEOPLE]
            for name, beside in (("", nullcontext()), ("_beside_sweep", _sweeping(site, number))):
                with beside:
                    spent = seconds_each(url, some, MEASURED, THINKING)
                found[f"annotation_decide_p95_ms{name}"].append(p95(spent) * 1000)
            answers = seconds_each(url, some[:AT_ONCE], SATURATED, (0, 0))
            found["annotation_http_per_s"].append(len(answers) / SATURATED)
    return found


def _stored(site: BenchSite, rounds: int) -> tuple[str, list[Way]]:
    command = [sys.executable, "-m", "tests.perf.annotation_store", str(rounds * PEOPLE)]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=site.environment, timeout=1800
    )
    about = json.loads(done.stdout)
    return about["url"], [Way(*way) for way in about["ways"]]


@contextmanager
def _sweeping(site: BenchSite, number: int) -> Iterator[None]:
    """Sweep after sweep, as long as it is looked at; in every round other ones, so that none is there already."""
    command = [sys.executable, "-m", "tests.perf.sweeps_play", str(_SWEEPS), str(number * _SWEEPS)]
    sweeps = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT, env=site.environment)
    try:
        yield
        assert sweeps.poll() is None, "the sweeps ended before the measurement"
    finally:
        kill(sweeps)


def _claims(rounds: int, database: str) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="pare-bench-") as folder:
        kept = {name: value for name, value in os.environ.items() if name not in _OTHERWISE}
        environment = {**kept, "PARE_VAR_DIR": folder, "DATABASE_URL": database}
        command = [sys.executable, "-m", "tests.perf.annotation_claims", str(rounds)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, cwd=ROOT, env=environment, timeout=1800)
        rates: list[float] = json.loads(done.stdout)
        return rates


def _claims_on_postgres(rounds: int) -> list[float]:
    with tempfile.TemporaryDirectory(prefix="pare-pg-") as folder:
        # As others run theirs: what was told to be stored is stored.
        server = Postgres(Path(folder), synchronous_commit="on", fsync="on")
        server.start()
        try:
            return _claims(rounds, server.address)
        finally:
            server.end()


def main() -> None:
    for name, values in annotation_figures(int(sys.argv[1])).items():
        print(f"{name:>38}", *(f"{value:8.1f}" for value in values))


if __name__ == "__main__":
    main()
