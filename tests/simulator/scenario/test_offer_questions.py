"""The scripted user's question about an unclear offer."""

from __future__ import annotations

import pytest

from simulator.reading.claims import Reading
from simulator.scenario.offer_questions import PLAIN, question_about, quotable

OFFER = "Shall I move Tuesday's rowing lesson to 17:45, tell the others and bring their oars?"


def unclear(reason: str, words: str) -> Reading:
    return Reading("need:lesson", "unclear", words, reason)


@pytest.mark.parametrize(
    ("reason", "words", "question"),
    [
        ("it names somebody else", "others", "What do you mean by “others”?"),
        ("it names another value", "17:45", "What do you mean by “17:45”?"),
        ("it names something else", "lesson rowing tuesday", "What do you mean by “Tuesday's rowing lesson”?"),
        ("it does not say to whom", "tell", "To whom?"),
        ("it does not say which record is meant", "move", "Which one do you mean?"),
    ],
)
def test_question_quotes_or_asks_for_what_is_missing(reason: str, words: str, question: str) -> None:
    assert question_about(OFFER, unclear(reason, words)) == f"{question} {PLAIN}"


def test_question_is_plain_without_words_to_quote() -> None:
    assert question_about(OFFER, None) == PLAIN
    assert question_about(OFFER, unclear("it may say something else", "")) == PLAIN
    assert question_about(OFFER, unclear("it may say something else", "kayak")) == PLAIN


def test_long_or_scattered_words_are_not_quoted() -> None:
    assert quotable(OFFER, "shall i move tuesday's rowing lesson to") == ""
    assert quotable(OFFER, "move oars") == ""
    assert quotable("Shall I call? Then I write.", "call write") == ""


def test_quotation_does_not_end_with_a_joining_word() -> None:
    assert quotable("No keys and no oars", "and keys no") == "No keys"
