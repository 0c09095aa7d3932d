"""Natural offers about stories that the rules were not written for: carts, chats, lists of people, times of records."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.reading.facts.text_values import keys_in
from simulator.reading.language.verb_objects import narrowed
from simulator.reading.offers.offer_claims import WantedOffer, audiences_in
from simulator.reading.offers.read_offer import read_offer
from simulator.reading.scene import Group, Scene, content_words
from tests.simulator.reading.small_scene import NOW, SCENE, thing, wanted

SHOP = replace(
    SCENE,
    things=(
        *SCENE.things,
        thing("rope_30", "shopping.item", "Climbing rope, 30 m", "119.00"),
        thing("rope_60", "shopping.item", "Climbing rope, 60 m", "189.00"),
        thing("chalk", "shopping.item", "Chalk bag, wool", "24.00"),
        thing("chalk_felt", "shopping.item", "Chalk bag, felt", "19.00"),
        thing("helmet", "shopping.item", "Helmet, foam", "61.00"),
        thing("lens_25", "shopping.item", "Hand lens, 2.5x"),
        thing("lens_35", "shopping.item", "Hand lens, 3.5x"),
    ),
)
FILL = wanted(
    "offers to put the wool chalk bag and the foam helmet into the cart",
    ("order", "chalk"),
    ("order", "helmet"),
    good=("Shall I put the chalk bag of wool and the helmet into your cart?",),
)
CABS = replace(
    SCENE,
    things=(
        *SCENE.things,
        thing("choir", "calendar.event", "Choir with Ruben", "2026-06-11, 19:00 Orchard Road 7"),
        thing("there", "cab.ride", "Ride to Orchard Road 7", "from Pine Street 2 2026-06-11, 18:30"),
        thing("back", "cab.ride", "Ride to Pine Street 2", "from Orchard Road 7 2026-06-11, 21:15"),
        thing("market", "cab.ride", "Ride to Market Hall", "from Station 2026-06-11, 08:15"),
    ),
)
DROP_CABS = wanted(
    "offers to cancel the cab to Orchard Road 7, or the cab back, or both",
    ("cancel", "there"),
    ("cancel", "back"),
    by_choice=True,
)
SHARES = wanted(
    "offers to tell the choir what each of them owes",
    ("send", "ivo"),
    ("send", "lena"),
    good=("Shall I tell the choir that each owes 12.50?",),
    tells=True,
)
ORCHESTRA = (Group("band", ("orchard",), frozenset({"ivo", "lena", "ruben"})),)


def value(text: str, offer: WantedOffer, scene: Scene = SCENE) -> str:
    return read_offer(text, offer, scene).value


@pytest.mark.parametrize(
    "words",
    [
        "add the kettle, the lamp, two of the small bowls, the towels and the tray to your cart",
        "fill your cart with the kettle and the lamp",
        "drop the bowls in the shopping basket",
    ],
)
def test_long_list_may_stand_before_the_cart(words: str) -> None:
    assert narrowed(words.split()[0], frozenset({"add", "order", "note"}), words) == {"order"}


def test_leaving_something_in_the_cart_orders_nothing() -> None:
    assert narrowed("leave", frozenset({"keep"}), "leave the lamp in your cart") == {"keep"}


@pytest.mark.parametrize(
    "text",
    [
        "May I add the chalk bag of wool and the foam helmet to your cart?",
        "Shall I lay the wool chalk bag and the foam helmet into your cart? I would not check out.",
        "Would you like the wool chalk bag and the foam helmet in your cart?",
    ],
)
def test_cart_may_be_filled_without_checking_out(text: str) -> None:
    assert value(text, FILL._replace(cart_only=True), SHOP) == "yes"


def test_refusal_to_check_out_counts_where_the_help_is_an_order() -> None:
    text = "Shall I put the wool chalk bag and the foam helmet into your cart? I won't order them."
    assert value(text, FILL, SHOP) != "yes"


def test_list_with_one_wrong_item_is_not_accepted() -> None:
    assert value("May I add the felt chalk bag and the foam helmet to your cart?", FILL, SHOP) != "yes"


def test_what_is_swapped_out_does_not_say_which_record_is_meant() -> None:
    buy = wanted("offers to order the rope of 60 m", ("order", "rope_60"))
    assert value("Want me to swap the 30 m rope in your cart for the 60 m one, and order it?", buy, SHOP) == "yes"


def test_decimal_options_are_told_apart() -> None:
    assert content_words("a 2.5x lens") != content_words("a 3.5x lens")
    buy = wanted("offers to order the hand lens that enlarges 3.5x", ("order", "lens_35"))
    assert value("Shall I order the 3.5x hand lens?", buy, SHOP) == "yes"
    assert value("Shall I order the 2.5x hand lens?", buy, SHOP) != "yes"


def test_time_of_a_record_is_no_delay() -> None:
    assert (
        value("Shall I cancel both cabs, the one there at 18:30 and the one back at 21:15?", DROP_CABS, CABS) == "yes"
    )
    assert value("You have a cab to Orchard Road 7. Shall I cancel it at 23:40?", DROP_CABS, CABS) != "yes"


def test_event_says_which_rides_are_meant() -> None:
    assert value("Ruben has called off choir. Shall I cancel your cabs there and back?", DROP_CABS, CABS) == "yes"
    assert value("Shall I cancel your cabs?", DROP_CABS, CABS) != "yes"


def test_audience_of_right_offers_may_be_named() -> None:
    assert audiences_in("Shall I write to the two neighbours?") == {"neighbour"}
    offer = SHARES._replace(audiences=frozenset({"choir"}))
    assert value("Each owes 12.50. Shall I write that to the choir?", offer) == "yes"
    assert value("Each owes 12.50. Shall I write that to the bakery?", offer) != "yes"


def test_chat_with_further_members_is_right_if_right_solutions_use_it() -> None:
    scene = replace(SCENE, groups=ORCHESTRA)
    text = "Shall I tell the others in Orchard that each owes 12.50?"
    assert value(text, SHARES._replace(heard=frozenset({"ivo", "lena", "ruben"})), scene) == "yes"
    assert value(text, SHARES, scene) != "yes"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("Shall I tell Ivo and Lena that each owes 12.50?", True),
        ("Shall I tell Lena that each owes 12.50?", True),
        ("Shall I tell Marta Lind and Ivo that each owes 12.50?", False),
    ],
)
def test_list_with_one_wrong_recipient_is_not_accepted(text: str, answer: bool) -> None:
    assert (value(text, SHARES._replace(partly=True)) == "yes") is answer


def test_owner_of_a_forwarded_mail_does_not_get_it() -> None:
    offer = wanted(
        "offers to forward Ivo's mail about the kiln to Lena", ("send", "lena"), good=("Shall I forward it to Lena?",)
    )
    assert (
        value("Lena wants all papers by six. I could pass on Ivo's mail about the kiln to her. Okay?", offer) == "yes"
    )
    assert value("Lena wants all papers by six. Shall I pass on the mail about the kiln to Ivo?", offer) != "yes"


def test_seats_that_a_tool_has_shown_describe_a_car() -> None:
    offer = wanted(
        "offers to book a van to the quarry",
        ("book", "cab"),
        good=("A cab has four seats. Shall I book a van to the quarry?",),
    )
    text = "Shall I book a van (six seats) to the quarry?"
    assert value(text, offer) != "yes"
    assert value(text, offer, replace(SCENE, shown=("6 seats",))) == "yes"


def test_verb_after_to_is_no_part_of_another_phrase() -> None:
    offer = wanted("offers to cancel the copper kettle", ("cancel", "kettle"))
    text = "Shall I cancel the copper kettle, and put an entry into your calendar to order it again in July?"
    assert value(text, offer) == "yes"


def test_price_with_five_digits_is_no_phone_number() -> None:
    assert ("amount", 4290000) in keys_in("Tarpaulin 4 42900.00 available", NOW)
    assert ("phone", 5550131) in keys_in("0170 555.01.31", NOW)


def test_all_of_you_is_not_said_of_records() -> None:
    offer = wanted(
        "offers to tell Lena that one van is booked", ("send", "lena"), quantifiers=frozenset({"one"}), tells=True
    )
    assert value("Shall I tell Lena that one van is booked and takes all of you?", offer) == "yes"


def test_right_value_may_not_be_replaced_by_another_one() -> None:
    offer = wanted("offers to book a cab to the quarry at 18:30", ("book", "cab"))
    assert value("Shall I book a cab to the quarry for not half past six but 21:55?", offer) == "no"


def test_minutes_and_hours_are_no_house_numbers() -> None:
    ride = thing("ride_12", "cab.ride", "Ride to Orchard Road 12", "from Pine Street 2 2026-06-13, 18:30")
    choir = thing("choir", "calendar.event", "Choir with Ruben", "2026-06-11, 19:00 Orchard Road 7")
    scene = replace(SCENE, things=(*SCENE.things, ride, choir))
    offer = wanted("offers to move the choir to Friday at eleven", ("move", "choir"), untouched=frozenset({"ride_12"}))
    text = 'Shall I move "Choir with Ruben" in Orchard Road to Friday, 11:00 to 12:30?'
    assert value(text, offer, scene) != "no"


def test_nothing_but_verbs_after_a_quotation_is_no_offer() -> None:
    offer = wanted("offers to cancel the copper kettle", ("cancel", "kettle"))
    assert value("“The copper kettle comes on Friday.” cancel, join?", offer) != "yes"
    assert value("The copper kettle comes on Friday. Shall I cancel it?", offer) == "yes"
