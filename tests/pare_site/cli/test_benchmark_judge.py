"""`pare benchmark sweep --judge-model` as people run it: its own workers, and a judge over real HTTP."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.model_server.server import ModelServer
from tests.pare_site.cli.sweeping import FOLDER, Bench
from tests.simulator.agents.llm.judges import judge_by
from tests.simulator.jobs.judge_worker import list_judge


@pytest.mark.all
def test_a_sweep_with_a_judge_reports_by_the_judge(bench: Bench, model_server: ModelServer, tmp_path: Path) -> None:
    model_server.play(judge_by(lambda claim, text: ("no", "")))
    judge = list_judge(tmp_path / "models.yaml", model_server)
    flags = ("--split", "all", "--baselines", "oracle,silent", "--judge-model", "judge", "--judge-budget", "1", "--yes")
    done = bench.benchmark("sweep", *flags, "--json", **judge)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)["report"]
    assert report["metadata"]["reader"] == "model:judge" and report["not_counted"] == []
    assert {row["reader"] for row in bench.rows()} == {"model:judge"}
    assert model_server.count and "reader model:judge" in bench.report()
    assert bench.left_behind() == []
    # The folder knows its reader without the database.
    again = bench.benchmark("report", "--results-dir", bench.results / FOLDER, "--json")
    assert json.loads(again.stdout)["metadata"]["reader"] == "model:judge"


@pytest.mark.all
def test_a_dry_run_shows_the_judges_part_of_the_cost(bench: Bench, model_server: ModelServer, tmp_path: Path) -> None:
    judge = list_judge(tmp_path / "models.yaml", model_server)
    flags = ("--split", "all", "--baselines", "oracle,silent", "--judge-model", "judge", "--dry-run")
    shown = " ".join(bench.benchmark("sweep", *flags, "--judge-budget", "1", **judge).stdout.split())
    assert re.search(
        r"The judge judge: about \$[0-9.]+ \(\$[0-9.]+ to \$[0-9.]+\) for \d+ runs, at most \$1\.00\.", shown
    )
    assert not model_server.count
    told = json.loads(bench.benchmark("sweep", *flags, "--json", **judge).stdout)
    assert told["estimate"]["judge"] > 0
