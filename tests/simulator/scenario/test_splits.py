from __future__ import annotations

from pathlib import Path

import pytest

from simulator.scenario.load import ScenarioError
from simulator.scenario.scenario_files import FolderError, split_folders
from simulator.scenario.splits import Splits, UnknownSplit

KNOWN = ["ferns", "lease", "rent"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "full.txt").write_text("# all of them\nferns\n\n  lease   # the long one\nrent\n", encoding="utf-8")
    (tmp_path / "small.txt").write_text("lease\n", encoding="utf-8")
    (tmp_path / "notes.md").write_text("not a split\n", encoding="utf-8")
    return tmp_path


def test_a_split_lists_its_ids_in_order_without_comments(folder: Path) -> None:
    split = Splits([folder]).get("full", KNOWN)
    assert split.ids == ("ferns", "lease", "rent")
    assert split.file == folder / "full.txt"


def test_comment_in_the_first_line_describes_the_split(folder: Path) -> None:
    splits = Splits([folder])
    assert splits.get("full", KNOWN).about == "all of them"
    assert splits.get("small", KNOWN).about == ""


def test_broken_files_are_left_out_of_the_readable_splits(folder: Path) -> None:
    (folder / "bad.txt").write_bytes(b"caf\xe9\n")
    (folder / "other.txt").write_text("# Not loaded.\nnothing\n", encoding="utf-8")
    found = Splits([folder]).readable()
    assert [(split.name, split.about) for split in found] == [
        ("full", "all of them"),
        ("other", "Not loaded."),
        ("small", ""),
    ]
    assert found[1].ids == ("nothing",)


def test_of_two_files_with_one_name_the_first_is_read(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "small.txt").write_text("rent\n", encoding="utf-8")
    assert [split.ids for split in Splits([folder, other]).readable() if split.name == "small"] == [("lease",)]


def test_the_names_are_those_of_the_files(folder: Path) -> None:
    assert Splits([folder]).names() == ["full", "small"]


def test_an_unknown_split_lists_the_known_ones(folder: Path) -> None:
    with pytest.raises(UnknownSplit) as refusal:
        Splits([folder]).get("smal", KNOWN)
    assert str(refusal.value) == "There is no split 'smal' (did you mean 'small'?). Splits are: small, full."


def test_an_id_listed_twice_is_a_fault_on_the_second_line(folder: Path) -> None:
    (folder / "full.txt").write_text("ferns\nlease\nferns\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as refusal:
        Splits([folder]).get("full", KNOWN)
    (fault,) = refusal.value.faults
    assert (fault.file, fault.line) == (str(folder / "full.txt"), 3)
    assert "already on line 1" in fault.text


def test_an_id_that_does_not_exist_is_a_fault(folder: Path) -> None:
    (folder / "full.txt").write_text("ferns\nleese\n", encoding="utf-8")
    with pytest.raises(ScenarioError) as refusal:
        Splits([folder]).get("full", KNOWN)
    (fault,) = refusal.value.faults
    assert fault.line == 2
    assert "did you mean 'lease'?" in fault.text


def test_several_ids_that_do_not_exist_are_one_fault(folder: Path) -> None:
    with pytest.raises(ScenarioError) as refusal:
        Splits([folder]).get("full", ["rent"])
    (fault,) = refusal.value.faults
    assert fault.line == 2
    assert "not among the loaded scenarios: 'ferns', 'lease'; " in fault.text
    assert "PARE_SCENARIOS_DIR" in fault.text


def test_all_faults_of_all_splits_can_be_asked_for(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    (other / "small.txt").write_text("nothing\n", encoding="utf-8")
    (other / "bad.txt").write_bytes(b"caf\xe9\n")
    faults = Splits([folder, other]).faults(KNOWN)
    assert [Path(fault.file).name for fault in faults] == ["bad.txt", "small.txt", "small.txt"]
    assert "UTF-8" in faults[0].text
    assert str(folder / "small.txt") in faults[1].text
    assert "not among the loaded scenarios: 'nothing'" in faults[2].text


def test_sound_splits_have_no_faults(folder: Path) -> None:
    assert Splits([folder]).faults(KNOWN) == []


def test_the_folders_come_from_the_setting(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    environ = {"PARE_BENCHMARK_SPLITS_DIR": f"{folder}, {other}"}
    assert split_folders(environ) == [folder.resolve(), other.resolve()]


def test_a_folder_that_is_not_there_is_told_with_the_setting(folder: Path) -> None:
    with pytest.raises(FolderError, match="PARE_BENCHMARK_SPLITS_DIR names the folder"):
        split_folders({"PARE_BENCHMARK_SPLITS_DIR": str(folder / "nowhere")})


def test_without_a_setting_the_splits_of_the_benchmark_are_meant(root: Path) -> None:
    own = root / "benchmark" / "splits"
    assert split_folders({}) == ([own] if own.is_dir() else [])
