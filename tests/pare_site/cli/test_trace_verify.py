"""`pare trace verify`: what was checked, and what differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main


def change(trace: Path, old: str, new: str) -> None:
    text = trace.read_text(encoding="utf-8")
    assert old in text
    trace.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_whole_trace_holds_and_says_how_it_was_checked(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "verify", str(trace)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    checked = "Checked by applying the recorded changes, by repeating every call"
    for part in ("✓ bytes", "✓ fold", "✓ calls", "✓ outcome", checked):
        assert part in text
    assert "✗" not in text


def test_a_changed_word_is_noticed_with_its_line(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trace, "Yes please.", "No thanks.")
    assert main(["trace", "verify", str(trace)]) == 1
    text = " ".join(capsys.readouterr().out.split())
    assert "✗ bytes" in text
    assert "The trace was changed or cannot be rebuilt." in text


def test_a_trace_of_another_engine_is_checked_by_folding_only(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trace, '"engine":"', '"engine":"0.0.1-')
    main(["trace", "verify", str(trace)])
    text = " ".join(capsys.readouterr().out.split())
    assert "· calls not checked: The trace was made by engine 0.0.1-" in text
    assert "Checked by applying the recorded changes." in text


def test_json_has_every_check(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "verify", str(trace), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is True
    assert {"bytes", "chain", "fold", "calls", "outcome"} <= {check["name"] for check in found["checks"]}
    assert {check["state"] for check in found["checks"]} == {"ok"}


def test_json_of_a_changed_trace_says_what_is_wrong(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    change(trace, "Yes please.", "No thanks.")
    assert main(["trace", "verify", str(trace), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["ok"] is False
    assert "wrong" in {check["state"] for check in found["checks"]}


def test_a_cut_trace_cannot_be_verified(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trace.write_bytes(trace.read_bytes()[:-200])
    assert main(["trace", "verify", str(trace)]) == 2
    assert "cut" in capsys.readouterr().err
