"""`pare run --judge-model`: a model reads the texts after the run; the run itself stays the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from simulator.reading.reading_lines import load_readings
from simulator.trace.trace_reader import read_trace
from tests.conftest import ROOT
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by

FILE = str(Path(ROOT) / "benchmark" / "scenarios" / "duplicate_commitment_detection.yaml")


def call(server: ModelServer, *more: str) -> list[str]:
    return ["run", FILE, "--quiet", "--judge-model", "judge-1", "--endpoint", server.url, *more]


def test_the_judge_reads_after_the_run_and_changes_neither_result_nor_hash(
    model_server: ModelServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", FILE, "--json"]) == 0
    alone = json.loads(capsys.readouterr().out)
    model_server.play(judge_by(lambda claim, text: ("no", "")))
    out = tmp_path / "run.jsonl"
    assert main(call(model_server, "--json", "--out", str(out))) == 0
    judged = json.loads(capsys.readouterr().out)
    assert judged["judge"]["verdict"] == "undecided" and len(judged["judge"]["readings"]) == 15
    for name in ("outcome", "config"):
        assert judged[name] == alone[name]
    content, lines = load_readings((tmp_path / "run.readings.jsonl").read_bytes())
    result = read_trace(out).result
    assert result is not None and content == result.content_hash and {line.rater for line in lines} == {"judge-1"}


def test_a_judge_without_an_answer_is_told_and_the_run_still_succeeds(
    model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        model_server.say("Hm.")
    assert main(call(model_server)) == 0
    told = capsys.readouterr().out
    assert "judge judge-1" in told and "15 answers failed" in told and "not JSON" in told


def test_wrong_flags_are_refused_before_anything_is_played(
    model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for flags, why in (
        (["--judge-budget", "1"], "needs a judge"),
        (["--judge-model", "nonesuch"], "--judge-model: Unknown model"),
        (["--judge-model", "x/y", "--judge-budget", "-1"], "--judge-budget -1"),
        (["--judge-model", "x/y", "--replay-models", "run.jsonl"], "asks no model"),
    ):
        assert main(["run", FILE, *flags]) == 2
        assert why in capsys.readouterr().err
