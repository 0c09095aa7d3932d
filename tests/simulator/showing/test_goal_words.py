"""Goals and rulings in words."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.scenario.goals.goal import Goal, Ruling
from simulator.scenario.goals.mentions import Mentions
from simulator.showing.goal_words import goal_words, mentions_words, ruling_words


@pytest.mark.parametrize(
    ("goal", "words"),
    [
        ({"sent": {"to": ["tomas", "odile"]}}, "a message to tomas and odile is sent"),
        (
            {
                "sent": {
                    "to": {"includes": ["tomas"]},
                    "app": "email",
                    "reply_to": "plan",
                    "mentions": {"any": ["late"]},
                }
            },
            "a message to tomas and perhaps others by email in answer to 'plan' that mentions one of late is sent",
        ),
        (
            {"sent": {"to": {"any_of": ["a", "b"]}, "new": True, "attachments": []}},
            "a message to one of a or b not as an answer with no files is sent",
        ),
        ({"told": ["11:30"]}, "the user is told 11:30"),
        ({"exists": {"in": "calendar", "where": {"title": "Lunch"}}}, "there is a record in calendar with title Lunch"),
        ({"exists": {"in": "calendar", "count": 2}}, "there is any record in calendar, exactly 2 of them"),
        ({"absent": {"record": ["hut"]}}, "'hut' is gone"),
        ({"unchanged": {"record": ["a", "b"]}}, "'a' and 'b' unchanged"),
        ({"unchanged": {"record": "a", "fields": ["start", "end"]}}, "start and end of 'a' unchanged"),
        ({"changed": {"record": "a", "to": {"due": {"at": "+1d 11:30"}}}}, "'a' has due at +1d 11:30"),
        ({"exactly": {"in": "reminder", "records": ["a"]}}, "of any record in reminder, only a"),
        ({"value": {"formula": "sum(x)", "is": {"near": 3, "within": 0.5}}}, "sum(x) is 3.0 (within 0.5)"),
        ({"did": {"action": "email.reply", "on": "plan"}, "by": "user"}, "email.reply is done on 'plan'; by user"),
        ({"offer": "rejected"}, "an offer is rejected"),
        ({"fired": "late"}, "'late' has happened"),
        (
            {"any_of": [{"fired": "a"}, {"say": "Something else", "fired": "b"}]},
            "one of ('a' has happened; Something else)",
        ),
        (
            {"say": "The hut goes.", "absent": {"record": "hut"}, "for": "clear", "before": "12:00", "after": "off"},
            "The hut goes ('hut' is gone); for clear, after off, before 12:00",
        ),
    ],
)
def test_a_goal_reads_like_a_sentence(goal: dict[str, Any], words: str) -> None:
    assert goal_words(Goal.model_validate(goal)) == words


@pytest.mark.parametrize(
    ("ruling", "words"),
    [
        ({"sent": {"to": ["gym"]}}, "a message to gym"),
        ({"record": "a", "changed": ["start", "end"]}, "'a' start and end changed"),
        ({"in": "calendar", "made": True, "deleted": True}, "any record in calendar made or deleted"),
        ({"say": "Notes are fine.", "record": "a", "changed": True}, "Notes are fine ('a' changed)"),
    ],
)
def test_a_ruling_reads_like_a_sentence(ruling: dict[str, Any], words: str) -> None:
    assert ruling_words(Ruling.model_validate(ruling)) == words


def test_facts_are_told_with_their_kind() -> None:
    mentions = Mentions.model_validate({"all": [{"money": 12.5}], "none": ["gym"], "any_of_people": ["tomas"]})
    assert mentions_words(mentions) == "12.50, and one of tomas, and not gym"


def test_facts_that_belong_together_are_told_together() -> None:
    mentions = Mentions.model_validate({"together": [["Ann", {"amount": 5}], ["Bob", 7]]})
    assert mentions_words(mentions) == "Ann and 5 together, and Bob and 7 together"
