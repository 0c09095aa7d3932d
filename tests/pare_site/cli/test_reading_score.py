"""`pare reading score`: texts read by rules or by a judge model, compared with the expected answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.reading import kept_aside, texts
from pare_site.cli.main import main
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by

SCENARIO = "email_research_note_compilation"
ASIDE = "two_people_of_one_name"
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


@pytest.fixture
def counter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A counter of its own, and a folder of built-in texts with one right offer about a scenario that is kept aside."""
    folder = tmp_path / "project" / "benchmark" / "texts"
    folder.mkdir(parents=True)
    offer = {"scenario": ASIDE, "where": "offer", "need": _need(ASIDE), "text": "Milk?", "expected": "no"}
    (folder / f"{ASIDE}.jsonl").write_text(json.dumps({**offer, "second": "no"}) + "\n", encoding="utf-8")
    (folder / "times_scored.txt").write_text("10\n", encoding="utf-8")
    monkeypatch.setattr(texts, "FOLDER", folder)
    monkeypatch.setattr(kept_aside, "COUNTER", folder / "times_scored.txt")
    monkeypatch.setattr(kept_aside, "PROJECT", tmp_path / "project")
    return folder / "times_scored.txt"


def _need(scenario: str = SCENARIO) -> str:
    from simulator.scenario.library import Library

    return Library.standard({}).get(scenario).scenario.needs[0].label


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


def test_scoring_texts_that_are_kept_aside_is_counted_in_the_project_only(
    counter: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["reading", "score"]) == 0
    assert "Kept aside: 1 text, scored 11 times so far." in capsys.readouterr().out
    assert counter.read_text() == "10\n"
    monkeypatch.chdir(kept_aside.PROJECT)
    assert main(["reading", "score", "--kept-aside", "--json"]) == 0
    assert printed(capsys)["kept_aside_scored"] == 11
    assert counter.read_text() == "11\n"


def test_scoring_other_texts_is_not_counted(
    counter: Path, file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(kept_aside.PROJECT)
    assert main(["reading", "score", str(file), "--json"]) == 0
    assert printed(capsys)["kept_aside_scored"] is None
    assert main(["reading", "score", "--development"]) == 0
    assert counter.read_text() == "10\n"


def test_texts_that_are_kept_aside_are_never_printed(counter: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["reading", "score", "--wrong"]) == 2
    told = capsys.readouterr()
    assert "--wrong would print texts that are kept aside. Add --development" in told.err
    assert "Milk?" not in told.out + told.err and counter.read_text() == "10\n"
    assert main(["reading", "score", "--wrong", "--development"]) == 0


def test_the_agreement_of_two_labels_is_printed(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[0]["second"], lines[1]["second"], lines[1]["expected"] = "yes", "no", "unclear"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["reading", "score", str(file)]) == 0
    assert "Two people gave the same label to 1 of 2 texts (50 %)." in capsys.readouterr().out
    assert main(["reading", "score", str(file), "--json"]) == 0
    assert printed(capsys)["agreement"] == {"texts": 2, "same": 1}
