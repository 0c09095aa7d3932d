"""The context of the page on which a person plays the assistant."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import AssistantView
from simulator.agents.view_json import facts_of
from simulator.models import Seat
from simulator.rendering.awaited_views import Awaited
from simulator.rendering.run_histories import SharedHistory


def assistant_context(seat: Seat, shared: SharedHistory, found: Awaited | None) -> dict[str, Any]:
    """Return what the assistant is told. `found` is None while the run does not wait for this person."""
    if found is None or not isinstance(found.view, AssistantView):
        return {}
    return {"facts": facts_of(found.view), "view": found.view}
