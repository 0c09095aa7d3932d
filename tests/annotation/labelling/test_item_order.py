"""The order in which a person gets items: by chance, but of one run the earlier moment first."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.labelling.item_order import apart, in_time, look_again, order_of
from annotation.models import Batch
from tests.annotation.study_fixtures import items, rater, study

RUNS = st.lists(st.tuples(st.integers(1, 4), st.integers(0, 20)), unique=True)


@given(drawn=RUNS, seed=st.integers(0, 9))
def test_of_one_run_the_earlier_moment_comes_first(drawn: list[tuple[int, int]], seed: int) -> None:
    items = [(run, moment, key) for key, (run, moment) in enumerate(drawn)]
    Random(seed).shuffle(items)
    ordered = list(in_time(items))
    assert sorted(ordered) == sorted(items)
    assert [run for run, _, _ in ordered] == [run for run, _, _ in items]
    for run in {run for run, _, _ in items}:
        moments = [moment for other, moment, _ in ordered if other == run]
        assert moments == sorted(moments)


@given(drawn=RUNS, seed=st.integers(0, 9))
def test_two_of_one_run_follow_each_other_only_if_nothing_else_is_left(drawn: list[tuple[int, int]], seed: int) -> None:
    items = [(run, moment, key) for key, (run, moment) in enumerate(drawn)]
    Random(seed).shuffle(items)
    ordered = list(apart(items))
    assert sorted(ordered) == sorted(items)
    for place, (one, other) in enumerate(pairwise(ordered)):
        assert one[0] != other[0] or {run for run, _, _ in ordered[place:]} == {one[0]}
    for run in {run for run, _, _ in items}:
        assert [one for one in ordered if one[0] == run] == [one for one in items if one[0] == run]


@pytest.mark.django_db
def test_people_get_them_so() -> None:
    made = study()
    for _ in range(3):
        items(made, 2, episode=items(made, 1)[0].episode)
    runs = {item.pk: item.episode_id for item in made.items.all()}
    for number in range(9):
        order = order_of(rater(made, f"Person {number}"), made)
        assert len({runs[pk] for pk in order[:2]}) == 2


@pytest.mark.django_db
def test_the_order_of_what_was_there_stays_when_more_is_added() -> None:
    made = study()
    items(made, 5)
    person = rater(made)
    first = order_of(person, made)
    assert order_of(person, made) is first, "it is worked out once"
    batch = Batch.objects.create(study=made, number=2, spec={}, strata=[])
    added = {item.pk for item in items(made, 4, batch=batch)}
    look_again()
    later = order_of(person, made)
    assert later[:5] == first and set(later[5:]) == added
