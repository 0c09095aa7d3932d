"""Errors of the phone: `ActionError` for a refused action, and `EngineError` for a bug."""

from __future__ import annotations

from simulator.phone.writable import shortened

# In characters. A problem may quote an argument, which may be as long as a book.
LONGEST_PROBLEM = 400


class ActionError(Exception):
    """Raised to refuse an action; the phone stays unchanged. The text says what is wrong and, if known, what to do."""

    def __init__(self, code: str, problem: str, remedy: str = "") -> None:
        self.code = code
        self.problem = shortened(problem, LONGEST_PROBLEM)
        self.remedy = remedy
        super().__init__(f"{self.problem} {remedy}".strip())


class EngineError(Exception):
    """Raised for a bug in the engine or in an app, never for a player's mistake; the run ends as a crash."""
