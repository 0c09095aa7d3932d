"""The life of a real site: it opens, lets its owner in, keeps others out, and puts up with the death of its parts."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import HTTPCookieProcessor, build_opener

import pytest

from pare_site.supervisor.health_probe import health
from tests.pare_site.cli.command import pare
from tests.pare_site.supervisor.real_site import RealSite, real_site, refused
from tests.waiting import until


def test_a_site_that_is_ready_is_well(running: RealSite) -> None:
    status, about = health(running.url)
    assert status == 200
    assert about == {"web": "ok", "database": "ok", "redis": "ok", "workers": {"live": 1, "batch": 1, "models": 0}}


def test_the_link_signs_in_once_and_leads_to_a_page(running: RealSite) -> None:
    browser = build_opener(HTTPCookieProcessor())
    with browser.open(running.link) as page:
        assert page.status == 200
        assert "/enter/" not in page.url
    with pytest.raises(HTTPError) as failure:
        build_opener(HTTPCookieProcessor()).open(running.link)
    failure.value.close()
    assert failure.value.code == 410


def test_another_link_can_be_had_while_it_runs(running: RealSite) -> None:
    done = pare("sign-in", PARE_VAR_DIR=str(running.var))
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith(f"{running.url}/enter/")
    with build_opener(HTTPCookieProcessor()).open(done.stdout.strip()) as page:
        assert page.status == 200


def test_a_second_start_says_where_the_first_one_is(running: RealSite) -> None:
    second = refused(running.var, "--port", "0")
    assert second.returncode == 2
    assert f"already running at {running.url} (pid {running.process.pid})" in second.stderr
    assert "Traceback" not in second.stderr


def test_a_port_that_is_taken_is_refused_with_another(running: RealSite, var: Path) -> None:
    port = running.url.rpartition(":")[2]
    other = refused(var, "--port", port)
    assert other.returncode == 2
    assert f"Port {port} is used by another program." in other.stderr
    assert "make run PORT=" in other.stderr


@pytest.mark.parametrize("name", ["pare web", "pare live", "pare batch 1", "pare caretaker", "valkey-server"])
def test_a_part_that_is_killed_comes_back(running: RealSite, name: str) -> None:
    before = running.processes()[name]
    os.kill(before, signal.SIGKILL)
    until(lambda: running.processes().get(name, before) != before, f"{name} comes back")
    until(running.is_well, "the site is well again")
    assert "SIGKILL. Restarting it." in running.said


def demo(site: RealSite) -> tuple[str, int]:
    """State and number of moments of the run to watch."""
    with closing(sqlite3.connect(site.var / "pare.sqlite3")) as store:
        question = "SELECT state, moment_count FROM simulator_episode WHERE queue = 'live' AND note = 'Demo'"
        state, count = store.execute(question).fetchone()
    return str(state), int(count)


@pytest.mark.all
def test_a_run_goes_on_at_once_when_its_worker_is_killed(var: Path) -> None:
    with real_site(var) as site:
        site.ready()
        assert demo(site) == ("paused", 0)
        build_opener(HTTPCookieProcessor()).open(site.link).close()
        until(lambda: demo(site)[1] > 2, "the demo is under way")
        os.kill(site.processes()["pare live"], signal.SIGKILL)
        at_death = demo(site)[1]
        # Long before anybody else would take the worker for dead.
        until(lambda: demo(site)[1] > at_death, "the demo goes on", patience=8)
        until(lambda: demo(site)[0] == "finished", "the demo ends")
