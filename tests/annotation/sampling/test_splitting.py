"""Even splits: the whole number, within one of each other, and as likely as they say."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.sampling.splitting import Draw, even_split, expected, level_of, split_chances

DRAW = Draw(1, "test")
sizes = st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.integers(0, 9), max_size=8)
totals = st.integers(0, 60)


@given(sizes, totals, st.integers(0, 99))
def test_all_is_given_as_far_as_there_is_any(cells: dict[str, int], total: int, seed: int) -> None:
    counts = even_split(cells, total, Draw(seed, "test"))
    assert counts.keys() == cells.keys()
    assert sum(counts.values()) == min(total, sum(cells.values()))
    assert all(0 <= count <= cells[name] for name, count in counts.items())


@given(sizes, totals)
def test_nobody_has_two_more_than_one_who_could_take_more(cells: dict[str, int], total: int) -> None:
    counts = even_split(cells, total, DRAW)
    hungry = [count for name, count in counts.items() if count < cells[name]]
    assert not hungry or max(counts.values()) <= min(hungry) + 1


@given(sizes, totals, st.randoms(use_true_random=False))
def test_the_order_of_cells_decides_nothing(cells: dict[str, int], total: int, shuffling: object) -> None:
    names = list(cells)
    shuffling.shuffle(names)  # type: ignore[attr-defined]
    assert even_split({name: cells[name] for name in names}, total, DRAW) == even_split(cells, total, DRAW)


@given(sizes, st.dictionaries(totals, st.floats(0.1, 1), min_size=1, max_size=3))
def test_chances_sum_to_one_and_expectations_to_the_total(cells: dict[str, int], weights: dict[int, float]) -> None:
    whole = sum(weights.values())
    given_totals = {total: weight / whole for total, weight in weights.items()}
    found = split_chances(cells, given_totals)
    for chances in found.values():
        assert sum(chances.values()) == pytest.approx(1)
    reachable = {total: min(total, sum(cells.values())) for total in given_totals}
    wanted = sum(reachable[total] * chance for total, chance in given_totals.items())
    assert sum(map(expected, found.values())) == pytest.approx(wanted)


def test_what_is_left_over_goes_to_each_of_the_larger_ones_alike() -> None:
    cells = {"a": 1, "b": 5, "c": 5, "d": 9}
    assert level_of(cells.values(), 9) == (2, 2, 3)
    lucky: Counter[str] = Counter()
    for seed in range(3000):
        counts = even_split(cells, 9, Draw(seed, "test"))
        assert counts["a"] == 1
        lucky.update(name for name, count in counts.items() if count == 3)
    chances = split_chances(cells, {9: 1.0})
    for name in "bcd":
        assert chances[name] == pytest.approx({2: 1 / 3, 3: 2 / 3})
        # Four standard deviations.
        assert lucky[name] / 3000 == pytest.approx(2 / 3, abs=0.035)


def test_first_takes_every_pair_equally_often() -> None:
    pairs = Counter(frozenset(Draw(seed, "test").first("abcd", 2)) for seed in range(3000))
    assert len(pairs) == 6
    assert all(abs(count / 3000 - 1 / 6) < 0.028 for count in pairs.values())


def test_other_purposes_have_chance_of_their_own() -> None:
    names = [str(number) for number in range(20)]
    assert Draw(1, "a").first(names, 5) != Draw(1, "b").first(names, 5)
