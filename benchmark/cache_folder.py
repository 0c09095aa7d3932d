"""The shared cache folder: trace files of finished runs, named by their result keys.

The environment variable PARE_CACHE_DIR names the folder. Without it, the folder is the one that `pare cache set` has
stored in the var folder. If neither is set, there is no shared cache.

Files are written atomically, so several databases and machines can use one folder at the same time. Files are not
trusted: a file is used only if its trace is valid and its name is the key of that trace.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmark.plan.result_keys import is_cacheable, key_of
from benchmark.plan.schema import MOST_RUNS
from simulator.agents.registry import waits_outside
from simulator.engine_version import ENGINE_VERSION
from simulator.episode.rebuild import config_of
from simulator.episode.verify import verify
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace, parse_trace
from simulator.trace.trace_writer import whole_file

VARIABLE = "PARE_CACHE_DIR"
# File in the var folder that holds the path set by `pare cache set`.
_CHOSEN = "cache_dir"
_ENDING = ".jsonl"
_KEY = re.compile(r"[0-9a-f]{64}")


class BadCacheFile(Exception):
    """Raised for a file in the cache folder that cannot be used; the message says why."""


def chosen_folder(var: Path) -> CacheFolder | None:
    named = os.environ.get(VARIABLE, "").strip() or _kept(var)
    return CacheFolder(Path(named).expanduser().absolute()) if named else None


def is_chosen_by_variable() -> bool:
    return bool(os.environ.get(VARIABLE, "").strip())


def choose(var: Path, folder: Path | None) -> None:
    """Store the path of the shared cache folder; None removes the stored path. Raises OSError."""
    if folder is None:
        (var / _CHOSEN).unlink(missing_ok=True)
        return
    with whole_file(var / _CHOSEN) as handle:
        handle.write(f"{folder}\n".encode())


class CacheFolder:
    """The shared cache folder, with one trace file per key."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def has(self, key: str) -> bool:
        return self._file(key).is_file()

    def put(self, key: str, trace: bytes) -> None:
        """Write a trace into the cache folder under `key`. Raises OSError if the file can't be written."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as handle:
            handle.write(trace)

    def get(self, key: str) -> Trace | None:
        """Return the trace stored under a key, or None if there is no file for it. Raises BadCacheFile."""
        file = self._file(key)
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadCacheFile(f"{file} cannot be read: {error.strerror}. Check its permissions.") from None
        return _sound(data, key, file)

    def files(self) -> Iterator[Path]:
        """Yield the files whose names are keys, sorted. `clear` must not delete other files."""
        if self.path.is_dir():
            found = self.path.glob(f"??/*{_ENDING}")
            yield from sorted(file for file in found if _KEY.fullmatch(file.name.removesuffix(_ENDING)))

    def keys(self) -> list[str]:
        return [file.name.removesuffix(_ENDING) for file in self.files()]

    def size(self) -> int:
        """Return the total size of the trace files in bytes."""
        return sum(file.stat().st_size for file in self.files())

    def clear(self) -> int:
        """Delete the trace files and return how many were deleted."""
        removed = 0
        for file in list(self.files()):
            with suppress(FileNotFoundError):
                file.unlink()
                removed += 1
        return removed

    def _file(self, key: str) -> Path:
        return self.path / key[:2] / f"{key}{_ENDING}"


def _kept(var: Path) -> str:
    with suppress(OSError, UnicodeDecodeError):
        return (var / _CHOSEN).read_text(encoding="utf-8").strip()
    return ""


def _sound(data: bytes, key: str, file: Path) -> Trace:
    try:
        trace = parse_trace(data, str(file))
        # `replays=False`: a sweep may import thousands of files, and playing each run again would take too long.
        wrong = verify(trace, replays=False).first
        if wrong is not None:
            raise BadCacheFile(f"{file} is damaged: {wrong}")
        if not _has_key(trace, key):
            raise BadCacheFile(f"{file} holds a run that can't be cached under this name. Delete the file.")
    except TraceError as error:
        raise BadCacheFile(str(error)) from None
    return trace


def _has_key(trace: Trace, key: str) -> bool:
    """Return whether the trace is a completed run of the current engine, and `key` matches its scenario and config."""
    result, config = trace.result, config_of(trace)
    if result is None or result.outcome is None or result.ended == "stopped":
        return False
    if trace.header.engine != ENGINE_VERSION or not is_cacheable(config):
        return False
    # Keys of runs with models include the repeat number, which a trace does not hold, so all numbers are tried.
    runs = range(1, MOST_RUNS + 1) if waits_outside(config) else (1,)
    return any(key_of(trace.header.scenario_hash, config, run) == key for run in runs)
