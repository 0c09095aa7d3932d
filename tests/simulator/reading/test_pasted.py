"""Offers without understanding: heaps of verbs, and verbs in front of text copied from the phone."""

from __future__ import annotations

import pytest

from simulator.reading.offers.read_offer import read_offer
from tests.simulator.reading.small_scene import CANCEL_KETTLE, SCENE


def reading(text: str) -> tuple[str, str]:
    found = read_offer(text, CANCEL_KETTLE, SCENE)
    return found.value, found.reason


@pytest.mark.parametrize(
    "text",
    [
        "Copper kettle. Shall I archive, cancel and confirm?",
        "Shall I keep, cancel, postpone and share the copper kettle?",
        "The copper kettle: approve, keep, write, cancel?",
    ],
)
def test_heap_of_verbs_is_no_offer(text: str) -> None:
    assert reading(text)[0] != "yes"


def test_verbs_before_copied_text_are_no_offer() -> None:
    value, reason = reading("Shall I confirm and cancel Copper kettle, 48.00. Brass lamp, 65.00.?")
    assert value != "yes", reason


def test_two_joined_verbs_before_a_quoted_text_are_no_offer() -> None:
    value, reason = reading("Shall I split and cancel “Copper kettle, 48.00. Brass lamp, 65.00.”?")
    assert (value, reason) == ("unclear", "it only repeats what is on the phone")


@pytest.mark.parametrize(
    "text",
    [
        "Shall I cancel the copper kettle, which cost 48.00?",
        "Shall I call off the copper kettle and keep you posted?",
    ],
)
def test_offer_with_own_words_is_still_read(text: str) -> None:
    assert reading(text)[0] == "yes"
