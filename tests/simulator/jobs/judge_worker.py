"""A real RQ worker of the queue for models, which knows one judge: the model on the test server."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.jobs.run_import import version_for
from simulator.models import Scenario, ScenarioVersion
from simulator.scenario.load import load_file
from tests.conftest import ROOT
from tests.model_server.server import ModelServer
from tests.simulator.jobs.nursery import surroundings

_WORK = "import django; django.setup(); from simulator.jobs.worker import work; work('models')"
_ENTRY = """\
judge:
  provider: hosted_vllm
  name: judge-1
  endpoint: {url}
  dollars_per_million_in: {price}
  dollars_per_million_out: {price}
"""


def list_judge(file: Path, server: ModelServer, price: float = 1.0) -> dict[str, str]:
    """Write a list of models with the judge, and return the environment that names it."""
    file.write_text(_ENTRY.format(url=server.url, price=price), encoding="utf-8")
    return {"PARE_MODELS_FILE": str(file), "PARE_ENDPOINT_API_KEY": "not-a-secret"}


@contextmanager
def judge_worker(environment: dict[str, str]) -> Iterator[None]:
    command = [sys.executable, "-c", _WORK]
    with subprocess.Popen(command, cwd=ROOT, env={**surroundings(), **environment}) as worker:
        try:
            yield
        finally:
            # Other tests see to it that a worker ends by itself when it is asked to.
            worker.kill()


def shelved(name: str = "email_reminder_batch_cancellation") -> ScenarioVersion:
    """Store a built-in scenario as what its file says now."""
    version = version_for(load_file(Path(ROOT) / "benchmark" / "scenarios" / f"{name}.yaml"))
    Scenario.objects.filter(pk=version.scenario_id).update(current=version, removed_at=None)
    return version
