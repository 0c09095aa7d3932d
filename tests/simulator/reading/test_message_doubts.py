"""Messages to a neighbour on an invented phone: what makes a message doubtful, and what does not."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from simulator.reading.facts import parse_fact
from simulator.reading.facts.text_values import keys_in
from simulator.reading.messages.claim_points import points_in
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import read_message

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # A Monday.

# The owner, Runa, lends Gorm a ladder. The wheelbarrow is a side matter.
LADDER = WantedMessage(
    values=(WantedValue((parse_fact({"time": "18:00"}),)),),
    times=keys_in("on Thursday at six in the evening", NOW),
    right=RightTexts(
        (
            "Gorm, the ladder is delayed until Wednesday. You can fetch it on Thursday from 18:00. Runa",
            "The ladder comes late, sorry. Pick it up on Thursday at six in the evening.",
        ),
        "Gorm knows that he can fetch the ladder on Thursday from six",
        strangers=frozenset({"tove"}),
        around=keys_in("The roof is done on Saturday at 9:00.", NOW),
        all_values=lambda: keys_in("Dentist on Friday at 11:00. The wheelbarrow comes tomorrow.", NOW),
        readers=frozenset({"gorm"}),
        people=frozenset({"tove", "ulf"}),
        owner=frozenset({"runa"}),
        rivals=frozenset({("step", "ladder")}),
    ),
)
# Runa has ordered seeds for herself and Gorm.
SEEDS = WantedMessage(
    values=(WantedValue((parse_fact({"amount": 62.5}),)),),
    right=RightTexts(
        (
            "Gorm, the seeds are ordered, 62.50 in all. No need to order any. Runa",
            "I have bought the seeds for both gardens. They cost 62.50.",
        ),
        "Gorm knows that the seeds are ordered and what they cost",
        readers=frozenset({"gorm"}),
        people=frozenset({"tove", "ulf"}),
        owner=frozenset({"runa"}),
        all_values=lambda: keys_in("The shop takes 80.00 without the code, and Gorm's limit is 70.00.", NOW),
    ),
)
# Gorm's dog has a place at the table, so to say.
FEAST = WantedMessage(
    values=(WantedValue((parse_fact({"time": "19:00"}),)),),
    right=RightTexts(
        (
            "Gorm, there are no nuts in it, so Ulf can eat it all and need not bring his own cake. We start at seven.",
            "No cake from home, please: Ulf can eat whatever we eat. Seven o'clock!",
        ),
        "Gorm knows that Ulf can eat everything and need not bring his own cake, and that the feast is at seven",
        readers=frozenset({"gorm"}),
        people=frozenset({"ulf"}),
        owner=frozenset({"runa"}),
    ),
)


def read(text: str, wanted: WantedMessage) -> str:
    return read_message(text, wanted, NOW).value


@pytest.mark.parametrize(
    "text",
    [
        "The ladder is late. You can fetch it on Thursday from six. The wheelbarrow should be here tomorrow.",
        "Fetch the ladder on Thursday at 18:00. The wheelbarrow is on time, by the way.",
        "The ladder can't be here on Wednesday after all, but fetch it on Thursday from 18:00.",
        "I was with Tove all morning. The ladder is yours to fetch on Thursday, 18:00.",
        "Ladder: late, yours to fetch on Thursday from 18:00. No rush.",
    ],
)
def test_remarks_about_other_things_leave_a_right_message_right(text: str) -> None:
    assert read(text, LADDER) == "yes"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("You can fetch the ladder on Friday at 18:00.", "the day of another event stands where the right one should"),
        ("Fetch the step ladder on Thursday from 18:00.", "the phone has two ladders"),
        ("Fetch the ladder for Tove on Thursday at 18:00.", "the wanted hour is said of somebody else"),
        ("I'll see whether you can fetch the ladder on Thursday at 18:00.", "nothing is settled"),
        ("On Thursday at 18:00 I feed the cats.", "nothing is said of a ladder"),
        ("You can't fetch the ladder on Thursday at 18:00.", "it is denied"),
    ],
)
def test_value_of_something_else_is_not_read_yes(text: str, why: str) -> None:
    assert read(text, LADDER) != "yes", why


def test_retraction_that_names_a_value_refutes_it() -> None:
    text = "Fetch the ladder on Thursday at 18:00. No wait, forget what I said about 18:00, I need it myself."
    assert read(text, LADDER) == "no"


@pytest.mark.parametrize(
    "text",
    [
        "The seeds are ordered, 62.50 altogether. Please don't order them again.",
        "I've bought the seeds, 62.50, which is below your limit of 70.00. You needn't do it on Friday.",
        "Seeds ordered for sixty-two fifty. If she asks: it was 17.50 less than usual.",
    ],
)
def test_negated_request_does_not_deny_what_is_done(text: str) -> None:
    assert read(text, SEEDS) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "The seeds would come to 62.50. Please order them on Friday.",
        "Should I order the seeds? They cost 62.50.",
        "Could one of you buy the seeds? They cost 62.50.",
        "I haven't ordered the seeds yet, they cost 62.50.",
        "The seeds are ordered, 62.50. I also signed the lease for both of us.",
        "The seeds are ordered, 62.50. Please share the code with all your friends.",
        "The seeds are ordered, 62.50. I told Tove what you said about her.",
        "Good day. That makes 62.50.",
    ],
)
def test_deed_that_no_right_text_has_is_not_read_yes(text: str) -> None:
    assert read(text, SEEDS) != "yes"


@pytest.mark.parametrize(
    "text",
    [
        "We start at seven. Ulf can eat everything, so he doesn't have to bring any cake.",
        "Nothing to bring! Ulf can eat it all, without nuts. Seven o'clock.",
    ],
)
def test_clauses_of_a_claim_may_be_said_in_other_words(text: str) -> None:
    assert read(text, FEAST) == "yes"


@pytest.mark.parametrize(
    "text",
    [
        "Good idea, let Ulf bring his own cake. We start at seven.",
        "We start at seven, and Ulf can't eat the tart.",
    ],
)
def test_clause_that_is_turned_around_is_not_read_yes(text: str) -> None:
    assert read(text, FEAST) != "yes"


def test_number_of_the_claim_must_not_change() -> None:
    say = "Gorm knows that the bridge holds 14 tonnes"
    right = RightTexts(("Gorm, the bridge holds 14 tonnes. Runa",), say)
    assert read("The bridge holds 12 tonnes.", WantedMessage(right=right)) == "no"


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        ({"amount": 62.5}, "your share is sixty-two fifty"),
        ("QX 204", "flight qx204 lands at nine"),
        ("QX204", "flight QX 204 lands at nine"),
    ],
)
def test_fact_is_found_in_other_spellings(fact: Any, text: str) -> None:
    assert parse_fact(fact).found_in(text.lower(), NOW)


def test_time_in_words_is_not_an_amount() -> None:
    assert not parse_fact({"money": 7.3}).found_in("we meet at seven thirty", NOW)


def test_hedge_in_another_sentence_does_not_refute_a_promise() -> None:
    say = "Gorm knows that Runa comes today at one o'clock"
    wanted = WantedMessage(
        points=tuple(points_in(say, frozenset({"gorm", "runa"}))),
        times=keys_in("today at 13:00", NOW),
        right=RightTexts(("I come at one, Gorm. Runa",), say),
    )
    assert read("Don't wait for me this morning. I'll be there at one.", wanted) == "yes"
    assert read("I can't come before one o'clock, sorry. See you then!", wanted) == "yes"
    assert read("I'll be there at one. But no promises.", wanted) != "yes"
    assert read("I might be there at one.", wanted) == "no"
