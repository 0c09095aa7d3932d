"""Stores the reports of checked scenarios, so that `pare scenarios check` plays only scenarios that have changed.

A stored report is used only if the scenario, its texts by people and the code are unchanged.
"""

from __future__ import annotations

import hashlib
import platform
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

import benchmark
import simulator
from benchmark.proofs.proof_results import StoryReport
from benchmark.reading.texts import TextLine
from simulator.scenario.story import Story
from simulator.trace.trace_writer import whole_file

# Files that can change the result of a proof. Pages, tables and jobs can't, but telling them apart would need a list.
_CODE = ("*.py", "*.txt", "*.json")


class _Stored(msgspec.Struct):
    """A stored report, and the key of everything that it depends on."""

    key: str
    report: StoryReport


class ReportStore:
    """A folder with the last report of each scenario, in files `SCENARIO.json`."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, story: Story, texts: Sequence[TextLine], kept_aside: bool) -> StoryReport | None:
        """Return the stored report of a scenario. Return None if anything has changed, or nothing can be read."""
        try:
            stored = msgspec.json.decode(self._file(story).read_bytes(), type=_Stored)
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
            return None
        return stored.report if stored.key == report_key(story, texts, kept_aside) else None

    def put(self, story: Story, texts: Sequence[TextLine], kept_aside: bool, report: StoryReport) -> None:
        """Store a report, in place of the scenario's last one."""
        stored = _Stored(report_key(story, texts, kept_aside), report)
        # Without a stored report the next check takes longer, but its result is the same.
        with suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self._file(story)) as handle:
                handle.write(msgspec.json.encode(stored))

    def _file(self, story: Story) -> Path:
        return self._folder / f"{story.id}.json"


def report_key(story: Story, texts: Sequence[TextLine], kept_aside: bool) -> str:
    """Return a hash of everything that a report depends on. It covers the file's path, because faults name the path."""
    words = [line.model_dump_json() for line in texts]
    parts = (story.hash, story.file, words, kept_aside, code_hash(), platform.python_version())
    return hashlib.sha256(msgspec.json.encode(parts)).hexdigest()


@cache
def code_hash() -> str:
    """Return a hash of the source code and its data, without scenarios and texts."""
    found = hashlib.sha256()
    for package in (simulator, benchmark):
        folder = Path(next(iter(package.__path__)))
        for pattern in _CODE:
            for file in sorted(folder.rglob(pattern)):
                found.update(f"{file.relative_to(folder)}\0".encode())
                found.update(file.read_bytes())
    return found.hexdigest()
