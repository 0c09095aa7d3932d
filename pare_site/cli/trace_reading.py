"""Reading traces for the commands that show them: what is whole of a damaged one is still of use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pare_site.cli.exits import BAD_INPUT, OK, Trouble
from pare_site.cli.output import Console
from simulator.episode import Episode
from simulator.rerun import rebuild
from simulator.trace.file import Trace, TraceError, read_trace


class Read(NamedTuple):
    trace: Trace
    damage: TraceError | None
    """What is wrong with a file of which only the beginning could be read."""

    def finish(self, console: Console) -> int:
        """The exit code, after a remark about what is missing."""
        if self.damage is None:
            return OK
        console.remark(str(self.damage), "bad")
        return BAD_INPUT


def read_whole(file: str) -> Trace:
    try:
        return read_trace(Path(file))
    except TraceError as error:
        raise Trouble(str(error)) from None


def read_what_is_there(file: str) -> Read:
    try:
        return Read(read_trace(Path(file)), None)
    except TraceError as error:
        try:
            return Read(read_trace(Path(file), partial=True), error)
        except TraceError:
            raise Trouble(str(error)) from None


def rebuilt(trace: Trace, upto: int | None = None) -> Episode:
    try:
        return rebuild(trace, upto)
    except TraceError as error:
        raise Trouble(str(error)) from None
