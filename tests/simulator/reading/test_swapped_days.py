"""Days that a text gives to another thing than the claim does."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simulator.reading.messages.swapped_days import swapped_days

NOW = datetime(2026, 5, 8, 16, 30, tzinfo=UTC)
SAY = "The page has the fitting on 14 May at 11:00, the cue list by 13 May, and Bento until 22 May"


def swapped(text: str, say: str = SAY) -> list[str]:
    return [found.words for found in swapped_days(text, say, NOW)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Fitting for everybody on 13 May at 11:00.", ["Fitting for everybody on 13 May at 11:00."]),
        ("Cues are due 14 May, the fitting is on 13 May.", ["Cues are due 14 May", "the fitting is on 13 May."]),
        ("Bento dances until Wednesday 13 May.", ["Bento dances until Wednesday 13 May."]),
    ],
)
def test_a_day_of_another_thing_is_found(text: str, words: list[str]) -> None:
    assert swapped(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "Fitting on Thursday 14 May, 11:00, cue list by 13 May, and Bento until 22 May.",
        "The cue list comes on 13 May, a day before the fitting.",
        "The fitting is no longer on 13 May.",
        "Everybody tries the coats on 14 May.",
        "The fitting is on 20 May.",
    ],
)
def test_right_days_denied_days_and_days_of_nothing_are_left_to_other_checks(text: str) -> None:
    assert swapped(text) == []


def test_a_claim_with_one_day_has_nothing_to_swap() -> None:
    assert swapped("The fitting is on 13 May.", "The fitting is on 14 May") == []
