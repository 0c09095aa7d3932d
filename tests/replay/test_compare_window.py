"""What is shown of a comparison at once: around a place, never too much, and nothing is left out on the way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from replay.compare_window import MOST_TOGETHER, Block, pair_at, place_in, window_around
from replay.comparing import Comparison, PairPlace, compare
from tests.replay.paired import made_up

LONG = [["start"], *([str(turn), "b", "c"] for turn in range(1, 400))]
OTHER = [*LONG[:200], ["x"], *LONG[201:]]


def found(one: list[list[str]] = LONG, other: list[list[str]] = OTHER) -> Comparison:
    return compare(made_up(one), made_up(other))


PARTED = found(LONG[:200], OTHER[:150])


def test_without_a_wish_one_looks_at_the_first_divergence_or_the_end() -> None:
    assert place_in(found(), None, None) == PairPlace(200, 1)
    assert place_in(found(LONG, LONG), None, None) == PairPlace(399, 3)
    assert place_in(found([], []), None, None) is None


def test_of_runs_that_do_not_part_one_looks_at_how_far_both_have_come() -> None:
    under_way = made_up([["start"], ["1", "b"]], over=False)
    assert place_in(compare(made_up(LONG[:9]), under_way), None, None) == PairPlace(1, 2)
    assert place_in(compare(made_up([], over=False), made_up(LONG[:9])), None, None) == PairPlace(0, 1)


def test_a_turn_as_a_whole_is_looked_at_after_its_last_pair() -> None:
    assert place_in(found(), 3, None) == PairPlace(3, 3)
    assert place_in(found(), 3, 2) == PairPlace(3, 2)


def test_what_is_not_there_becomes_the_nearest_that_is() -> None:
    assert place_in(found(), 5000, None) == PairPlace(399, 3)
    assert place_in(found(), 3, 99) == PairPlace(3, 3)
    assert place_in(found(), 3, 0) == PairPlace(3, 1)
    gap = compare(made_up([["a"], [], [], ["b"]]), made_up([["a"]]))
    assert place_in(gap, 1, 1) == PairPlace(0, 1)


def test_a_long_comparison_is_shown_around_the_place_and_says_what_lies_beyond() -> None:
    window = window_around(found(), PairPlace(200, 1), fold=False, most=30)
    turns = [block.turn for block in window.blocks]
    assert turns == list(range(turns[0], turns[-1] + 1)) and 200 in turns
    assert sum(len(block.pairs) for block in window.blocks) <= 30
    assert window.earlier == PairPlace(turns[0] - 1, 3)
    assert window.later == PairPlace(turns[-1] + 1, 1)


def test_a_short_one_is_shown_whole() -> None:
    short = found(LONG[:5], LONG[:5])
    window = window_around(short, PairPlace(4, 3), fold=False)
    assert [block.turn for block in window.blocks] == [0, 1, 2, 3, 4]
    assert window.earlier is None and window.later is None


def test_equal_turns_fold_into_one_row_each_stretch() -> None:
    window = window_around(found(), PairPlace(200, 1), fold=True)
    assert [(block.turn, block.upto) for block in window.blocks] == [(0, 199), (200, None), (201, 399)]
    assert window.blocks[0].whole == 1 + 199 * 3
    assert window.blocks[0].pairs == (pair_at(found(), PairPlace(199, 3)),)
    assert window_around(found(), PairPlace(17, 2), fold=True).blocks[0].holds(PairPlace(17, 2))


def test_a_turn_with_very_many_moments_comes_in_several_blocks() -> None:
    crowd = [["a"] * 1000]
    window = window_around(found(crowd, crowd), PairPlace(0, 500), fold=False)
    assert all(len(block.pairs) <= MOST_TOGETHER for block in window.blocks)
    assert any(block.holds(PairPlace(0, 500)) for block in window.blocks)
    assert window.earlier is not None and window.later is not None
    assert window.earlier.step + 1 == window.blocks[0].step


@given(st.integers(0, 199), st.booleans())
def test_going_on_from_window_to_window_nothing_is_missed(start: int, fold: bool) -> None:
    comparison = PARTED
    place = place_in(comparison, start, None)
    seen: list[Block] = []
    while place is not None:
        window = window_around(comparison, place, fold, most=40)
        seen += [block for block in window.blocks if not seen or block.start > seen[-1].end]
        place = window.later
    covered = [turn for block in seen for turn in range(block.turn, (block.upto or block.turn) + 1)]
    assert covered == sorted(set(covered)) and covered[-1] == 199
    assert covered == list(range(covered[0], 200))
