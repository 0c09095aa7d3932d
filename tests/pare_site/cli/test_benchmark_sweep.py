"""`pare benchmark sweep` as people run it, with a queue and workers of its own, and what it leaves behind: results."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from benchmark.frames import results
from benchmark.result_row import NAMES
from tests.pare_site.cli.command import pare
from tests.pare_site.cli.sweeping import BASELINES, FOLDER, Bench


def test_a_sweep_plays_reports_and_leaves_nothing_but_results(bench: Bench, tmp_path: Path) -> None:
    done = bench.benchmark("sweep", *BASELINES, "--seeds", "0,1")
    assert done.returncode == 0, done.stderr
    assert "2 scenarios × 4 configurations × 2 seeds = 16 runs" in done.stdout
    assert "Not comparable with published figures" in done.stdout
    assert FOLDER in done.stdout
    assert bench.left_behind() == []
    rows = bench.rows()
    assert len(rows) == 16
    assert list(rows[0])[: len(NAMES)] == list(NAMES)
    assert {row["status"] for row in rows if row["configuration"] == "oracle"} == {"success"}
    assert {row["run_number"] for row in rows} == {1, 2}
    assert results(tmp_path / "results").shape[0] == 16
    mark = bench.mark()
    assert (mark["done"], mark["episodes"], mark["partial"]) == (16, 16, False)


@pytest.mark.all
def test_the_second_time_all_is_there_and_without_the_cache_it_comes_out_the_same(bench: Bench, tmp_path: Path) -> None:
    assert bench.benchmark("sweep", *BASELINES).returncode == 0
    first = bench.report()
    again = bench.benchmark("sweep", *BASELINES, "--json")
    assert again.returncode == 0, again.stderr
    told = json.loads(again.stdout)
    assert (told["episodes"], told["from_cache"], told["not_played_yet"]) == (8, 8, 0)
    assert bench.benchmark("sweep", *BASELINES, "--no-cache", "--json").returncode == 0
    assert not any(row["from_cache"] for row in bench.rows())
    anew = bench.report()
    assert _without_plan(anew) == _without_plan(first)


def _without_plan(report: str) -> str:
    """--no-cache is another plan, so that its hash differs."""
    text, found = re.subn(r"Plan:\s\w+", "", report)
    assert found == 1
    return text


def test_a_dry_run_shows_what_it_comes_to_and_starts_nothing(bench: Bench, tmp_path: Path) -> None:
    shown = bench.benchmark("sweep", *BASELINES, "--runs", "3", "--dry-run", "--save-config", tmp_path / "plan.yaml")
    assert shown.returncode == 0, shown.stderr
    assert "= 24 runs" in shown.stdout
    # Who plays by what is on the phone alone plays every run alike.
    assert "To play: 8 runs. From the cache: 16." in shown.stdout
    assert "runs: 3" in (tmp_path / "plan.yaml").read_text()
    assert bench.sweeps() == []
    told = json.loads(bench.benchmark("sweep", "--config", tmp_path / "plan.yaml", "--dry-run", "--json").stdout)
    assert (told["episodes"], told["to_play"], told["costs_money"]) == (24, 8, False)


@pytest.mark.all
def test_a_sweep_that_costs_money_is_refused_without_a_yes(bench: Bench, tmp_path: Path) -> None:
    refused = bench.benchmark("sweep", "-s", "quiet_evening", "-om", "gpt-5", "-em", "gpt-5", OPENAI_API_KEY="sk-none")
    assert refused.returncode == 2
    assert "--yes" in refused.stderr and "--max-cost" in refused.stderr and "$" in refused.stderr
    assert not (tmp_path / "results").exists()
    assert bench.sweeps() == []


@pytest.mark.all
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (("-s", "quiet_evning", "-om", "oracle"), "--scenarios (-s): There is no scenario 'quiet_evning'"),
        (("--split", "evenin", "-om", "oracle"), "--split: There is no split 'evenin'"),
        (("--split", "all", "-om", "gpt-55", "-em", "gpt-55"), "--observe-model (-om): There is no model or player"),
        (("--split", "all", "-om", "groq/a@b", "-em", "groq/a@b"), "--observe-model (-om): The model name 'groq/a@b'"),
    ],
)
def test_what_is_not_known_is_refused_before_anything_runs(bench: Bench, typed: tuple[str, ...], said: str) -> None:
    refused = bench.benchmark("sweep", *typed, "--json")
    assert refused.returncode == 2
    assert said in refused.stderr
    assert json.loads(refused.stdout)["faults"][0]["field"] == said.partition(": ")[0]


@pytest.mark.all
def test_a_model_name_in_a_plan_file_that_could_hold_a_host_is_refused_with_its_line(
    bench: Bench, tmp_path: Path
) -> None:
    file = tmp_path / "plan.yaml"
    file.write_text("split: all\nobserve_model: bedrock/agentcore/a:b:c:evil.example/x:d\n", encoding="utf-8")
    refused = bench.benchmark("sweep", "--config", file, "--dry-run")
    assert refused.returncode == 2
    told = " ".join(refused.stderr.split())
    assert "plan.yaml:2: observe_model: The model name" in told and "it contains '/' after ':'" in told
    assert "list the model under a short name in PARE_MODELS_FILE" in told


@pytest.mark.all
def test_traces_are_exported_under_the_names_of_the_results(bench: Bench, tmp_path: Path) -> None:
    out = ("--export", "--output-dir", tmp_path / "traces")
    done = bench.benchmark(
        "sweep",
        "--split",
        "evening",
        "--oracle",
        "--baselines",
        "none",
        "--runs",
        "2",
        "--export-format",
        "trace",
        *out,
    )
    assert done.returncode == 0, done.stderr
    files = sorted((tmp_path / "traces").rglob("*.jsonl"))
    stem = "benchmark_evening_user_scripted_mt_own_umi_1_omi_8_emi_15/obs_oracle_exec_oracle_enmi_0_es_42_tfp_0.0"
    names = [str(file.relative_to(tmp_path / "traces")) for file in files]
    assert names == [f"{stem}/quiet_evening_run_{number}.jsonl" for number in (1, 2)]
    assert pare("trace", "verify", files[0]).returncode == 0
    rows = bench.rows(stem.partition("/")[0])
    assert [row["export_path"] for row in rows] == list(map(str, files))


@pytest.mark.all
def test_results_of_another_plan_are_set_aside(bench: Bench, tmp_path: Path) -> None:
    assert bench.benchmark("sweep", *BASELINES).returncode == 0
    assert bench.benchmark("sweep", *BASELINES, "--seeds", "7").returncode == 0
    assert {row["seed"] for row in bench.rows()} == {7}
    assert {row["seed"] for row in bench.rows(f"{FOLDER}_sweep_1")} == {0}


@pytest.mark.all
def test_report_reads_a_folder_again(bench: Bench, tmp_path: Path) -> None:
    assert bench.benchmark("sweep", *BASELINES).returncode == 0
    before = bench.report()
    assert "Split: all." in before and re.search(r"Plan:\s\w+", before)
    (tmp_path / "results" / FOLDER / "combined_report.txt").unlink()
    told = pare("benchmark", "report", "--results-dir", tmp_path / "results")
    assert told.returncode == 0, told.stderr
    assert bench.report() == told.stdout == before
    assert "Split: mine" in pare("benchmark", "report", "-d", tmp_path / "results", "-s", "mine").stdout
    assert pare("benchmark", "report", "-d", tmp_path / "nowhere").returncode == 2
    assert "# " in pare("benchmark", "report", "-d", tmp_path / "results", "--markdown").stdout
