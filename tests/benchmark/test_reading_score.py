"""Texts are scored in the place that their line names; a line that is wrong is reported with file and line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmark.reading.score import read_line, score
from benchmark.reading.texts import TextFileError, TextLine, read_texts
from simulator.scenario.library import Library

LIBRARY = Library.standard()
BOARD = {"scenario": "urgent_conflict_ride_reschedule", "where": "message", "goal": 0, "expected": "yes"}
CAB = {"scenario": "urgent_conflict_ride_reschedule", "where": "field", "goal": 2, "expected": "yes"}


def written(folder: Path, **line: Any) -> list[TextLine]:
    file = folder / "texts.jsonl"
    file.write_text("\n" + json.dumps(line), encoding="utf-8")
    return read_texts([file])


def test_unknown_scenario_is_reported_with_file_line_and_remedy(tmp_path: Path) -> None:
    lines = written(tmp_path, **{**BOARD, "scenario": "no_such_story", "text": "I come."})
    with pytest.raises(TextFileError) as error:
        score(lines, LIBRARY)
    assert str(error.value).startswith(f"{tmp_path / 'texts.jsonl'}, line 2: unknown scenario 'no_such_story'.")
    assert "pare scenarios list" in str(error.value)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ({**BOARD, "goal": 99}, "has no goal 99"),
        ({**BOARD, "where": "offer", "need": "nothing"}, "has no need 'nothing'"),
        ({**BOARD, "where": "field"}, "asks for no text in a field"),
    ],
)
def test_wrong_line_is_reported_with_its_place(tmp_path: Path, line: dict[str, Any], message: str) -> None:
    with pytest.raises(TextFileError, match=f"line 2: .*{message}"):
        score(written(tmp_path, **line, text="I come."), LIBRARY)


def test_null_counts_as_left_out(tmp_path: Path) -> None:
    (line,) = written(tmp_path, **BOARD, need=None, to=None, text="I come, Tamar.")
    assert (line.need, line.to) == ("", "")


def test_field_is_read_as_the_field_that_the_line_names() -> None:
    start = TextLine(**CAB, to="start_location", text="Kostava Street 47")
    end = TextLine(**CAB, to="end_location", text="Kostava Street 47")
    assert read_line(start, LIBRARY).value == "yes"
    assert read_line(end, LIBRARY).value == "no"
