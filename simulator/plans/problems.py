"""What is wrong with a plan: every problem at once, each with its field and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple


class PlanProblem(NamedTuple):
    field: str
    """The key of the plan; empty if the file as a whole is meant."""
    problem: str
    remedy: str
    line: int = 0
    """Where it stands in the file; 0 if it stands in none."""

    @property
    def sentence(self) -> str:
        """Problem and remedy, without the field."""
        return f"{_ended(self.problem)} {_ended(self.remedy)}"

    def __str__(self) -> str:
        return f"{self.field}: {self.sentence}" if self.field else self.sentence


class BadPlan(ValueError):
    """A plan that cannot be played as it is; nothing was begun."""

    def __init__(self, problems: Iterable[PlanProblem], file: str = "") -> None:
        self.problems = tuple(problems)
        self.file = file
        super().__init__("\n".join(self.lines))

    @property
    def lines(self) -> list[str]:
        """One line a problem, with file and line where they are known."""
        return [f"{self._place(problem)}{problem}" for problem in self.problems]

    def located(self, lines: Mapping[str, int], file: str) -> BadPlan:
        """The same, with the lines on which the fields stand in a file."""
        found = (problem._replace(line=problem.line or lines.get(problem.field, 0)) for problem in self.problems)
        return BadPlan(found, file)

    def _place(self, problem: PlanProblem) -> str:
        if not self.file:
            return ""
        return f"{self.file}:{problem.line}: " if problem.line else f"{self.file}: "


def _ended(text: str) -> str:
    text = text.strip()
    return text if not text or text.endswith((".", "?", "!")) else f"{text}."
