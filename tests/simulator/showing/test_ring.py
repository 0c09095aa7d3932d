"""The ring: which control a tap meets, what its fields show, and what is left to be told."""

from __future__ import annotations

from simulator.showing.ring import Ring
from simulator.showing.shot import Tapped


def test_nothing_is_ringed_without_a_tap() -> None:
    ring = Ring(None)
    assert not ring.fits("open_app", {})
    assert ring.typed("query", "as it was") == "as it was"
    assert ring.untold == []


def test_a_control_fits_by_its_name_and_the_arguments_that_it_names() -> None:
    tapped = Tapped("open_page", {"index": 3, "limit": 10})
    assert Ring(tapped).fits("open_page", {})
    assert Ring(tapped).fits("open_page", {"index": 3})
    assert Ring(tapped).fits("open_page", {"index": "3"})
    assert not Ring(tapped).fits("open_page", {"index": 4})
    assert not Ring(tapped).fits("open_other", {"index": 3})


def test_only_the_first_that_fits_is_ringed() -> None:
    ring = Ring(Tapped("go_home", {}))
    assert ring.fits("go_home", {})
    assert not ring.fits("go_home", {})
    assert ring.found


def test_a_name_fits_in_any_spelling() -> None:
    for spelled in ("Email", "emails", " EMAIL "):
        assert Ring(Tapped("open_app", {"app_name": spelled})).fits("open_app", {"app_name": ("Email", "Emails")})


def test_fields_show_what_was_typed_for_their_action() -> None:
    ring = Ring(Tapped("set_title", {"title": "Stamps"}))
    assert ring.typed("title", "", "set_title") == "Stamps"
    assert ring.typed("title", "old", "set_other") == "old"
    assert ring.typed("body", "kept", "set_title") == "kept"


def test_words_to_the_assistant_do_not_get_into_the_fields_of_a_screen() -> None:
    assert Ring(Tapped("accept_proposal", {"content": "Yes"})).typed("content", "half a message") == "half a message"


def test_what_neither_a_control_nor_a_field_shows_is_left_to_be_told() -> None:
    ring = Ring(Tapped("send", {"to": ["ada", "bo"], "text": "Hello", "copy": {"cc": "cy"}, "count": None}))
    ring.fits("send", {})
    ring.typed("text", "")
    assert ring.untold == [("to", "ada, bo"), ("copy", "cc: cy")]
