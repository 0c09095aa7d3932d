"""Reads trace files. An error names the line, the problem and the remedy."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from simulator.trace.hashing import SHORT
from simulator.trace.header import KIND, SCHEMA, Header, Result, TraceError
from simulator.trace.moments import Moment, moment_kinds
from simulator.trace.trace_writer import encode_line, moment_line, unsigned

UPGRADE = "Install a newer version of PARE Studio to read the file."
GIVE_TRACE = "Give a file that `pare run` wrote."
DAMAGED = "The file was changed or damaged after it was written; copy the original file again."


def unreadable(error: Exception) -> tuple[str, str]:
    if isinstance(error, IsADirectoryError):
        return "This is a folder.", "Give the path of a trace file in this folder."
    if isinstance(error, FileNotFoundError):
        return "The file does not exist.", "Check the name."
    if isinstance(error, PermissionError):
        return "You are not allowed to read this file.", "Check its permissions."
    reason = getattr(error, "strerror", None) or str(error)
    return f"The file cannot be read: {reason}.", "Check the name and the disk."


def unknown_kind(kind: Any) -> tuple[str, str]:
    if not isinstance(kind, str):
        return "The field 'kind' is missing or is not text.", DAMAGED
    if kind == KIND:
        return "This line is a second header.", DAMAGED
    # Cut, because a damaged file may have anything here, and the message repeats it.
    name, _, version = kind[:60].partition("@")
    known = [other for other in moment_kinds() if other.partition("@")[0] == name]
    if known and version.isdigit():
        return f"The moment kind {name}@{version} is newer than this version reads ({', '.join(known)}).", UPGRADE
    kinds = ", ".join(moment_kinds())
    remedy = "If a newer version of PARE Studio wrote the file, install that version."
    return f"Unknown moment kind '{kind[:60]}'; known kinds: {kinds}.", remedy


def not_json(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"The line is not UTF-8 (at byte {error.start})."
    if isinstance(error, RecursionError):
        return "The line is nested too deeply."
    return f"The line is not JSON ({error})."


def wrong_field(message: str) -> str:
    """Turn an error message of msgspec, such as "Expected `int`, got `str` - at `$.n`", into plain words."""
    missing = re.search(r"missing required field `([^`]+)`", message)
    what, _, path = message.partition(" - at `$")
    inside = path.rstrip("`").lstrip(".")
    if missing is not None:
        field = f"{inside}.{missing[1]}" if inside else missing[1]
        return f"The field '{field}' is missing."
    what = what.replace("`", "")
    return f"The field '{inside or 'kind'}' is wrong: {what[:1].lower()}{what[1:]}."


IN_MEMORY = "(trace)"
_MARK = re.compile(rf"[0-9a-f]{{{SHORT}}}")
_BEGINNING = f'{{"kind":"{KIND}"'.encode()
T = TypeVar("T", bound=msgspec.Struct)


class Limits(NamedTuple):
    """The maximum sizes of a file and of a line, in bytes; larger files and longer lines are refused."""

    file: int = 64 * 2**20
    line: int = 16 * 2**20


class Trace(NamedTuple):
    """A trace as it was read. Reading checks only the form; `episode.verify` checks the content."""

    header: Header
    moments: tuple[Moment, ...]
    result: Result | None
    """The last line; None if the trace was read as `partial` and has no result."""
    marks: tuple[str, ...] = ()
    """The first digits of the content hash up to each moment, from the moment's line."""
    sha256: str = ""
    """The checksum computed from the lines, to compare with the checksum in the last line; empty without a result."""
    odd_lines: tuple[int, ...] = ()
    """The line numbers of readable lines whose bytes differ from the writer's output."""
    file: str = IN_MEMORY

    @staticmethod
    def line_of(moment: int) -> int:
        return moment + 2


def read_trace(path: Path, limits: Limits | None = None, partial: bool = False) -> Trace:
    """Return the trace in a file. `partial`: accept a file that is cut off, or a run that has not ended."""
    limits = limits or Limits()
    try:
        with path.open("rb") as handle:
            # One byte more than allowed shows that a file is too large, without reading all of it.
            data = handle.read(limits.file + 1)
    except (OSError, ValueError) as error:
        raise TraceError(str(path), None, *unreadable(error)) from None
    return parse_trace(data, str(path), limits, partial)


def parse_trace(data: bytes, file: str = IN_MEMORY, limits: Limits | None = None, partial: bool = False) -> Trace:
    return _Reader(data, file, limits or Limits(), partial).read()


class _Cut(Exception):
    """The last line of the file is cut off."""


class _Reader:
    """Reads a trace line by line. Raises TraceError, with the line's number if the error is in one line."""

    def __init__(self, data: bytes, file: str, limits: Limits, partial: bool) -> None:
        self._file = file
        self._limits = limits
        self._partial = partial
        self._moments: list[Moment] = []
        self._marks: list[str] = []
        self._odd: list[int] = []
        if len(data) > limits.file:
            raise self._error(
                None, f"The file is larger than {limits.file} bytes.", "Pass larger `limits` to read the file."
            )
        if not data.strip():
            raise self._error(None, "The file is empty.", "Give a trace file; its first line is a header.")
        # Lines keep their ends, because the checksum covers every byte.
        *whole, rest = data.split(b"\n")
        self._lines = [line + b"\n" for line in whole] + ([rest] if rest else [])

    def read(self) -> Trace:
        header = self._header()
        result: Result | None = None
        for number, line in enumerate(self._lines[1:], 2):
            if result is not None:
                raise self._error(number, "There are more lines after the result.", DAMAGED)
            try:
                result = self._moment_or_result(number, line)
            except _Cut:
                self._stop(number, "The file is cut in the middle of this line")
                break
        else:
            if result is None:
                self._stop(
                    None, "The result is missing: the run had not ended, or the file is cut at the end of a line"
                )
        checksum = "" if result is None else self._checksum()
        return Trace(header, tuple(self._moments), result, tuple(self._marks), checksum, tuple(self._odd), self._file)

    def _header(self) -> Header:
        line = self._lines[0]
        try:
            data = self._object(1, line)
        except _Cut:
            # For a file of another kind, "not a trace" helps more than "cut".
            if line.startswith(_BEGINNING):
                raise self._error(1, "The file is cut in its first line.", DAMAGED) from None
            raise self._error(1, "This is not a trace.", GIVE_TRACE) from None
        except TraceError as error:
            if line.startswith(_BEGINNING):
                raise
            raise self._error(1, f"This is not a trace. {error.problem}", GIVE_TRACE) from None
        if data.get("kind") != KIND:
            raise self._error(1, "This is not a trace.", GIVE_TRACE)
        # Before the fields are checked: a newer schema may have other fields, and then only an upgrade helps.
        schema = data.get("schema")
        if isinstance(schema, int) and schema > SCHEMA:
            raise self._error(1, f"The trace has schema {schema}; this version reads up to {SCHEMA}.", UPGRADE)
        header = self._typed(1, data, Header)
        if header.schema != SCHEMA:
            raise self._error(1, f"Unknown schema {header.schema}.", DAMAGED)
        self._compare(1, line, encode_line(header))
        return header

    def _moment_or_result(self, number: int, line: bytes) -> Result | None:
        """Add the line's moment to the trace, or return the result if the line holds the result."""
        data = self._object(number, line)
        kind = data.get("kind")
        if kind == "result":
            return self._result(number, line, data)
        known = moment_kinds().get(kind) if isinstance(kind, str) else None
        if known is None:
            raise self._error(number, *unknown_kind(kind))
        mark = data.pop("h", None)
        if not isinstance(mark, str) or _MARK.fullmatch(mark) is None:
            raise self._error(number, f"The field 'h' is not a hash of {SHORT} digits.", DAMAGED)
        moment = self._typed(number, data, known)
        expected = len(self._moments)
        if moment.n != expected:
            problem = f"Moment {moment.n} is here instead of moment {expected}; lines are missing or out of order."
            raise self._error(number, problem, DAMAGED)
        self._compare(number, line, moment_line(moment, mark))
        self._moments.append(moment)
        self._marks.append(mark)
        return None

    def _result(self, number: int, line: bytes, data: dict[str, Any]) -> Result:
        if "sha256" not in data:
            raise self._error(number, "The field 'sha256' is missing.", DAMAGED)
        result = self._typed(number, data, Result)
        there = len(self._moments)
        if result.moments != there:
            problem = f"The result counts {result.moments} moments, but the file has {there}; lines are missing."
            raise self._error(number, problem, DAMAGED)
        self._compare(number, line, encode_line(result))
        return result

    def _object(self, number: int, line: bytes) -> dict[str, Any]:
        if len(line) > self._limits.line:
            problem = f"The line is longer than {self._limits.line} bytes."
            raise self._error(number, problem, "Pass larger `limits` to read the file.")
        if not line.strip():
            raise self._error(number, "The line is empty.", DAMAGED)
        try:
            # msgspec would count a wrong byte from the start of its string, not from the start of the line.
            line.decode("utf-8")
            data = msgspec.json.decode(line)
        except (ValueError, RecursionError) as error:
            # Only the last line can lack its end: the writer was interrupted, or the file was cut.
            if not line.endswith(b"\n"):
                raise _Cut from None
            raise self._error(number, not_json(error), DAMAGED) from None
        if not isinstance(data, dict):
            raise self._error(number, "The line is not a JSON object.", DAMAGED)
        return data

    def _typed(self, number: int, data: dict[str, Any], cls: type[T]) -> T:
        # msgspec ignores unknown fields; they would be lost when the trace is written again.
        for name in data:
            if name != "kind" and name not in cls.__struct_fields__:
                raise self._error(number, f"Unknown field '{name[:60]}' in a line of this kind.", DAMAGED)
        try:
            return msgspec.convert(data, cls)
        except (ValueError, RecursionError) as error:
            raise self._error(number, wrong_field(str(error)), DAMAGED) from None

    def _compare(self, number: int, line: bytes, expected: bytes) -> None:
        """Store the line's number if its bytes differ from the writer's output, for example after an edit by hand."""
        if line != expected:
            self._odd.append(number)

    def _checksum(self) -> str:
        checksum = hashlib.sha256()
        for line in self._lines[:-1]:
            checksum.update(line)
        checksum.update(unsigned(self._lines[-1]))
        return checksum.hexdigest()

    def _stop(self, number: int | None, problem: str) -> None:
        if not self._partial:
            count = len(self._moments)
            there = f"the file has {count} whole moments" if count != 1 else "the file has 1 whole moment"
            raise self._error(
                number, f"{problem}; {there}.", "You can view the whole moments, but the trace can't be fully verified."
            )

    def _error(self, line: int | None, problem: str, remedy: str) -> TraceError:
        return TraceError(self._file, line, problem, remedy, len(self._moments))
