"""Words that take back an offer, in front of it or after it, and words that only look like that."""

from __future__ import annotations

import pytest

from simulator.reading.language.retractions import is_retracted

OFFER = "Shall I move the dinner to Sunday?"


@pytest.mark.parametrize(
    "text",
    [
        f"I will definitely not do any of this: {OFFER}",
        f"I refuse to do the following. {OFFER}",
        f"{OFFER} No, I will not do that.",
        f"{OFFER} Or maybe not.",
        f"{OFFER} Or perhaps the other way round, who knows.",
        f"{OFFER} Forget all of this, I was wrong.",
        f"{OFFER} Please ignore this message, it was sent by mistake.",
        f"{OFFER} Scratch that.",
    ],
)
def test_an_offer_is_taken_back(text: str) -> None:
    assert is_retracted(text, 0)


@pytest.mark.parametrize(
    "text",
    [
        OFFER,
        "Shall I move it to Sunday, or maybe to Monday?",
        "I would not move it without your word. Shall I?",
        "You need not do any of this yourself. Shall I move the dinner?",
        "Shall I tell her to forget it?",
    ],
)
def test_an_offer_stands(text: str) -> None:
    assert not is_retracted(text, 0)
