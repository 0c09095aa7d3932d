"""Writes rows as JSON lines, CSV or Parquet. JSON lines and CSV are written piece by piece to save memory.

In CSV a text that a spreadsheet would run as a formula gets an apostrophe in front, because participants write some of
these texts. A formula that already has apostrophes in front gets one more. Reading removes one apostrophe again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec

from annotation.file_formats.columns import NUMBER, TEXT, TIME, WHOLE, YES_NO, FileColumn, Row, names_of

if TYPE_CHECKING:
    import polars as pl

# The pattern allows leading apostrophes: a formula that already starts with one gets one more. Reading removes one, so
# both kinds of text come back unchanged.
FORMULA = re.compile(r"'*(\s*[=+@\-]|[\t\r\n])")
_AT_ONCE = 500


def jsonl_of(rows: Iterable[Row], columns: Sequence[FileColumn]) -> Iterator[bytes]:
    names, encoder = names_of(columns), msgspec.json.Encoder()
    for some in _bits(rows):
        yield b"".join(encoder.encode(dict(zip(names, _plain(row), strict=True))) + b"\n" for row in some)


def csv_of(rows: Iterable[Row], columns: Sequence[FileColumn]) -> Iterator[bytes]:
    yield _lines([names_of(columns)])
    for some in _bits(rows):
        yield _lines([[_cell(value) for value in row] for row in some])


def parquet_of(rows: Iterable[Row], columns: Sequence[FileColumn]) -> bytes:
    """Return a Parquet file with typed columns and times in UTC."""
    import polars as pl

    names, schema = names_of(columns), _schema(columns)
    # Frame by frame: typed columns take less memory than all rows as Python objects.
    frames = [pl.DataFrame(some, schema=schema, orient="row", strict=True) for some in _bits(rows)]
    whole = pl.concat(frames) if frames else pl.DataFrame(schema=schema)
    file = io.BytesIO()
    whole.select(names).write_parquet(file)
    return file.getvalue()


def time_text(value: datetime) -> str:
    return value.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _bits(rows: Iterable[Row]) -> Iterator[list[Row]]:
    rest = iter(rows)
    while some := list(islice(rest, _AT_ONCE)):
        yield some


def _plain(row: Row) -> list[Any]:
    return [time_text(value) if isinstance(value, datetime) else value for value in row]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime):
        return time_text(value)
    if isinstance(value, str):
        return f"'{value}" if FORMULA.match(value) else value
    # repr gives the shortest digits that read back to the same number.
    return repr(value)


def _lines(rows: Iterable[Sequence[str]]) -> bytes:
    file = io.StringIO(newline="")
    # csv.writer quotes texts that contain a character of the line end, so "\r\n" makes it quote texts with either one.
    csv.writer(file, lineterminator="\r\n").writerows(rows)
    return file.getvalue().encode()


def _schema(columns: Sequence[FileColumn]) -> dict[str, pl.DataType]:
    import polars as pl

    types: dict[type, pl.DataType] = {
        TEXT: pl.String(),
        WHOLE: pl.Int64(),
        NUMBER: pl.Float64(),
        YES_NO: pl.Boolean(),
        TIME: pl.Datetime("us", "UTC"),
    }
    return {column.name: types[column.kind] for column in columns}
