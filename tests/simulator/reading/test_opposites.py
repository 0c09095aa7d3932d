"""Opposites are found by pairs of words, with negation, and only where right texts take a side."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simulator.reading.language.assertion import asserted
from simulator.reading.language.opposites import names_the_same, opposed

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def opposites(text: str, *right: str) -> list[str]:
    return list(opposed(asserted(text, NOW), right))


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The train is punctual.", "Ines knows that the train is late"),
        ("We turn down the offer.", "Ines knows that they accept the offer"),
        ("Dogs are forbidden.", "Ines knows that her dog is welcome"),
        ("I do not accept it.", "Ines knows that they accept the offer"),
    ],
)
def test_opposite_is_found(text: str, right: str) -> None:
    assert opposites(text, right)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("The train is delayed.", "Ines knows that the train is late"),
        ("The train is not on time.", "Ines knows that the train is late"),
        ("I shall not be there before four.", "Ines knows that Joost comes at four"),
        ("The soup is hot.", "Ines knows that the train is late"),
    ],
)
def test_same_side_is_no_opposite(text: str, right: str) -> None:
    assert not opposites(text, right)


def test_words_of_one_side_mean_the_same() -> None:
    assert names_the_same("cancel", "we call off the meeting")
    assert not names_the_same("cancel", "we confirm the meeting")
