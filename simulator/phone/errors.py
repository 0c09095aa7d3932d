"""Errors of the phone: refusals that tell a player what to do instead, and broken rules of the engine."""

from __future__ import annotations

from simulator.phone.writable import shortened

# A problem quotes its argument, which may be as long as a book.
LONGEST_PROBLEM = 400


class ActionError(Exception):
    """A refused action. The phone stays unchanged; the text names the problem and the remedy."""

    def __init__(self, code: str, problem: str, remedy: str = "") -> None:
        self.code = code
        self.problem = shortened(problem, LONGEST_PROBLEM)
        self.remedy = remedy
        super().__init__(f"{self.problem} {remedy}".strip())


class EngineError(Exception):
    """A bug in the engine or an app, never a player's mistake; it ends the run as a crash."""
