"""The trace files of a folder: this studio's own, and those of the original with what its folders' names say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

_SUFFIXES = (".jsonl", ".json")
_NOT_TRACES = re.compile(r"(.*_result|sweep|combined_result)\.json|\..*")
"""What lies beside traces: results of sweeps, and files that programs hide."""
_NOISE = re.compile(r"(?:^|_)(?:enmi|tfp)_([0-9]+(?:\.[0-9]+)?)(?=_|$)")
_FULL, _SHORT = "hf", "lite"
"""Folders in which the original keeps two tellings of the same runs."""


class TraceFile(NamedTuple):
    path: Path
    noisy: bool
    """Whether a folder's name says so, of either kind of noise; the file itself may know more."""


def trace_files(folder: Path) -> Iterator[TraceFile]:
    """Wherever they lie below the folder, in a fixed order. Of two tellings of one run the fuller one."""
    found = sorted(path for path in folder.rglob("*") if path.suffix.lower() in _SUFFIXES and path.is_file())
    for path in found:
        below = path.relative_to(folder)
        hidden = any(part.startswith(".") for part in below.parts)
        if not hidden and not _NOT_TRACES.fullmatch(path.name) and not _has_fuller(path):
            yield TraceFile(path, any(map(_is_noisy, (folder.name, *below.parts[:-1]))))


def _has_fuller(path: Path) -> bool:
    return path.parent.name == _SHORT and (path.parent.parent / _FULL / path.name).is_file()


def _is_noisy(name: str) -> bool:
    """`obs_gpt-5_exec_gpt-5_enmi_0_es_42_tfp_0.1`: failing tools are noise as well as unrelated events."""
    return any(float(amount) for amount in _NOISE.findall(name))
