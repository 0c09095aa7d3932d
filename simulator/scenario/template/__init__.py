"""The text of a new scenario: a file that loads, with every part in place and FILL IN where its author writes."""

from __future__ import annotations

from simulator.scenario.template.choices import AuthorChoices, ChoiceError
from simulator.scenario.template.draft import new_scenario_text

__all__ = ["AuthorChoices", "ChoiceError", "new_scenario_text"]
