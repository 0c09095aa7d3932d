from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from benchmark.report.data import About
from benchmark.result_row import EXTRAS, NAMES, ResultRow
from benchmark.results_files import read_folder
from benchmark.results_folder import NamingFacts, file_stem, folder_name, write_combined, write_results
from tests.benchmark.rows_for_tests import row, sample

ABOUT = About(name="October", split="full")


def model(name: str, **more: Any) -> list[ResultRow]:
    return sample(6, 2, observe_model=name, execute_model=name, **more)


def test_names_are_those_of_the_original() -> None:
    facts = NamingFacts(split="full", max_turns=10)
    assert folder_name(facts, "gpt-5-mini") == "benchmark_full_user_gpt-5-mini_mt_10_umi_1_omi_8_emi_15"
    assert folder_name(NamingFacts(), "scripted") == "benchmark_custom_user_scripted_mt_own_umi_1_omi_8_emi_15"
    plain = row("a", observe_model="gpt-5", execute_model="gpt-5")
    assert file_stem(facts, plain) == "obs_gpt-5_exec_gpt-5_enmi_0_es_42_tfp_0.0"
    noisy = row("a", tool_failure_probability=0.1, num_env_events_per_minute=2, env_events_per_minute=2.5)
    assert file_stem(facts, noisy) == "obs_atlas_exec_atlas_enmi_2.5_es_42_tfp_0.1"


def test_names_cannot_leave_the_folder(tmp_path: Path) -> None:
    rows = model("../../up", user_model="/etc") + model("http://host:1/x?y=1", user_model="/etc")
    written = write_results(tmp_path, NamingFacts(experiment_name="../a b"), rows, ABOUT)
    assert {path.parent for path in written.files} == {tmp_path / "a-b_custom_user_etc_mt_own_umi_1_omi_8_emi_15"}
    assert all(path.is_file() for path in written.files)


def test_rows_come_back_as_they_were_written(tmp_path: Path) -> None:
    rows = model("a") + model("b") + model("a / b", configuration="other")
    written = write_results(tmp_path, NamingFacts(), rows, ABOUT)
    (folder,) = written.folders
    assert sorted(path.name for path in folder.iterdir()) == sorted(path.name for path in written.files)
    assert len(written.files) == 3 * 2 + 2
    assert sorted(read_folder(folder), key=repr) == sorted(rows, key=repr)
    entry = json.loads((folder / "obs_a_exec_a_enmi_0_es_42_tfp_0.0_result.json").read_text())[0]
    assert list(entry) == [*NAMES, *EXTRAS]


def test_each_user_has_a_folder_and_baselines_lie_beside_the_models(tmp_path: Path) -> None:
    rows = model("a", user_model="mini", configuration="a, user mini")
    rows += model("a", user_model="maxi", configuration="a, user maxi") + model("silent", kind="baseline")
    written = write_results(tmp_path, NamingFacts(), rows, ABOUT)
    assert [folder.name.split("_")[3] for folder in written.folders] == ["maxi", "mini"]
    for folder in written.folders:
        assert {each.configuration for each in read_folder(folder)} >= {"silent"}
        assert "silent" in (folder / "combined_report.txt").read_text()


def test_only_baselines_have_the_folder_of_their_own_user(tmp_path: Path) -> None:
    (folder,) = write_results(tmp_path, NamingFacts(), model("silent", kind="baseline"), ABOUT).folders
    assert "_user_scripted_" in folder.name


def test_configurations_that_would_share_a_name_are_kept_apart(tmp_path: Path) -> None:
    rows = model("x/y", configuration="one") + model("x:y", configuration="two")
    written = write_results(tmp_path, NamingFacts(), rows, ABOUT)
    assert len(set(written.files)) == len(written.files) == 6
    assert len(read_folder(written.folders[0])) == len(rows)


def test_results_may_be_written_again_while_a_sweep_is_played(tmp_path: Path) -> None:
    unfinished = [row("a", run, None) for run in (1, 2)]
    write_results(tmp_path, NamingFacts(), unfinished, ABOUT)
    written = write_results(tmp_path, NamingFacts(), [row("a", 1, True), row("a", 2, None)], ABOUT)
    assert [each.status for each in read_folder(written.folders[0])] == ["success", "no_validation"]
    assert "1 unfinished run" in (written.folders[0] / "combined_report.txt").read_text()


def test_the_combined_report_of_a_folder_is_the_one_that_the_sweep_wrote(tmp_path: Path) -> None:
    written = write_results(tmp_path, NamingFacts(), model("a") + model("silent", kind="baseline"), ABOUT)
    (folder,) = written.folders
    before = (folder / "combined_result.json").read_bytes()
    report, again = write_combined(tmp_path, ABOUT)
    assert (folder / "combined_result.json").read_bytes() == before
    assert [path.name for path in again.files] == ["combined_result.json", "combined_report.txt"]
    assert [each.label for each in report.configurations] == ["a", "silent"]
    assert list(json.loads(before))[:2] == ["metadata", "per_config_results"]
