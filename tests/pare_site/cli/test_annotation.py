"""`pare annotation`: from a folder of traces to a study, its link, its progress and its data."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path
from typing import Any

import polars
import pytest
from django.utils import timezone

from annotation.models import Answer, Item, ItemShow, Role, Study, StudyState
from annotation.plan.plan_reading import read_plan
from annotation.studies.lifecycle import plan_of
from pare_site.cli.main import main
from simulator.config import EpisodeConfig
from simulator.episode.recording import record
from simulator.models import Episode
from tests.annotation.played import played
from tests.annotation.study_fixtures import items, rater, study
from tests.simulator.stories.shelf import story

SHARED = Path(__file__).parents[4] / "shared" / "data" / "pare_traces"


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("recorded")
    for name, options in (
        ("oracle", {"assistant": "oracle"}),
        ("eager", {"assistant": "eager"}),
        ("noisy", {"assistant": "oracle", "tool_failure_probability": 0.2}),
    ):
        record(story("late_train"), EpisodeConfig(**options), folder / f"{name}.jsonl")
    return folder


@pytest.fixture
def traces(recorded: Path, tmp_path: Path) -> Path:
    """Runs of two assistants in a folder, and one with noise."""
    return shutil.copytree(recorded, tmp_path / "spring_runs")


def _json(capsys: pytest.CaptureFixture[str], *args: str | Path, code: int = 0) -> Any:
    assert main(["annotation", *map(str, args), "--json"]) == code
    return json.loads(capsys.readouterr().out)


def _refused(capsys: pytest.CaptureFixture[str], *args: str | Path) -> str:
    assert main(["annotation", *map(str, args)]) == 2
    return capsys.readouterr().err


def test_a_folder_of_traces_becomes_a_draft_with_runs_items_and_looks(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["annotation", "sample", "-t", str(traces), "-n", "50", "-s", "7"]) == 0
    out, err = capsys.readouterr()
    made = Study.objects.get()
    assert (made.title, made.state, made.pass_mark) == ("spring_runs", StudyState.DRAFT, 0)
    assert Episode.objects.count() == 3
    assert set(made.items.values_list("model", flat=True)) == {"eager", "oracle"}
    spec = plan_of(made).samples[0]
    assert (spec.seed, spec.noise_free, spec.source, len(spec.runs)) == (7, True, "spring_runs", 3)
    assert ItemShow.objects.count() == made.items.filter(trouble="").count() == made.items.count() > 0
    assert "3 runs from spring_runs, 3 of them new." in out and "left out: 1 run: played with noise" in out
    assert f"pare annotation launch {made.pk}" in out
    assert err == ""


def test_the_same_folder_with_the_same_seed_gives_the_same_items(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, third = (
        _json(capsys, "sample", "-t", traces, "-n", "4", "-s", seed, "--kinds", "both", "--study", title)["study"]
        for title, seed in (("One", "5"), ("Two", "5"), ("Three", "6"))
    )
    drawn = [list(Item.objects.filter(study=pk).values_list("identity", flat=True)) for pk in (first, second, third)]
    assert drawn[0] == drawn[1] != drawn[2]


def test_a_second_batch_goes_to_the_same_study(db: None, traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = _json(capsys, "sample", "-t", traces, "-n", "2")["study"]
    told = _json(capsys, "sample", "-t", traces, "-n", "99", "--study", number)
    assert told["study"] == number and told["new_runs"] == 0 and told["left_out"]["already"] == 2
    assert Study.objects.count() == 1 and Study.objects.get().batches.count() == 2
    assert "3 points" not in _refused(capsys, "sample", "-t", traces, "-n", "1", "--study", "99")
    assert "already in this study" in _refused(capsys, "sample", "-t", traces, "-n", "1", "--study", str(number))


def test_counts_per_model_are_kept_to_and_models_that_are_not_here_told(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = _json(capsys, "sample", "-t", traces, "--per-model", "oracle:1,eager:40")
    models = list(Study.objects.get(pk=told["study"]).items.values_list("model", flat=True))
    assert models.count("oracle") == 1 and models.count("eager") > 1
    assert told["short"] == 41 - len(models)
    said = _refused(capsys, "sample", "-t", traces, "-n", "3", "--target-models", "gpt-5")
    assert "The traces contain no run of gpt-5. Their models: eager, oracle." in said


def test_silences_are_sampled_with_a_question_about_them(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = Study.objects.get(pk=_json(capsys, "sample", "-t", traces, "-n", "9", "--kinds", "both")["study"])
    assert set(made.items.values_list("kind", flat=True)) == {"offer", "silence"}
    assert [question["key"] for question in made.questions] == ["decision", "missed"]


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "The number of items is missing. Give -n SIZE"),
        (("-n", "0"), "-n: '0' does not fit."),
        (("-n", "many"), "-n: 'many' does not fit"),
        (("-n", "3", "--per-model", "a:1"), "-n: Give the number of items either as size or as per_model"),
        (("--per-model", "a"), "--per-model: 'a' does not fit: write model:count"),
        (("--per-model", "a:1", "--target-models", "a"), "--per-model: Per_model already names the models"),
        (("-n", "3", "--kinds", "all"), "--kinds: 'all' does not fit."),
        (("-n", "3", "-o", "items.txt"), "--output items.txt: the name must end with one of .yaml"),
        (("-n", "3", "--add-tutorial-examples", "missing.yaml"), "missing.yaml cannot be read"),
    ],
)
def test_wrong_flags_are_told_before_anything_is_read(
    db: None, tmp_path: Path, args: tuple[str, ...], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert said in _refused(capsys, "sample", "-t", tmp_path, *args)


def test_folders_without_traces_are_refused(db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "the folder does not exist" in _refused(capsys, "sample", "-t", tmp_path / "no", "-n", "3")
    assert "contains no traces" in _refused(capsys, "sample", "-t", tmp_path, "-n", "3")
    (tmp_path / "enmi_3").mkdir()
    (tmp_path / "enmi_3" / "a.json").write_text("{}")
    assert "Use --with-noise to include them" in _refused(capsys, "sample", "-t", tmp_path, "-n", "3")
    assert not Study.objects.exists()


def test_files_that_are_no_traces_are_told_and_the_others_taken(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (traces / "broken.json").write_text("{")
    assert main(["annotation", "sample", "-t", str(traces), "-n", "3"]) == 1
    assert "broken.json" in capsys.readouterr().err
    assert Study.objects.get().items.count() == 3


def test_what_is_written_is_the_plan_or_the_items_and_names_the_study(
    db: None, traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, table = tmp_path / "study.yaml", tmp_path / "items.parquet"
    number = _json(capsys, "sample", "-t", traces, "-n", "3", "-o", plan)["study"]
    made = Study.objects.get(pk=number)
    assert read_plan(plan.read_text(), "study.yaml") == plan_of(made)
    other = _json(capsys, "sample", "-t", traces, "-n", "2", "-o", table, "--study", "Other")["study"]
    frame = polars.read_parquet(table)
    kept = list(Item.objects.filter(study=other).values_list("identity", "probability"))
    assert frame.select("item_id", "probability").rows() == kept
    assert _json(capsys, "status", "--samples", plan)["study"] == number
    assert _json(capsys, "status", "--samples", table)["study"] == other
    own = tmp_path / "own.yaml"
    own.write_text(f"title: By hand\nsamples: [{{size: 2, runs: [{Episode.objects.latest('pk').pk}]}}]\n")
    by_hand = _json(capsys, "new", own)["study"]
    assert _json(capsys, "status", "--samples", own)["study"] == by_hand, "whatever its runs are called in the file"
    again = _json(capsys, "new", plan)
    assert again["items"] == 3 and again["study"] not in (number, other)
    plan.write_text(plan.read_text().replace("size: 3", "size: 2"))
    assert "Make a study with `pare annotation new" in _refused(capsys, "status", "--samples", plan)


def test_practice_comes_from_a_plan_or_from_the_demo(
    db: None, traces: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "no practice items in the demo" in _refused(
        capsys, "sample", "-t", traces, "-n", "3", "--add-tutorial-examples"
    )
    number = _json(capsys, "sample", "-t", traces, "-n", "1")["study"]
    item = Item.objects.get(study=number)
    file = tmp_path / "tutorial.yaml"
    marked = f"practice: [{{identity: {item.identity}, right_answers: {{decision: accept}}, explanation: So it is.}}]"
    file.write_text(f"title: Tutorial\n{marked}\n")
    made = _json(capsys, "sample", "-t", traces, "-n", "2", "--add-tutorial-examples", file, "--study", "Taught")
    taught = Study.objects.get(pk=made["study"])
    practice = taught.items.get(role=Role.PRACTICE)
    assert (practice.identity, practice.explanation, taught.pass_mark) == (item.identity, "So it is.", 0.8)
    assert taught.items.filter(role=Role.REAL).count() == 2


def test_launch_opens_a_study_and_prints_one_link_for_all(
    db: None, traces: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    number = _json(capsys, "sample", "-t", traces, "-n", "3")["study"]
    assert main(["annotation", "launch", "-k", "2", "--no-start", "--port", "8123"]) == 0
    out, err = capsys.readouterr()
    link = out.splitlines()[-1]
    assert link.startswith("http://127.0.0.1:8123/join/") and "No site is running" in err
    made = Study.objects.get(pk=number)
    assert (made.state, made.per_item) == (StudyState.OPEN, 2)
    assert _json(capsys, "launch", str(number), "--no-start", "--port", "8123")["link"] == link
    assert "per_item can only be raised" in _refused(capsys, "launch", str(number), "-k", "1", "--no-start")
    Study.objects.update(state=StudyState.CLOSED)
    assert "is closed" in _refused(capsys, "launch", str(number), "--no-start")


def test_launch_becomes_the_site_where_none_runs(
    db: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    items(study(), 1)
    became: list[list[str]] = []
    monkeypatch.setattr("pare_site.cli.annotation_launch.os.execv", lambda _, command: became.append(command))
    assert main(["annotation", "launch", "--port", "8123"]) == 0
    assert [command[1:] for command in became] == [["-m", "pare_site.cli.main", "up", "--port", "8123"]]
    assert "http://127.0.0.1:8123/join/" in capsys.readouterr().out


def test_launch_says_what_a_study_lacks(db: None, capsys: pytest.CaptureFixture[str]) -> None:
    assert "There are no studies yet" in _refused(capsys, "launch", "--no-start")
    made = study(StudyState.DRAFT)
    said = _refused(capsys, "launch", str(made.pk), "--no-start")
    assert "Draw a sample first" in said and "set the pass mark to 0" in said
    assert "Unknown study 99. Known studies:" in _refused(capsys, "launch", "99", "--no-start")
    assert "give a whole number from 1 to 65535" in _refused(capsys, "launch", "--port", "0", "--no-start")


def test_status_and_process_tell_what_people_answered(
    db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played(assistant="oracle")
    made = study()
    first, second, _ = items(made, 3)
    for name, value in (("Sorrel", "accept"), ("Thyme", "reject")):
        person = rater(made, name)
        for item in (first, second):
            _answer(person, item, value if item is first else "accept")
    assert _json(capsys, "status")["total_annotations"] == 4
    assert main(["annotation", "status", str(made.pk)]) == 0
    out = capsys.readouterr().out
    assert "4 of 9 answers" in out and "Sorrel" in out and "Thyme" in out
    assert main(["annotation", "process", str(made.pk), "--output", str(tmp_path / "answers.csv")]) == 0
    out = capsys.readouterr().out
    assert "4 answers of 2 people to 2 items;" in out
    assert "Same answer, pairs" in out and "0.500" in out and "People compared with the simulated user" in out
    rows = list(csv.DictReader((tmp_path / "answers.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert len(rows) == 4 and {row["value"] for row in rows} == {"accept", "reject"}
    told = _json(capsys, "process", str(made.pk))["questions"]["decision"]
    assert told["among"]["percent"]["value"] == 0.5
    assert "the name must end with one of .csv" in _refused(capsys, "process", "-o", tmp_path / "answers.txt")


def test_plan_prints_what_new_reads(db: None, tmp_path: Path, traces: Path, capsys: pytest.CaptureFixture[str]) -> None:
    number = _json(capsys, "sample", "-t", traces, "-n", "2")["study"]
    assert main(["annotation", "plan", str(number)]) == 0
    text = capsys.readouterr().out
    assert read_plan(text, "") == plan_of(Study.objects.get())
    file = tmp_path / "bad.yaml"
    file.write_text("title: x\nper_item: none at all\n")
    assert "bad.yaml:2: per_item: 'none at all' does not fit" in _refused(capsys, "new", file)


def test_traces_of_real_models_of_the_original_become_a_study(
    db: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if not SHARED.is_dir():
        pytest.skip("traces lie in the folder shared/data/pare_traces beside the repository, which is not there")
    told = _json(capsys, "sample", "-t", SHARED, "-n", "10", "--kinds", "both")
    made = Study.objects.get(pk=told["study"])
    offers = made.items.filter(kind="offer")
    assert sorted(offers.values_list("simulated", flat=True)) == ["gather_context", "reject", "reject"]
    assert {name for name in made.items.values_list("model", flat=True) if "claude" not in name} == set()
    assert not made.items.exclude(trouble="").exists() and ItemShow.objects.count() == made.items.count()


def _answer(person: Any, item: Item, value: str) -> None:
    now = timezone.now()
    Answer.objects.create(
        study=item.study,
        item=item,
        episode=item.episode,
        moment=item.moment,
        key="decision",
        value=value,
        rater=person,
        revision=1,
        guidelines=1,
        given_at=now,
        seconds=9,
    )
    Item.objects.filter(pk=item.pk).update(answered=item.answered + 1)
