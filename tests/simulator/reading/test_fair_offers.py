"""Right offers that mention more than the deed, and wrong ones that look alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.reading.facts.computed_amounts import is_computed
from simulator.reading.offers.offer_claims import WantedOffer
from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE, TELL_RUBEN, wanted

CARD_WARNING = wanted(
    "offers to warn Lena that the mail is a fraud and that nothing is owed",
    ("send", "lena"),
    good=("Please do not pay the fee and give nobody your card details. The mail is a fraud.",),
    negative=True,
    tells=True,
)
SHARES = wanted(
    "offers to tell Ivo and Lena what each of them pays",
    ("send", "ivo"),
    ("send", "lena"),
    good=("Shall I tell Ivo and Lena that each pays 310.50?",),
    tells=True,
)
BILLS = replace(SCENE, texts=(*SCENE.texts, "The hall is 600.00 a month.", "Light is 240.00 a month."))


def value(text: str, offer: WantedOffer) -> str:
    return read_offer(text, offer, SCENE).value


def test_value_that_a_tool_has_shown_is_known() -> None:
    text = "Shall I cancel the copper kettle? You get 43.15 back."
    assert value(text, CANCEL_KETTLE) == "unclear"
    assert read_offer(text, CANCEL_KETTLE, replace(SCENE, shown=("43.15 refund",))).value == "yes"


def test_share_of_known_sums_is_right_until_the_sums_are_settled() -> None:
    text = "Hall and light come to 840.00. Shall I tell Ivo and Lena that each pays 280.00?"
    assert read_offer(text, SHARES._replace(settled=False), BILLS).value == "yes"
    assert read_offer(text, SHARES, BILLS).value != "yes"


def test_amount_from_nowhere_stays_a_doubt_before_the_sums_are_settled() -> None:
    text = "Shall I tell Ivo and Lena that each pays 277.31?"
    assert read_offer(text, SHARES._replace(settled=False), BILLS).value != "yes"


@pytest.mark.parametrize(("cents", "computed"), [(84000, True), (28000, True), (42000, True), (27731, False)])
def test_sums_and_equal_shares_are_computed(cents: int, computed: bool) -> None:
    assert is_computed(cents, frozenset({60000, 24000})) is computed


@pytest.mark.parametrize(
    "text",
    [
        "Shall I tell Ruben that you come on Friday at 18:00 (at four you are at the dentist)?",
        "Shall I cancel the copper kettle, and leave the brass lamp for Ivo as it is?",
    ],
)
def test_background_and_things_left_alone_do_not_blur_an_offer(text: str) -> None:
    assert value(text, TELL_RUBEN if "Ruben" in text else CANCEL_KETTLE) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "Shall I write to Lena that nothing is owed, and that she should pay nothing and give nobody her card details?",
        "Shall I tell Lena to pay nothing, give nobody her card details and not answer the mail?",
        "Shall I write to Lena that she should pay nothing and give her card number to nobody?",
    ],
)
def test_refusals_in_indirect_speech_are_told_not_offered(text: str) -> None:
    assert value(text, CARD_WARNING) == "yes"


def test_message_that_gives_card_details_away_is_refused() -> None:
    assert value("Shall I send Lena your card details for the fee?", CARD_WARNING) == "no"


def test_offer_to_write_to_nobody_is_refused() -> None:
    assert value("I write to nobody about it, shall I?", TELL_RUBEN) != "yes"


def test_message_by_another_channel_is_a_doubt() -> None:
    text = "Shall I send Ruben an email that you come on Friday at 18:00?"
    assert value(text, TELL_RUBEN) == "yes"
    assert value(text, TELL_RUBEN._replace(channel="messaging")) == "unclear"


def test_harmless_word_about_silence_tells_no_secret() -> None:
    offer = TELL_RUBEN._replace(secrets=(("party", frozenset({"ruben"})),))
    assert value("Shall I tell Ruben that you come on Friday at 18:00, with no word of the party?", offer) == "yes"
    assert value("Shall I tell Ruben that you come to the party on Friday at 18:00?", offer) == "no"


def test_order_after_the_answers_is_no_delay() -> None:
    offer = wanted("offers to order the copper kettle", ("order", "kettle"), other_help=frozenset({"ask"}))
    assert value("Shall I ask Ivo and Lena, and order the copper kettle once they have agreed?", offer) == "yes"


def test_further_cancellation_is_a_doubt() -> None:
    assert value("Shall I cancel the copper kettle and cancel the brass lamp, too?", CANCEL_KETTLE) != "yes"


def test_nothing_to_do_is_no_offer() -> None:
    assert value("There is nothing for me to cancel about the copper kettle.", CANCEL_KETTLE) != "yes"


def test_deed_for_another_need_is_no_doubt() -> None:
    offer = wanted(
        "offers to move the pottery lesson to 19:00",
        ("move", "lesson"),
        other_help=frozenset({"move"}),
        other_targets=frozenset({"dentist"}),
        good=("Shall I move the pottery lesson to 19:00, and the dentist to 09:30?",),
    )
    assert value("Shall I move the dentist to 09:30 and the pottery lesson to 19:00?", offer) != "no"
    assert value("Shall I move the pottery lesson to 19:00, and move the dentist to 09:30 as well?", offer) == "yes"
