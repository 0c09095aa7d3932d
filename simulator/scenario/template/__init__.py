"""The text of a new scenario: a file that loads, with every part in its place and a mark where its author writes."""

from __future__ import annotations

from simulator.scenario.template.draft import new_scenario_text
from simulator.scenario.template.wanted import Wanted, WantedError

__all__ = ["Wanted", "WantedError", "new_scenario_text"]
