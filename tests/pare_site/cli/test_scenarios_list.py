"""`pare scenarios list`: the table, the filters, and files that do not load."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.pare_site.cli.command import BROKEN, DENTIST, write_stories


def listed_ids(capsys: pytest.CaptureFixture[str], *args: str) -> list[str]:
    assert main(["scenarios", "list", "--json", *args]) == 0
    return [entry["id"] for entry in json.loads(capsys.readouterr().out)["scenarios"]]


def test_every_scenario_is_a_row(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "list"]) == 0
    head, first, second = capsys.readouterr().out.splitlines()
    assert head.split() == ["id", "title", "apps", "category", "difficulty", "status"]
    assert first.split("  ")[0] == "dentist_moved"
    assert "reminder, email" in second


def test_json_has_what_the_table_has_and_the_files(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "list", "--json"])
    found = json.loads(capsys.readouterr().out)
    assert found["faults"] == []
    assert found["scenarios"][0]["file"] == str(scenarios / "dentist_moved.yaml")
    assert found["scenarios"][0]["difficulty"] == 1


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        (["--app", "email"], ["quiet_evening"]),
        (["--app", "reminder"], ["dentist_moved", "quiet_evening"]),
        (["--app", "reminder,email"], ["quiet_evening"]),
        (["--app", "reminder", "--app", "email"], ["quiet_evening"]),
        (["--category", "communication"], ["quiet_evening"]),
        (["--category", "communication,reminders-tasks"], ["dentist_moved", "quiet_evening"]),
        (["--pattern", "silence"], ["quiet_evening"]),
        (["--pattern", "delay_notice,silence"], ["quiet_evening"]),
        (["--difficulty", "1"], ["dentist_moved"]),
        (["--difficulty", "1-3"], ["dentist_moved", "quiet_evening"]),
        (["--difficulty", "2,3"], ["quiet_evening"]),
        (["--tag", "calls"], ["dentist_moved", "quiet_evening"]),
        (["--tag", "calls", "--tag", "look-alikes"], ["dentist_moved"]),
        (["--split", "evening"], ["quiet_evening"]),
        (["--status", "draft"], ["dentist_moved", "quiet_evening"]),
        (["--status", "ready"], []),
        (["--app", "email", "--difficulty", "1"], []),
    ],
)
def test_filters_narrow_the_list(
    scenarios: Path, capsys: pytest.CaptureFixture[str], filters: list[str], expected: list[str]
) -> None:
    assert listed_ids(capsys, *filters) == expected


def test_an_empty_result_is_told_apart_from_the_table(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "list", "--status", "ready"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "No scenarios match" in captured.err


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        (["--app", "emial"], "did you mean 'email'"),
        (["--category", "scheduler"], "did you mean 'scheduling'"),
        (["--pattern", "silenec"], "did you mean 'silence'"),
        (["--status", "done"], "draft, ready"),
        (["--split", "morning"], "evening"),
        (["--difficulty", "0"], "from 1 to 5"),
        (["--difficulty", "3-1"], "from 1 to 5"),
        (["--difficulty", "easy"], "write a number"),
    ],
)
def test_a_filter_that_nothing_can_have_is_refused_with_the_remedy(
    scenarios: Path, capsys: pytest.CaptureFixture[str], filters: list[str], said: str
) -> None:
    assert main(["scenarios", "list", *filters]) == 2
    assert said in capsys.readouterr().err


def test_help_explains_the_splits(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (scenarios.parent / "splits" / "calls.txt").write_text("# Calls that come in.\n", encoding="utf-8")
    for command in (["scenarios", "list"], ["scenarios", "check"], ["benchmark", "run"], ["benchmark", "sweep"]):
        assert main([*command, "--help"]) == 0
        said = capsys.readouterr().out.split("splits:\n")[1]
        assert said == "  calls\n    Calls that come in.\n  evening\n    no description\n"


def test_table_goes_between_the_marker_lines(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = scenarios.parent / "page.md"
    page.write_text("Before\n<!-- scenarios:begin -->\nold\n<!-- scenarios:end -->\nAfter\n", encoding="utf-8")
    assert main(["scenarios", "list", "--table", str(page)]) == 0
    lines = page.read_text(encoding="utf-8").splitlines()
    assert (lines[0], lines[-1]) == ("Before", "After")
    assert (
        "| [The dentist moved](scenarios/dentist_moved.yaml) | `dentist_moved` | reminder | – | 1 |" in page.read_text()
    )
    assert "old" not in lines


def test_table_of_a_filtered_list_has_only_its_scenarios(scenarios: Path) -> None:
    page = scenarios.parent / "new.md"
    assert main(["scenarios", "list", "--split", "evening", "--table", str(page)]) == 0
    assert "quiet_evening" in page.read_text() and "dentist_moved" not in page.read_text()


def test_a_broken_file_is_told_with_its_line_while_the_others_are_listed(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_stories(scenarios, BROKEN)[0]
    line = BROKEN.splitlines().index("turns: many") + 1
    assert main(["scenarios", "list"]) == 1
    captured = capsys.readouterr()
    assert "dentist_moved" in captured.out
    assert f"{file}:{line}: turns:" in captured.err


def test_json_holds_the_faults_of_broken_files(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_stories(scenarios, BROKEN)
    assert main(["scenarios", "list", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert len(found["scenarios"]) == 2
    assert found["faults"][0]["field"] == "turns"


def test_two_files_with_the_same_id_are_told_both(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    write_stories(other, DENTIST)
    monkeypatch.setenv("PARE_SCENARIOS_DIR", f"{scenarios},{other}")
    assert main(["scenarios", "list"]) == 1
    err = capsys.readouterr().err
    assert str(scenarios / "dentist_moved.yaml") in err
    assert str(other / "dentist_moved.yaml") in err


@pytest.mark.parametrize("variable", ["PARE_SCENARIOS_DIR", "PARE_BENCHMARK_SPLITS_DIR"])
@pytest.mark.parametrize("command", [["scenarios", "list"], ["scenarios", "check"], ["run", "dentist_moved"]])
def test_a_setting_that_points_nowhere_is_named(
    scenarios: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
    command: list[str],
) -> None:
    monkeypatch.setenv(variable, "/no/such/folder")
    assert main(command) == 2
    err = capsys.readouterr().err
    assert variable in err
    assert "/no/such/folder" in err
