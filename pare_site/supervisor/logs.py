"""The logs of the children, kept within bounds."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

from pare_site.runtime import UnusableFolder, make_folder

_LARGEST = 5_000_000


def log_folder(var: Path) -> Path:
    folder = var / "logs"
    try:
        make_folder(folder)
    except OSError as problem:
        raise UnusableFolder(folder, problem) from None
    return folder


def keep_small(folder: Path, largest: int = _LARGEST) -> None:
    """A log that has grown too large becomes `name.log.1`, in place of an older one, and begins anew."""
    for log in folder.glob("*.log"):
        # Nothing about logs is worth the life of the supervisor.
        with suppress(OSError):
            if log.stat().st_size > largest:
                _begin_anew(log)


def _begin_anew(log: Path) -> None:
    older = log.with_name(f"{log.name}.1")
    try:
        shutil.copyfile(log, older)
    except OSError:
        older.unlink(missing_ok=True)  # there is no room for two
    # Cut and not replaced, because the children have it open and write at its end, wherever that is.
    os.truncate(log, 0)


def last_lines(log: Path, count: int = 5) -> list[str]:
    try:
        with log.open("rb") as file:
            file.seek(max(log.stat().st_size - 10_000, 0))
            text = file.read().decode("utf-8", "replace")
    except OSError:
        return []
    return [line for line in text.splitlines() if line.strip()][-count:]
