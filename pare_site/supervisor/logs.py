"""The log files of the children, limited in size."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from pare_site.runtime import UnusableFolder, make_folder

_LARGEST = 5_000_000


def log_folder(var: Path) -> Path:
    """Return the folder of logs, and create it if it is missing. Raises UnusableFolder."""
    folder = var / "logs"
    try:
        make_folder(folder)
    except OSError as problem:
        raise UnusableFolder(folder, problem) from None
    return folder


def keep_small(folder: Path, largest: int = _LARGEST) -> None:
    """Move the content of each large log to `name.log.1`, replacing older content, and empty the log."""
    for log in folder.glob("*.log"):
        # An error with a log must not end the supervisor.
        with suppress(OSError):
            if log.stat().st_size > largest:
                _rotate(log)


def _rotate(log: Path) -> None:
    older = log.with_name(f"{log.name}.1")
    try:
        shutil.copyfile(log, older)
    except OSError:
        older.unlink(missing_ok=True)  # no space for two copies
    # Truncated, not replaced: the children keep the file open in append mode and write at whatever its end is.
    os.truncate(log, 0)


def last_lines(log: Path, count: int = 5) -> list[str]:
    """Return the last lines of a log that are not blank; empty if the log cannot be read."""
    try:
        with log.open("rb") as file:
            file.seek(max(log.stat().st_size - 10_000, 0))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if line.strip()][-count:]
