"""Real sites in other surroundings: a network, a proxy, a Redis of one's own, a disk that fills up."""

from __future__ import annotations

import http.client
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest
from websockets.sync.client import connect
from websockets.typing import Origin

from pare_site import machine, valkey
from pare_site.supervisor.health_probe import health
from tests.pare_site.supervisor.real_site import RealSite, real_site
from tests.postgres import postgres
from tests.waiting import kill, until

pytestmark = pytest.mark.all


class Visitor:
    """A browser as far as this goes: it says which host it wants, and keeps its cookies."""

    def __init__(self, url: str, host: str, **headers: str) -> None:
        self.address = urlsplit(url)
        self.headers = {"Host": host, **headers}
        self.cookies: dict[str, str] = {}

    def get(self, path: str) -> tuple[int, str, str]:
        """Status, where it leads, and the page."""
        connection = http.client.HTTPConnection(self.address.hostname or "", self.address.port, timeout=30)
        connection.request("GET", path, headers=self.headers)
        answer = connection.getresponse()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.cookies[name] = value
        self.headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        page = answer.read().decode("utf-8", "replace")
        connection.close()
        return answer.status, answer.getheader("Location") or "", page


def test_open_to_the_network_it_answers_to_the_names_of_the_machine(var: Path) -> None:
    with real_site(var, "--host", "0.0.0.0", "--workers", "2") as site:
        site.ready()
        port = site.url.rpartition(":")[2]
        for name in (*machine.names(), *map(machine.as_host, machine.addresses())):
            assert Visitor(site.url, f"{name}:{port}").get("/sign-in/")[0] == 200
        status, _, page = Visitor(site.url, "evil.example").get("/sign-in/")
        assert status == 400
        assert "PARE_ALLOWED_HOSTS" in page
        assert health(site.url)[1]["workers"] == {"live": 1, "batch": 2, "models": 0}
        assert f"http://{machine.as_host(machine.addresses()[0])}:{port}/" in site.said


@pytest.mark.parametrize("taken_off", [False, True], ids=["path passed on", "path taken off"])
def test_behind_a_proxy_it_lies_below_a_path(var: Path, taken_off: bool) -> None:
    before = "" if taken_off else "/pare"
    with real_site(var, PARE_BASE_URL="https://lab.example/pare") as site:
        until(lambda: "/enter/" in site.said, "the link is there")
        link = next(line.strip() for line in site.lines if "/enter/" in line)
        assert link.startswith("https://lab.example/pare/enter/")
        local = site.local_url
        visitor = Visitor(local, "lab.example", **{"X-Forwarded-Proto": "https"})
        status, place, _ = visitor.get(before + link.removeprefix("https://lab.example/pare"))
        assert status == 302
        assert place.startswith("/pare/runs/")
        status, _, page = visitor.get(before + place.removeprefix("/pare"))
        assert status == 200
        assert 'href="/pare/static/site/site.css"' in page
        assert visitor.get(f"{before}/static/site/site.css")[0] == 200
        assert Visitor(local, "lab.example").get(f"{before}/runs/")[1] == "/pare/sign-in/?next=/pare/runs/"
        number = place.rstrip("/").rpartition("/")[2]
        socket = f"ws://{local.removeprefix('http://')}{before}/ws/runs/{number}/?after=-1"
        headers = {"Cookie": visitor.headers["Cookie"], "X-Forwarded-Proto": "https"}
        with connect(
            socket, origin=Origin("https://lab.example"), additional_headers=headers, compression=None
        ) as live:
            assert "frames" in live.recv(timeout=30)


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[tuple[str, subprocess.Popen[bytes]]]:
    port = valkey.free_port()
    process = valkey.start(port, tmp_path / "redis")
    yield f"redis://127.0.0.1:{port}/0", process
    kill(process)


def test_a_redis_of_ones_own_is_used_and_missed_when_it_is_gone(
    var: Path, own_redis: tuple[str, subprocess.Popen[bytes]]
) -> None:
    url, process = own_redis
    with real_site(var, REDIS_URL=url) as site:
        site.ready()
        assert "valkey-server" not in site.processes()
        kill(process)
        until(lambda: health(site.url)[0] == 503, "Redis is missed")
        assert health(site.url)[1]["redis"] == "does not answer"
        assert health(site.url)[1]["database"] == "ok"
        assert Visitor(site.url, "127.0.0.1").get("/sign-in/")[0] == 200
        assert site.stop() == 0
        assert site.processes() == {}
        assert "Traceback" not in site.said


def test_missing_workers_are_noticed(var: Path) -> None:
    with real_site(var) as site:
        site.ready()
        # Stopped and not killed, so that nobody starts it again.
        os.kill(site.processes()["pare live"], signal.SIGSTOP)
        until(lambda: health(site.url)[0] == 503, "the worker is missed")
        assert health(site.url)[1]["workers"] == {"live": 0, "batch": 1, "models": 0}


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", str(place)], capture_output=True, timeout=120
    ).returncode:
        pytest.skip("nothing can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True, timeout=120)


def fill(disk: Path) -> Path:
    ballast = disk / "ballast"
    with pytest.raises(OSError, match="No space left"), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))
    return ballast


def is_clean(site: RealSite) -> bool:
    return "Traceback" not in site.said


def test_a_disk_that_fills_up_is_told_and_gets_well_again(small_disk: Path) -> None:
    with real_site(small_disk / "var") as site:
        site.ready()
        visitor = Visitor(site.url, "127.0.0.1")
        ballast = fill(small_disk)
        status, _, page = visitor.get(urlsplit(site.link).path)
        assert status == 503
        assert "Traceback" not in page
        ballast.unlink()
        until(site.is_well, "the site is well again")
        status, place, _ = visitor.get(urlsplit(site.link).path)
        assert (status, place.startswith("/runs/")) == (302, True)
        assert is_clean(site)
        assert site.stop() == 0


def test_a_queue_that_cannot_be_read_any_more_is_set_aside(var: Path) -> None:
    data = var / "redis" / "appendonlydir"
    data.mkdir(parents=True)
    (data / "appendonly.aof.manifest").write_text("nonsense")
    with real_site(var) as site:
        site.ready()
        assert site.is_well()
        assert (var / "redis" / "appendonlydir.unreadable").exists()


def test_on_postgresql_it_runs_as_well_and_tells_when_that_is_gone(var: Path) -> None:
    with postgres() as address, real_site(var, DATABASE_URL=address) as site:
        site.ready()
        assert site.is_well()
        assert not (var / "pare.sqlite3").exists()
        visitor = Visitor(site.url, "127.0.0.1")
        status, place, _ = visitor.get(urlsplit(site.link).path)
        assert (status, place.startswith("/runs/")) == (302, True)
        stop_postgres(address)
        until(lambda: health(site.url)[0] == 503, "the database is missed")
        assert health(site.url)[1]["database"] == "does not answer"
        status, _, page = visitor.get("/runs/")
        assert status == 503
        assert "Traceback" not in page
        until(lambda: "Runs whose worker died are not requeued at the moment" in site.said, "the caretaker says so")
        assert site.stop() == 0
        assert is_clean(site)


def stop_postgres(address: str) -> None:
    """As an administrator would: everybody is thrown out at once."""
    with psycopg.connect(address) as connection:
        folder = connection.execute("SHOW data_directory").fetchone()
    assert folder is not None
    os.kill(int((Path(folder[0]) / "postmaster.pid").read_text().split()[0]), signal.SIGINT)
