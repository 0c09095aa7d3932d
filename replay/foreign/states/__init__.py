"""Converts the app states of a foreign trace to a scenario, and the data on our phone to foreign app states."""

from __future__ import annotations

from replay.foreign.states.scenario import Built, imported_id, imported_title, scenario_of
from replay.foreign.states.told import app_states

__all__ = ["Built", "app_states", "imported_id", "imported_title", "scenario_of"]
