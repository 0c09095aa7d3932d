"""Which files of a folder are taken for traces, and what the names of folders say about noise."""

from __future__ import annotations

from pathlib import Path

import pytest

from annotation.sampling.trace_files import trace_files


def _write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("{}")


def _found(folder: Path) -> list[str]:
    return [file.path.relative_to(folder).as_posix() for file in trace_files(folder)]


def test_traces_are_found_however_deep_and_in_one_order(tmp_path: Path) -> None:
    _write(tmp_path, "b.jsonl", "a.JSON", "deep/er/c.json", "notes.txt", "plan.yaml")
    assert _found(tmp_path) == ["a.JSON", "b.jsonl", "deep/er/c.json"]


def test_results_and_hidden_files_are_no_traces(tmp_path: Path) -> None:
    _write(tmp_path, "x_result.json", "sweep.json", ".part.json", ".cache/a.json", "a_run_1.json")
    assert _found(tmp_path) == ["a_run_1.json"]


def test_of_two_tellings_of_a_run_the_fuller_one_is_taken(tmp_path: Path) -> None:
    _write(tmp_path, "m/hf/a.json", "m/lite/a.json", "m/lite/b.json", "lite/a.json")
    assert _found(tmp_path) == ["lite/a.json", "m/hf/a.json", "m/lite/b.json"]


@pytest.mark.parametrize(
    ("folder", "noisy"),
    [
        ("obs_gpt-5_exec_gpt-5_enmi_0_es_42_tfp_0.0", False),
        ("obs_gpt-5_exec_gpt-5_enmi_2_es_42_tfp_0.0", True),
        ("obs_gpt-5_exec_gpt-5_enmi_0_es_42_tfp_0.1", True),
        ("obs_gpt-5_exec_gpt-5_enmi_0.5_es_42", True),
        ("my_tfp_notes", False),
        ("traces", False),
    ],
)
def test_both_kinds_of_noise_are_read_from_the_names_of_folders(tmp_path: Path, folder: str, noisy: bool) -> None:
    _write(tmp_path, f"{folder}/a.json", f"{folder}/deeper/b.json")
    assert [file.noisy for file in trace_files(tmp_path)] == [noisy, noisy]
    assert [file.noisy for file in trace_files(tmp_path / folder)] == [noisy, noisy]
