"""A plan as a form: what was typed into its fields, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from simulator.plans.problems import PlanProblem


class TypedForm:
    """By field what was typed: texts, and lists where a field may be given several times."""

    def __init__(self, values: Mapping[str, list[str]], problems: Sequence[PlanProblem] = ()) -> None:
        self._values = values
        self.problems = list(problems)

    @property
    def text(self) -> dict[str, str]:
        """By field its only or its first value."""
        return {name: values[0] for name, values in self._values.items() if values}

    @property
    def lists(self) -> Mapping[str, list[str]]:
        return self._values

    @property
    def errors(self) -> dict[str, list[str]]:
        """By field what is wrong with it, or with a part of it: `samples 2, size` is about samples."""
        found: dict[str, list[str]] = {}
        for problem in self.problems:
            found.setdefault(problem.field.partition(",")[0].partition(" ")[0], []).append(problem.sentence)
        return found
