"""The context of the page on which a person plays the user."""

from __future__ import annotations

from typing import Any

from simulator.agents.policy import UserView
from simulator.models import Seat
from simulator.rendering.awaited_views import Awaited
from simulator.rendering.phone_html import render_phone
from simulator.rendering.run_histories import SharedHistory
from simulator.showing.phone_picture import picture_of


def user_context(seat: Seat, shared: SharedHistory, found: Awaited | None) -> dict[str, Any]:
    """Return the phone and what the user knows. `found` is None while the run does not wait for this person."""
    story = shared.history.episode.story
    context: dict[str, Any] = {"owner": story.scenario.owner, "goal": story.scenario.user.goal, "actions": {}}
    if found is None or not isinstance(found.view, UserView):
        return context | {"phone": shared.phone(len(shared.history) - 1) if len(shared.history) else ""}
    view = found.view
    picture = picture_of(view.look, found.episode.moments[-1])
    return context | {"phone": render_phone(picture), "actions": view.actions, "view": view}
