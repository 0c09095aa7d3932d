"""`pare scenarios check`: proofs counted, survivors told, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmark.proofs.parallel_check import check_stories
from benchmark.proofs.text_trials import TextCounts
from pare_site.cli.main import main
from pare_site.cli.output import Console
from pare_site.cli.scenario_check_output import ScenariosToCheck, as_json, kept_aside_sentence, show_survey
from simulator.scenario.load import ScenarioFault, load_file
from tests.pare_site.cli.command import BROKEN, DENTIST, QUIET_EVENING, pare, write_stories

WEAK = DENTIST.replace("id: dentist_moved", "id: weak_goal").replace(
    'to: {due: "+1d 11:30"}', 'to: {due: {at: "+1d 11:30", within: 1h}}'
)


def test_a_sound_scenario_passes_with_every_proof_counted(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "dentist_moved"]) == 0
    captured = capsys.readouterr()
    line = captured.out.splitlines()[0]
    assert line.startswith("✓ dentist_moved")
    assert [cell for cell in line.split() if len(cell) == 1 and cell.isalpha()] == list("abcdefghijklmnop")
    assert "1 scenario, " in captured.out
    assert captured.out.splitlines()[-1].endswith("0 scenarios failed.")
    assert "[1/1] dentist_moved" in captured.err


def test_the_letters_are_explained(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "check", "dentist_moved"])
    assert "  h  The solution without its offer must fail." in capsys.readouterr().out


def test_a_goal_that_notices_too_little_fails_with_a_full_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_stories(tmp_path, WEAK)[0]
    assert main(["scenarios", "check", str(file)]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert "✗ weak_goal" in text
    assert "✗ d The solution with one wrong argument must fail, but: " in text
    assert "survives: it succeeds although it must fail; add a goal that checks this." in text
    assert "1 scenario failed." in text


def test_json_has_the_numbers_and_the_proofs(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert list(found)[:6] == ["scenarios", "mutants", "killed", "failed", "words", "kinds"]
    assert list(found)[6:] == ["kept_aside", "baselines", "results"]
    assert found["words"]["within_limits"]
    assert (found["scenarios"], found["failed"]) == (2, 0)
    assert found["mutants"] == found["killed"] == sum(result["made"] for result in found["results"])
    first = found["results"][0]
    assert [proof["proof"] for proof in first["proofs"]] == list("abcdefghijklmnop")
    assert first["scenario"] == "dentist_moved"
    assert first["file"] == str(scenarios / "dentist_moved.yaml")


def test_a_proof_that_made_nothing_is_explained(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "check", "quiet_evening"])
    assert "Silence is right here. (quiet_evening)" in capsys.readouterr().out


def test_verbose_explains_under_each_scenario(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["scenarios", "check", "quiet_evening", "-v"])
    assert "      a c d e f h i k l m n o p  Silence is right here." in capsys.readouterr().out


def test_filters_choose_what_is_checked(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "--app", "email", "--json", "--workers", "1"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [result["scenario"] for result in found["results"]] == ["quiet_evening"]


def test_a_file_that_does_not_load_fails_while_the_others_are_checked(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_stories(scenarios, BROKEN)
    assert main(["scenarios", "check"]) == 1
    captured = capsys.readouterr()
    assert "✓ dentist_moved" in captured.out
    assert "broken_file.yaml:" in captured.err
    assert "2 scenarios, " in captured.out
    assert captured.out.splitlines()[-1].endswith("1 scenario failed.")


def test_json_counts_a_file_that_does_not_load_as_failed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, BROKEN)[0]
    assert main(["scenarios", "check", str(file), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["scenarios"], found["mutants"], found["failed"]) == (1, 0, 1)
    assert found["results"][0]["faults"][0]["field"] == "turns"


def test_a_scenario_with_a_timeline_fault_fails_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story = load_file(write_stories(tmp_path, DENTIST)[0])
    fault = ScenarioFault(story.file, None, "timeline.0", "this makes no sense")
    survey, chosen = check_stories([story], 1), ScenariosToCheck([story], [fault])
    found = as_json(survey, chosen, [])
    assert (found["scenarios"], found["failed"]) == (1, 1)
    (result,) = found["results"]
    assert not result["ok"] and result["proofs"] and result["faults"][0]["field"] == "timeline.0"
    show_survey(Console(), survey, chosen, verbose=False)
    out = capsys.readouterr().out
    assert out.startswith("✗ dentist_moved") and out.splitlines()[-1].endswith("1 scenario failed.")


def test_two_files_with_the_same_id_are_not_mixed_up(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = write_stories(tmp_path, DENTIST)[0]
    assert main(["scenarios", "check", "dentist_moved", str(other)]) == 1
    assert (
        f"{other}: id: 'dentist_moved' is also the id of {scenarios / 'dentist_moved.yaml'}" in capsys.readouterr().err
    )


def test_a_scenario_named_twice_is_checked_once(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = scenarios / "quiet_evening.yaml"
    assert main(["scenarios", "check", "quiet_evening", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["scenarios"] == 1


def test_checking_nothing_is_an_error(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "--status", "ready"]) == 2
    assert "nothing to check" in capsys.readouterr().err


def test_names_and_filters_exclude_each_other(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "dentist_moved", "--app", "email"]) == 2
    assert "either scenarios or filters" in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["0", "-1", "many", "1000"])
def test_an_absurd_number_of_workers_is_refused(capsys: pytest.CaptureFixture[str], workers: str) -> None:
    assert main(["scenarios", "check", f"--workers={workers}"]) == 2
    assert "from 1 to 64" in capsys.readouterr().err


def test_without_a_terminal_progress_is_plain_lines_beside_the_result(tmp_path: Path) -> None:
    files = write_stories(tmp_path, DENTIST, QUIET_EVENING)
    done = pare("scenarios", "check", *files, "--json")
    assert done.returncode == 0
    assert json.loads(done.stdout)["scenarios"] == 2
    assert done.stderr.splitlines() == ["[1/2] dentist_moved: done", "[2/2] quiet_evening: done"]
    assert "\r" not in done.stderr


def test_texts_come_from_a_folder_or_are_left_out(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    line = {"scenario": "dentist_moved", "where": "offer", "need": "none", "text": "Shall I?", "expected": "yes"}
    (tmp_path / "dentist_moved.jsonl").write_text(json.dumps(line))
    assert main(["scenarios", "check", "dentist_moved", "--texts", str(tmp_path)]) == 1
    assert "dentist_moved.jsonl, line 1" in " ".join(capsys.readouterr().out.split())
    assert main(["scenarios", "check", "dentist_moved", "--no-texts"]) == 0


def test_a_folder_of_texts_that_is_missing_is_named(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "check", "dentist_moved", "--texts", "nowhere"]) == 2
    assert "--texts: nowhere is not a folder" in capsys.readouterr().err


def test_a_wrong_line_in_texts_is_named(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "dentist_moved.jsonl").write_text("{")
    assert main(["scenarios", "check", "dentist_moved", "--texts", str(tmp_path)]) == 2
    assert "dentist_moved.jsonl, line 1: not JSON" in capsys.readouterr().err


def test_of_texts_that_are_kept_aside_there_are_only_numbers() -> None:
    assert kept_aside_sentence(TextCounts(100, 1, 100, 3)) == (
        "1 of 100 wrong texts succeed, 3 of 100 right texts fail; 2 % and 3 % are allowed."
    )
    assert kept_aside_sentence(TextCounts(100, 3, 100, 3)) == (
        "Warning: 3 of 100 wrong texts succeed, 3 of 100 right texts fail, but only 2 % and 3 % are allowed."
    )


def test_tables_of_baselines_name_user_and_reader(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.md"
    assert main(["scenarios", "check", "quiet_evening", "--baselines", "--table", str(page)]) == 0
    assert "Assistants that need no model (user scripted, reader rules)" in capsys.readouterr().out
    assert "\nUser scripted, reader rules:\n\n| Assistant | Runs |" in page.read_text()


def test_tables_are_written_to_the_places_that_a_file_has(scenarios: Path, tmp_path: Path) -> None:
    page, other = tmp_path / "page.md", tmp_path / "new.md"
    page.write_text("Before.\n<!-- mutants:begin -->\nold\n<!-- mutants:end -->\nAfter.\n")
    assert main(["scenarios", "check", "dentist_moved", "--table", str(page), "--table", str(other)]) == 0
    text = page.read_text()
    assert text.startswith("Before.\n<!-- mutants:begin -->\n| Proof | Mutants | Made | Killed |")
    assert text.endswith("<!-- mutants:end -->\nAfter.\n")
    assert "old" not in text
    assert other.read_text().startswith("<!-- check:begin -->\n| Proof | What must hold | Made | Killed |")


def test_a_scenario_that_has_not_changed_is_not_played_again(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["scenarios", "check", "dentist_moved"]) == 0
    first = capsys.readouterr()
    assert main(["scenarios", "check", "dentist_moved"]) == 0
    second = capsys.readouterr()
    assert second.out == first.out
    assert "1 scenario not changed since the last check; --all plays them again." in second.err
    assert "[1/1]" not in second.err
    assert main(["scenarios", "check", "dentist_moved", "--all"]) == 0
    assert "[1/1] dentist_moved" in capsys.readouterr().err


def test_a_failure_is_told_again_although_nothing_is_played(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_stories(tmp_path, WEAK)[0]
    assert main(["scenarios", "check", str(file)]) == 1
    told = capsys.readouterr().out
    assert main(["scenarios", "check", str(file)]) == 1
    assert capsys.readouterr().out == told
