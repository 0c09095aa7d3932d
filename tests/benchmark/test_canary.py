"""Every scenario file and every file of texts has the canary, which shows what a model was trained on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmark import canary
from benchmark.reading.texts import FOLDER, TextFileError, read_texts
from simulator.scenario.library import Library

_LINE = {"scenario": "x", "where": "report", "text": "Done.", "expected": "no"}


def test_every_scenario_file_has_the_canary_as_a_comment() -> None:
    comment = f"# {canary.CANARY}"
    missing = [file.name for file in Library().files() if comment not in file.read_text(encoding="utf-8").splitlines()]
    assert missing == []


def test_every_file_of_texts_begins_with_the_canary() -> None:
    files = sorted(FOLDER.rglob("*.jsonl"))
    assert files
    begins = [json.loads(file.read_text(encoding="utf-8").partition("\n")[0]) for file in files]
    assert [file.name for file, line in zip(files, begins, strict=True) if line != {canary.KEY: canary.CANARY}] == []


def test_the_line_with_the_canary_is_no_text(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(f"{json.dumps({canary.KEY: canary.CANARY})}\n{json.dumps(_LINE)}\n", encoding="utf-8")
    assert [line.text for line in read_texts([file])] == ["Done."]


def test_a_canary_beside_other_keys_is_an_unknown_key(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(json.dumps({**_LINE, canary.KEY: canary.CANARY}), encoding="utf-8")
    with pytest.raises(TextFileError, match="canary"):
        read_texts([file])
