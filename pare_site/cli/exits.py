"""Exit codes that scripts can rely on, and the error that ends a command with one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.scenario.load import ScenarioFault

OK = 0
FAILED = 1
BAD_INPUT = 2
CRASHED = 3
INTERRUPTED = 130
PIPE_CLOSED = 141

EXPLAINED = """\
exit codes:
  0    all is well
  1    something did not succeed: the episode, a proof, a trace that differs, a file that does not load
  2    wrong use or bad input
  3    the episode crashed, or the program itself
  130  stopped with Ctrl-C"""


class Trouble(Exception):
    """A command that cannot go on; each line is for the person who typed it, and faults are for programs."""

    def __init__(self, *lines: str, code: int = BAD_INPUT, faults: Iterable[ScenarioFault] = ()) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.code = code
        self.faults = tuple(faults)


class WrongUse(SystemExit):
    """Arguments that do not fit the command; the usage was told already."""

    def __init__(self, message: str) -> None:
        super().__init__(BAD_INPUT)
        self.message = message
