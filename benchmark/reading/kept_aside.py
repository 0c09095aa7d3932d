"""Counts how often texts that are kept aside were scored: each look at their totals makes later figures optimistic."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from benchmark.reading.texts import FOLDER, TextLine, is_kept_aside

COUNTER = FOLDER / "times_scored.txt"
PROJECT = FOLDER.parents[1]


def kept_aside_in(lines: Iterable[TextLine]) -> list[TextLine]:
    """Return the lines from files in `benchmark/texts` whose scenario is kept aside."""
    return [line for line in lines if is_kept_aside(line.scenario) and line.is_built_in]


def times_scored() -> int:
    return int(COUNTER.read_text(encoding="utf-8"))


def count_scoring(folder: Path) -> int:
    """Return how often the texts have been scored, including this time.

    The number is stored only if `folder` is the folder of the project.
    """
    times = times_scored() + 1
    if folder.resolve() == PROJECT:
        COUNTER.write_text(f"{times}\n", encoding="utf-8")
    return times
