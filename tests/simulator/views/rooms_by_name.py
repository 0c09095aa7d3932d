"""A room's phone as HTML, for tests of single apps."""

from __future__ import annotations

from simulator.rendering.phone_html import render_phone
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import UserTap
from tests.markup import one_line
from tests.simulator.showing.room import picture_in, rooms_of


def shot_of_room(app: str, name: str) -> PhonePicture:
    return picture_in(next(room for room in rooms_of(app) if room.name == name))


def html_of_room(app: str, name: str, tapped: UserTap | None = None) -> str:
    return one_line(render_phone(shot_of_room(app, name), tapped))
