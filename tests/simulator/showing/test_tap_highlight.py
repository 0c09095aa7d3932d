"""The highlight of a tap: which control a tap meets, what its fields show, and what is left to be told."""

from __future__ import annotations

from simulator.showing.tap_highlight import TapHighlight, UserTap


def test_nothing_is_ringed_without_a_tap() -> None:
    highlight = TapHighlight(None)
    assert not highlight.fits("open_app", {})
    assert highlight.typed("query", "as it was") == "as it was"
    assert highlight.untold == []


def test_a_control_fits_by_its_name_and_the_arguments_that_it_names() -> None:
    tapped = UserTap("open_page", {"index": 3, "limit": 10})
    assert TapHighlight(tapped).fits("open_page", {})
    assert TapHighlight(tapped).fits("open_page", {"index": 3})
    assert TapHighlight(tapped).fits("open_page", {"index": "3"})
    assert not TapHighlight(tapped).fits("open_page", {"index": 4})
    assert not TapHighlight(tapped).fits("open_other", {"index": 3})


def test_only_the_first_that_fits_is_ringed() -> None:
    highlight = TapHighlight(UserTap("go_home", {}))
    assert highlight.fits("go_home", {})
    assert not highlight.fits("go_home", {})
    assert highlight.found


def test_a_name_fits_in_any_spelling() -> None:
    for spelled in ("Email", "emails", " EMAIL "):
        assert TapHighlight(UserTap("open_app", {"app_name": spelled})).fits(
            "open_app", {"app_name": ("Email", "Emails")}
        )


def test_fields_show_what_was_typed_for_their_action() -> None:
    highlight = TapHighlight(UserTap("set_title", {"title": "Stamps"}))
    assert highlight.typed("title", "", "set_title") == "Stamps"
    assert highlight.typed("title", "old", "set_other") == "old"
    assert highlight.typed("body", "kept", "set_title") == "kept"


def test_words_to_the_assistant_do_not_get_into_the_fields_of_a_screen() -> None:
    assert (
        TapHighlight(UserTap("accept_proposal", {"content": "Yes"})).typed("content", "half a message")
        == "half a message"
    )


def test_what_neither_a_control_nor_a_field_shows_is_left_to_be_told() -> None:
    highlight = TapHighlight(
        UserTap("send", {"to": ["ada", "bo"], "text": "Hello", "copy": {"cc": "cy"}, "count": None})
    )
    highlight.fits("send", {})
    highlight.typed("text", "")
    assert highlight.untold == [("to", "ada, bo"), ("copy", "cc: cy")]
