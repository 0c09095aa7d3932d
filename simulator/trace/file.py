"""Trace files: an episode as lines of JSON, written and read back."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from simulator.trace.header import Header, Result, TraceError
from simulator.trace.moments import Moment
from simulator.trace.reading import Limits, Trace, parse_trace, read_trace
from simulator.trace.writing import TraceWriter, dump, link_target, trace_file

__all__ = [
    "Header",
    "Limits",
    "Result",
    "Run",
    "Trace",
    "TraceError",
    "TraceWriter",
    "dump",
    "link_target",
    "parse_trace",
    "read_trace",
    "trace_bytes",
    "trace_file",
    "write_trace",
]


class Run(Protocol):
    """What can be written as a trace: an episode, also one that still goes on."""

    @property
    def moments(self) -> Sequence[Moment]: ...

    def header(self) -> Header: ...

    def result(self) -> Result | None: ...


def trace_bytes(run: Run) -> bytes:
    """The same run gives the same bytes, always."""
    return dump(run.header(), run.moments, run.result())


def write_trace(path: Path, run: Run) -> None:
    """Write a whole trace; in a regular file there is either all of it or what was there before."""
    result = run.result()
    with trace_file(path, run.header()) as writer:
        for moment in run.moments:
            writer.add(moment)
        if result is not None:
            writer.finish(result)
