from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from simulator.scenario import library as library_module
from simulator.scenario.library import Library, UnknownScenario, UnknownValue
from simulator.scenario.load import ScenarioError, load_file
from simulator.scenario.scenario_files import FolderError, benchmark_folder, scenario_folders
from simulator.scenario.splits import Splits
from tests.simulator.scenario.samples import FERNS, LEASE, edited


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "scenarios"
    place.mkdir()
    (place / "water_the_ferns.yaml").write_text(FERNS, encoding="utf-8")
    (place / "send_the_lease.yaml").write_text(LEASE, encoding="utf-8")
    return place


@pytest.fixture
def library(folder: Path) -> Library:
    (folder / "one.txt").write_text("water_the_ferns\n", encoding="utf-8")
    return Library([folder], Splits([folder]))


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are read, by name."""
    read: list[str] = []

    def counted(path: Path) -> object:
        read.append(path.name)
        return load_file(path)

    monkeypatch.setattr(library_module, "load_file", counted)
    return read


def ids(stories: object) -> list[str]:
    assert isinstance(stories, list)
    return [story.id for story in stories]


def test_stories_are_sorted_by_id(library: Library) -> None:
    assert ids(library.stories()) == ["send_the_lease", "water_the_ferns"]
    assert library.faults() == []


def test_one_story_is_found_without_reading_others(library: Library, loads: list[str]) -> None:
    assert library.get("water_the_ferns").id == "water_the_ferns"
    assert loads == ["water_the_ferns.yaml"]


def test_a_file_is_read_once_while_it_stays_the_same(library: Library, loads: list[str]) -> None:
    assert library.get("water_the_ferns") is library.get("water_the_ferns")
    library.stories()
    assert sorted(loads) == ["send_the_lease.yaml", "water_the_ferns.yaml"]


def test_a_changed_file_is_read_again(library: Library, folder: Path) -> None:
    before = library.get("water_the_ferns")
    file = folder / "water_the_ferns.yaml"
    file.write_text(edited(FERNS, "title: Watering before the trip", "title: Something else"), encoding="utf-8")
    assert before.scenario.title == "Watering before the trip"
    assert library.get("water_the_ferns").scenario.title == "Something else"


def test_a_change_of_the_same_length_is_seen_by_its_time(library: Library, folder: Path) -> None:
    library.get("water_the_ferns")
    file = folder / "water_the_ferns.yaml"
    file.write_text(edited(FERNS, "rating: 1", "rating: 2"), encoding="utf-8")
    os.utime(file, ns=(0, 0))
    assert library.get("water_the_ferns").scenario.difficulty.rating == 2


def test_a_new_file_is_found_without_a_new_library(library: Library, folder: Path) -> None:
    library.stories()
    (folder / "other.yaml").write_text(edited(FERNS, "id: water_the_ferns", "id: other"), encoding="utf-8")
    assert "other" in ids(library.stories())


def test_a_file_with_faults_does_not_hide_the_others(library: Library, folder: Path) -> None:
    (folder / "broken.yaml").write_text("id: broken\n", encoding="utf-8")
    assert ids(library.stories()) == ["send_the_lease", "water_the_ferns"]
    assert {fault.file for fault in library.faults()} == {str(folder / "broken.yaml")}
    with pytest.raises(ScenarioError, match=r"broken\.yaml:1: title: the field 'title' is missing"):
        library.get("broken")


def test_a_name_other_than_the_id_is_a_fault(library: Library, folder: Path) -> None:
    (folder / "ferns.yaml").write_text(FERNS, encoding="utf-8")
    (fault,) = library.faults()
    assert "the file is called ferns.yaml" in fault.text


def test_an_unknown_id_is_told_with_close_ones(library: Library) -> None:
    with pytest.raises(UnknownScenario, match=r"'water_the_fern' \(did you mean 'water_the_ferns'\?\); 2 ids"):
        library.get("water_the_fern")


@pytest.mark.parametrize("name", ["", ".", "..", "../scenarios/water_the_ferns", "a/b", "\0", ".hidden"])
def test_an_id_never_leads_out_of_the_folder(library: Library, name: str) -> None:
    with pytest.raises(UnknownScenario):
        library.get(name)


def test_hidden_files_and_other_endings_are_passed_over(library: Library, folder: Path) -> None:
    (folder / ".water.yaml").write_text("junk: [", encoding="utf-8")
    (folder / "notes.md").write_text("junk", encoding="utf-8")
    assert library.faults() == []


def test_two_files_with_one_id_are_both_named(library: Library, folder: Path, tmp_path: Path) -> None:
    second = tmp_path / "second"
    second.mkdir()
    (second / "water_the_ferns.yaml").write_text(FERNS, encoding="utf-8")
    both = Library([folder, second])
    (fault,) = both.faults()
    assert fault.file == str(second / "water_the_ferns.yaml")
    assert (fault.line, fault.field) == (1, "id")
    assert str(folder / "water_the_ferns.yaml") in fault.text
    with pytest.raises(ScenarioError) as refusal:
        both.get("water_the_ferns")
    assert refusal.value.faults == (fault,)
    assert both.get("send_the_lease").file == str(folder / "send_the_lease.yaml")
    assert ids(both.stories()) == ["send_the_lease", "water_the_ferns"]


def test_stories_can_be_picked_by_what_they_are(library: Library) -> None:
    both, ferns, lease = ["send_the_lease", "water_the_ferns"], ["water_the_ferns"], ["send_the_lease"]
    assert ids(library.filter()) == both
    assert ids(library.filter(apps="reminder")) == both
    assert ids(library.filter(apps=["reminder", "email"])) == lease
    assert ids(library.filter(category="housing")) == lease
    assert ids(library.filter(category=["housing", "reminders-tasks"])) == both
    assert ids(library.filter(difficulty=1)) == ferns
    assert ids(library.filter(difficulty=[1, 2], status="draft")) == lease
    assert ids(library.filter(tags=["implicit", "home"])) == ferns
    assert ids(library.filter(tags="nothing")) == []
    assert ids(library.filter(split="one")) == ferns
    assert ids(library.filter(split="one", status="draft")) == []


def test_a_split_is_picked_without_reading_other_files(library: Library, loads: list[str]) -> None:
    library.filter(split="one")
    assert loads == ["water_the_ferns.yaml"]


def test_a_split_with_faults_is_refused(library: Library, folder: Path) -> None:
    (folder / "one.txt").write_text("water_the_fern\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="did you mean 'water_the_ferns'"):
        library.filter(split="one")


@pytest.mark.parametrize(
    ("wanted", "text"),
    [
        ({"category": "hosing"}, "There is no category 'hosing' (did you mean 'housing'?)"),
        ({"apps": ["emial"]}, "There is no app 'emial' (did you mean 'email'?)"),
        ({"apps": "home"}, "There is no app 'home'"),
        ({"status": "done"}, "There is no status 'done'; known: draft, ready."),
    ],
)
def test_a_filter_that_can_never_match_is_refused(library: Library, wanted: dict[str, str], text: str) -> None:
    with pytest.raises(UnknownValue) as refusal:
        library.filter(**wanted)  # type: ignore[arg-type]
    assert str(refusal.value).startswith(text)


def test_without_a_setting_the_benchmark_is_meant(root: Path) -> None:
    assert benchmark_folder() == root / "benchmark"
    assert scenario_folders({"PARE_SCENARIOS_DIR": " , "}) == scenario_folders({}) == [root / "benchmark" / "scenarios"]


def test_the_setting_names_several_folders(folder: Path, tmp_path: Path) -> None:
    found = scenario_folders({"PARE_SCENARIOS_DIR": f" {folder} ,, {tmp_path},{folder}"})
    assert found == [folder.resolve(), tmp_path.resolve()]


def test_a_relative_folder_starts_at_the_current_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    assert scenario_folders({"PARE_SCENARIOS_DIR": "scenarios"}) == [folder.resolve()]


def test_failing_that_it_starts_in_the_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert scenario_folders({"PARE_SCENARIOS_DIR": "."}) == [tmp_path.resolve()]
    monkeypatch.setattr("simulator.scenario.scenario_files.benchmark_folder", lambda: root / "tests")
    assert scenario_folders({"PARE_SCENARIOS_DIR": "simulator"}) == [root / "tests" / "simulator"]


def test_a_missing_folder_is_told_with_the_setting(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="PARE_SCENARIOS_DIR names the folder 'nowhere/at/all'"):
        scenario_folders({"PARE_SCENARIOS_DIR": f"{tmp_path},nowhere/at/all"})


def test_a_benchmark_without_scenarios_names_the_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simulator.scenario.scenario_files.benchmark_folder", lambda: tmp_path)
    with pytest.raises(FolderError, match="Set PARE_SCENARIOS_DIR"):
        scenario_folders({})


def test_a_library_by_settings_reads_the_environment(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARE_SCENARIOS_DIR", str(folder))
    assert Library().ids() == Library.standard().ids() == ["send_the_lease", "water_the_ferns"]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An importable package with one scenario, as another project would install it."""
    place = tmp_path / "foreign" / "foreign_stories"
    place.mkdir(parents=True)
    (place / "__init__.py").write_text("", encoding="utf-8")
    (place / "paths.py").write_text(
        "from pathlib import Path\n"
        "HERE = Path(__file__).parent\n"
        "def one():\n    return HERE / 'foreign_one.yaml'\n"
        "def several():\n    return [str(HERE)]\n"
        "def nowhere():\n    return [HERE / 'nothing']\n",
        encoding="utf-8",
    )
    (place / "foreign_one.yaml").write_text(edited(FERNS, "id: water_the_ferns", "id: foreign_one"), encoding="utf-8")
    monkeypatch.syspath_prepend(str(place.parent))
    yield place
    for name in [name for name in sys.modules if name.startswith("foreign_stories")]:
        del sys.modules[name]


@pytest.mark.parametrize(
    "target", ["foreign_stories", "foreign_stories.paths", "foreign_stories.paths:one", "foreign_stories.paths:several"]
)
def test_other_packages_bring_scenarios(folder: Path, package: Path, target: str) -> None:
    shelf = Library([folder], plugins=[EntryPoint("foreign", target, "pare.scenarios")])
    assert ids(shelf.stories()) == ["foreign_one", "send_the_lease", "water_the_ferns"]
    assert shelf.get("foreign_one").file == str(package / "foreign_one.yaml")
    assert shelf.faults() == []


@pytest.mark.parametrize("target", ["no_such_package", "foreign_stories:missing", "foreign_stories.paths:nowhere"])
def test_a_broken_package_is_a_fault_and_no_more(folder: Path, package: Path, target: str) -> None:
    shelf = Library([folder], plugins=[EntryPoint("foreign", target, "pare.scenarios")])
    assert ids(shelf.stories()) == ["send_the_lease", "water_the_ferns"]
    (fault,) = shelf.faults()
    assert fault.file == f"pare.scenarios: foreign = {target}"
    assert "gives no scenarios" in fault.text


def test_a_package_without_scenario_files_is_a_fault(folder: Path, package: Path) -> None:
    (package / "foreign_one.yaml").unlink()
    shelf = Library([folder], plugins=[EntryPoint("foreign", "foreign_stories", "pare.scenarios")])
    (fault,) = shelf.faults()
    assert fault.file == "pare.scenarios: foreign = foreign_stories"
    assert f"has no scenario files: {package}" in fault.text


def test_an_id_in_a_folder_and_in_a_package_is_refused(folder: Path, package: Path, loads: list[str]) -> None:
    (package / "water_the_ferns.yaml").write_text(FERNS, encoding="utf-8")
    shelf = Library([folder], plugins=[EntryPoint("foreign", "foreign_stories", "pare.scenarios")])
    with pytest.raises(ScenarioError) as refusal:
        shelf.get("water_the_ferns")
    (fault,) = refusal.value.faults
    assert fault.file == str(package / "water_the_ferns.yaml")
    assert str(folder / "water_the_ferns.yaml") in fault.text
    assert loads == []


def test_a_packages_folder_may_be_named_in_the_settings_too(package: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(package)
    shelf = Library([link], plugins=[EntryPoint("foreign", "foreign_stories", "pare.scenarios")])
    assert shelf.get("foreign_one").id == "foreign_one"
    assert shelf.faults() == []


def test_one_story_loads_fast(library: Library, folder: Path) -> None:
    library.get("water_the_ferns")
    (folder / "fast.yaml").write_text(edited(FERNS, "id: water_the_ferns", "id: fast"), encoding="utf-8")
    begun = time.process_time()
    library.get("fast")
    assert time.process_time() - begun < 0.2
