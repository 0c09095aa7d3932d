"""`pare trace show`: a whole trace, or one moment of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.replay.foreign.runs import evening


def shown(capsys: pytest.CaptureFixture[str], *args: str | Path, code: int = 0) -> str:
    assert main(["trace", "show", *map(str, args)]) == code
    return capsys.readouterr().out


def cut(trace: Path, lines: int) -> Path:
    """The first lines of a trace, the last of them not whole."""
    kept = trace.read_bytes().splitlines(keepends=True)[:lines]
    file = trace.with_name("cut.jsonl")
    file.write_bytes(b"".join(kept)[:-20])
    return file


def test_a_trace_is_told_from_its_header_to_its_result(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = shown(capsys, trace)
    assert out.startswith("The dentist moved (dentist_moved)\nuser scripted, assistant oracle, seed 0\n")
    assert "◆ Makes offer 1: “The practice moved" in out
    assert "Outcome: success" in out
    assert "content hash  " in out


def test_a_trace_tells_what_the_run_told(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "quiet.jsonl"
    main(["run", "quiet_evening", "--assistant", "silent", "--out", str(file)])
    live = capsys.readouterr().out.partition("Turn 1")[2].partition("trace  ")[0]
    assert shown(capsys, file).partition("Turn 1")[2] == live


def test_settings_that_are_not_usual_stand_in_the_header(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    main(["run", "dentist_moved", "--set", "consent=standing", "--out", str(file), "--quiet"])
    capsys.readouterr()
    assert "seed 0, consent standing\n" in shown(capsys, file)


def test_json_holds_header_moments_and_result(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(shown(capsys, trace, "--json"))
    assert found["header"]["scenario"]["id"] == "dentist_moved"
    assert len(found["moments"]) == found["result"]["moments"]


def test_a_moment_shows_call_result_changes_and_screen(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = " ".join(shown(capsys, trace, "--moment", "4").split())
    for part in (
        "Moment 4 · turn 2 · Thursday 2026-03-05 08:22:20",
        "The assistant moves the reminder Dentist to Fri 6 Mar, 11:30.",
        "◆ assistant, execute, reminder.update_reminder, write, under proposal_1",
        "due_datetime: 2026-03-06 11:30:00",
        "(dentist): changed due: 2026-03-06 10:00:00 → 2026-03-06 11:30:00",
        "Screen after this moment Reminders",
    ):
        assert part in text


def test_the_screen_is_that_after_the_moment(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = json.loads(shown(capsys, trace, "--moment", "0", "--json"))
    after = json.loads(shown(capsys, trace, "--moment", "1", "--json"))
    assert (before["screen"]["app"], after["screen"]["app"]) == ("home", "reminder")
    assert before["changes"] == []
    assert after["changes"]


def test_the_first_and_the_last_moment_can_be_shown(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    last = len(trace.read_text(encoding="utf-8").splitlines()) - 3
    assert "state_hash" in shown(capsys, trace, "--moment", "0")
    assert "reason: " in shown(capsys, trace, "--moment", str(last))


@pytest.mark.parametrize("number", ["-1", "1000"])
def test_a_moment_that_is_not_there_is_bad_input(trace: Path, capsys: pytest.CaptureFixture[str], number: str) -> None:
    assert main(["trace", "show", str(trace), f"--moment={number}"]) == 2
    assert f"There is no moment {number}. The trace has moments 0 to " in capsys.readouterr().err


def test_a_refused_call_shows_its_error(scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "run.jsonl"
    main(["run", "dentist_moved", "--set", "failing_writes=0", "--out", str(file), "--quiet"])
    capsys.readouterr()
    out = shown(capsys, file, "--moment", "4")
    assert "✗ tool_failed: " in out
    assert "Nothing." in out


def test_what_is_whole_of_a_cut_trace_is_shown_with_a_remark(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = cut(trace, 6)
    assert main(["trace", "show", str(file)]) == 2
    captured = capsys.readouterr()
    assert "● Accepts offer 1: “Yes please.”" in captured.out
    assert "Outcome" not in captured.out
    assert "cut" in captured.err


@pytest.mark.parametrize("command", ["show", "verify", "points"])
@pytest.mark.parametrize(
    "content", [b"", b"hello", b"{}\n", b"\xff\xfe", b'{"kind": "pare.trace", "schema": 99}\n', None]
)
def test_a_file_that_is_no_trace_is_bad_input_for_every_command(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str, content: bytes | None
) -> None:
    file = tmp_path / "odd.jsonl"
    if content is not None:
        file.write_bytes(content)
    assert main(["trace", command, str(file)]) == 2
    captured = capsys.readouterr()
    assert "odd.jsonl" in captured.err
    assert captured.out == ""


def test_a_scenario_that_is_not_valid_any_more_still_lets_the_trace_be_told(
    trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = trace.read_text(encoding="utf-8").replace('"rating":1', '"rating":77', 1)
    trace.write_text(text, encoding="utf-8")
    assert main(["trace", "show", str(trace)]) == 0
    captured = capsys.readouterr()
    assert "● Accepts offer 1: “Yes please.”" in captured.out
    assert "◆ Changes a reminder" in captured.out or "◆ Moves" in captured.out
    assert "difficulty.rating" in captured.err


def test_a_changed_moment_that_does_not_fit_the_phone_is_told(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    lines[5] = lines[5].replace('"table":"reminder.reminder"', '"table":"reminder.nothing"')
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for command in (
        ["show", str(trace), "--moment", "4"],
        ["show", str(trace), "--moment", "6"],
        ["points", str(trace)],
    ):
        assert main(["trace", *command]) == 2
        err = capsys.readouterr().err
        assert "unexpected" not in err
        assert "changed" in err


def changed(trace: Path, line: int, old: str, new: str) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new)
    trace.write_text("\n".join(lines) + "\n", encoding="utf-8")


@pytest.mark.parametrize("command", [["show"], ["show", "--moment=1"], ["show", "--json"], ["points"]])
@pytest.mark.parametrize(
    ("line", "old", "new"),
    [
        (5, "Yes please.", "Yes, please"),
        (1, "The dentist moved", "The dentist moves"),
        (1, '"kind":', '"kind": '),
    ],
)
def test_a_changed_file_is_shown_with_one_warning_that_names_the_line(
    trace: Path, capsys: pytest.CaptureFixture[str], command: list[str], line: int, old: str, new: str
) -> None:
    changed(trace, line, old, new)
    assert main(["trace", *command, str(trace)]) == 0
    (warning,) = capsys.readouterr().err.splitlines()
    assert warning.startswith(f"{trace}, line {line}: ")
    assert "does not match its checksums" in warning
    assert f"`pare trace verify {trace}`" in warning


def test_a_checksum_alone_that_is_wrong_is_warned_of(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    changed(trace, len(trace.read_text(encoding="utf-8").splitlines()), '"sha256":"', '"sha256":"0')
    assert main(["trace", "show", str(trace)]) == 0
    assert capsys.readouterr().err.startswith(f"{trace}: ")


def test_a_whole_file_is_shown_without_a_warning(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for command in ("show", "points"):
        assert main(["trace", command, str(trace)]) == 0
        assert capsys.readouterr().err == ""


def test_a_file_of_the_original_is_told_with_its_own_verdict(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = evening().data()
    data["metadata"]["annotation"] = {"validation_decision": "Invalid"}
    file = tmp_path / "kiln.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main(["trace", "show", str(file)]) == 0
    out, err = capsys.readouterr()
    text = " ".join(out.split())
    assert "Makes offer 1: “Shall I tell Cleo that you come?”" in text
    assert "The original validator judged this run as Invalid. The run is not judged here" in text
    assert "Outcome" not in text
    assert "could not be shown on the phone" in err


def test_a_file_of_the_original_that_is_damaged_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kiln.json"
    file.write_text('{"completed_events": 3}', encoding="utf-8")
    assert main(["trace", "show", str(file)]) == 2
    assert "kiln.json" in capsys.readouterr().err
