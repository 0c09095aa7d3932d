"""Where gold is among the items of a person."""

from __future__ import annotations

import pytest

from annotation.labelling.claiming import claim
from annotation.labelling.item_order import gold_to_come, is_gold_place
from annotation.models import Rater, Role, Study
from tests.annotation import study_fixtures


def one_by_one(study: Study, rater: Rater, place: int, real: int, gold: int) -> int:
    """The same as `gold_to_come`, as somebody would count it who hands the items out."""
    found = 0
    while real:
        if found < gold and is_gold_place(study, rater, place):
            found += 1
        else:
            real -= 1
        place += 1
    return found


@pytest.mark.parametrize("every", [0, 1, 2, 3, 10])
def test_gold_to_come_is_what_will_come(every: int) -> None:
    for seed in range(5):
        study, rater = Study(seed=seed, gold_every=every), Rater(seed=seed + 1)
        for place in range(1, 14):
            for real in range(25):
                for gold in (0, 1, 3, 99):
                    expected = one_by_one(study, rater, place, real, gold)
                    assert gold_to_come(study, rater, place, real, gold) == expected


def test_each_stretch_has_one_place_for_gold_and_people_differ() -> None:
    study = Study(seed=1, gold_every=10)
    seen = set()
    for seed in range(20):
        places = [place for place in range(1, 101) if is_gold_place(study, Rater(seed=seed), place)]
        assert [(place - 1) // 10 for place in places] == list(range(10))
        seen.add(tuple(places))
    assert len(seen) == 20


@pytest.mark.django_db
def test_gold_that_tells_what_became_of_an_earlier_offer_comes_last() -> None:
    of = study_fixtures.study(gold_every=2, per_item=20)
    (judged,) = study_fixtures.items(of, 1)
    (telling,) = study_fixtures.items(of, 1, Role.GOLD, episode=judged.episode)
    (other,) = study_fixtures.items(of, 1, Role.GOLD)
    study_fixtures.items(of, 3)
    for number in range(8):
        person = study_fixtures.rater(of, f"Person {number}")
        codes = [held.item.code for held in claim(person, want=6).held]
        assert codes.index(telling.code) > min(codes.index(other.code), codes.index(judged.code))
