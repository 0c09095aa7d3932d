"""A folder that finished episodes are shared by: trace files under the keys of their results.

Which one: the environment variable PARE_CACHE_DIR, else the one that was set and is kept in the folder for running,
else none. Files appear whole or not at all, so several stores and machines may use one folder at a time. Nothing in
it is believed: a file is taken only if its trace is sound and its key follows from what it holds.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from benchmark.plan.keys import is_cacheable, key_of
from benchmark.plan.schema import MOST_RUNS
from simulator import ENGINE_VERSION
from simulator.agents.registry import waits_outside
from simulator.rerun import config_of, verify
from simulator.trace.header import TraceError
from simulator.trace.reading import Trace, parse_trace
from simulator.trace.writing import whole_file

VARIABLE = "PARE_CACHE_DIR"
_CHOSEN = "cache_dir"
"""The file in the folder for running that holds the name of the one that was set."""
_ENDING = ".jsonl"
_KEY = re.compile(r"[0-9a-f]{64}")


class BadEntry(Exception):
    """A file that is not what its name says."""


def chosen_folder(var: Path) -> CacheFolder | None:
    named = os.environ.get(VARIABLE, "").strip() or _kept(var)
    return CacheFolder(Path(named).expanduser().absolute()) if named else None


def is_chosen_by_variable() -> bool:
    return bool(os.environ.get(VARIABLE, "").strip())


def choose(var: Path, folder: Path | None) -> None:
    """Raises OSError if that cannot be kept."""
    if folder is None:
        (var / _CHOSEN).unlink(missing_ok=True)
        return
    with whole_file(var / _CHOSEN) as handle:
        handle.write(f"{folder}\n".encode())


class CacheFolder:
    def __init__(self, path: Path) -> None:
        self.path = path

    def has(self, key: str) -> bool:
        return self._file(key).is_file()

    def put(self, key: str, trace: bytes) -> None:
        """Raises OSError."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        with whole_file(file) as handle:
            handle.write(trace)

    def get(self, key: str) -> Trace | None:
        """The trace under a key; None if there is none. Raises BadEntry."""
        file = self._file(key)
        try:
            data = file.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise BadEntry(f"{file} cannot be read: {error.strerror}.") from None
        return _sound(data, key, file)

    def files(self) -> Iterator[Path]:
        """Those that are ours by their names."""
        if self.path.is_dir():
            found = self.path.glob(f"??/*{_ENDING}")
            yield from sorted(file for file in found if _KEY.fullmatch(file.name.removesuffix(_ENDING)))

    def keys(self) -> list[str]:
        return [file.name.removesuffix(_ENDING) for file in self.files()]

    def size(self) -> int:
        """In bytes."""
        return sum(file.stat().st_size for file in self.files())

    def clear(self) -> int:
        """Removes what is ours; gives how many files that was."""
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
        wrong = verify(trace, replays=False).first
        if wrong is not None:
            raise BadEntry(f"{file} is damaged: {wrong}")
        if not _has_key(trace, key):
            raise BadEntry(f"{file} holds another result than its name says.")
    except TraceError as error:
        raise BadEntry(str(error)) from None
    return trace


def _has_key(trace: Trace, key: str) -> bool:
    """Of players that decide by chance the key has the number of the run, which a trace does not know."""
    result, config = trace.result, config_of(trace)
    if result is None or result.outcome is None or result.ended == "stopped":
        return False
    if trace.header.engine != ENGINE_VERSION or not is_cacheable(config):
        return False
    runs = range(1, MOST_RUNS + 1) if waits_outside(config) else (1,)
    return any(key_of(trace.header.scenario_hash, config, run) == key for run in runs)
