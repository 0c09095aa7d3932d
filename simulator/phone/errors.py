"""Errors of the phone: what can't be done, and what to do instead."""

from __future__ import annotations

from simulator.phone.writable import shortened

# A problem quotes what was given, which may be a whole book.
LONGEST_PROBLEM = 400


class ActionError(Exception):
    """An action that cannot be done. Nothing changes; the text names the remedy."""

    def __init__(self, code: str, problem: str, remedy: str = "") -> None:
        self.code = code
        self.problem = shortened(problem, LONGEST_PROBLEM)
        self.remedy = remedy
        super().__init__(f"{self.problem} {remedy}".strip())


class EngineError(Exception):
    """A broken rule of the engine itself, never of a player: it ends the episode as a crash."""
