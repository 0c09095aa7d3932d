"""`pare run` with noise: texts of one's own, tools under other names, and what is said when a file does not serve."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pare_site.cli.main import main
from simulator.scenario.noise.noise_content import VARIABLE, own_file
from tests.pare_site.cli.command import pare
from tests.simulator.stories.noise_files import MAIL, augmentation, written

MAPPING = """\
tool_names_mapping: {Reminders__update_reminder: Nudges__shift}
tool_descriptions_mapping: {Reminders__update_reminder: Shifts a nudge.}
"""
NOISY = ("--assistant", "silent", "--set", "env_events_per_minute=30")


@pytest.fixture(autouse=True)
def no_texts_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    file = tmp_path / "mapping.yaml"
    file.write_text(MAPPING, encoding="utf-8")
    return file


def run(capsys: pytest.CaptureFixture[str], *args: str | Path, code: int = 0) -> str:
    assert main(["run", *map(str, args)]) == code
    return capsys.readouterr().out


def run_json(capsys: pytest.CaptureFixture[str], *args: str | Path) -> Any:
    return json.loads(run(capsys, *args, "--json"))


def refused(capsys: pytest.CaptureFixture[str], *args: str | Path) -> str:
    assert main(["run", *map(str, args)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    return captured.err


def test_noise_is_told_in_the_play_by_play(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = run(capsys, "quiet_evening", *NOISY)
    assert "[noise:email:1]" in out
    assert "[noise:email:1]" not in run(capsys, "quiet_evening", "--assistant", "silent")


def test_the_result_counts_what_came(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "quiet_evening", *NOISY)
    come = [moment for moment in found["moments"] if "noise" in moment.get("tags", ())]
    assert found["metrics"]["noise_email"] == len(come) > 0


def test_tools_are_renamed_by_a_mapping_file(
    scenarios: Path, mapping: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = run_json(capsys, "dentist_moved", "--tool-mapping", mapping)
    calls = [moment for moment in found["moments"] if moment.get("name") == "update_reminder"]
    assert [call["asked"] for call in calls] == ["Nudges__shift"]
    assert found["config"]["tool_names"] == {"Reminders__update_reminder": "Nudges__shift"}
    assert found["config"]["tool_descriptions"] == {"Reminders__update_reminder": "Shifts a nudge."}
    assert found["outcome"]["success"]


def test_a_run_with_a_mapping_keeps_it_in_a_trace_that_verifies(
    scenarios: Path, mapping: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    trace = tmp_path / "named.jsonl"
    run(capsys, "dentist_moved", "--tool-mapping", mapping, "--quiet", "--out", trace)
    mapping.unlink()
    assert main(["trace", "verify", str(trace)]) == 0


def test_the_scenarios_seed_holds_with_noise_and_a_mapping_too(
    scenarios: Path, mapping: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = scenarios / "dentist_moved.yaml"
    file.write_text(file.read_text(encoding="utf-8") + "seed: 77\n", encoding="utf-8")
    found = run_json(capsys, "dentist_moved", "--tool-mapping", mapping, "--set", "env_events_per_minute=1")
    assert found["config"]["seed"] == 77
    assert found["config"]["tool_names"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tool_names_mapping: {Reminders__fly: x}", "There is no tool 'Reminders__fly'"),
        ("tool_names_mapping: {Reminders__update_reminder: a b}", "'a b' cannot be the name of a tool"),
        ("tool_names_mapping: {System__get_current_time: now}", "cannot be renamed"),
        ("tool_names_mapping: [a]", "must map tool names to texts"),
        ("{", "mapping.yaml:"),
        ("", "give `tool_names_mapping` or `tool_descriptions_mapping`"),
    ],
)
def test_a_mapping_that_cannot_be_used_is_refused_with_its_file(
    scenarios: Path, mapping: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    mapping.write_text(text, encoding="utf-8")
    told = refused(capsys, "dentist_moved", "--tool-mapping", mapping)
    assert says in told
    assert "mapping.yaml" in told


def test_a_mapping_that_is_not_there_is_refused(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = refused(capsys, "dentist_moved", "--tool-mapping", tmp_path / "gone.yaml")
    assert "gone.yaml' cannot be read: No such file or directory" in told
    assert "'' cannot be read" in refused(capsys, "dentist_moved", "--tool-mapping", "")


@pytest.mark.parametrize("name", ["tool_names", "tool_descriptions"])
def test_names_from_a_file_and_by_hand_are_too_many(
    scenarios: Path, mapping: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    by_hand = f'{name}={{"Reminders__update_reminder": "x"}}'
    told = refused(capsys, "dentist_moved", "--tool-mapping", mapping, "--set", by_hand)
    assert f"--tool-mapping and --set both give '{name}'" in told


def test_names_may_be_set_by_hand(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = run_json(capsys, "dentist_moved", "--set", 'tool_names={"Reminders__update_reminder": "Nudges__shift"}')
    assert found["config"]["tool_names"] == {"Reminders__update_reminder": "Nudges__shift"}
    told = refused(capsys, "dentist_moved", "--set", 'tool_names={"Reminders__fly": "x"}')
    assert "The setting 'tool_names' does not fit: There is no tool 'Reminders__fly'" in told


@pytest.mark.parametrize("setting", ["tool_names=none", "tool_descriptions=none", "noise_content="])
def test_defaults_can_be_set_as_the_help_shows_them(
    scenarios: Path, capsys: pytest.CaptureFixture[str], setting: str
) -> None:
    assert "Outcome: success" in run(capsys, "dentist_moved", "--quiet", "--set", setting)


def test_the_default_weights_can_be_set_as_the_help_shows_them(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split()).partition("env_events_weights=")[2].partition("}")[0] + "}"
    found = run_json(capsys, "quiet_evening", *NOISY, "--set", f"env_events_weights={shown}")
    assert found["config"]["env_events_weights"] == {"email": 1.0, "messaging": 1.0, "shopping": 1.0}


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("env_events_weights={'email': 1}", "a JSON object with email, messaging and shopping as keys"),
        ('env_events_weights={"mail": 1}', "a JSON object with email, messaging and shopping as keys"),
        ('env_events_weights={"email": -1}', "does not fit the setting 'env_events_weights'"),
        ("env_events_per_minute=nan", "a number from 0 to 600"),
        ("env_events_per_minute=601", "a number from 0 to 600"),
        ("tool_failure_probability=1.1", "a number from 0 to 1"),
        ("env_events_horizon_seconds=0", "a whole number from 1 to 86400"),
        ("messages_per_conversation=0", "a whole number from 1 to 100"),
    ],
)
def test_settings_of_noise_that_do_not_fit_are_refused_with_what_would(
    scenarios: Path, capsys: pytest.CaptureFixture[str], setting: str, says: str
) -> None:
    assert says in refused(capsys, "quiet_evening", "--set", setting)


def test_texts_of_ones_own_come_and_their_hash_is_kept(
    scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, str(written(tmp_path, augmentation([MAIL]))))
    found = run_json(capsys, "quiet_evening", *NOISY)
    assert found["config"]["noise_content"] == own_file()[0]
    subjects = {moment["args"]["subject"] for moment in found["moments"] if "noise" in moment.get("tags", ())}
    assert subjects == {"Chimes"}


def test_the_built_in_texts_can_be_asked_for_although_a_file_is_set(
    scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built_in = run(capsys, "quiet_evening", *NOISY)
    monkeypatch.setenv(VARIABLE, str(written(tmp_path, augmentation([MAIL]))))
    assert run(capsys, "quiet_evening", *NOISY, "--set", "noise_content=") == built_in


def test_a_file_is_not_even_looked_at_without_noise(
    scenarios: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "/nowhere/noise.json")
    assert "Outcome: success" in run(capsys, "dentist_moved", "--quiet")


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "cannot be read: No such file or directory. Name a readable JSON file."),
        (b"", "is not augmentation data"),
        (b'{"apps": [{"name": "\xff"}]}', "is not augmentation data"),
        (b'{"apps": []}', "add at least one"),
    ],
)
def test_a_file_of_texts_that_does_not_serve_is_refused_before_the_run(
    scenarios: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    content: bytes | None,
    says: str,
) -> None:
    file = tmp_path / "texts.json"
    if content is not None:
        file.write_bytes(content)
    monkeypatch.setenv(VARIABLE, str(file))
    told = refused(capsys, "quiet_evening", *NOISY)
    assert told.startswith(f"{VARIABLE}: {file}")
    assert says in told.replace("\n", " ")


def test_a_hash_without_its_file_is_refused_before_the_run(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = refused(capsys, "quiet_evening", *NOISY, "--set", f"noise_content={'0' * 64}")
    assert f"{VARIABLE} is not set" in told


def test_verifying_says_what_is_missing_when_the_file_of_texts_is_gone(
    scenarios: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    texts, trace = written(tmp_path, augmentation([MAIL])), tmp_path / "noisy.jsonl"
    monkeypatch.setenv(VARIABLE, str(texts))
    run(capsys, "quiet_evening", *NOISY, "--quiet", "--out", trace)
    digest = own_file()[0]
    assert main(["trace", "verify", str(trace)]) == 0
    assert VARIABLE not in capsys.readouterr().out
    texts.unlink()
    monkeypatch.delenv(VARIABLE)
    assert main(["trace", "verify", str(trace)]) == 0
    out = " ".join(capsys.readouterr().out.split())
    assert f"The noise comes from a file with the hash {digest[:12]}, but {VARIABLE} is not set." in out
    assert main(["trace", "show", str(trace)]) == 0


def test_the_command_as_a_process_reads_the_variable(tmp_path: Path, scenarios: Path) -> None:
    file = written(tmp_path, augmentation([MAIL]))
    done = pare("run", scenarios / "quiet_evening.yaml", *NOISY, "--json", **{VARIABLE: str(file)})
    assert done.returncode == 0, done.stderr
    assert "It struck thirteen." in done.stdout
