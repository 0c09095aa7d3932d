"""The database models of scenarios, their versions, runs, moments, model messages, decision points and verdicts."""

from __future__ import annotations

from simulator.models.decision_point import DecisionPoint
from simulator.models.episode import Episode, Failure, Queue, State, Wish
from simulator.models.moment import Moment
from simulator.models.part import Part
from simulator.models.scenario import Scenario, ScenarioVersion
from simulator.models.sign_in_link import SignInLink
from simulator.models.verdict import Verdict, VerdictRater, VerdictValue

__all__ = [
    "DecisionPoint",
    "Episode",
    "Failure",
    "Moment",
    "Part",
    "Queue",
    "Scenario",
    "ScenarioVersion",
    "SignInLink",
    "State",
    "Verdict",
    "VerdictRater",
    "VerdictValue",
    "Wish",
]
