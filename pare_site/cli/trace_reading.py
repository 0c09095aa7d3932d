"""Reading traces for the commands that show them: what is whole of a damaged one is still of use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pare_site.cli.exits import BAD_INPUT, OK, Trouble
from pare_site.cli.output import Console
from replay.foreign.detecting import read_own, reader_of
from simulator.episode import Episode
from simulator.rerun import rebuild
from simulator.trace.complaints import unreadable
from simulator.trace.file import Limits, Trace, TraceError, read_trace
from simulator.trace.integrity import check_bytes, check_chain, check_scenario_hash


class Read(NamedTuple):
    trace: Trace
    damage: TraceError | None
    """What is wrong with a file of which only the beginning could be read."""
    warnings: tuple[str, ...] | None = None
    """What could not be taken over from a file of another system; None for a file of ours."""

    def finish(self, console: Console) -> int:
        """The exit code, after a remark about what was changed or is missing."""
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
        lines = [found.line for found in differences if found is not None and found.line is not None]
        place = f"{self.trace.file}, line {lines[0]}" if lines else self.trace.file
        console.remark(
            f"{place}: This is not what was written: the file does not match its checksums. "
            f"Run `pare trace verify {self.trace.file}` to see what differs.",
            "bad",
        )


def content_of(path: Path, most: int | None = None) -> bytes:
    """All of a file. Raises TraceError if it cannot be read, or is larger than `most` or the usual limit."""
    most = most or Limits().file
    try:
        with path.open("rb") as handle:
            data = handle.read(most + 1)
    except (OSError, ValueError) as error:
        raise TraceError(str(path), None, *unreadable(error)) from None
    if len(data) > most:
        problem = f"The file is larger than {most // 1_000_000} MB."
        raise TraceError(str(path), None, problem, "PARE_MOST_UPLOAD_MB allows the import of larger ones.")
    return data


def read_whole(file: str) -> Trace:
    try:
        return read_trace(Path(file))
    except TraceError as error:
        raise Trouble(str(error)) from None


def read_what_is_there(file: str) -> Read:
    """Also of a file of another system, which has to be whole."""
    foreign = _read_foreign(Path(file))
    if foreign is not None:
        return foreign
    try:
        return Read(read_trace(Path(file)), None)
    except TraceError as error:
        try:
            return Read(read_trace(Path(file), partial=True), error)
        except TraceError:
            raise Trouble(str(error)) from None


def _read_foreign(path: Path) -> Read | None:
    """None for anything else, of which the reader of our own files says what it is."""
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
    return Read(brought.trace, None, brought.warnings)


def rebuilt(trace: Trace, upto: int | None = None) -> Episode:
    try:
        return rebuild(trace, upto)
    except TraceError as error:
        raise Trouble(str(error)) from None
