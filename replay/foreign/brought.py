"""The result of reading a trace, and the error for a file of another system that can't be read."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Trace

Format = Literal["pare.trace", "hf", "lite"]


class Brought(NamedTuple):
    """A trace as it can be stored and shown here."""

    trace: Trace
    format: Format
    said: dict[str, Any]
    """Facts that the file states about its run, such as scenario, models and the decision of its own validator."""
    warnings: tuple[str, ...]
    """Sentences for people about the parts that could not be imported, with counts."""


class ForeignError(TraceError):
    """Raised for an unreadable foreign file. `place` is a path in the JSON, such as `completed_events[12].action`."""

    def __init__(self, file: str, place: str, problem: str, remedy: str) -> None:
        self.place = place
        super().__init__(file, None, problem, remedy)

    def __str__(self) -> str:
        where = f"{self.file}, at {self.place}" if self.place else self.file
        return f"{where}: {self.problem} {self.remedy}"
