"""The store: scenarios with their history, episodes, their moments, and the decision points found in them."""

from __future__ import annotations

from simulator.models.decision_point import DecisionPoint
from simulator.models.episode import Episode, Queue, State, Wish
from simulator.models.moment import Moment
from simulator.models.scenario import Scenario, ScenarioVersion
from simulator.models.sign_in_link import SignInLink

__all__ = [
    "DecisionPoint",
    "Episode",
    "Moment",
    "Queue",
    "Scenario",
    "ScenarioVersion",
    "SignInLink",
    "State",
    "Wish",
]
