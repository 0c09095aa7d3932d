"""`pare fidelity`: compares simulated users with people, from trace files and from the studio."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from simulator.models import Episode
from tests.benchmark.fidelity.generated_people import Habits, population, written
from tests.model_server import replies
from tests.model_server.server import ModelServer

SCENARIOS = ("email_notification", "email_reminder_batch_cancellation")


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("traces")
    for one in population(SCENARIOS, 6, Habits()):
        written(one, folder)
    return folder


def test_folder_of_traces_gives_a_report_in_text(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fidelity", "-t", str(traces)]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Fidelity of the scripted user\n")
    assert "6 people. 12 finished runs." in text
    assert "Kendall" not in text
    assert "needs runs with at least two assistants" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 100


def test_json_has_every_figure_with_its_n(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fidelity", "-t", str(traces), "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert (report["user"], report["k"], report["counts"]["people"]) == ("scripted", 1, 6)
    figures = {figure["key"]: figure for section in report["sections"] for figure in section["figures"]}
    assert figures["first_accept"]["n"] == 12
    assert figures["first_accept"]["simulated"]["value"] == 1


def test_files_of_one_folder_count_as_different_people(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = sorted(traces.glob("p0/*.jsonl"))
    assert main(["fidelity", "-t", str(files[0]), "-t", str(files[1]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["people"] == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--user", "gpt-99"), "--user gpt-99: Unknown model"),
        (("-k", "0"), "-k 0: give a number from 1 to 100."),
        (("12",), "exclude each other"),
        (("--prompts", "x"), "apply to language models"),
    ],
)
def test_wrong_arguments_are_named(
    traces: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], told: str
) -> None:
    assert main(["fidelity", *arguments, "-t", str(traces)]) == 2
    assert told in capsys.readouterr().err


def test_traces_without_people_are_refused_with_a_remedy(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "email_notification", "--out", str(tmp_path / "run.jsonl")]) == 0
    assert main(["fidelity", "-t", str(tmp_path)]) == 2
    told = capsys.readouterr().err
    assert f"No run by a person found in {tmp_path}" in told
    assert "user=human" in told


def test_folder_without_traces_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fidelity", "-t", str(tmp_path)]) == 2
    assert "has no *.jsonl file" in capsys.readouterr().err


def test_damaged_trace_is_named_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.jsonl"
    file.write_text("no trace\n")
    assert main(["fidelity", "-t", str(tmp_path)]) == 2
    assert f"{file}, line 1: This is not a trace." in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_runs_of_the_studio_are_compared(traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fidelity"]) == 2
    assert "No run by a person found in the studio." in capsys.readouterr().err
    assert main(["trace", "import", *map(str, sorted(traces.rglob("*.jsonl")))]) == 0
    capsys.readouterr()
    assert main(["fidelity", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["runs"] == 12
    first = Episode.objects.order_by("pk")[0].pk
    assert main(["fidelity", str(first), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counts"]["runs"] == 1
    assert main(["fidelity", "999999"]) == 2
    assert "No finished run by a person has the number 999999." in capsys.readouterr().err


@pytest.fixture
def model(model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    monkeypatch.setenv("PARE_ENDPOINT_API_KEY", "key")
    return model_server


def test_a_model_is_asked_k_times_at_each_decision(
    traces: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    model.play(lambda asked: replies.call("accept_proposal" if model.count % 2 else "reject_proposal", {}))
    arguments = ("-t", str(traces / "p0"), "--user", "tiny", "--endpoint", model.url, "-k", "4", "--json")
    assert main(["fidelity", *arguments]) == 0
    out = capsys.readouterr()
    report = json.loads(out.out)
    decisions = report["counts"]["decisions"]
    assert (report["k"], model.count) == (4, 4 * decisions)
    assert report["user"].startswith("tiny, strict, prompts ")
    assert f"for {4 * decisions} decisions." in out.err
    figures = {figure["key"]: figure for section in report["sections"] for figure in section["figures"]}
    assert figures["first_accept"]["simulated"]["value"] == pytest.approx(0.5)
    # A model is not played over whole runs, because that costs money: its runs must be there.
    assert report["counts"]["unmatched"] == report["counts"]["runs"]


def test_a_reply_that_is_no_tap_is_tried_again_and_left_out(
    traces: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    model.play(lambda asked: replies.call("fly_to_the_moon", {}))
    arguments = ("-t", str(traces / "p0"), "--user", "tiny", "--endpoint", model.url, "-k", "1", "--json")
    assert main(["fidelity", *arguments]) == 0
    counts = json.loads(capsys.readouterr().out)["counts"]
    assert (counts["unanswered"], model.count) == (counts["decisions"], 3 * counts["decisions"])


def test_a_model_that_cannot_be_asked_is_named_with_the_place(
    traces: Path, model: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(20):
        model.fail(401, "wrong key")
    arguments = ("-t", str(traces / "p0"), "--user", "tiny", "--endpoint", model.url)
    assert main(["fidelity", *arguments]) == 1
    told = capsys.readouterr().err
    assert f"{traces / 'p0'}" in told
    assert "tiny, strict" in told and "can't decide" in told
