"""The database models of scenarios, runs with their moments and players, decisions, verdicts and sign-in links."""

from __future__ import annotations

from simulator.models.decision_point import DecisionPoint
from simulator.models.episode import Episode, Failure, Queue, State, Wish
from simulator.models.moment import Moment
from simulator.models.part import Part
from simulator.models.scenario import Scenario, ScenarioVersion
from simulator.models.seat import EnteredDecision, PlayRemark, Seat, Side
from simulator.models.sign_in_link import SignInLink
from simulator.models.verdict import Verdict, VerdictRater, VerdictValue

__all__ = [
    "DecisionPoint",
    "EnteredDecision",
    "Episode",
    "Failure",
    "Moment",
    "Part",
    "PlayRemark",
    "Queue",
    "Scenario",
    "ScenarioVersion",
    "Seat",
    "Side",
    "SignInLink",
    "State",
    "Verdict",
    "VerdictRater",
    "VerdictValue",
    "Wish",
]
