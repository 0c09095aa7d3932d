"""Offers of what must be done now read yes only if nothing in them postpones it, and if they say something."""

from __future__ import annotations

import pytest

from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE, TELL_RUBEN, wanted

ORDER_CLAY = wanted(
    "offers to order ten bags of clay", ("order", "clay"), good=("Shall I order the clay on your list?",)
)
COMPARE = wanted(
    "offers to put the two kilns side by side in a note", ("note", "notes"), good=("a note with both kilns",)
)
RIDE = wanted("offers to book a cab to the lesson on Friday", ("book", "rides"))


@pytest.mark.parametrize(
    "text",
    [
        "Shall I let Ruben know on Thursday evening that you come to the lesson on Friday at 18:00?",
        "Shall I tell Ruben tomorrow that you come on Friday at 18:00?",
        "Shall I write to Ruben that you come on Friday at 18:00, once you're home from work?",
    ],
)
def test_message_that_would_come_later_is_no_sure_yes(text: str) -> None:
    assert read_offer(text, TELL_RUBEN, SCENE).value != "yes"


@pytest.mark.parametrize(
    "text",
    [
        "Shall I tell Ruben you come to the lesson on Friday at 18:00?",
        "Shall I let Ruben know today that you come to the lesson on Friday at 18:00?",
        "Shall I tell Ruben 18:00 on Friday is fine, before he leaves at 16:30?",
    ],
)
def test_times_of_what_is_told_are_no_delay(text: str) -> None:
    assert read_offer(text, TELL_RUBEN, SCENE).value == "yes"


def test_order_on_another_day_is_no_sure_yes() -> None:
    assert read_offer("Shall I order the ten bags of clay?", ORDER_CLAY, SCENE).value == "yes"
    late = "Shall I order everything on your list, ten bags of clay, on Monday morning?"
    assert read_offer(late, ORDER_CLAY, SCENE).value != "yes"


def test_note_that_would_be_written_tomorrow_is_no_sure_yes() -> None:
    assert read_offer("Shall I put both kilns side by side in a note for you?", COMPARE, SCENE).value == "yes"
    late = "Shall I put both kilns side by side in a note for you tomorrow afternoon?"
    assert read_offer(late, COMPARE, SCENE).value != "yes"


@pytest.mark.parametrize("when", ["right after the meeting", "once you are done at work", "after your shift"])
def test_time_of_a_ride_is_no_delay(when: str) -> None:
    assert read_offer(f"Shall I book a cab to the lesson on Friday, {when}?", RIDE, SCENE).value == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "Something has changed. Should I get in touch with Ruben?",
        "Ruben has a question. Should I get back to him?",
        "Shall I drop Ruben a line?",
    ],
)
def test_contact_without_content_is_unclear(text: str) -> None:
    assert read_offer(text, TELL_RUBEN, SCENE).value == "unclear"


@pytest.mark.parametrize("refusal", ["I will not.", "But I won't go ahead.", "I will not do so, however."])
def test_refusal_after_an_offer_reads_no(refusal: str) -> None:
    assert read_offer(f"I could cancel the copper kettle. {refusal}", CANCEL_KETTLE, SCENE).value == "no"
