"""Rows as files and back, and files that cannot be read."""

from __future__ import annotations

import csv
import io
import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from annotation.file_formats.answer_reading import BadFile, read_answers
from annotation.file_formats.columns import ANSWERS, ITEMS, PANEL, Row, answer_columns, names_of
from annotation.file_formats.table_writing import csv_of, jsonl_of, parquet_of

AT = datetime(2026, 1, 31, 12, 0, 0, 5, tzinfo=UTC)
COLUMNS = answer_columns()
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=20)
TRICKY = st.one_of(
    TEXTS, st.sampled_from(["=1", "'=1", "''+x", "-3", " @a", "\t", "\r", "\n=", "a\r\nb", '"', "'", "\ufeff"])
)


def row(**fields: Any) -> Row:
    defaults: dict[type, Any] = {str: "", int: 1, float: 0.5, bool: False, datetime: AT}
    values = {column.name: defaults[column.kind] for column in COLUMNS}
    return tuple(
        {**values, "item_id": "abc", "rater": "Sorrel", "key": "decision", "value": "accept", **fields}.values()
    )


def written(form: str, rows: list[Row]) -> bytes:
    if form == "parquet":
        return parquet_of(rows, COLUMNS)
    return b"".join((jsonl_of if form == "jsonl" else csv_of)(rows, COLUMNS))


@st.composite
def rows_of_texts(draw: st.DrawFn) -> Row:
    return row(
        rater=draw(TRICKY.filter(bool)),
        reason=draw(TRICKY),
        offer=draw(TRICKY),
        place=draw(st.none() | st.integers(1, 99)),
        claimed_at=draw(st.none() | st.just(AT + timedelta(microseconds=draw(st.integers(0, 10**9))))),
        seconds=draw(st.floats(0, 1e6)),
        left_out=draw(st.booleans()),
        consent=draw(st.none() | st.integers(0, 5)),
    )


@pytest.mark.parametrize("form", ["jsonl", "csv", "parquet"])
@settings(max_examples=40)
@given(rows=st.lists(rows_of_texts(), min_size=1, max_size=4))
def test_whatever_is_written_is_read_again(form: str, rows: list[Row]) -> None:
    lines = read_answers(written(form, rows))
    names = names_of(COLUMNS)
    kept = [name for name in names if name in lines[0]._fields]
    there = [{name: getattr(line, name) for name in kept} for line in lines]
    assert there == [{name: dict(zip(names, one, strict=True))[name] for name in kept} for one in rows]


def test_a_spreadsheet_finds_no_formula_and_other_formats_keep_the_text() -> None:
    texts = ["=1+1", "+cmd", "-x", "@sum", " =1", "\t=1", "fine", "a=b", "", "'quoted'"]
    rows = [row(reason=text) for text in texts]
    cells = [line["reason"] for line in csv.DictReader(io.StringIO(written("csv", rows).decode(), newline=""))]
    assert cells == ["'=1+1", "'+cmd", "'-x", "'@sum", "' =1", "'\t=1", "fine", "a=b", "", "'quoted'"]
    assert [json.loads(line)["reason"] for line in written("jsonl", rows).splitlines()] == texts
    assert pl.read_parquet(io.BytesIO(written("parquet", rows)))["reason"].to_list() == texts


def test_parquet_is_typed_also_without_rows() -> None:
    types = {str: pl.String, int: pl.Int64, float: pl.Float64, bool: pl.Boolean, datetime: pl.Datetime("us", "UTC")}
    for rows in ([], [row(place=None)], [row(place=None, consent=None)] * 501):
        frame = pl.read_parquet(io.BytesIO(written("parquet", rows)))
        assert frame.schema == {column.name: types[column.kind] for column in COLUMNS} and frame.height == len(rows)


def test_text_files_come_in_bits() -> None:
    asked = []

    def rows() -> Any:
        for number in range(2000):
            asked.append(number)
            yield row(item=number)

    stream = csv_of(rows(), COLUMNS)
    assert next(stream).startswith(b"study_id,study,item,") and not asked
    next(stream)
    assert 0 < len(asked) < 1000


def test_panel_ids_are_left_out_unless_asked_for_and_names_are_unique() -> None:
    assert PANEL not in names_of(answer_columns()) and PANEL in names_of(answer_columns(with_panel_ids=True))
    for columns in (ANSWERS, ITEMS):
        assert len(set(names_of(columns))) == len(columns)
        assert all(column.about.endswith(".") for column in columns)


def change(**cells: Any) -> bytes:
    entry = {**json.loads(written("jsonl", [row()])), **cells}
    return json.dumps({name: value for name, value in entry.items() if value is not ...}).encode()


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "The file is empty."),
        (b" \n ", "The file is empty."),
        (b"\xff\xfe", "Line 1 is not UTF-8"),
        (b"a,b\n\xe4,1", "Line 2 is not UTF-8"),
        (b"PAR1 and no more", "The Parquet file can’t be read"),
        (b"a,b\n1,2", "Line 1: missing columns: item_id, rater, key, value, revision, given_at."),
        (b"[1]", "Line 1 is not a JSON object"),
        (change() + b"\n{", "Line 2 is not JSON"),
        (b'{"a":' * 100_000, "Line 1 is not JSON"),
        (change(rater=...), "Line 1: missing columns: rater."),
        (change(revision="x"), "Line 1, column revision: “x” is not an integer."),
        (change(revision=0), "Line 1, column revision: 0 is too small; it must be at least 1."),
        (change(revision=2**40), "is out of range"),
        (change(revision=None), "Line 1, column revision: is empty; it must be an integer."),
        (change(seconds=-1), "Line 1, column seconds: -1.0 is too small"),
        (change(seconds="inf"), "Line 1, column seconds: "),
        (change(given_at="31.1.2026"), "Line 1, column given_at: “31.1.2026” is not a UTC time."),
        (change(given_at="2026-01-31T12:00:00"), "has no time zone"),
        (change(given_at="0001-01-01T00:00:00+05:00"), "is out of range; use years from 1970 to 2199."),
        (change(given_at="9999-12-31T23:59:59-05:00"), "is out of range"),
        (change(left_out="perhaps"), "Line 1, column left_out: “perhaps” is not true or false."),
        (change(rater="x" * 61), "Line 1, column rater: has 61 characters; at most 60 are allowed."),
        (change(reason="a\x00b"), "Line 1, column reason: contains a character that can’t be stored"),
        (change(value=5), "Line 1, column value: “5” is not a text."),
        (written("csv", [row()]) + b"1,2\n", "Line 3 has 2 cells, but the first line names"),
        (written("csv", [row()]) + b'"open', "Line 3 is not CSV"),
    ],
)
def test_a_bad_file_is_told_by_line_and_column(data: bytes, problem: str) -> None:
    with pytest.raises(BadFile) as bad:
        read_answers(data)
    assert problem in str(bad.value)


def test_a_parquet_file_that_breaks_its_library_is_a_bad_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def panic(*_: object) -> None:
        raise pl.exceptions.PanicException("assertion failed")

    data = written("parquet", [row()])
    monkeypatch.setattr(pl, "read_parquet", panic)
    with pytest.raises(BadFile, match="can’t be read"):
        read_answers(data)


@settings(max_examples=60)
@given(st.sampled_from(["jsonl", "csv", "parquet"]), st.data())
def test_damage_is_either_harmless_or_told(form: str, data: st.DataObject) -> None:
    whole = bytearray(written(form, [row(reason="a, b"), row(revision=2)]))
    for _ in range(data.draw(st.integers(1, 4))):
        whole[data.draw(st.integers(4, len(whole) - 1))] = data.draw(st.integers(0, 255))
    whole = whole[: data.draw(st.integers(5, len(whole)))]
    try:
        read = read_answers(bytes(whole))
    except BadFile as bad:
        assert bad.problems
    else:
        assert len(read) <= 4


def test_lines_of_csv_are_counted_as_an_editor_counts_them() -> None:
    data = written("csv", [row(reason="two\nlines"), row(revision=0)])
    with pytest.raises(BadFile, match="Line 4, column revision"):
        read_answers(data)
    assert [line.number for line in read_answers(written("csv", [row(reason="two\nlines"), row()]))] == [2, 4]


def test_several_problems_are_told_at_once_but_not_thousands() -> None:
    with pytest.raises(BadFile) as bad:
        read_answers(b"\n".join([change(revision=0, seconds="x")] * 100))
    assert len(bad.value.problems) == 20 and bad.value.problems[1].startswith("Line 1, column seconds")


def test_files_that_a_spreadsheet_saved_are_read() -> None:
    """With a mark at the start, capitals for truth, other line ends, columns left out or moved, and blank lines."""
    told = "\ufeffrater,item_id,value,key,revision,given_at,left_out,extra\r\n"
    told += "Sorrel,abc,accept,decision,1,2026-01-31T13:00:00+01:00,TRUE,x\r\n\r\n"
    (line,) = read_answers(told.encode())
    assert (line.rater, line.left_out, line.seconds, line.place, line.rater_kind) == ("Sorrel", True, 0.0, None, "")
    assert line.given_at == datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert line.given_at.tzinfo is UTC


def test_times_are_written_in_utc() -> None:
    told = written("jsonl", [row(given_at=AT.astimezone(timezone(timedelta(hours=2))))])
    assert json.loads(told)["given_at"] == "2026-01-31T12:00:00.000005Z"
