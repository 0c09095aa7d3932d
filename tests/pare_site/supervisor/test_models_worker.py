"""The worker for language models on a real site: not there until it is needed, then kept, and alone with litellm."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from pare_site.supervisor.health_probe import health
from tests.conftest import ROOT
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.pare_site.supervisor.real_site import RealSite, real_site, surroundings
from tests.waiting import until

_NAME = "pare models"
_START = """
import sys
from pare_site.django_setup import set_up
set_up()
from simulator.agents.llm.choosing import with_models
from simulator.config import EpisodeConfig
from simulator.jobs.start_run import start_episode
from simulator.models import Scenario
config = with_models(EpisodeConfig(max_turns=2), user="hosted_vllm/x", observe="hosted_vllm/x", endpoint=sys.argv[1])
print(start_episode(Scenario.objects.order_by("pk").first().current, config).pk)
"""


def start_run(site: RealSite, server: ModelServer) -> int:
    command = [sys.executable, "-c", _START, server.url]
    return int(
        subprocess.run(
            command, cwd=ROOT, env=surroundings(site.var), stdout=subprocess.PIPE, check=True, timeout=120
        ).stdout
    )


def state_of(site: RealSite, run: int) -> str:
    with closing(sqlite3.connect(site.var / "pare.sqlite3")) as store:
        found = store.execute("SELECT state FROM simulator_episode WHERE id = ?", [run]).fetchone()
    return str(found[0])


def has_litellm(process: int) -> bool:
    """A library that litellm brings along is mapped into the process once it is imported."""
    return "tiktoken" in Path(f"/proc/{process}/maps").read_text()


@pytest.mark.all
def test_it_is_started_when_first_needed_and_alone_loads_litellm(running: RealSite, model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.call("go_home"))
    assert _NAME not in running.processes()
    assert health(running.url) == (200, {**health(running.url)[1], "workers": {"live": 1, "batch": 1, "models": 0}})
    run = start_run(running, model_server)
    until(lambda: _NAME in running.processes(), "the worker is started")
    until(lambda: state_of(running, run) == "finished", "the run is played")
    assert model_server.answered > 0
    assert health(running.url)[1]["workers"] == {"live": 1, "batch": 1, "models": 1}
    assert running.is_well()
    with_litellm = {name for name, process in running.processes().items() if has_litellm(process)}
    assert with_litellm == {_NAME}
    assert {"pare web", "pare live", "pare batch 1", "pare caretaker"} < set(running.processes())


@pytest.mark.all
def test_it_comes_back_when_it_is_killed_and_its_run_goes_on(running: RealSite, model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.hang() if asked.number == 0 else replies.call("go_home"))
    run = start_run(running, model_server)
    model_server.wait_for(1)
    before = running.processes()[_NAME]
    os.kill(before, signal.SIGKILL)
    until(lambda: running.processes().get(_NAME, before) != before, "it comes back")
    until(lambda: state_of(running, run) == "finished", "the run is played on")
    assert "The models worker was ended by SIGKILL. Restarting it." in running.said
    assert model_server.count == model_server.answered + 1


@pytest.mark.all
def test_a_site_that_was_stopped_within_a_run_starts_again_and_plays_it(var: Path, model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.hang() if asked.number == 0 else replies.call("go_home"))
    with real_site(var) as site:
        run = start_run(site.ready(), model_server)
        model_server.wait_for(1)
        assert site.stop() == 0
    assert state_of(site, run) == "queued"
    with closing(sqlite3.connect(var / "pare.sqlite3")) as store, store:
        store.execute("UPDATE simulator_episode SET created_at = '2020-01-01 00:00:00'")
    began = time.monotonic()
    with real_site(var) as again:
        again.ready()
        assert time.monotonic() - began < 20
        until(lambda: state_of(again, run) == "finished", "the run is played on")
        assert again.is_well()


@pytest.mark.all
def test_it_leaves_with_the_site(running: RealSite, model_server: ModelServer) -> None:
    model_server.play(lambda asked: replies.hang())
    run = start_run(running, model_server)
    model_server.wait_for(1)
    assert running.stop() == 0
    assert state_of(running, run) == "queued"
    assert _NAME not in running.processes()
