"""Sentences of the apps as people read them on the phone and in an outcome."""

from __future__ import annotations

import pytest

from simulator.rendering.phone_html import render_phone
from simulator.showing.record_names import plain_words
from tests.simulator.showing.room import picture_in, rooms_of

NOW = "2026-05-14 17:46:00"


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Due 2026-05-14 17:37:00.", "Due 17:37."),
        ("Due 2026-05-07 08:00:00.", "Due Thu 7 May, 08:00."),
        ("Friday 2026-05-15 10:00", "Fri 15 May, 10:00"),
        ("not done by 2027-01-04 08:40:00", "not done by Mon 4 Jan 2027, 08:40"),
        (
            "The pick-up at 2026-05-14 17:40:00 has passed; it is 2026-05-14 17:46:00.",
            "The pick-up at 17:40 has passed; it is 17:46.",
        ),
        (
            "Another ride takes place at that time: ride_b09cc on Thursday 2026-05-14 17:58 to Kiln House.",
            "Another ride takes place at that time: 17:58 to Kiln House.",
        ),
        ("The ride to Kiln House on Thursday 2026-05-14 17:58 is off.", "The ride to Kiln House at 17:58 is off."),
        ("Version 2026-13-45 of a half_done text on 12:00", "Version 2026-13-45 of a half_done text on 12:00"),
    ],
)
def test_times_are_said_as_people_say_them(text: str, plain: str) -> None:
    assert plain_words(text, NOW) == plain


def test_ids_are_called_by_the_names_behind_them() -> None:
    assert plain_words("ride_b09cc is over", NOW, lambda record_id: "Kiln House") == "Kiln House is over"
    assert plain_words("ride_b09cc is over", NOW) == "ride_b09cc is over"


def test_notifications_tell_no_time_as_machines_do() -> None:
    room = next(room for room in rooms_of("home") if room.name == "notifications")
    html = render_phone(picture_in(room), room.tapped)
    assert "Due 17:37." in html and "Fri 15 May, 10:00" in html
