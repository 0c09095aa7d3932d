"""Offers of a message that say nothing about its content are unclear, however the recipient is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from simulator.reading.offers.read_offer import read_offer
from simulator.reading.scene import Group, person
from tests.simulator.reading.small_scene import SCENE, wanted

# A last name that ends like a plural, and a chat with the name of a weekday.
STUDIO = replace(
    SCENE,
    people=(*SCENE.people, person("iris", "Iris Hallas")),
    groups=(*SCENE.groups, Group("saturday", ("saturday", "at", "six"), frozenset({"ivo", "lena"}))),
)
ASK_IRIS = wanted(
    "offers to ask Iris for the firing plan that is missing",
    ("ask", "iris"),
    good=("The firing plan did not come with the mail by Iris. Shall I ask her to send it again?",),
)
TELL_BOTH = wanted(
    "offers to tell Ivo and Lena that the kiln is free",
    ("send", "ivo"),
    ("send", "lena"),
    good=("Shall I tell Ivo and Lena that the kiln is free?",),
    tells=True,
)


@pytest.mark.parametrize(
    "text",
    [
        "Shall I write to Iris Hallas?",
        "Shall I send a message to Iris Hallas?",
        "Shall I ask Iris Hallas?",
        "Shall I ask Iris?",
        "Shall I send a mail to iris.hallas@studio.example?",
    ],
)
def test_message_without_content_is_unclear(text: str) -> None:
    found = read_offer(text, ASK_IRIS, STUDIO)
    assert found.value == "unclear", found


@pytest.mark.parametrize(
    "text",
    [
        "Shall I ask Iris Hallas for the firing plan?",
        "The firing plan is missing. Shall I ask Iris?",
        "Shall I write to iris.hallas@studio.example and ask for the firing plan?",
    ],
)
def test_message_with_its_topic_is_read_yes(text: str) -> None:
    found = read_offer(text, ASK_IRIS, STUDIO)
    assert found.value == "yes", found


def test_saving_something_from_a_chat_is_no_message_to_the_chat() -> None:
    assert read_offer("Shall I save an attachment from Saturday at six?", TELL_BOTH, STUDIO).value != "yes"
    assert read_offer("The kiln is free. Shall I put that in Saturday at six?", TELL_BOTH, STUDIO).value == "yes"


def test_another_mail_address_than_right_offers_spell_out_is_unclear() -> None:
    add = wanted(
        "offers to add Iris Hallas to the contacts with her new address",
        ("add", "iris"),
        good=("Shall I add Iris Hallas to your contacts, with iris@kiln.example?",),
    )
    assert read_offer("Shall I add Iris Hallas to your contacts, with iris@kiln.example?", add, STUDIO).value == "yes"
    found = read_offer("Shall I add Iris Hallas to your contacts, with ihallas@office.example?", add, STUDIO)
    assert (found.value, found.words) == ("unclear", "ihallas@office.example")
