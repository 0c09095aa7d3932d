"""Finds trace files in a folder: of PARE Studio, and of the original PARE, whose folder names state the noise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".jsonl", ".json")
# Files beside traces that are not traces: results of sweeps, and hidden files.
_NOT_TRACES = re.compile(r"(.*_result|sweep|combined_result)\.json|\..*")
_NOISE = re.compile(r"(?:^|_)(?:enmi|tfp)_([0-9]+(?:\.[0-9]+)?)(?=_|$)")
# The original PARE writes each run twice, in these sibling folders.
_FULL, _SHORT = "hf", "lite"


class TraceFile(NamedTuple):
    path: Path
    noisy: bool
    """True if the name of a folder says that the run had noise. If False, the file itself may still mention noise."""


def trace_files(folder: Path) -> Iterator[TraceFile]:
    """Yield the trace files below the folder, sorted. If a run has two files, yield only the full file."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    for path in found:
        below = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in below.parts)
        if not hidden and not _NOT_TRACES.fullmatch(path.name) and not _has_fuller(path):
            yield TraceFile(path, any(map(_is_noisy, (folder.name, *below.parts[:-1]))))


def _has_fuller(path: Path) -> bool:
    return path.parent.name == _SHORT and (path.parent.parent / _FULL / path.name).is_file()


def _is_noisy(name: str) -> bool:
    """Return whether the name of a folder states noise: `enmi_2` is unrelated events, `tfp_0.1` is failing tools."""
    return any(float(amount) for amount in _NOISE.findall(name))
