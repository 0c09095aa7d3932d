"""Natural messages about stories that the rules were not written for."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from simulator.reading.facts import MoneyFact
from simulator.reading.language.assertion import asserted
from simulator.reading.language.statement_words import COMES
from simulator.reading.language.statements import sayings
from simulator.reading.language.tokens import tokenize
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import read_message
from simulator.reading.messages.wrong_details import wrong_details

NOW = datetime(2026, 6, 10, 9, 0, tzinfo=UTC)
SHARE = WantedMessage(
    (WantedValue((MoneyFact("12.50", 1250, ()),)),),
    right=RightTexts(
        ("The boat is 50.00, so it is 12.50 each, 25.00 with Mia.",), "Lena and Ivo know what each of them owes"
    ),
)
_ASKED = "The agency is asked to decide on the application for the loft by Friday"
DECIDE = WantedMessage(
    points=tuple(points_in(_ASKED, frozenset())),
    right=RightTexts(("Could you let us know by Friday whether our application for the loft is accepted?",), _ASKED),
)


def answer(text: str, wanted: WantedMessage) -> str:
    return read_message(text, wanted, NOW).value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Lena, the boat is 12.50 for you and the same for Mia, so 25.00 together.", "yes"),
        ("The boat is 50.00. You owe me 12.50 together.", "unclear"),
    ],
)
def test_together_belongs_to_the_amount_beside_it(text: str, value: str) -> None:
    assert answer(text, SHARE) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("The boat is 12.50 each. The oars are heavy at first, later you forget it.", "yes"),
        ("The boat is 12.50 each. Sorry, forget it.", "no"),
        ("The boat is 12.50 each. Could you forget it?", "no"),
    ],
)
def test_forgetting_takes_a_message_back_only_as_a_request(text: str, value: str) -> None:
    assert answer(text, SHARE) == value


@pytest.mark.parametrize(
    "announcement",
    ["We take the loft and the room.", "I will sign the lease that day.", "I hereby sign the lease."],
)
def test_announcement_that_binds_the_writer_makes_a_request_doubtful(announcement: str) -> None:
    text = "Could you decide on our application for the loft by Friday?"
    assert answer(text, DECIDE) == "yes"
    assert answer(f"{text} {announcement}", DECIDE) != "yes"


def test_decision_is_left_to_the_recipient_only_by_a_statement() -> None:
    assert answer("Please tell us about our application for the loft by Friday. You decide.", DECIDE) != "yes"


def test_proposed_hour_says_that_somebody_comes() -> None:
    assert sayings(COMES, tokenize("Let us say Friday at nine.")).made
    assert sayings(COMES, tokenize("I am in, Friday at nine.")).made
    assert not sayings(COMES, tokenize("Let us say no.")).made


def test_claim_about_coming_may_name_somebody_with_a_hyphen() -> None:
    points = points_in("Lena knows that Jae-min comes", frozenset())
    assert [point.family for point in points] == [COMES]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Lena, I land on Thursday 20 August. The party is on 22 August.", "yes"),
        ("Lena, I land on Friday 21 August.", "no"),
    ],
)
def test_only_another_day_in_place_of_the_right_one_is_wrong(text: str, value: str) -> None:
    say = "Lena knows that Tess lands on Thursday 20 August"
    right = RightTexts(("I land on Thursday 20 August. The party is on 22 August.",), say)
    found = [one for one in wrong_details(asserted(text, NOW), right, frozenset(), NOW) if one.value == "no"]
    assert bool(found) is (value == "no")
