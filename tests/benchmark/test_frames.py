from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import msgspec
import polars as pl
import pytest

from benchmark.frames import csv_of, frame_of, json_of_rows, parquet_of, results
from benchmark.result_row import COLUMNS, NAMES, ResultRow, plain
from benchmark.results_files import BadResults, read_rows, result_files, rows_as_json, write_atomically
from tests.benchmark.rows_for_tests import golden, row, sample

TYPES: dict[type, type[pl.DataType]] = {str: pl.String, int: pl.Int64, float: pl.Float64, bool: pl.Boolean}


def rows_of(frame: pl.DataFrame) -> list[ResultRow]:
    """The rows behind a frame."""
    entries = [{name: value for name, value in entry.items() if value is not None} for entry in frame.to_dicts()]
    return msgspec.convert(entries, list[ResultRow])


def test_a_frame_has_the_published_columns_with_their_types_first() -> None:
    frame = frame_of(golden())
    assert frame.columns[:29] == list(NAMES)
    assert [frame.schema[name] for name in NAMES] == [TYPES[kind] for _, kind in COLUMNS]
    assert frame.schema["cost"] == pl.Float64 and frame.schema["wants_silence"] == pl.Boolean
    assert frame.schema["kind"] == pl.String
    assert frame_of([]).schema == frame.schema
    assert frame["success_numeric"].to_list() == [1, 0, 1, 1, 0, None]


def test_rows_survive_a_frame_and_every_file() -> None:
    rows = sample()
    assert rows_of(frame_of(rows)) == rows
    assert rows_of(pl.read_parquet(io.BytesIO(parquet_of(rows)))) == rows
    assert pl.read_csv(io.BytesIO(csv_of(rows))).columns == frame_of(rows).columns
    assert json.loads(json_of_rows(rows)) == [plain(row) for row in rows]


def test_texts_are_no_formulas_for_spreadsheets() -> None:
    texts = ["=1+1", "+cmd", "-x", "@sum", " =1", "\t=1", "-3", "+2.5", "fine", "a=b", None, ""]
    rows = [row("a", number, True, rationale=text) for number, text in enumerate(texts, 1)]
    read = pl.read_csv(io.BytesIO(csv_of(rows)), schema_overrides={"rationale": pl.String})
    told = ["'=1+1", "'+cmd", "'-x", "'@sum", "' =1", "'\t=1", "-3", "+2.5", "fine", "a=b"]
    assert read["rationale"].to_list()[:10] == told
    assert rows_of(pl.read_parquet(io.BytesIO(parquet_of(rows)))) == rows
    lost = [row("a", 1, True, cost=-1.0)]
    assert pl.read_csv(io.BytesIO(csv_of(lost)))["cost"].to_list() == [-1.0]


def test_a_folder_a_file_and_rows_give_the_same_frame(tmp_path: Path) -> None:
    rows = sample()
    write_atomically(tmp_path / "sweep" / "a_result.json", rows_as_json(rows[:10]))
    write_atomically(tmp_path / "sweep" / "b_result.json", rows_as_json(rows[10:]))
    write_atomically(tmp_path / "sweep" / "combined_result.json", "{}")
    assert results(tmp_path / "sweep").equals(results(rows))
    assert results(str(tmp_path)).equals(results(tmp_path / "sweep"))
    assert results(tmp_path / "sweep" / "a_result.json").height == 10
    assert [path.name for path in result_files(tmp_path / "sweep")] == ["a_result.json", "b_result.json"]


def test_files_of_the_original_have_29_columns_and_ours_stay_empty(tmp_path: Path) -> None:
    written = [{name: plain(row)[name] for name in NAMES} for row in golden()]
    written[0] |= {"proposal_count": None, "something_else": "1"}
    (tmp_path / "x_result.json").write_text(json.dumps(written))
    rows = read_rows(tmp_path / "x_result.json")
    assert rows[0].proposal_count == 0
    assert rows[1].seed is None and rows[1].configuration == "" and rows[1].goals_met is None
    assert results(tmp_path)["tokens_in"].null_count() == 6


def test_extras_that_were_cast_to_text_are_read(tmp_path: Path) -> None:
    written = [plain(row) | {"seed": "7", "clean": "true", "cost": "0.5"} for row in golden()]
    (tmp_path / "x_result.json").write_text(json.dumps(written))
    row = read_rows(tmp_path / "x_result.json")[0]
    assert (row.seed, row.clean, row.cost) == (7, True, 0.5)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[{", "is not JSON"),
        ("{}", "does not hold a list of rows"),
        ("[1]", "row 1 is not an object"),
        ('[{"base_scenario_id": "a"}]', "row 1: Object missing required field `status`"),
        (json.dumps([plain(golden()[0]), plain(golden()[0]) | {"status": "fine"}]), "row 2: Invalid enum value 'fine'"),
    ],
)
def test_a_bad_file_is_refused_by_name_and_with_a_remedy(tmp_path: Path, text: str, problem: str) -> None:
    path = tmp_path / "x_result.json"
    path.write_text(text)
    with pytest.raises(BadResults) as caught:
        results(tmp_path)
    assert str(path) in caught.value.problem and problem in caught.value.problem
    assert "remove the file" in caught.value.remedy


def test_a_folder_without_results_or_with_several_sweeps_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="There is no folder"):
        results(tmp_path / "none")
    with pytest.raises(BadResults, match=r"has no \*_result.json"):
        results(tmp_path)
    for name in ("one", "two"):
        write_atomically(tmp_path / name / "a_result.json", "[]")
    with pytest.raises(BadResults, match=r"several sweeps: one, two\. Give one"):
        results(tmp_path)


def test_writing_leaves_nothing_half_done(tmp_path: Path) -> None:
    path = tmp_path / "a_result.json"
    write_atomically(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_atomically(path, "new \udc00")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_polars_is_loaded_only_when_it_is_needed() -> None:
    code = "import sys, benchmark.frames, benchmark.results_files; print('polars' in sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.strip() == "False"
