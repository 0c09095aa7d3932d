"""Offers of several steps: lists, conditions, steps for other needs, and what they mention in passing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.reading.language.deeds import deeds_in
from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE, TELL_MARTA, TELL_RUBEN, thing, wanted


def offered(text: str) -> list[str]:
    return [deed.word for deed in deeds_in(text) if deed.mood == "offer" and not deed.negated]


@pytest.mark.parametrize(
    "text",
    [
        "I would do this: 1. Cancel the kettle. 2. Write to Ruben that you come. Shall I?",
        "Shall I (a) cancel the kettle and (b) write to Ruben that you come?",
        "Shall I do the following? Cancel the kettle. Write to Ruben.",
        "Two things, if you agree:\n- cancel the kettle\n- write to Ruben",
        "Shall I cancel that kettle and write to Ruben that it is gone?",
        "Shall I cancel the kettle, and once he has answered write to Ruben?",
    ],
)
def test_every_step_of_a_list_is_offered(text: str) -> None:
    assert {"cancel", "write"} <= set(offered(text))


def test_a_place_may_stand_before_the_verb_of_a_step() -> None:
    assert "add" in offered("I can write to Ruben, and in the calendar add the lesson. All right?")


def test_numbers_that_are_no_marks_of_a_list_stay() -> None:
    assert deeds_in("The kettle comes to Lane 1. Write to me when it is there.")[0].mood != "offer"


@pytest.mark.parametrize(
    "text",
    [
        "Say yes, and Marta Lind hears that the train is late.",
        "If you nod, Marta Lind gets a line that the train is late.",
        "Marta Lind could be told that the train is late.",
    ],
)
def test_the_result_of_a_yes_is_an_offer(text: str) -> None:
    found = read_offer(text, TELL_MARTA, SCENE)
    assert found.value == "yes", found


def test_news_about_somebody_is_no_offer() -> None:
    assert read_offer("Marta Lind hears that the train is late.", TELL_MARTA, SCENE).value != "yes"


def test_a_price_that_a_tool_has_shown_is_no_wrong_value() -> None:
    text = "Shall I cancel the order of the copper kettle, for a fee of 2.35?"
    offer = CANCEL_KETTLE._replace(values=frozenset({("amount", 4800)}))
    assert read_offer(text, offer, SCENE).value != "yes"
    assert read_offer(text, offer, replace(SCENE, shown=("2.35 fee",))).value == "yes"


def test_one_offer_may_serve_another_need_as_well() -> None:
    text = "Shall I cancel the copper kettle and cancel the brass lamp?"
    assert read_offer(text, CANCEL_KETTLE, SCENE).value != "yes"
    both = CANCEL_KETTLE._replace(other_targets=frozenset({"lamp"}), other_help=frozenset({"cancel"}))
    found = read_offer(text, both, SCENE)
    assert found.value == "yes", found


def test_help_for_another_need_may_be_named_in_full() -> None:
    item = thing("lamp_item", "shopping.item", "Brass oil lamp with a rooster")
    shop = replace(SCENE, things=(*SCENE.things, item))
    told = "Shall I tell Ruben that you come to the lesson on Friday at 18:00"
    both = TELL_RUBEN._replace(other_targets=frozenset({"lamp"}), other_help=frozenset({"cancel"}))
    found = read_offer(f"{told}, and cancel the brass oil lamp with a rooster?", both, shop)
    assert found.value == "yes", found


@pytest.mark.parametrize(
    "beginning", ["To help Ruben I would", "To please Ruben I would", "To keep this from Ruben I'd"]
)
def test_somebody_for_whose_sake_it_is_done_is_no_recipient(beginning: str) -> None:
    known = TELL_RUBEN.known | {"ivo", "sand"}
    offer = TELL_RUBEN._replace(known=known, words=TELL_RUBEN.words | known)
    text = f"{beginning} tell Ivo that you come to the lesson on Friday at 18:00. Ok?"
    assert read_offer(text, offer, SCENE).value != "yes"


def test_nothing_for_somebody_else_takes_no_offer_back() -> None:
    text = "Shall I tell Ruben that you come to the lesson on Friday at 18:00? To Lena I would send nothing."
    assert read_offer(text, TELL_RUBEN, SCENE).value == "yes"


@pytest.mark.parametrize(
    "text",
    [
        'Shall I cancel the 5" copper kettle? I will not. Not the 6" lamp.',
        'Shall I cancel the copper kettle "? I will not. " ok?',
        "Shall I cancel the copper kettle? I should add that you have to send the form yourself.",
    ],
)
def test_marks_of_inches_and_added_duties_hide_nothing(text: str) -> None:
    assert read_offer(text, CANCEL_KETTLE, SCENE).value != "yes"


def test_deeds_behind_a_quoted_message_are_read() -> None:
    text = "Shall I write to Ruben: “You come on Friday at 18:00. Thank you”, and cancel the copper kettle?"
    assert "cancel" in offered(text)


def test_being_told_not_to_give_a_number_passes_no_secret_on() -> None:
    warn = wanted("offers to warn Marta Lind that she must not pay", ("send", "marta"), negative=True, tells=True)
    told = "Shall I write to Marta Lind that she should not pay, answer or give her card number?"
    assert "secret" not in read_offer(told, warn, SCENE).reason
    given = read_offer("Shall I send Marta Lind your card number, so she need not pay?", warn, SCENE)
    assert (given.value, given.reason) == ("no", "it would pass on a secret")


def test_a_day_on_which_the_owner_is_elsewhere_is_no_wrong_day() -> None:
    offer = TELL_RUBEN._replace(key_values=frozenset(value for value in TELL_RUBEN.values if value[0] == "day"))
    aside = "Shall I tell Ruben that you come to the lesson on Friday at 18:00 (Saturday at ten you are at the market)?"
    assert read_offer(aside, offer, SCENE).value == "yes"
    assert (
        read_offer("Shall I tell Ruben that you come to the lesson on Saturday at 18:00?", offer, SCENE).value == "no"
    )


def test_an_address_names_its_owner() -> None:
    scene = replace(SCENE, addresses=(("marta.lind@rail.example", "marta"),))
    text = "Shall I reply to marta.lind@rail.example that the train is late?"
    assert read_offer(text, TELL_MARTA, scene).value == "yes"
