"""The assistant's card: what it shows after each moment of an offer's life."""

from __future__ import annotations

from simulator.showing.assistant_card import OfferCard
from simulator.showing.phone_picture import PhonePicture
from tests.simulator.showing.room import picture_in, rooms_of


def picture(app: str, name: str) -> PhonePicture:
    return picture_in(next(room for room in rooms_of(app) if room.name == name))


def card(name: str) -> OfferCard:
    found = picture("assistant", name).card
    assert found is not None
    return found


def test_an_offer_makes_room_once_the_user_has_looked_elsewhere() -> None:
    assert not card("an offer").aside
    assert card("open offer").aside


def test_an_answer_and_what_was_done_stay_on_the_card() -> None:
    accepted = card("accepted")
    assert (accepted.state, accepted.answered) == ("accepted", "2026-05-14 17:36:40")
    assert accepted.answer == "Yes please, and tell them I look forward to it"
    assert [call.app for call in card("in progress").calls] == ["calendar", "messaging"]


def test_an_end_is_shown_with_its_reason() -> None:
    assert card("done").report.startswith("Friday dinner is now at 19:30")
    assert card("abandoned").why == "the limit of calls was reached"
    assert card("rejected").state == "rejected"
    assert card("expired").state == "expired"


def test_the_card_is_gone_once_its_end_was_seen() -> None:
    assert picture("reminder", "no reminders").card is None
