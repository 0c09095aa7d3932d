"""Finds mistakes in a built scenario without playing it."""

from __future__ import annotations

from simulator.scenario.lint.claim_checks import check_claims
from simulator.scenario.lint.field_checks import check_formulas
from simulator.scenario.lint.finished_checks import check_readiness, check_times, check_weekdays
from simulator.scenario.lint.goal_checks import check_events, check_goals
from simulator.scenario.lint.label_checks import check_labels
from simulator.scenario.lint.need_checks import check_need_times, check_owner_mind
from simulator.scenario.lint.scenario_check import ScenarioCheck
from simulator.scenario.lint.solution_checks import check_solution
from simulator.scenario.lint.user_checks import check_needs, check_path
from simulator.scenario.lint.vocabulary_checks import check_vocabulary
from simulator.scenario.problems import ScenarioProblem
from simulator.scenario.story import Story

__all__ = ["lint", "unfinished", "unsound"]

_SOUND = (check_labels, check_events, check_formulas, check_needs, check_path, check_goals, check_solution)
_FINISHED = (
    check_times,
    check_readiness,
    check_weekdays,
    check_vocabulary,
    check_claims,
    check_need_times,
    check_owner_mind,
)


def lint(story: Story) -> list[ScenarioProblem]:
    return [*unsound(story), *unfinished(story)]


def unsound(story: Story) -> list[ScenarioProblem]:
    """Return the problems that would break a run, and conditions that can never be met."""
    check = ScenarioCheck(story)
    for part in _SOUND:
        part(check)
    return check.problems


def unfinished(story: Story) -> list[ScenarioProblem]:
    """Return problems that do not break a run: wrong weekdays, distant times, missing parts of a ready file."""
    # Separate from `unsound`: a trace contains its scenario, and newer rules for files must not make it unreadable.
    check = ScenarioCheck(story)
    for part in _FINISHED:
        part(check)
    return check.problems
