"""Real worker processes for runs with language models: killed, asked to leave, and the only ones that load litellm."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from simulator.agents.llm.choosing import with_models
from simulator.agents.policy import WAIT
from simulator.config import EpisodeConfig
from simulator.episode.verify import verify
from simulator.jobs.recovery import bury, reap, rebuild_queue
from simulator.jobs.serialization import trace_of
from simulator.jobs.start_run import start_episode
from simulator.jobs.worker_registry import is_unattended, workers_alive
from simulator.models import Episode, State
from tests.model_server import replies
from tests.model_server.server import ModelServer
from tests.model_server.wire import Asked
from tests.simulator.jobs.background import assert_whole, started, version_of, wait_until
from tests.simulator.jobs.nursery import ROOT, Nursery, surroundings
from tests.waiting import until

pytestmark = pytest.mark.django_db(transaction=True)
TURNS = 4
_AND_TELL = (
    "import sys, django; django.setup(); from simulator.jobs.worker import work; work({!r}); print(*sys.modules)"
)


def idle(asked: Asked) -> replies.Reply:
    """Looks at the home screen again and again; the assistant waits."""
    return replies.call(WAIT if WAIT in asked.tools else "go_home")


def with_a_model(server: ModelServer, **options: object) -> Episode:
    config = with_models(
        EpisodeConfig.model_validate({"max_turns": TURNS, **options}),
        user="hosted_vllm/idle",
        observe="hosted_vllm/idle",
        endpoint=server.url,
    )
    return start_episode(version_of("dentist"), config)


@pytest.mark.all
def test_a_run_with_a_model_is_played_by_the_worker_for_it(nursery: Nursery, model_server: ModelServer) -> None:
    model_server.play(idle)
    row = with_a_model(model_server)
    assert row.queue == "models" and is_unattended("models")
    with nursery.working("models"):
        wait_until(row, lambda row: row.is_over, 90)
        assert workers_alive()["models"] == 1
        assert not is_unattended("models")
    assert_whole(row)
    assert row.state == State.FINISHED, row.reason
    assert model_server.count == 2 * TURNS
    assert verify(trace_of(row)).ok


@pytest.mark.all
@pytest.mark.parametrize("signum", [signal.SIGTERM, signal.SIGINT])
def test_a_worker_that_is_asked_to_leave_does_not_wait_for_a_call_that_hangs(
    nursery: Nursery, model_server: ModelServer, signum: int
) -> None:
    model_server.play(lambda asked: replace(replies.say("Go on."), delay=60))
    routes = {"asked": {"provider": "openai", "endpoint": model_server.url}}
    row = started("dentist", user="test_asking", queue="models", model_routes=routes)
    worker = nursery.work("models")
    model_server.wait_for(1)
    began = time.monotonic()
    assert nursery.end(worker, signum) == 0
    assert time.monotonic() - began < 9
    assert_whole(row)
    assert (row.state, row.worker) == (State.QUEUED, "")
    model_server.release()
    with nursery.working("models"):
        wait_until(row, lambda row: row.is_over)
    assert_whole(row)
    assert row.state == State.FINISHED


@pytest.mark.all
@pytest.mark.parametrize("calls", [1, 2, 5, 2 * TURNS])
def test_a_worker_killed_in_the_middle_of_a_call_pays_for_no_stored_reply_again(
    nursery: Nursery, model_server: ModelServer, calls: int
) -> None:
    """Call by call, the last one before the kill is never answered."""
    model_server.play(lambda asked: replies.hang() if asked.number == calls - 1 else idle(asked))
    row = with_a_model(model_server)
    worker = nursery.work("models")
    model_server.wait_for(calls, 90)
    assert nursery.end(worker, signal.SIGKILL) == -signal.SIGKILL
    assert_whole(row)
    stored = [moment for moment in trace_of(row).moments if moment.envelope and moment.envelope.exchange]
    assert (len(stored), model_server.answered) == (calls - 1, calls - 1)
    bury(row.worker)
    rebuild_queue()
    with nursery.working("models"):
        wait_until(row, lambda row: row.is_over, 90, meanwhile=reap)
    assert_whole(row)
    assert row.state == State.FINISHED, row.reason
    assert (model_server.count, model_server.answered) == (2 * TURNS + 1, 2 * TURNS)
    asked_twice = [body for body, times in Counter(asked.raw for asked in model_server.requests).items() if times > 1]
    assert asked_twice == [model_server.requests[calls - 1].raw]
    assert (row.tokens_in, row.tokens_out) == (model_server.tokens_in, model_server.tokens_out)


@contextmanager
def telling(queue: str) -> Iterator[subprocess.Popen[str]]:
    """A worker that at its end says what it has loaded."""
    command = [sys.executable, "-c", _AND_TELL.format(queue)]
    with subprocess.Popen(command, cwd=ROOT, env=surroundings(), stdout=subprocess.PIPE, text=True) as worker:
        try:
            yield worker
        finally:
            worker.kill()


def loaded_by(worker: subprocess.Popen[str]) -> set[str]:
    worker.terminate()
    said, _ = worker.communicate(timeout=20)
    assert worker.returncode == 0
    return set(said.split())


@pytest.mark.all
@pytest.mark.parametrize("queue", ["live", "batch"])
def test_other_workers_never_load_litellm(queue: str) -> None:
    row = started("dentist", queue=queue)
    with telling(queue) as worker:
        wait_until(row, lambda row: row.is_over, 60)
        loaded = loaded_by(worker)
    assert "simulator.jobs.runner" in loaded
    assert not {"litellm", "openai", "simulator.agents.llm.litellm_client"} & loaded


def test_litellm_is_loaded_ahead_of_the_first_call() -> None:
    with telling("models") as worker:
        libraries = Path(f"/proc/{worker.pid}/maps")
        # It comes with litellm.
        until(lambda: "tiktoken" in libraries.read_text(), "it is loaded")
        assert {"litellm", "openai"} <= loaded_by(worker)


@pytest.mark.all
def test_a_worker_that_is_asked_to_leave_does_not_wait_until_litellm_is_loaded() -> None:
    with telling("models") as worker:
        until(lambda: workers_alive()["models"] == 1, "it is there")
        loaded = loaded_by(worker)
    assert "simulator.agents.llm.litellm_client" in loaded
