"""The plain view: any screen can be shown without a template of its own."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string

from simulator.rendering.phone_html import PLAIN
from simulator.showing.phone_picture import PhonePicture
from simulator.showing.tap_highlight import TapHighlight, UserTap
from tests.simulator.showing.room import Room, enter, picture_in, rooms
from tests.simulator.views.offered import left_out
from tests.simulator.views.phone_html import PhoneHtml

ROOMS = [room for room in rooms() if room.app not in ("home", "assistant")]
"""The launcher has controls that no other screen has, and is never shown plainly."""


def plain(picture: PhonePicture, tapped: UserTap | None = None) -> PhoneHtml:
    context = {"picture": picture, "view": picture.view, "tapped": tapped, "highlight": TapHighlight(tapped)}
    return PhoneHtml(render_to_string(PLAIN, context))


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.caption)
def test_every_screen_of_every_app_can_be_shown_plainly(room: Room) -> None:
    picture = picture_in(room)
    if picture.kind == "GoneView" or picture.locked or picture.app == "home":
        return
    page = plain(picture)
    assert page.problems == []
    assert picture.view.title in page.text
    assert page.actions <= picture.actions
    assert left_out(enter(room), page.actions) == []


def test_a_record_of_a_list_is_opened_by_its_row_and_what_was_typed_stands_in_its_field() -> None:
    inbox = next(room for room in ROOMS if (room.app, room.name) == ("email", "inbox"))
    assert inbox.tapped is not None
    opened = [one for one in plain(picture_in(inbox), inbox.tapped).controls if one.tapped]
    assert [(one.name, one.args) for one in opened] == [(inbox.tapped.name, inbox.tapped.args)]
    searched = plain(picture_in(inbox), UserTap("search_emails", {"query": "kiln"}))
    assert searched.rings == 1
    assert not searched.unseen
