"""Writes the text of a new scenario: a file that loads, with FILL IN wherever the author has to write."""

from __future__ import annotations

from simulator.scenario.template.choices import AuthorChoices, ChoiceError
from simulator.scenario.template.draft import new_scenario_text

__all__ = ["AuthorChoices", "ChoiceError", "new_scenario_text"]
