"""`pare reading score`: texts read by rules or by a judge model, compared with the expected answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pare_site.cli.main import main
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by

SCENARIO = "email_research_note_compilation"
OFFER = "Shall I put the three roof offers into a note, with price, guarantee and first day of work?"
REPORT = "I have deleted all three mails."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "texts.jsonl"
    offer = {"scenario": SCENARIO, "where": "offer", "need": _need(), "text": OFFER, "expected": "yes", "kind": "plain"}
    report = {"scenario": SCENARIO, "where": "report", "text": REPORT, "expected": "no", "kind": "false"}
    field = {"scenario": SCENARIO, "where": "field", "goal": 0, "text": "Milk.", "expected": "no", "kind": "other"}
    found.write_text("".join(json.dumps(line) + "\n" for line in (offer, report, field)), encoding="utf-8")
    return found


def _need() -> str:
    from simulator.scenario.library import Library

    return Library.standard({}).get(SCENARIO).scenario.needs[0].label


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def call(server: ModelServer, file: Path, *more: str) -> list[str]:
    judge = ["--reader", "model", "--judge-model", "judge-1", "--endpoint", server.url]
    return ["reading", "score", str(file), *judge, *more]


def test_rules_read_without_a_network(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "score", str(file), "--json"]) == 0
    found = printed(capsys)
    assert found["reader"] == "rules" and found["confusion"]["offer"] == {"yes": {"yes": 1}}


def test_a_judge_model_reads_each_text_in_one_request(
    file: Path, model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    model_server.play(judge_by(lambda claim, text: ("yes", text) if text == OFFER else ("no", "")))
    assert main(call(model_server, file, "--json")) == 0
    found = printed(capsys)
    assert found["reader"] == "model:judge-1" and found["unanswered"] == 0 and model_server.count == 3
    assert found["confusion"] == {"offer": {"yes": {"yes": 1}}, "report": {"no": {"no": 1}}, "field": {"no": {"no": 1}}}
    asked = {given["kind"]: given for given in (json.loads(one.last) for one in model_server.requests)}
    assert "create_note" in asked["report"]["done"][0] and "done" not in asked["offer"]
    assert all(len(given["claims"]) == 1 and given["written"] for given in asked.values())


def test_texts_without_a_usable_answer_are_unclear_and_the_exit_code_says_so(
    file: Path, model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        model_server.say("Hm.")
    assert main(call(model_server, file)) == 1
    told = capsys.readouterr().out
    assert "3 texts, read by model:judge-1" in told and "3 texts without a usable answer" in told


def test_a_judge_belongs_to_the_reader_model(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "score", str(file), "--reader", "model"]) == 2
    assert main(["reading", "score", str(file), "--judge-model", "x/y"]) == 2
    assert "--reader model and --judge-model belong together" in capsys.readouterr().err
