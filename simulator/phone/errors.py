"""What the phone says when something cannot be done, and what to do instead."""

from __future__ import annotations


class ActionError(Exception):
    """An action that cannot be done. Nothing changes; the text names the remedy."""

    def __init__(self, code: str, problem: str, remedy: str = "") -> None:
        self.code = code
        self.problem = problem
        self.remedy = remedy
        super().__init__(f"{problem} {remedy}".strip())


class EngineError(Exception):
    """A broken rule of the engine itself, never of a player: it ends the episode as a crash."""
