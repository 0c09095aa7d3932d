"""Reading traces for the commands that show them: what is whole of a damaged one is still of use."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from pare_site.cli.exits import BAD_INPUT, OK, Trouble
from pare_site.cli.output import Console
from simulator.episode import Episode
from simulator.rerun import rebuild
from simulator.trace.file import Trace, TraceError, read_trace
from simulator.trace.integrity import check_bytes, check_chain, check_scenario_hash


class Read(NamedTuple):
    trace: Trace
    damage: TraceError | None
    """What is wrong with a file of which only the beginning could be read."""

    def finish(self, console: Console) -> int:
        """The exit code, after a remark about what was changed or is missing."""
        self._warn_if_changed(console)
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
