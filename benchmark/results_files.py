"""Reads and writes result files. Writing is atomic; reading gives missing columns their default values."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec

from benchmark.result_row import ResultRow, plain, proactive_model

RESULT, REPORT = "_result.json", "_report.txt"
COMBINED = "combined"


class BadResults(Exception):
    """Raised if files cannot be read as results. `problem` names the file; `remedy` says what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy


def write_atomically(path: Path, text: str) -> None:
    """Write a text file. Other processes see the old or the new content, never a part of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    # In the same folder, because a rename across file systems is not atomic. `result_files` skips `.part` files.
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def json_of(value: Any) -> str:
    """Return indented JSON with a final line feed; letters such as “é” are not escaped."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def rows_as_json(rows: Iterable[ResultRow]) -> str:
    return json_of([plain(row) for row in rows])


def result_files(folder: Path) -> list[Path]:
    """Return the result files in a folder, sorted by name, without the combined file."""
    return sorted(path for path in folder.glob(f"*{RESULT}") if path.name != COMBINED + RESULT)


def read_rows(path: Path) -> list[ResultRow]:
    """Return the rows of a file. Unknown columns are ignored; missing extra columns get defaults. Raises BadResults."""
    try:
        written = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BadResults(f"{path} cannot be read: {error.strerror}.", "Check its name and permissions.") from None
    except msgspec.DecodeError as error:
        raise BadResults(f"{path} is not JSON: {error}.", _REMEDY) from None
    if not isinstance(written, list):
        raise BadResults(f"{path} does not hold a list of rows.", _REMEDY)
    return [_row(entry, path, number) for number, entry in enumerate(written, start=1)]


def read_folder(folder: Path) -> list[ResultRow]:
    """Return the rows of all result files in a folder, or in its only subfolder with results. Raises BadResults."""
    return [row for path in result_files(folder_with_results(folder)) for row in read_rows(path)]


def folder_with_results(folder: Path) -> Path:
    if not folder.is_dir():
        raise BadResults(f"There is no folder {folder}.", "Give the folder with the results of a sweep.")
    if result_files(folder):
        return folder
    within = [path for path in sorted(folder.iterdir()) if path.is_dir() and result_files(path)]
    if len(within) == 1:
        return within[0]
    if not within:
        raise BadResults(f"{folder} has no *{RESULT} file.", "Give the folder with the results of a sweep.")
    names = ", ".join(path.name for path in within)
    raise BadResults(f"{folder} holds results of several sweeps: {names}.", "Give one of these folders.")


def _row(entry: Any, path: Path, number: int) -> ResultRow:
    if not isinstance(entry, dict):
        raise BadResults(f"{path}: row {number} is not an object.", _REMEDY)
    # A null in a column that cannot be null counts as missing, so that the default applies.
    known = {name: value for name, value in entry.items() if value is not None or name in _MAY_BE_NULL}
    # `proactive_model` follows from two other columns, so files without it can still be read.
    if "proactive_model" not in known and {"observe_model", "execute_model"} <= set(known):
        known["proactive_model"] = proactive_model(known["observe_model"], known["execute_model"])
    try:
        # Not strict: the original benchmark writes columns that it does not know (our extras) as text.
        return msgspec.convert(known, ResultRow, strict=False)
    except msgspec.ValidationError as error:
        raise BadResults(f"{path}: row {number}: {error}.", _REMEDY) from None


def _nullable() -> Sequence[str]:
    return [name for name, kind in get_type_hints(ResultRow).items() if NoneType in get_args(kind)]


_MAY_BE_NULL = frozenset(_nullable())
_REMEDY = "Write the file again from its sweep, or remove the file from the folder."
