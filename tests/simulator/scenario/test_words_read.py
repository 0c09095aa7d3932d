"""A goal about several people is met only if the messages to each of them say what it asks for."""

from __future__ import annotations

import pytest

from benchmark.proofs.trials import Trial, oracle, play
from benchmark.proofs.ways import Way, alternative_step_list, with_message
from simulator.scenario.library import Library


@pytest.fixture(scope="module")
def one_by_one() -> Way:
    """An alternative in which three people get a message each."""
    story = Library().get("recurring_expense_split_coordination")
    way = next(way for way in story.scenario.alternatives if "a message to each" in way.say)
    steps = alternative_step_list(story, way)
    return Way(story, way.say, steps, play(story, Trial("k", way.say, oracle(steps))).episode)


def test_messages_one_by_one_meet_the_goal(one_by_one: Way) -> None:
    assert len(one_by_one.messages) == 3
    assert one_by_one.episode.outcome().success


@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_right_message_to_others_does_not_make_up_for_a_doubtful_one(one_by_one: Way, number: int) -> None:
    index = list(one_by_one.messages)[number]
    doubtful = with_message(one_by_one.steps[index], "Your share is 2,400.50, or maybe 2,500, each month.")
    trial = one_by_one.trial("alternatives", "", index, doubtful)
    assert not play(one_by_one.story, trial, one_by_one.episode, one_by_one.steps).outcome.success
