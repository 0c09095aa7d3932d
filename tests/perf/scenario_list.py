"""The list of scenarios of a library of 95, as a web server gives it out: its first page, and later ones."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from itertools import count, islice
from pathlib import Path
from urllib.parse import urlsplit

from tests.perf.bench_site import ROOT, BenchSite, bench_site, first_page

SCENARIOS = 95
PATH = "/scenarios/"
_ID = re.compile(r"^id: (\w+)$", re.MULTILINE)
_PATIENCE = 60.0


def scenario_list_figures(rounds: int) -> dict[str, list[float]]:
    """Seconds until the last byte: of the first page after the server's start, and of the list in use."""
    with tempfile.TemporaryDirectory(prefix="pare-library-") as folder:
        shelve_copies(Path(folder))
        with bench_site(PARE_SCENARIOS_DIR=folder) as site:
            command = [sys.executable, "-m", "tests.perf.scenario_list", "cookie"]
            done = subprocess.run(
                command, check=True, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=site.environment, timeout=300
            )
            about = json.loads(done.stdout)
            first = [_first(site, **about) for _ in range(rounds)]
            return {"scenario_list_s": first, "scenario_list_later_s": [_later(**about) for _ in range(rounds)]}


def shelve_copies(folder: Path) -> None:
    """Put the built-in scenarios into a folder, and copies under other ids until there are enough."""
    for name, text in islice(_copies(), SCENARIOS):
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def _copies() -> Iterator[tuple[str, str]]:
    files = sorted((ROOT / "benchmark" / "scenarios").glob("*.yaml"))
    for copy in count():
        for file in files:
            name = f"{file.stem}_{copy}" if copy else file.stem
            yield name, _ID.sub(f"id: {name}", file.read_text(encoding="utf-8"), count=1)


def _first(site: BenchSite, url: str, cookie: str) -> float:
    spent, body = first_page(site, url, PATH, cookie)
    assert f"{SCENARIOS} scenarios" in body.decode()
    return spent


def _later(url: str, cookie: str) -> float:
    address = urlsplit(url)
    connection = HTTPConnection(address.hostname or "", address.port, timeout=_PATIENCE)
    began = time.perf_counter()
    connection.request("GET", PATH, headers={"Cookie": cookie})
    connection.getresponse().read()
    return time.perf_counter() - began


def print_cookie() -> None:
    """By a process of its own, which uses the site's database."""
    from pare_site.django_setup import set_up

    set_up()
    from pare_site.runtime import running
    from tests.perf.long_runs import cookie

    print(json.dumps({"url": running()["local_url"], "cookie": cookie()}))


def main() -> None:
    if sys.argv[1] == "cookie":
        print_cookie()
        return
    for name, values in scenario_list_figures(int(sys.argv[1])).items():
        print(f"{name:>22}", *(f"{value:8.3f}" for value in values))


if __name__ == "__main__":
    main()
