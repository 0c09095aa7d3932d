"""What can be seen to be wrong in a scenario without playing it, after everything in it has been found."""

from __future__ import annotations

from simulator.scenario.lint.check import Check
from simulator.scenario.lint.events import check_events
from simulator.scenario.lint.formulas import check_formulas
from simulator.scenario.lint.goals import check_goals
from simulator.scenario.lint.labels import check_labels
from simulator.scenario.lint.readiness import check_readiness
from simulator.scenario.lint.solution import check_solution
from simulator.scenario.lint.texts import check_weekdays
from simulator.scenario.lint.times import check_times
from simulator.scenario.lint.user import check_needs, check_path
from simulator.scenario.problems import Problem
from simulator.scenario.story import Story

__all__ = ["lint", "unfinished", "unsound"]

_SOUND = (check_labels, check_events, check_formulas, check_needs, check_path, check_goals, check_solution)
_FINISHED = (check_times, check_readiness, check_weekdays)


def lint(story: Story) -> list[Problem]:
    return [*unsound(story), *unfinished(story)]


def unsound(story: Story) -> list[Problem]:
    """What would break or could never come true while the scenario is played."""
    check = Check(story)
    for part in _SOUND:
        part(check)
    return check.problems


def unfinished(story: Story) -> list[Problem]:
    """What a good file does not have: dates that cannot be, times far away, a ready scenario that lacks something."""
    check = Check(story)
    for part in _FINISHED:
        part(check)
    return check.problems
