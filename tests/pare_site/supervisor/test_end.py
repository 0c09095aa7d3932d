"""However a site ends, no process of it is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from tests.pare_site.supervisor.real_site import real_site
from tests.waiting import until


@pytest.mark.all
def test_ctrl_c_stops_everything_and_leaves_nothing(var: Path) -> None:
    with real_site(var) as site:
        site.ready()
        assert len(site.processes()) == 6
        assert site.stop(signal.SIGINT) == 0
        assert site.processes() == {}
    assert "Stopped." in site.said
    assert "Traceback" not in site.said
    assert not (var / "running.json").exists()
    assert all(b"Traceback" not in log.read_bytes() for log in (var / "logs").iterdir())


@pytest.mark.all
def test_a_supervisor_that_is_killed_takes_everything_with_it(var: Path) -> None:
    with real_site(var) as site:
        site.ready()
        site.stop(signal.SIGKILL)
        until(lambda: site.processes() == {}, "all processes are gone", patience=5)
    with real_site(var) as again:
        again.ready()
        assert again.is_well()


@pytest.mark.all
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_other_ways_to_ask_do_the_same(var: Path, number: signal.Signals) -> None:
    with real_site(var) as site:
        site.ready()
        assert site.stop(number) == 0
        assert site.processes() == {}


@pytest.mark.all
@pytest.mark.parametrize("line", ["", "valkey.log"])
def test_it_can_be_stopped_while_it_starts(var: Path, line: str) -> None:
    with real_site(var) as site:
        until(lambda: (var / "logs" / line).exists(), "the start has got so far")
        assert site.stop(signal.SIGINT) == 0
        assert site.processes() == {}
        assert "Traceback" not in site.said


@pytest.mark.all
def test_asked_twice_it_does_not_wait(var: Path) -> None:
    with real_site(var) as site:
        site.ready()
        # A child that cannot hear us must not keep the others.
        for name in ("pare web", "pare live"):
            os.kill(site.processes()[name], signal.SIGSTOP)
        site.process.send_signal(signal.SIGINT)
        until(lambda: "Stopping." in site.said, "it stops")
        assert site.stop(signal.SIGINT) == 130
        until(lambda: site.processes() == {}, "all processes are gone", patience=5)
