"""`pare trace points`: offers with their answers, and silences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pare_site.cli.main import main
from tests.replay.foreign.runs import evening


def test_an_offer_is_told_with_what_came_of_it(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "points", str(trace)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    for part in (
        "◆ Offer 1: “The practice moved",
        "meets move",
        "first reaction: accepts (moment 3)",
        "final answer: accepted (moment 3): “Yes please.”",
        "1 offer, ",
    ):
        assert part in text


def test_silence_while_help_would_be_welcome_is_flagged(
    scenarios: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "run.jsonl"
    main(["run", "dentist_moved", "--assistant", "silent", "--out", str(file), "--quiet"])
    capsys.readouterr()
    assert main(["trace", "points", str(file)]) == 0
    text = " ".join(capsys.readouterr().out.split())
    assert "waits, although help with move would be welcome." in text
    assert "0 offers, " in text


def test_json_has_every_point(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trace", "points", str(trace), "--json"]) == 0
    points = json.loads(capsys.readouterr().out)["points"]
    assert points[0]["kind"] == "offer"
    assert {point["kind"] for point in points} == {"offer", "silence"}
    assert points[0]["reaction"] == "accept"


def test_a_file_of_the_original_has_points_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "kiln.json"
    file.write_bytes(evening().bytes())
    assert main(["trace", "points", str(file), "--json"]) == 0
    points = json.loads(capsys.readouterr().out)["points"]
    assert {point["final"] for point in points if point["kind"] == "offer"} >= {"accepted", "rejected"}
