"""What was rendered is given again as it was, without being taken for anything unsafe, and within bounds."""

from __future__ import annotations

from django.utils.safestring import SafeString, mark_safe

from simulator.rendering.byte_cache import Kept

TEXT = mark_safe("<b>“Grüße” → 🙂</b>")


def again() -> SafeString:
    raise AssertionError("it was rendered before")


def test_a_text_is_rendered_once_and_given_alike() -> None:
    kept = Kept(most=100)
    assert kept.get("a", lambda: TEXT) == kept.get("a", again) == TEXT


def test_a_safe_text_stays_safe() -> None:
    kept = Kept(most=100)
    kept.get("a", lambda: TEXT)
    assert isinstance(kept.get("a", again), SafeString)


def test_an_empty_text_is_kept_too() -> None:
    kept = Kept(most=100)
    kept.get("a", lambda: mark_safe(""))
    assert kept.get("a", again) == ""


def test_what_was_not_asked_for_longest_goes_first() -> None:
    kept = Kept(most=2 * len(TEXT.encode()))
    for key in ("a", "b"):
        kept.get(key, lambda: TEXT)
    kept.get("a", again)
    kept.get("c", lambda: TEXT)
    assert kept.size == 2 * len(TEXT.encode())
    assert kept.get("a", again) == kept.get("c", again) == TEXT
    assert kept.get("b", lambda: mark_safe("new")) == "new"


def test_one_text_is_kept_however_long_it_is() -> None:
    kept = Kept(most=1)
    kept.get("a", lambda: TEXT)
    assert kept.get("a", again) == TEXT


def test_all_can_be_forgotten() -> None:
    kept = Kept(most=100)
    kept.get("a", lambda: TEXT)
    kept.forget_all()
    assert kept.size == 0 and kept.get("a", lambda: mark_safe("new")) == "new"
