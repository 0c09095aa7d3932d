"""A room's phone as HTML, for tests of single apps."""

from __future__ import annotations

from simulator.showing.shot import Shot, Tapped
from simulator.views.phone import render_phone
from tests.simulator.showing.room import rooms_of, shot_in


def shot_of_room(app: str, name: str) -> Shot:
    return shot_in(next(room for room in rooms_of(app) if room.name == name))


def html_of_room(app: str, name: str, tapped: Tapped | None = None) -> str:
    return render_phone(shot_of_room(app, name), tapped)
