"""The keys of models on a real site: whatever a provider does with them, they stay in the environment."""

from __future__ import annotations

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.model_server.server import ModelServer
from tests.pare_site.supervisor.leaking import ALWAYS, FAULTS, KEYS, leaking_server, write_models
from tests.pare_site.supervisor.real_site import RealSite, real_site, surroundings
from tests.pare_site.supervisor.searching import (
    ERRORS,
    Places,
    Visitor,
    common_pages,
    files,
    leaks,
    pages_of_run,
    queue,
    rows,
)
from tests.waiting import until

pytestmark = pytest.mark.all
_SET_UP = "import json, sys; from pare_site.django_setup import set_up; set_up()\n"
_START = f"""{_SET_UP}
from simulator.agents.llm.choosing import with_models
from simulator.config import EpisodeConfig
from simulator.jobs.start_run import start_episode
from simulator.models import Scenario
version = Scenario.objects.get(slug="email_notification").current
for options, models in json.loads(sys.argv[1]):
    config = with_models(EpisodeConfig(max_turns=2, observe_iterations=2, call_retries=1, **options), **models)
    print(start_episode(version, config).pk)
"""
_EXPORT = f"""{_SET_UP}
from simulator.jobs.serialization import trace_bytes_of
from simulator.models import Episode
for row in Episode.objects.all():
    sys.stdout.buffer.write(trace_bytes_of(row))
"""


class Stage:
    """A site in debug mode, which tells more than any other, and models that repeat its keys."""

    def __init__(self, site: RealSite, server: ModelServer, more: dict[str, str]) -> None:
        self.site, self.server = site, server
        self._more = more
        self.visitor = Visitor(site)
        self.jobs: set[str] = set()
        """Those that were looked into."""

    def run(self, code: str, *args: str) -> bytes:
        """Python with the surroundings of the site; gives all that it printed."""
        command, env = [sys.executable, "-c", code, *args], surroundings(self.site.var, **self._more)
        done = subprocess.run(command, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        assert done.returncode == 0, done.stdout.decode()
        return done.stdout

    def ask(self, question: str) -> list[Any]:
        with closing(sqlite3.connect(self.site.var / "pare.sqlite3")) as store:
            return store.execute(question).fetchall()

    def is_over(self) -> bool:
        return not self.ask("SELECT 1 FROM simulator_episode WHERE state NOT IN ('finished', 'failed', 'stopped')")


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """All runs have been played."""
    folder = tmp_path_factory.mktemp("secrets")
    with leaking_server() as server:
        write_models(folder / "models.yaml", server)
        more = {**KEYS, "PARE_MODELS_FILE": str(folder / "models.yaml"), "PARE_DEBUG": "1"}
        with real_site(folder / "var", **more) as site:
            played = Stage(site.ready(), server, more)
            play_every_fault(played)
            yield played


def play_every_fault(stage: Stage) -> None:
    runs = []
    for fault in FAULTS:
        options = {"call_timeout_seconds": 1.5 if fault == "hang" else 30}
        runs.append((options, {"user": f"mine-{fault}", "observe": f"openai-{fault}"}))
        runs.append((options, {"user": f"mine-{fault}{ALWAYS}", "observe": f"openai-{fault}{ALWAYS}"}))
        runs.append((options, {"observe": f"openai-{fault}{ALWAYS}"}))
    stage.run(_START, json.dumps(runs))
    stage.visitor.start(assistant="model:openai-talking", user="model:mine-talking", pace="0")
    until(lambda: has_clean_queue(stage) and stage.is_over(), "all runs are over", patience=240)


def has_clean_queue(stage: Stage) -> bool:
    """Jobs are there only while runs are played."""
    held = list(queue(stage.site))
    stage.jobs |= {place for place, _ in held if place.startswith("rq:job:") and place.endswith("unpacked")}
    assert secrets_in(held) == []
    return True


def secrets_in(places: Places) -> list[str]:
    return leaks(places, KEYS.values())


def test_the_search_finds_what_is_there() -> None:
    """So that the others mean something."""
    for key in KEYS.values():
        half = key.partition("/")[0]
        for text in (f"is {key}!", half, half.upper(), json.dumps({"key": key}), repr([key])):
            assert secrets_in([("there", text.encode())]) == ["there"]


def test_every_fault_happened_with_both_keys(stage: Stage) -> None:
    came = {(asked.model.removesuffix(ALWAYS), asked.key) for asked in stage.server.requests}
    assert came == {(fault, key) for fault in FAULTS for key in KEYS.values()}
    states = {state for (state,) in stage.ask("SELECT state FROM simulator_episode")}
    assert states == {"finished", "failed"}
    refused = stage.ask(
        "SELECT reason FROM simulator_episode WHERE failure = 'provider' AND reason LIKE '%(status 401)%'"
    )
    assert refused and all("[secret]" in reason for (reason,) in refused)


def test_they_are_nowhere_in_what_the_site_keeps(stage: Stage) -> None:
    assert "[secret]" in repr(stage.ask("SELECT line FROM simulator_moment"))
    assert secrets_in(files(stage.site)) == []
    assert secrets_in(rows(stage.site)) == []
    assert stage.jobs
    assert secrets_in(queue(stage.site)) == []


def test_they_are_on_no_page(stage: Stage) -> None:
    runs = stage.ask("SELECT id, moment_count FROM simulator_episode")
    shown = {path: stage.visitor.get(path) for run, steps in runs for path in pages_of_run(run, steps)}
    assert all(status == 200 for path, (status, _) in shown.items() if not path.endswith("/exchange/"))
    told = [page for path, (status, page) in shown.items() if path.endswith("/exchange/") and status == 200]
    assert sum(b"[secret]" in page for page in told) > len(FAULTS)
    assert secrets_in((path, page) for path, (_, page) in shown.items()) == []


def test_they_are_on_no_list_and_no_page_of_errors(stage: Stage) -> None:
    shown = {path: stage.visitor.get(path) for path in common_pages()}
    assert {path for path, (status, _) in shown.items() if status != 200} == set(ERRORS)
    assert secrets_in((path, page) for path, (_, page) in shown.items()) == []


def test_viewers_are_not_sent_them(stage: Stage) -> None:
    sent = [frame for (run,) in stage.ask("SELECT id FROM simulator_episode") for frame in stage.visitor.frames(run)]
    assert any(b"[secret]" in frame for _, frame in sent)
    assert secrets_in(sent) == []


def test_they_are_in_no_trace(stage: Stage) -> None:
    traces = stage.run(_EXPORT)
    assert b"[secret]" in traces
    assert secrets_in([("traces", traces)]) == []


def test_models_are_not_told_them_again(stage: Stage) -> None:
    assert secrets_in((asked.model, asked.raw) for asked in stage.server.requests) == []


def test_an_error_of_ours_does_not_show_them(stage: Stage) -> None:
    [(run,)] = stage.ask("SELECT episode_id FROM simulator_moment ORDER BY id DESC LIMIT 1")
    with closing(sqlite3.connect(stage.site.var / "pare.sqlite3")) as store, store:
        store.execute("UPDATE simulator_moment SET line = 'damaged' WHERE episode_id = ?", [run])
    status, page = stage.visitor.get(f"/runs/{run}/1/exchange/")
    assert status == 500
    assert secrets_in([("page", page)]) == []
    until(lambda: "Traceback" in logs(stage.site), "it is in the log")
    assert secrets_in(files(stage.site)) == []


def test_the_terminal_does_not_show_them_to_the_very_end(stage: Stage) -> None:
    assert stage.site.stop() == 0
    assert secrets_in([("terminal", stage.site.said.encode()), *files(stage.site)]) == []


def logs(site: RealSite) -> str:
    return "".join(file.read_text() for file in (site.var / "logs").iterdir())
