"""Comparing two runs: what is aligned, what is the same, and where they part; the same from either side."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from replay.comparing import Comparison, PairPlace, compare
from replay.sameness import Side
from simulator.trace.moments import Forked
from tests.replay.paired import forked, made_up, mirrored, side, told
from tests.simulator.stories.shelf import NAMES

OTHERS = ({"plays": "silent"}, {"plays": "eager"}, {"plays": "random"}, {"seed": 3, "env_events_per_minute": 6.0})
runs_of_words = st.lists(st.lists(st.sampled_from("abc"), max_size=6), max_size=4)


def shape(found: Comparison) -> list[list[tuple[int | None, int | None, bool]]]:
    return [[pair[:3] for pair in turn.pairs] for turn in found.turns]


def numbers(found: Comparison, of: str) -> list[int]:
    """Of all moments of a side, in the order of the comparison."""
    return [n for turn in found.turns for pair in turn.pairs if (n := getattr(pair, of)) is not None]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("told_alone", [False, True])
def test_a_run_compared_with_itself_diverges_nowhere(name: str, told_alone: bool) -> None:
    found = compare(side(name), side(name), told_alone)
    assert found.divergence is None
    assert all(turn.same for turn in found.turns)
    assert all(pair.left == pair.right for turn in found.turns for pair in turn.pairs)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", OTHERS)
@pytest.mark.parametrize("told_alone", [False, True])
def test_swapping_sides_mirrors_the_result(name: str, options: dict[str, object], told_alone: bool) -> None:
    left, right = side(name), side(name, **options)
    assert compare(right, left, told_alone) == mirrored(compare(left, right, told_alone))


@given(runs_of_words, runs_of_words, st.booleans(), st.booleans(), st.booleans())
def test_any_two_lists_are_mirrored_and_nothing_is_lost(
    one: list[list[str]], other: list[list[str]], one_over: bool, other_over: bool, told_alone: bool
) -> None:
    left, right = made_up(one, one_over), made_up(other, other_over)
    found = compare(left, right, told_alone)
    assert found == compare(left, right, told_alone)
    assert compare(right, left, told_alone) == mirrored(found)
    assert numbers(found, "left") == list(range(len(left.moments)))
    assert numbers(found, "right") == list(range(len(right.moments)))
    for turn in found.turns:
        for pair in turn.pairs:
            both = pair.left is not None and pair.right is not None
            equal = both and left.told[pair.left].text == right.told[pair.right].text  # type: ignore[index]
            assert pair.same <= equal


@given(runs_of_words, st.integers(0, 24))
def test_a_run_that_goes_on_does_not_differ_from_one_that_is_ahead(words: list[list[str]], kept: int) -> None:
    whole = made_up(words)
    behind = Side("run 2", whole.moments[:kept], whole.told[:kept], over=False)
    assert compare(whole, behind).divergence is None
    broken_off = behind._replace(over=True)
    assert (compare(whole, broken_off).divergence is None) == (kept >= len(whole.moments))


@pytest.mark.all
@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("options", [{"assistant": "silent"}, {"assistant": "eager"}, {"seed": 9}, {}])
def test_a_fork_diverges_not_before_its_step(name: str, options: dict[str, Any]) -> None:
    parent = side(name)
    for step in range(len(parent.moments)):
        found = compare(parent, forked(parent, name, step, **options))
        if found.divergence is not None:
            pair = found.divergence.pair
            assert min(n for n in (pair.left, pair.right) if n is not None) > step or step == len(parent.moments) - 1


@pytest.mark.parametrize("name", NAMES)
def test_a_fork_that_plays_on_alike_differs_in_nothing(name: str) -> None:
    parent = side(name)
    child = forked(parent, name, len(parent.moments) // 2)
    found = compare(parent, child)
    assert found.divergence is None
    alone = [pair for turn in found.turns for pair in turn.pairs if pair.left is None]
    assert [type(child.moments[pair.right or 0]) for pair in alone] == [Forked]


def test_two_forks_of_the_same_step_have_their_notes_of_it_side_by_side() -> None:
    parent = side()
    found = compare(forked(parent, "late_train", 3, assistant="silent"), forked(parent, "late_train", 3))
    assert (4, 4, True) in [pair[:3] for turn in found.turns for pair in turn.pairs]


def test_the_same_stands_beside_the_same() -> None:
    found = compare(made_up([["a"], ["b", "x", "c"]]), made_up([["a"], ["b", "c", "d"]]))
    assert shape(found) == [[(0, 0, True)], [(1, 1, True), (2, None, False), (3, 2, True), (None, 3, False)]]
    assert found.divergence is not None and found.divergence.place == PairPlace(1, 2)
    assert not found.turns[1].same


def test_what_comes_in_another_order_is_not_torn_apart() -> None:
    found = compare(made_up([["a", "b"]]), made_up([["b", "a"]]))
    assert shape(found) == [[(0, 0, False), (1, 1, False)]]


def test_a_run_without_a_turn_stays_where_it_stood() -> None:
    found = compare(made_up([["a"], ["b"]]), made_up([["a"], [], ["c"]]))
    assert [(pair.left_at, pair.right_at) for turn in found.turns for pair in turn.pairs] == [(0, 0), (1, 0), (1, 1)]


def test_what_only_comes_at_another_time_is_alike_but_not_the_same() -> None:
    found = compare(side("dentist"), side("dentist", user_action_seconds=20))
    assert found.divergence is not None
    assert found.divergence.pair.alike
    by_story = compare(side("dentist"), side("dentist", user_action_seconds=20), told_alone=True)
    assert by_story.divergence is None or by_story.divergence.place > found.divergence.place


def test_one_moment_more_leaves_what_follows_the_same() -> None:
    """Its number does not count, nor that the assistant is told the number."""
    parent = side("dentist")
    after = forked(parent, "dentist", 1)
    found = compare(parent, after)
    assert all(turn.same for turn in found.turns)
    assert after.moments[-1].n == parent.moments[-1].n + 1


def test_there_may_be_nothing_to_compare() -> None:
    empty = told("late_train", [], over=False)
    assert compare(empty, empty) == Comparison((), None, told_alone=False)
    assert compare(side(), empty).divergence is None
