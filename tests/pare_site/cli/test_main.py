"""The command as a whole: help, exit codes, and manners when something goes wrong."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pare_site.cli.main import main
from simulator.phone import registry
from tests.conftest import ROOT
from tests.pare_site.cli.command import BROKEN, COMMAND, DENTIST, QUIET_ENVIRONMENT, pare, write_stories
from tests.waiting import read_line

HEAVY = ("pydantic", "msgspec", "yaml", "tqdm", "simulator.phone", "simulator.scenario", "benchmark", "django")


def test_help_names_the_commands_and_the_exit_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    out = capsys.readouterr().out
    for word in ("scenarios", "run", "trace", "apps", "exit codes", "PARE_SCENARIOS_DIR"):
        assert word in out


def test_help_needs_nothing_that_takes_long_to_import() -> None:
    code = f"import sys, pare_site.cli.main as m; m.main(['--help']); print([n for n in {HEAVY} if n in sys.modules])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    "args",
    [
        ["up"],
        ["sign-in"],
        ["worker"],
        ["scenarios", "list"],
        ["scenarios", "show"],
        ["scenarios", "check"],
        ["scenarios", "schema"],
        ["run"],
        ["trace", "show"],
        ["trace", "verify"],
        ["trace", "points"],
        ["apps", "list"],
        ["apps", "graph"],
        ["apps", "tools"],
    ],
)
def test_every_command_has_help_with_examples(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*args, "--help"]) == 0
    out = capsys.readouterr().out
    assert f"pare {' '.join(args)}" in out.partition("examples:")[2]


def test_help_of_run_lists_every_setting_with_its_range(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "--help"])
    out = " ".join(capsys.readouterr().out.split())
    assert "user_iterations=1 Maximum actions of the user per turn. Takes a whole number from 1 to 100." in out


def test_help_works_although_the_scenarios_folder_is_missing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PARE_SCENARIOS_DIR", "/no/such/folder")
    assert main(["scenarios", "list", "--help"]) == 0
    assert "scheduling" in capsys.readouterr().out


@pytest.mark.parametrize("args", [[], ["scenarios"], ["trace"], ["apps"]])
def test_a_command_without_its_subcommand_shows_help_and_is_a_usage_error(
    args: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    captured = capsys.readouterr()
    assert "commands:" in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("args", [["dance"], ["run"], ["run", "a", "b"], ["run", "a", "--colour"], ["apps", "graph"]])
def test_wrong_use_is_exit_code_2(args: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(args) == 2
    assert "usage: pare" in capsys.readouterr().err


def test_options_are_not_guessed_from_their_beginning(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scenarios", "list", "--js"]) == 2
    assert "--js" in capsys.readouterr().err


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pare ")


def break_the_apps(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, object]:
        raise RuntimeError("the shelf fell down")

    monkeypatch.setattr(registry, "all_apps", broken)


def test_an_unexpected_error_is_one_line_with_a_hint(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_the_apps(monkeypatch)
    assert main(["apps", "list"]) == 3
    err = capsys.readouterr().err
    assert "RuntimeError: the shelf fell down" in err
    assert "PARE_DEBUG=1" in err
    assert "Traceback" not in err


def test_with_pare_debug_an_unexpected_error_shows_where_it_came_from(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_the_apps(monkeypatch)
    monkeypatch.setenv("PARE_DEBUG", "1")
    assert main(["apps", "list"]) == 3
    assert "Traceback" in capsys.readouterr().err


def test_a_reader_who_goes_away_is_no_reason_to_complain() -> None:
    process = subprocess.Popen(
        [*COMMAND, "scenarios", "schema"],
        cwd=ROOT,
        env=QUIET_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None and process.stderr is not None
    read_line(process.stdout, "the first line of the schema")
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(30) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_an_output_that_is_full_is_told() -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            [*COMMAND, "apps", "list"],
            cwd=ROOT,
            env=QUIET_ENVIRONMENT,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            timeout=120,
        )
    assert done.returncode == 3
    assert done.stderr == "pare: standard output cannot be written: No space left on device\n"


def test_a_closed_output_is_no_reason_to_complain() -> None:
    script = f"{' '.join(COMMAND)} apps list >&- 2>&-"
    assert subprocess.run(script, shell=True, cwd=ROOT, env=QUIET_ENVIRONMENT, check=False, timeout=120).returncode == 0


def test_ctrl_c_during_a_check_ends_quietly(tmp_path: Path) -> None:
    texts = [DENTIST.replace("id: dentist_moved", f"id: dentist_{number}") for number in range(12)]
    files = write_stories(tmp_path, *texts)
    process = subprocess.Popen(
        [*COMMAND, "scenarios", "check", "--workers", "2", *map(str, files)],
        cwd=ROOT,
        env=QUIET_ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    read_line(process.stderr, "the first line about the check")
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert out == ""


def test_the_installed_command_and_the_module_are_the_same() -> None:
    assert (
        pare("--help").stdout
        == subprocess.run(
            [sys.executable, "-c", "import sys; from pare_site.cli.main import main; sys.exit(main(['--help']))"],
            cwd=ROOT,
            env=QUIET_ENVIRONMENT,
            capture_output=True,
            encoding="utf-8",
            check=True,
            timeout=120,
        ).stdout
    )


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["run", "nobody_knows", "--json"], "There is no scenario 'nobody_knows'"),
        (["scenarios", "list", "--split", "nothing", "--json"], "There is no split 'nothing'"),
        (["trace", "show", "--json", "no/such/file"], "no/such/file"),
        (["apps", "tools", "fridge", "--json"], "Unknown app 'fridge'"),
        (["run", "--json"], "SCENARIO"),
        (["scenarios", "list", "--json", "--difficulty", "9"], "out of range"),
    ],
)
def test_an_error_is_json_on_standard_output_as_well(
    scenarios: Path, args: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(args) == 2
    captured = capsys.readouterr()
    told = json.loads(captured.out)
    assert said in told["error"]
    assert told["faults"] == []
    assert said in captured.err


def test_faults_of_a_file_are_told_one_by_one_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (file,) = write_stories(tmp_path, BROKEN)
    assert main(["scenarios", "show", str(file), "--json"]) == 2
    told = json.loads(capsys.readouterr().out)
    assert [(fault["file"], fault["field"]) for fault in told["faults"]] == [(str(file), "turns")]
    assert told["faults"][0]["text"] in told["error"]


def test_an_unexpected_error_is_json_as_well(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    break_the_apps(monkeypatch)
    assert main(["apps", "list", "--json"]) == 3
    assert json.loads(capsys.readouterr().out) == {"error": "RuntimeError: the shelf fell down", "faults": []}


def test_help_tells_what_an_error_is_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    main(["run", "--help"])
    assert '{"error": "...", "faults": [...]}' in " ".join(capsys.readouterr().out.split())
