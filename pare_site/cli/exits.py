"""Exit codes of `pare`, which scripts can rely on, and the errors that end a command with an exit code."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulator.scenario.load import ScenarioFault

OK = 0
FAILED = 1
# The code that argparse itself uses for wrong arguments.
BAD_INPUT = 2
CRASHED = 3
# 128 plus the number of the signal, as shells report it: SIGINT is 2, SIGPIPE is 13.
INTERRUPTED = 130
PIPE_CLOSED = 141

EXPLAINED = """\
exit codes:
  0    success
  1    something failed: a run, a proof, the verification of a trace, or loading a file
  2    wrong usage or bad input
  3    the run or the command crashed
  130  stopped with Ctrl-C"""


class Trouble(Exception):
    """Raised to end a command: `lines` are printed for people, and `faults` go into the JSON output for programs."""

    def __init__(self, *lines: str, code: int = BAD_INPUT, faults: Iterable[ScenarioFault] = ()) -> None:
        super().__init__("\n".join(lines))
        self.lines = lines
        self.code = code
        self.faults = tuple(faults)


class WrongUse(SystemExit):
    """Raised for wrong arguments. The parser has already printed the usage and the message."""

    def __init__(self, message: str) -> None:
        super().__init__(BAD_INPUT)
        self.message = message
