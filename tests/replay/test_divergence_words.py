"""The sentence about where two runs part: it says what the moments show, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from replay.comparing import compare
from replay.divergence_words import verdict_words
from replay.sameness import Side
from simulator.agents.policy import Decision, UserView
from tests.replay.paired import side, told
from tests.simulator.stories.shelf import fresh


class Unwilling:
    """Turns every offer down."""

    def decide(self, view: UserView) -> Decision:
        return Decision("reject_proposal" if view.offer is not None else "wait")


def words(left: Side, right: Side, told_alone: bool = False) -> str:
    return verdict_words(compare(left, right, told_alone), left, right._replace(name="run 2"))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"plays": "silent"}, "Same screen, but the assistant makes an offer in run 1 and stays silent in run 2."),
        ({"max_turns": 1}, "Same screen, but run 2 ends here, while run 1 continues."),
        # The oracle repeats a failed call, so one failure is an extra step; only if each try fails is it the same one.
        ({"failing_writes": (0,)}, "Same screen, but the assistant acts without success only in run 2."),
        ({"failing_writes": tuple(range(50))}, "Same screen, but the same action fails only in run 2."),
        ({}, "No difference: the two runs have equal content, step by step."),
    ],
)
def test_it_says_what_differs(options: dict[str, Any], sentence: str) -> None:
    assert words(side("dentist"), side("dentist", **options)) == sentence


def test_it_says_when_only_the_time_differs() -> None:
    said = words(side("dentist"), side("dentist", user_action_seconds=20))
    assert said.startswith("Same screen, but the same step happens at different times, 08:22:10 and 08:22:20")


def test_it_says_who_answers_how() -> None:
    accepted = next(one.n for one in side("dentist").told if one.shape == "accept")
    otherwise = fresh("dentist", user=lambda *_: Unwilling())
    otherwise.replay(side("dentist").moments[:accepted])
    said = words(side("dentist"), told("dentist", otherwise.run().moments))
    assert said == "Same screen, but the user accepts in run 1 and rejects in run 2."


def test_it_says_that_another_offer_is_made() -> None:
    assert words(side("late_train"), side("late_train", plays="eager")) == "Same screen, a different offer."


def test_noise_before_it_is_the_same_noise() -> None:
    noisy = {"env_events_per_minute": 20.0}
    said = words(side("late_train", **noisy), side("late_train", plays="silent", **noisy))
    assert said.startswith("Same screen, same noise, ")


def test_noise_on_one_side_alone_is_what_differs() -> None:
    assert words(side("late_train"), side("late_train", env_events_per_minute=20.0)) == (
        "Same screen, but noise arrives only in run 2."
    )


def test_a_run_that_broke_off_goes_no_further() -> None:
    whole = side("dentist")
    broken_off = told("dentist", list(whole.moments[:3]))
    assert words(broken_off, whole) == "Same screen, but run 1 has no further steps, while run 2 continues."


def test_a_run_that_goes_on_differs_in_nothing_so_far() -> None:
    whole = side("dentist")
    going_on = told("dentist", list(whole.moments[:3]), over=False)
    assert words(going_on, whole).endswith("step by step so far.")
    assert words(going_on, whole, told_alone=True) == ("No difference: the two runs tell the same story so far.")
    empty = told("dentist", [], over=False)
    assert words(empty, whole) == "Nothing can be compared yet: run 1 has no steps."
    assert words(empty, empty) == "Nothing can be compared yet: run 1 and run 2 have no steps."


def test_of_the_story_alone_it_claims_no_more_than_the_story() -> None:
    said = words(side("late_train"), side("late_train", plays="eager"), told_alone=True)
    assert said == "The same story until then, a different offer."


def test_swapped_it_names_the_runs_the_other_way_round() -> None:
    said = words(side("dentist", plays="silent"), side("dentist"))
    assert said == "Same screen, but the assistant stays silent in run 1 and makes an offer in run 2."
