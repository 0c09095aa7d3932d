"""Reads files of answers in JSON lines, CSV or Parquet; problems name the line and, where possible, the column."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from annotation.file_formats.columns import ANSWERS, KINDS, NUMBER, TEXT, TIME, WHOLE, FileColumn
from annotation.file_formats.table_writing import FORMULA

_READ = tuple(column for column in ANSWERS if column.is_needed or column.is_read)
_DEFAULTS: dict[type, Any] = {TEXT: "", WHOLE: 0, NUMBER: 0.0, bool: False}
# Within the range of every integer column that answers are stored in.
_LARGEST = 10**9
_EARLIEST, _LATEST = datetime(1970, 1, 1, tzinfo=UTC), datetime(2200, 1, 1, tzinfo=UTC)
# Report only this many problems, because a file of the wrong kind would have one per line.
_MOST_PROBLEMS = 20
_LONGEST_FIELD = 10_000_000


class BadFile(Exception):
    """Raised for a file that can't be read as answers; `problems` are sentences that name the line and the remedy."""

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems


class AnswerLine(NamedTuple):
    """One answer in a file: the columns that are imported, with their types."""

    number: int
    """Line of a text file or row of a table, from 1."""
    item_id: str
    rater: str
    rater_kind: str
    key: str
    value: str
    reason: str
    revision: int
    attempt: int
    place: int | None
    claimed_at: datetime | None
    given_at: datetime
    seconds: float
    guidelines: int
    consent: int | None
    left_out: bool


def read_answers(data: bytes) -> list[AnswerLine]:
    """Return all answers in an uploaded file. Raise BadFile with the first problems if any line is wrong."""
    lines, problems = [], []
    for number, entry in _entries(data):
        try:
            lines.append(_line(number, entry))
        except BadFile as bad:
            problems += bad.problems
        if len(problems) >= _MOST_PROBLEMS:
            break
    if problems:
        raise BadFile(problems[:_MOST_PROBLEMS])
    return lines


def _entries(data: bytes) -> Iterator[tuple[int, Mapping[str, Any]]]:
    if data.startswith(b"PAR1"):
        return _of_parquet(data)
    try:
        # Spreadsheets save CSV with a byte order mark.
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadFile([f"Line {line} is not UTF-8 text. Save the file as UTF-8, or use the Parquet file."]) from None
    if not text.strip():
        raise BadFile(["The file is empty. Choose a file of exported answers."])
    return _of_jsonl(text) if text.lstrip().startswith(("{", "[")) else _of_csv(text)


def _of_jsonl(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    # str.splitlines() would also split at separators inside texts, such as U+2028.
    for number, line in enumerate(text.split("\n"), start=1):
        if not line.strip():
            continue
        try:
            entry = msgspec.json.decode(line)
        except (msgspec.DecodeError, RecursionError) as error:
            raise BadFile([f"Line {number} is not JSON ({error}). Each line must be one JSON object."]) from None
        if not isinstance(entry, dict):
            raise BadFile([f"Line {number} is not a JSON object. Export the answers again."])
        _check_names(entry, number)
        yield number, entry


def _of_csv(text: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    # The text of an offer has no limit, and csv's default limit of 131,072 characters would refuse a long one.
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    names: list[str] = []
    start = 1
    try:
        for cells in reader:
            if not names:
                names = cells
                _check_names(dict.fromkeys(names), start)
            elif cells:
                if len(cells) != len(names):
                    problem = f"Line {start} has {len(cells)} cells, but the first line names {len(names)} columns."
                    raise BadFile([f"{problem} Give each line one cell per column."])
                yield start, {name: _uncovered(cell) for name, cell in zip(names, cells, strict=True)}
            # A quoted text can span lines, so the row number is not the line number that an editor shows.
            start = reader.line_num + 1
    except csv.Error as error:
        raise BadFile(
            [f"Line {start} is not CSV ({error}). Commas must separate cells, and quotes must close."]
        ) from None


def _of_parquet(data: bytes) -> Iterator[tuple[int, Mapping[str, Any]]]:
    import polars as pl

    try:
        frame = pl.read_parquet(io.BytesIO(data))
        rows = frame.select(column.name for column in _READ if column.name in frame.columns).rows(named=True)
    # A damaged file can make the Rust code behind Polars panic, which is not a PolarsError.
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError, ValueError, ArithmeticError) as error:
        raise BadFile([f"The Parquet file can’t be read ({error}). Export it again."]) from None
    _check_names(dict.fromkeys(frame.columns), 1)
    yield from enumerate(rows, start=1)


def _uncovered(cell: str) -> str:
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def _check_names(entry: Mapping[str, Any], line: int) -> None:
    missing = [column.name for column in _READ if column.is_needed and column.name not in entry]
    if missing:
        remedy = "Choose a file of exported answers."
        raise BadFile([f"Line {line}: missing columns: {', '.join(missing)}. {remedy}"])


def _line(number: int, entry: Mapping[str, Any]) -> AnswerLine:
    values, problems = {}, []
    for column in _READ:
        try:
            values[column.name] = _value(column, entry.get(column.name))
        except ValueError as problem:
            problems.append(f"Line {number}, column {column.name}: {problem}")
    if problems:
        raise BadFile(problems)
    return AnswerLine(number, **values)


def _value(column: FileColumn, given: Any) -> Any:
    if given is None or (given == "" and column.kind is not TEXT):
        if column.is_needed and column.kind is not TEXT:
            raise ValueError(f"is empty; it must be {_article(column)}.")
        return None if column.may_be_empty else _DEFAULTS[column.kind]
    try:
        value: Any = msgspec.convert(given, column.kind, strict=False)
    except msgspec.ValidationError:
        raise ValueError(f"{_shown(given)} is not {_article(column)}.") from None
    return _checked(column, value)


def _checked(column: FileColumn, value: Any) -> Any:
    if column.kind is TEXT:
        if "\x00" in value:
            raise ValueError("contains a character that can’t be stored (U+0000); remove it.")
        if column.longest and len(value) > column.longest:
            raise ValueError(f"has {len(value)} characters; at most {column.longest} are allowed.")
    elif column.kind is TIME:
        if value.tzinfo is None:
            raise ValueError(f"{_shown(value.isoformat())} has no time zone; write it like 2026-01-31T12:00:00Z.")
        if not _EARLIEST <= value < _LATEST:
            raise ValueError(f"{_shown(value.isoformat())} is out of range; use years from 1970 to 2199.")
        return value.astimezone(UTC)
    elif column.kind in (WHOLE, NUMBER):
        if not math.isfinite(value) or abs(value) > _LARGEST:
            raise ValueError(f"{value} is out of range; the largest number is {_LARGEST:,}.")
        if column.least is not None and value < column.least:
            raise ValueError(f"{value} is too small; it must be at least {column.least}.")
    return value


def _article(column: FileColumn) -> str:
    name = KINDS[column.kind]
    return name if column.kind is bool else f"{'an' if name[0] == 'i' else 'a'} {name}"


def _shown(given: Any) -> str:
    text = str(given)
    return f"“{text[:40]}…”" if len(text) > 40 else f"“{text}”"
