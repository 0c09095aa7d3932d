"""Judges each need of a run by its goals, so that partial help is visible."""

from __future__ import annotations

from collections.abc import Iterable

from simulator.reading.claims import Answer
from simulator.scenario.goals.evidence import Evidence, Finding
from simulator.scenario.goals.goal import Goal
from simulator.scenario.needs import is_waived
from simulator.scenario.story import Story


def need_outcomes(story: Story, findings: Iterable[tuple[Goal, Finding]], evidence: Evidence) -> dict[str, Answer]:
    """Return whether the goals of each need are met, by the need's label.

    Needs without goals are left out, and so are optional needs without an accepted offer.
    """
    found: dict[str, list[Finding]] = {}
    for goal, finding in findings:
        if goal.need is not None:
            found.setdefault(goal.need, []).append(finding)
    return {
        need.label: _answer(found[need.label])
        for need in story.scenario.needs
        if need.label in found and not is_waived(need, evidence)
    }


def _answer(findings: list[Finding]) -> Answer:
    if not all(finding.ok for finding in findings):
        return "no"
    return "unclear" if any(finding.doubt for finding in findings) else "yes"
