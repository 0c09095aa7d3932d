"""Screens in words: every screen of every app, with all that a tap needs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from simulator.agents.llm.screen_text import actions_text, screen_lines
from simulator.phone.perform import user_actions
from simulator.phone.registry import all_apps, view_words
from simulator.phone.roles import Ref
from simulator.phone.screens import Screen, View
from tests.simulator.showing.room import Room, enter, rooms, rooms_of

ROOMS = rooms()
FORBIDDEN = ('{"', "': ", "Struct(", "Row(", "None", "True", "False", "()")
"""What only a program would write."""


def shown(room: Room) -> View:
    world = enter(room)
    return world.screen.view(world)


def lines(app: str, name: str) -> list[str]:
    return screen_lines(shown(next(room for room in rooms_of(app) if room.name == name))).splitlines()


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.caption)
def test_every_screen_is_told_whole_in_plain_words(room: Room) -> None:
    view = shown(room)
    told = screen_lines(view)
    assert told.startswith(f"Screen: {view.title}")
    assert not [sign for sign in FORBIDDEN if sign in told]
    assert not [line for line in told.splitlines() if line.endswith(": ")]
    missing = [text for text in _texts(view) if " ".join(text.split()) not in " ".join(told.split())]
    assert not missing


@pytest.mark.parametrize("room", [room for room in ROOMS if room.tapped], ids=lambda room: room.caption)
def test_what_is_tapped_next_can_be_read_off_the_screen(room: Room) -> None:
    """Where a tap needs the id of a record, that id stands on the screen, and the tap is told of."""
    world = enter(room)
    assert room.tapped is not None
    actions = user_actions(world)
    told = screen_lines(world.screen.view(world))
    action = actions[room.tapped.name]
    for name, value in room.tapped.args.items():
        if isinstance(action.params[name].role, Ref) and isinstance(value, str):
            assert value in told, f"{room.caption}: {name}"
    assert f"- {room.tapped.name}(" in actions_text(actions)


def test_the_rooms_show_every_screen() -> None:
    seen = {type(enter(room).screen) for room in ROOMS}
    assert {screen for app in all_apps().values() for screen in app.screens} - seen == set[type[Screen]]()


def test_a_list_tells_which_part_of_it_is_shown_and_how_to_go_on() -> None:
    assert "list, 1 to 10 of 12, more from offset 10:" in lines("email", "inbox")
    assert "list, 11 to 12 of 12:" in lines("email", "older mails")
    assert "list: none" in lines("email", "empty trash")
    assert "list:" in lines("email", "sent")


def test_a_row_tells_its_id_what_it_says_and_what_is_special_about_it() -> None:
    row = next(line for line in lines("email", "inbox") if "Slides for Friday" in line)
    assert row.startswith("- id: mail_")
    assert " | index: 1 | from or to: Amina Okonkwo | subject: Slides for Friday | preview: The new chapter" in row
    assert row.endswith(" | date: 2026-05-14 16:55:00 | unread | attachments: 1")


def test_a_long_text_keeps_its_lines() -> None:
    told = lines("email", "mail with attachments")
    start = told.index("content:")
    assert told[start + 1 : start + 3] == ["    Dear Ms Haddad,", "    "]
    assert "sender: Kestrel Lettings (office@kestrel-lettings.example)" in told


def test_in_a_form_what_is_still_empty_is_told() -> None:
    told = lines("reminder", "new reminder")
    assert told == [
        "Screen: New reminder",
        "title: (empty)",
        "description: (empty)",
        "due: (empty)",
        "repeats: (empty)",
    ]
    assert "- gender: Female (one of Female, Male, Other, Unknown)" in lines("contacts", "edit")


def test_what_cannot_be_had_is_told() -> None:
    assert "available: no" in lines("shopping", "variant, sold out")
    assert any("cream, 0.9 l" in line and "not available" in line for line in lines("shopping", "product"))
    assert any("Card ending 0932 | not working" in line for line in lines("shopping", "cart"))


def test_small_things_stand_in_one_line() -> None:
    folders = "folders: INBOX (Inbox, shown), SENT (Sent), DRAFT (Drafts), TRASH (Trash)"
    assert folders in lines("email", "inbox")
    assert any(line.startswith("apps: ") and "Emails (Email, news: 2)" in line for line in lines("home", "launcher"))


def test_commas_inside_names_do_not_make_two_of_them() -> None:
    places = next(line for line in lines("cab", "first screen") if line.startswith("places"))
    assert "; Kiln House, Tanner’s Yard 3; " in places


def test_actions_are_told_one_in_a_line() -> None:
    world = enter(rooms_of("home")[0])
    told = actions_text(user_actions(world)).splitlines()
    assert "- open_app(app_name: text): Open an app at its first screen." in told
    assert len(told) == len(user_actions(world))


def test_no_label_is_for_a_field_that_no_screen_has() -> None:
    named = {key for room in ROOMS for key in _field_names(shown(room))}
    words = view_words()
    assert {*words.labels, *words.unsaid, *words.either_way} - named == set()


def _field_names(value: Any) -> Iterator[str]:
    if isinstance(value, tuple):
        for one in value:
            yield from _field_names(one)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from (name, f"{type(value).__name__}.{name}")
            yield from _field_names(getattr(value, name))


UNSAID = {"initials", "letter", "label"}
SAID_ALREADY = {"status": "state", "text": "value"}
"""Fields that say in other words what another field of the same row says."""


def _texts(value: Any) -> Iterator[str]:
    """Every text of a view, but for those that only say how it is drawn."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)
    elif isinstance(value, msgspec.Struct):
        names = value.__struct_fields__
        for name in names:
            if name not in UNSAID and SAID_ALREADY.get(name) not in names:
                yield from _texts(getattr(value, name))
