"""`pare rejudge` and readings in files: models, people and rules judge stored runs; nothing is played again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pare_site.cli.main import main
from simulator.config import EpisodeConfig
from simulator.jobs.finished_run import texts_of
from simulator.jobs.play_job import run_episode
from simulator.jobs.run_import import version_for
from simulator.jobs.start_run import start_episode
from simulator.models import Episode, State, Verdict
from simulator.scenario.load import load_file
from tests.conftest import ROOT
from tests.model_server.server import ModelServer
from tests.simulator.agents.llm.judges import judge_by
from tests.simulator.jobs.background import started

pytestmark = pytest.mark.django_db(transaction=True)
FILE = Path(ROOT) / "benchmark" / "scenarios" / "duplicate_commitment_detection.yaml"
READINGS = Verdict.objects.exclude(key__startswith="run:")


@pytest.fixture
def run() -> Episode:
    row = start_episode(version_for(load_file(FILE)), EpisodeConfig(), hold=True)
    Episode.objects.filter(pk=row.pk).update(state=State.QUEUED)
    run_episode(row.pk)
    return Episode.objects.get(pk=row.pk)


def printed(capsys: pytest.CaptureFixture[str]) -> Any:
    return json.loads(capsys.readouterr().out)


def person_line(run: Episode, /, **changes: Any) -> dict[str, Any]:
    text = next(text for text in texts_of(run) if text.where == "message")
    line = {"run": run.pk, "moment": text.moment, "key": "goal:1", "text": text.text, "value": "no", "rater": "Tansy"}
    return {**line, "words": "", "reason": "it says something else", **changes}


def write(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def test_rules_judge_again_and_store_nothing(run: Episode, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rejudge", str(run.pk), "--json"]) == 0
    (one,) = printed(capsys)["runs"]
    assert (one["recorded"], one["verdict"], one["reader"]) == ("success", "success", "rules")
    assert not Verdict.objects.exists()


def test_a_model_judges_and_the_result_stays(
    run: Episode, model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    model_server.play(judge_by(lambda claim, text: ("no", "")))
    call = ["rejudge", str(run.pk), "--reader", "model", "--judge-model", "judge-1", "--endpoint", model_server.url]
    assert main([*call, "--json"]) == 0
    (one,) = printed(capsys)["runs"]
    assert (one["recorded"], one["verdict"], one["reader"]) == ("success", "undecided", "model:judge-1")
    assert "The user misread offer 1" in one["why"]
    # One request for each text: the offer, the message and the report. The second time, none is asked again.
    assert main(call) == 0 and model_server.count == 3
    assert "undecided" in capsys.readouterr().out
    run.refresh_from_db()
    assert run.success is True


def test_a_judge_that_fails_leaves_unclear_and_exit_code_1(
    run: Episode, model_server: ModelServer, capsys: pytest.CaptureFixture[str]
) -> None:
    for _ in range(3):
        model_server.say("I would rather not.")
    call = ["rejudge", str(run.pk), "--reader", "model", "--judge-model", "judge-1", "--endpoint", model_server.url]
    assert main([*call, "--json"]) == 1
    (one,) = printed(capsys)["runs"]
    assert one["unclear"] == one["failed"] == 15 and one["verdict"] != "miss"


def test_people_are_imported_once_and_count(run: Episode, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write(tmp_path / "people.jsonl", person_line(run))
    for _ in range(2):
        assert main(["rejudge", "--reader", "person", "--import", str(file), "--json"]) == 0
        (one,) = printed(capsys)["runs"]
        assert (one["recorded"], one["verdict"], one["reader"]) == ("success", "miss", "person:Tansy")
    assert READINGS.get().rater == "Tansy"
    # The outcome by this person is stored once, too.
    assert Verdict.objects.get(key="run:success").value == "no"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"text": "Never said."}, "has no such text"),
        ({"moment": 1}, "has no such text at step 1"),
        ({"key": "goal:7"}, "unknown claim 'goal:7' for this text. Known claims: builtin:"),
        ({"value": "maybe"}, "not a reading"),
        ({"rater": " "}, "rater is empty"),
        ({"run": 99_999}, "there is no run 99999"),
        ({"mood": "good"}, "not a reading"),
    ],
)
def test_a_line_that_fits_no_text_refuses_the_whole_file(
    run: Episode, tmp_path: Path, capsys: pytest.CaptureFixture[str], changes: dict[str, Any], why: str
) -> None:
    file = write(tmp_path / "people.jsonl", person_line(run), person_line(run, **changes))
    assert main(["rejudge", "--reader", "person", "--import", str(file)]) == 2
    assert f"{file}:2: " in (told := capsys.readouterr().err) and why in told
    assert not Verdict.objects.exists()


def test_wrong_use_is_explained(run: Episode, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = str(run.pk)
    for call, why in (
        (["rejudge"], "Name runs by their numbers"),
        (["rejudge", "77777"], "The studio has no run 77777"),
        (["rejudge", "--sweep", "5"], "The studio has no sweep 5"),
        (["rejudge", number, "--reader", "model"], "--reader model and --judge-model belong together"),
        (["rejudge", number, "--judge-model", "x/y"], "--reader model and --judge-model belong together"),
        (["rejudge", number, "--reader", "person"], "--reader person and --import FILE belong together"),
        (["rejudge", number, "--reader", "model", "--judge-model", "nonesuch"], "--judge-model: Unknown model"),
        (["rejudge", number, "--reader", "model", "--judge-model", "x/y", "--judge-budget", "none"], "--judge-budget"),
    ):
        assert main(call) == 2
        assert why in capsys.readouterr().err
    assert main(["rejudge", str(started(hold=True).pk)]) == 1


def test_readings_travel_with_a_trace(run: Episode, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    people = write(tmp_path / "people.jsonl", person_line(run))
    assert main(["rejudge", "--reader", "person", "--import", str(people)]) == 0
    trace = tmp_path / "run.jsonl"
    assert main(["trace", "export", str(run.pk), "--to", "trace", "--out", str(trace)]) == 0
    alone = tmp_path / "alone.jsonl"
    assert main(["trace", "export", str(run.pk), "--to", "readings", "--out", str(alone)]) == 0
    assert (tmp_path / "run.readings.jsonl").read_bytes() == alone.read_bytes()
    before = list(READINGS.values("key", "moment", "text_hash", "value", "rater", "reason", "created_at"))
    run.decision_points.all().delete()
    Episode.objects.all().delete()
    assert main(["trace", "import", str(trace)]) == 0
    after = READINGS.values("key", "moment", "text_hash", "value", "rater", "reason", "created_at")
    assert list(after) == before and Episode.objects.count() == 1
    Verdict.objects.all().delete()
    assert main(["trace", "import", str(tmp_path / "run.readings.jsonl")]) == 0 and READINGS.count() == 1
    assert Verdict.objects.get(key="run:success").value == "no"
    Episode.objects.all().delete()
    assert main(["trace", "import", str(tmp_path / "run.readings.jsonl")]) == 1
    assert "Import its trace first" in capsys.readouterr().err
