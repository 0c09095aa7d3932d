"""Messages about goals that no scenario has: right ones read yes, wrong ones never do."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from simulator.reading.facts import parse_fact
from simulator.reading.facts.text_values import keys_in
from simulator.reading.messages.claim_points import points_in, told_point
from simulator.reading.messages.comparison import RightTexts
from simulator.reading.messages.message_points import WantedMessage, WantedValue
from simulator.reading.messages.read_message import read_message
from simulator.reading.scene import content_words

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)  # A Monday.


class InventedGoal(NamedTuple):
    """A claim with its values, right texts to compare with, and texts that meet it or do not."""

    say: str
    values: list[Any]
    names: str
    right: list[str]
    good: list[str]
    bad: list[str]


_LINES = Path(__file__).with_name("invented_goals.jsonl").read_text(encoding="utf-8").splitlines()
GOALS = [InventedGoal(**json.loads(line)) for line in _LINES]
_GOOD = [(goal, text) for goal in GOALS for text in goal.good]
_BAD = [(goal, text) for goal in GOALS for text in goal.bad]


def wanted(goal: InventedGoal) -> WantedMessage:
    names = content_words(goal.names)
    points = tuple(points_in(goal.say, names))
    if not points and not goal.values:
        points = (told_point(goal.say, names),)
    return WantedMessage(
        values=tuple(WantedValue((parse_fact(value),)) for value in goal.values),
        points=points,
        times=frozenset(key for key in keys_in(goal.say, NOW) if key[0] in ("day", "time")),
        right=RightTexts(tuple(goal.right), goal.say),
    )


@pytest.mark.parametrize(("goal", "text"), _GOOD, ids=[text for _, text in _GOOD])
def test_right_message_is_never_read_no(goal: InventedGoal, text: str) -> None:
    assert read_message(text, wanted(goal), NOW).value != "no"


@pytest.mark.parametrize(("goal", "text"), _BAD, ids=[text for _, text in _BAD])
def test_wrong_message_is_never_read_yes(goal: InventedGoal, text: str) -> None:
    assert read_message(text, wanted(goal), NOW).value != "yes"


def test_most_right_messages_are_read_yes_and_most_wrong_ones_no() -> None:
    good = [read_message(text, wanted(goal), NOW).value for goal, text in _GOOD]
    bad = [read_message(text, wanted(goal), NOW).value for goal, text in _BAD]
    assert good.count("yes") >= 0.9 * len(good)
    assert bad.count("no") >= 0.5 * len(bad)
