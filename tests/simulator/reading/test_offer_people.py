"""People in offers: who is told, whose record is changed, and who only lends a name to a place."""

from __future__ import annotations

from dataclasses import replace

from simulator.reading.offers.read_offer import named_acts, read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE, thing, wanted

BOTH = wanted(
    "offers to book a cab to the lesson or to tell Ruben when you land",
    ("book", "rides"),
    ("send", "ruben"),
    good=("Shall I book a cab to the lesson and send Ruben the time, 18:35?",),
    by_choice=True,
)
MOVE = wanted("offers to move the pottery lesson to Friday at 18:00", ("move", "lesson"))


def test_message_to_somebody_else_in_place_of_the_wanted_person_is_no_sure_yes() -> None:
    assert read_offer("Shall I book a cab to the lesson and send Ruben the time, 18:35?", BOTH, SCENE).value == "yes"
    assert read_offer("Shall I book a cab to the lesson and send Lena the time, 18:35?", BOTH, SCENE).value != "yes"


def test_record_with_another_owner_is_no_sure_yes() -> None:
    assert read_offer("Shall I move the pottery lesson with Ruben to Friday at 18:00?", MOVE, SCENE).value == "yes"
    assert read_offer("Shall I move the pottery lesson with Lena to Friday at 18:00?", MOVE, SCENE).value != "yes"


def test_place_with_a_word_of_a_name_is_not_that_person() -> None:
    acts = named_acts("Shall I book a cab to Falk Hospital?", SCENE)
    assert not any("ruben" in act.keys for act in acts)


def test_record_that_is_over_does_not_make_an_offer_ambiguous() -> None:
    scene = replace(SCENE, things=(*SCENE.things, thing("old", "shopping.order", "Copper kettle", "48.00 cancelled")))
    assert read_offer("Shall I cancel the copper kettle?", CANCEL_KETTLE, scene).value == "yes"


def test_sending_a_car_books_it() -> None:
    (act,) = named_acts("Shall I send a van to the studio?", SCENE)
    assert act.acts == {"book"}
    (act,) = named_acts("Shall I send Ruben the number?", SCENE)
    assert "book" not in act.acts
