"""Reads trace files for commands that show them, including the intact beginning of a damaged file."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pare_site.cli.exits import BAD_INPUT, OK, Trouble
from pare_site.cli.output import Console
from replay.foreign.detecting import read_own, reader_of
from simulator.episode.loop import Episode
from simulator.episode.rebuild import rebuild
from simulator.trace.header import TraceError
from simulator.trace.trace_reader import Limits, Trace, read_trace, unreadable
from simulator.trace.verification import check_bytes, check_chain, check_scenario_hash


class ReadTrace(NamedTuple):
    """The readable part of a trace, and the problems of its file."""

    trace: Trace
    damage: TraceError | None
    """The error after which nothing more could be read; None for an intact file."""
    warnings: tuple[str, ...] | None = None
    """Warnings about content that was lost when reading another system's file; None for our own files."""

    def finish(self, console: Console) -> int:
        """Print warnings about changed or missing content and return the exit code."""
        if self.warnings is None:
            self._warn_if_changed(console)
        for warning in self.warnings or ():
            console.remark(warning)
        if self.damage is None:
            return OK
        console.remark(str(self.damage), "bad")
        return BAD_INPUT

    def _warn_if_changed(self, console: Console) -> None:
        checks = [check(self.trace) for check in (check_chain, check_scenario_hash, check_bytes)]
        differences = [check.difference for check in checks if check.state == "wrong"]
        if not differences:
            return
        # The first changed line is enough; every check after it fails too.
        lines = [found.line for found in differences if found is not None and found.line is not None]
        place = f"{self.trace.file}, line {lines[0]}" if lines else self.trace.file
        console.remark(
            f"{place}: The file was changed after it was written: it does not match its checksums. "
            f"Run `pare trace verify {self.trace.file}` to see what differs.",
            "bad",
        )


def content_of(path: Path, most: int | None = None) -> bytes:
    """Return the content of a file. Raises TraceError if the file cannot be read or has more than `most` bytes."""
    remedy = "Set PARE_MOST_UPLOAD_MB to import larger files." if most else "Use a smaller file."
    most = most or Limits().file
    try:
        with path.open("rb") as handle:
            # One byte more than allowed shows that the file is too large without reading all of it.
            data = handle.read(most + 1)
    except (OSError, ValueError) as error:
        raise TraceError(str(path), None, *unreadable(error)) from None
    if len(data) > most:
        problem = f"The file is larger than {most // 1_000_000} MB."
        raise TraceError(str(path), None, problem, remedy)
    return data


def read_whole(file: str) -> Trace:
    """Return the trace in a file. Raises Trouble if the file is damaged or can't be read."""
    try:
        return read_trace(Path(file))
    except TraceError as error:
        raise Trouble(str(error)) from None


def read_partial(file: str) -> ReadTrace:
    """Return the intact part of a trace. Raises Trouble if nothing is intact, or another system's file is damaged."""
    foreign = _read_foreign(Path(file))
    if foreign is not None:
        return foreign
    try:
        return ReadTrace(read_trace(Path(file)), None)
    except TraceError as error:
        try:
            return ReadTrace(read_trace(Path(file), partial=True), error)
        except TraceError:
            # Nothing is intact. The first error, for the whole file, says more than the second.
            raise Trouble(str(error)) from None


def _read_foreign(path: Path) -> ReadTrace | None:
    """Return the trace in another system's file; None for any other file, which the caller reads as our own format.

    Raises Trouble if another system's file is damaged.
    """
    try:
        data = content_of(path)
        reader = reader_of(data, str(path))
    except TraceError:
        return None
    if reader is read_own:
        return None
    try:
        brought = reader(data, str(path))
    except TraceError as error:
        raise Trouble(str(error)) from None
    return ReadTrace(brought.trace, None, brought.warnings)


def rebuilt(trace: Trace, upto: int | None = None) -> Episode:
    """Return the episode rebuilt from a trace, up to the moment `upto` or to its end. Raises Trouble."""
    try:
        return rebuild(trace, upto)
    except TraceError as error:
        raise Trouble(str(error)) from None


def readings_beside(trace: Path) -> Path:
    """Return the file with the readings of a trace: `run.readings.jsonl` beside `run.jsonl`."""
    return trace.with_name(f"{trace.name.removesuffix('.jsonl')}.readings.jsonl")
