"""The pinned readings: what `rules` reads in every text of `benchmark/texts`, one letter per text.

`python -m tests.golden.readings` reads all texts again and replaces the file. A changed reading changes how runs are
judged, so it needs a new `ENGINE_VERSION`, unless the current one has not been released yet.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from benchmark.reading.score import read_line
from benchmark.reading.texts import FOLDER, is_kept_aside, read_texts
from simulator.engine_version import ENGINE_VERSION
from simulator.reading.claims import Answer
from simulator.scenario.library import Library

FILE = Path(__file__).parent / "readings.txt"
ANSWERS: dict[str, Answer] = {"y": "yes", "n": "no", "u": "unclear"}
_VERSION = "engine"


def scenarios_with_texts() -> list[str]:
    return sorted(file.stem for file in FOLDER.glob("*.jsonl"))


def readings_of(scenario: str, library: Library) -> str:
    """Return one letter per text. For texts that nobody may look at, return only a hash of the letters."""
    lines = read_texts([FOLDER / f"{scenario}.jsonl"])
    letters = "".join(read_line(line, library).value[0] for line in lines)
    return hashlib.sha256(letters.encode()).hexdigest()[:16] if is_kept_aside(scenario) else letters


def stored() -> dict[str, str]:
    """Return the pinned readings by scenario, and the engine's version under "engine"."""
    rows = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {row[0]: row[1] for row in rows}


def stored_version() -> str:
    return stored()[_VERSION]


def changes(scenario: str, before: str, now: str) -> list[str]:
    """Return one line per reading that differs, without the text."""
    if before == now:
        return []
    if is_kept_aside(scenario):
        return [f"{scenario}: readings of texts that are kept aside changed, or texts were added or removed"]
    if len(before) != len(now):
        return [f"{scenario}: {len(now)} texts, but {len(before)} readings are pinned"]
    pairs = enumerate(zip(before, now, strict=True), start=1)
    return [
        f"{scenario}.jsonl, line {number}: read as {ANSWERS[new]}, pinned as {ANSWERS[old]}"
        for number, (old, new) in pairs
        if old != new
    ]


def _replace_file() -> None:
    library = Library()
    rows = [f"{_VERSION} {ENGINE_VERSION}"]
    rows += [f"{scenario} {readings_of(scenario, library)}" for scenario in scenarios_with_texts()]
    FILE.write_text("\n".join(rows) + "\n", encoding="utf-8")


if __name__ == "__main__":
    _replace_file()
