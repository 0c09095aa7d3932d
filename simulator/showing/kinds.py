"""What kind of moment it is and which app it concerns, so that people can pick out what they look for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from simulator.phone.registry import all_apps
from simulator.phone.state import HOME
from simulator.showing.parts import Kind, Shape
from simulator.showing.scene import Scene
from simulator.trace.metrics import CARD, SETTING, WAIT_FOR_NOTIFICATION, is_noise
from simulator.trace.moments import Acted, Moment, Remembered, Said

KINDS: tuple[Kind, ...] = get_args(Kind)
_ON_CARD: Mapping[str, Kind] = {
    "wait": "silence",
    "accept_proposal": "answer",
    "reject_proposal": "answer",
    "send_message_to_agent": "answer",
    "expire_proposal": "answer",
    "run_out": "report",
}


def kind_of(moment: Moment, shape: Shape) -> Kind:
    """What somebody tried in vain is of the kind that it would have been."""
    if isinstance(moment, Remembered | Said):
        return "note"
    if not isinstance(moment, Acted):
        return "run"
    if moment.misread:
        return "unread"
    if moment.app == CARD:
        return _ON_CARD.get(moment.name) or _spoken(moment, shape)
    if moment.actor == "environment":
        return "noise" if is_noise(moment) or SETTING in moment.tags else "event"
    if moment.name == WAIT_FOR_NOTIFICATION:
        return "silence"
    if moment.actor == "user":
        return "tap"
    return "write" if moment.write else "read"


def app_of(scene: Scene) -> str:
    """The app that a moment concerns; empty for the launcher, the assistant's card and the run itself."""
    moment = scene.moment
    if not isinstance(moment, Acted):
        return ""
    if not _is_system(moment.app):
        return moment.app
    opened = moment.app == HOME and moment.actor == "user" and moment.error is None
    return scene.look.phone.active if opened and not _is_system(scene.look.phone.active) else ""


def _spoken(moment: Acted, shape: Shape) -> Kind:
    """What the assistant says: an offer while it watches, a report once an offer is accepted."""
    if shape in ("proposal", "report"):
        return "proposal" if shape == "proposal" else "report"
    return "report" if moment.phase == "execute" else "proposal"


def _is_system(app: str) -> bool:
    known = all_apps().get(app)
    return known is not None and known.system
