"""Reading and writing files of results: whole or not at all, and never a row guessed at."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

import msgspec

from benchmark.rows import Row, plain, proactive_model

RESULT, REPORT = "_result.json", "_report.txt"
COMBINED = "combined"


class BadResults(Exception):
    """Files that cannot be read as results. `problem` names the file; `remedy` says what to do."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(f"{problem} {remedy}")
        self.problem = problem
        self.remedy = remedy


def write_atomically(path: Path, text: str) -> None:
    """Whoever reads the file meanwhile sees the old one or the new one, never a half."""
    path.parent.mkdir(parents=True, exist_ok=True)
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
    """Indented, with letters as they are, and a line feed at the end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n"


def rows_as_json(rows: Iterable[Row]) -> str:
    return json_of([plain(row) for row in rows])


def result_files(folder: Path) -> list[Path]:
    """By name, without the combined one."""
    return sorted(path for path in folder.glob(f"*{RESULT}") if path.name != COMBINED + RESULT)


def read_rows(path: Path) -> list[Row]:
    """One file's rows; columns that are not known are left aside, extras that are missing stay empty."""
    try:
        written = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise BadResults(f"{path} cannot be read: {error.strerror}.", "Check its name and permissions.") from None
    except msgspec.DecodeError as error:
        raise BadResults(f"{path} is no JSON: {error}.", _REMEDY) from None
    if not isinstance(written, list):
        raise BadResults(f"{path} holds no list of rows.", _REMEDY)
    return [_row(entry, path, number) for number, entry in enumerate(written, start=1)]


def read_folder(folder: Path) -> list[Row]:
    """Every row of every result file in a folder, or in the only folder with results within it."""
    return [row for path in result_files(folder_with_results(folder)) for row in read_rows(path)]


def folder_with_results(folder: Path) -> Path:
    if not folder.is_dir():
        raise BadResults(f"There is no folder {folder}.", "Give the folder that a sweep wrote its results to.")
    if result_files(folder):
        return folder
    within = [path for path in sorted(folder.iterdir()) if path.is_dir() and result_files(path)]
    if len(within) == 1:
        return within[0]
    if not within:
        raise BadResults(f"{folder} holds no *{RESULT} file.", "Give the folder that a sweep wrote its results to.")
    names = ", ".join(path.name for path in within)
    raise BadResults(f"{folder} holds results of several sweeps: {names}.", "Give one of these folders.")


def _row(entry: Any, path: Path, number: int) -> Row:
    if not isinstance(entry, dict):
        raise BadResults(f"{path}: row {number} is no object.", _REMEDY)
    known = {name: value for name, value in entry.items() if value is not None or name in _MAY_BE_NULL}
    if "proactive_model" not in known and {"observe_model", "execute_model"} <= set(known):
        known["proactive_model"] = proactive_model(known["observe_model"], known["execute_model"])
    try:
        # Not strict: other systems cast columns that they do not know to text.
        return msgspec.convert(known, Row, strict=False)
    except msgspec.ValidationError as error:
        raise BadResults(f"{path}: row {number}: {error}.", _REMEDY) from None


def _nullable() -> Sequence[str]:
    return [name for name, kind in get_type_hints(Row).items() if NoneType in get_args(kind)]


_MAY_BE_NULL = frozenset(_nullable())
_REMEDY = "Write it anew with the sweep that it is of, or take it out of the folder."
