"""The page of a sweep of ten thousand runs, as a web server that has just started gives it out."""

from __future__ import annotations

import json
import subprocess
import sys

from tests.perf.bench_site import ROOT, BenchSite, bench_site, first_page

SCENARIOS, SEEDS = 30, 42
"""With eight configurations 10,080 runs."""


def sweep_page_figures(rounds: int) -> dict[str, list[float]]:
    with bench_site() as site:
        command = [sys.executable, "-m", "tests.perf.sweep_page", "store"]
        done = subprocess.run(
            command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=site.environment, timeout=1800
        )
        about = json.loads(done.stdout)
        return {"sweep_page_s": [_first_page(site, **about) for _ in range(rounds)]}


def _first_page(site: BenchSite, url: str, path: str, cookie: str) -> float:
    spent, body = first_page(site, url, path, cookie)
    assert body.count(b"<i class=") > 10_000
    return spent


def store() -> None:
    """In the site's database, by a process of its own."""
    from pare_site.django_setup import set_up

    set_up()
    from pare_site.runtime import running
    from tests.benchmark.views.filled import filled_sweep
    from tests.perf.long_runs import cookie

    sweep = filled_sweep(SCENARIOS, seeds=range(SEEDS), trouble=0.02)
    print(json.dumps({"url": running()["local_url"], "path": sweep.get_absolute_url(), "cookie": cookie()}))


def main() -> None:
    if sys.argv[1] == "store":
        store()
        return
    for name, values in sweep_page_figures(int(sys.argv[1])).items():
        print(f"{name:>22}", *(f"{value:8.2f}" for value in values))


if __name__ == "__main__":
    main()
