"""Shots of the phone: what rang, what was refused, how it looks at the instant of a tap."""

from __future__ import annotations

from simulator.showing.phone_picture import Banner, PhonePicture, RefusedTap
from simulator.showing.tap_highlight import UserTap, just_before, tap_in
from simulator.trace.moments import Acted, Ended
from tests.simulator.showing.room import picture_in, rooms_of


def picture(app: str, name: str) -> PhonePicture:
    return picture_in(next(room for room in rooms_of(app) if room.name == name))


def acted(actor: str) -> Acted:
    return Acted(n=1, at=0, local="", actor=actor, app="home", name="open_app", args={"app_name": "Email"})  # type: ignore[arg-type]


def test_a_tap_is_one_of_the_users_moments() -> None:
    assert tap_in(acted("user")) == UserTap("open_app", {"app_name": "Email"})
    assert tap_in(acted("assistant")) is None
    assert tap_in(Ended(n=1, at=0, local="", reason="quiet")) is None


def test_what_rings_is_shown_with_its_moment() -> None:
    rang = picture("assistant", "a mail arrived").banner
    assert rang is not None
    assert (rang.app, rang.at) == ("email", "2026-05-14 17:36:20")
    assert picture("reminder", "all reminders").banner is None


def test_an_offer_rings_by_its_card_alone() -> None:
    offered = picture("assistant", "an offer")
    assert offered.banner is None
    assert offered.card is not None
    assert offered.card.asks


def test_a_refused_tap_is_told_with_its_reason() -> None:
    assert picture("reminder", "saving without a time").refused == RefusedTap(
        "save", "The reminder has no time. Set when it falls due."
    )
    assert picture("reminder", "new reminder").refused is None


def test_a_phone_that_lies_down_shows_the_latest_notifications_newest_first() -> None:
    lying = picture("home", "phone down")
    assert lying.locked
    assert [banner.app for banner in lying.latest] == ["reminder", "calendar", "messaging", "email"]
    assert lying.latest[0] == Banner(
        "reminder", "Reminder: Take the bowls out of the car", lying.latest[0].text, "2026-05-14 17:37:40"
    )
    assert picture("home", "launcher with notifications").latest == ()


def test_the_lock_screen_does_not_repeat_what_the_card_says() -> None:
    offered = picture("home", "offer while the phone is down")
    assert offered.card is not None
    assert [banner.app for banner in offered.latest] == ["reminder", "calendar", "messaging", "email"]


def test_a_tap_elsewhere_moves_the_card_aside_and_a_tap_on_it_brings_it_back() -> None:
    offered, waiting = picture("assistant", "an offer"), picture("assistant", "open offer")
    aside = just_before(offered, UserTap("go_back", {})).card
    back = just_before(waiting, UserTap("accept_proposal", {})).card
    assert aside is not None
    assert aside.aside
    assert back is not None
    assert back.asks


def test_at_the_instant_of_a_tap_the_phone_is_in_the_hand_and_nothing_lies_over_it() -> None:
    lying = just_before(picture("home", "phone down"), UserTap("open_app", {}))
    assert not lying.locked
    assert just_before(picture("assistant", "a mail arrived"), UserTap("go_home", {})).banner is None
    assert just_before(picture("reminder", "saving without a time"), UserTap("save", {})).refused is None
    assert just_before(picture("assistant", "done"), UserTap("go_back", {})).card is None
