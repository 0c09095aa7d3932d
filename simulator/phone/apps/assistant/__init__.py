"""The assistant's card: offers, answers and reports, and the state of every proposal."""

from __future__ import annotations

from simulator.phone.apps.assistant.app import NAME, AssistantCard, close

__all__ = ["NAME", "AssistantCard", "close"]
