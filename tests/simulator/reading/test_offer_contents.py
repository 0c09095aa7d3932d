"""Offers are compared with right texts in what a message would say and in what would be ordered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading.small_scene import SCENE, thing, wanted

KILNS = replace(
    SCENE,
    things=(
        *SCENE.things,
        thing("ember", "shopping.product", "Ember kiln", "front loader"),
        thing("hestia", "shopping.product", "Hestia kiln", "top loader"),
        thing("apron_s", "shopping.item", "Canvas apron", "Canvas apron size S 22.00"),
        thing("apron_l", "shopping.item", "Canvas apron", "Canvas apron size L 22.00"),
        thing("glaze_matt", "shopping.item", "Celadon glaze matt", "Celadon glaze matt 9.00"),
        thing("glaze_gloss", "shopping.item", "Celadon glaze gloss", "Celadon glaze gloss 9.00"),
    ),
)
WHICH_KILN = wanted(
    "offers to tell Lena which of the kilns fits through her door",
    ("send", "lena"),
    good=("Shall I tell Lena that only the Hestia kiln fits through her door?",),
    quantifiers=frozenset({"only", "which", "the"}),
    tells=True,
)
APRON = wanted("offers to order the canvas apron in L", ("order", "apron_l"))
GLAZE = wanted("offers to order the matt celadon glaze", ("order", "glaze_matt"))
CAB = wanted(
    "offers to book a cab from Mill Lane to the lesson",
    ("book", "rides"),
    good=("Shall I book a cab from Mill Lane to the lesson?",),
)


def test_message_about_another_record_is_no_sure_yes() -> None:
    assert read_offer("Shall I tell Lena that the Hestia kiln fits through her door?", WHICH_KILN, KILNS).value == "yes"
    other = "Shall I tell Lena that the Ember kiln fits through her door?"
    assert read_offer(other, WHICH_KILN, KILNS).value != "yes"


@pytest.mark.parametrize("quantifier", ["none of the kilns fits", "both kilns fit", "neither kiln fits"])
def test_message_with_another_quantifier_is_no_sure_yes(quantifier: str) -> None:
    text = f"Shall I tell Lena that {quantifier} through her door?"
    assert read_offer(text, WHICH_KILN, KILNS).value != "yes"


@pytest.mark.parametrize(("size", "answer"), [("L", True), ("S", False)])
def test_other_size_is_no_sure_yes(size: str, answer: bool) -> None:
    found = read_offer(f"Shall I order the canvas apron in {size}?", APRON, KILNS)
    assert (found.value == "yes") is answer


@pytest.mark.parametrize(("finish", "answer"), [("matt", True), ("gloss", False)])
def test_other_option_is_no_sure_yes(finish: str, answer: bool) -> None:
    found = read_offer(f"Shall I order the celadon glaze, {finish}?", GLAZE, KILNS)
    assert (found.value == "yes") is answer


@pytest.mark.parametrize(("street", "answer"), [("Mill Lane", True), ("Harbour Lane", False)])
def test_name_that_nothing_explains_is_no_sure_yes(street: str, answer: bool) -> None:
    found = read_offer(f"Shall I book a cab from {street} to the lesson?", CAB, KILNS)
    assert (found.value == "yes") is answer


def test_secret_told_to_the_owner_is_not_told_to_the_person() -> None:
    offer = wanted(
        "offers to tell Lena that the kiln is free and to cancel the brass lamp",
        ("send", "lena"),
        ("cancel", "lamp"),
        secrets=(("lamp*", frozenset({"lena"})),),
    )
    own = "I could tell Lena that the kiln is free, and cancel the brass lamp, which would go to her. Shall I?"
    assert read_offer(own, offer, KILNS).value == "yes"
    told = "Shall I tell Lena that the kiln is free and that the lamp was meant for her?"
    assert read_offer(told, offer, KILNS).value == "no"


def test_ride_the_other_way_round_is_no_sure_yes() -> None:
    route = (frozenset({"mill", "lane"}), frozenset({"studio"}))
    offer = CAB._replace(words=CAB.words | {"studio"}, known=CAB.known | {"studio"}, route=route)
    assert read_offer("Shall I book a cab from Mill Lane to the studio?", offer, KILNS).value == "yes"
    assert read_offer("Shall I book a cab from the studio to Mill Lane?", offer, KILNS).value != "yes"


@pytest.mark.parametrize(("month", "answer"), [("April", True), ("January", False)])
def test_other_month_is_no_sure_yes(month: str, answer: bool) -> None:
    offer = wanted("offers to send Lena the firing report of April", ("send", "lena"))
    found = read_offer(f"Shall I send Lena the firing report of {month}?", offer, KILNS)
    assert (found.value == "yes") is answer


def test_deed_to_another_record_is_no_sure_yes() -> None:
    offer = wanted(
        "offers to write a page about the pottery lesson",
        ("note", "notes"),
        good=("a page like the one about the copper kettle",),
        about_keys=frozenset({"lesson"}),
    )
    assert read_offer("Shall I write a page about the pottery lesson?", offer, KILNS).value == "yes"
    assert read_offer("Shall I write a page about the copper kettle?", offer, KILNS).value != "yes"


def test_message_that_takes_another_stance_is_no_sure_yes() -> None:
    offer = wanted("offers to ask Lena for less than 310.50", ("send", "lena"), tells=True)
    assert read_offer("Shall I tell Lena that you accept 310.50?", offer, KILNS).value != "yes"


def test_question_with_a_wish_offers_the_deed() -> None:
    offer = wanted("offers to cancel the order of the copper kettle", ("cancel", "kettle"))
    text = "The copper kettle would come too late. Do you want the order cancelled?"
    assert read_offer(text, offer, SCENE).value == "yes"
