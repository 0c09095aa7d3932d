"""Progress is counted for the right people and items: real ones, each person once, what stands, nobody who withdrew."""

from __future__ import annotations

import pytest
from django.utils import timezone

from annotation.models import Answer, Rater, Role, Study
from annotation.questions import DECISION, TIMING
from annotation.results.study_progress import PersonProgress, StudyProgress, flagged_people, progress_of
from tests.annotation.answered import answered, holds
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db


def of(progress: StudyProgress, who: Rater) -> PersonProgress:
    return next(one for one in progress.people if one.rater == who)


@pytest.fixture
def two() -> Study:
    """Two people an item."""
    return study(per_item=2)


def test_a_new_study_has_nothing_and_divides_by_nothing() -> None:
    empty = progress_of(study())
    assert (empty.answers, empty.of, empty.items, empty.complete, empty.people, empty.strata) == (0, 0, 0, 0, [], [])
    assert empty.median is None


def test_only_what_stands_counts_and_each_person_once(two: Study) -> None:
    one, other, third, _ = items(two, 4)
    anna, bela = rater(two, "A"), rater(two, "B")
    answered(anna, one, "accept")
    answered(anna, one, "reject")  # thought again: still one answer
    answered(bela, one)
    answered(anna, other)
    answered(bela, third)
    answered(bela, third, "")  # taken back
    progress = progress_of(two)
    assert (progress.answers, progress.of) == (3, 8)
    assert (progress.complete, progress.items) == (1, 4)
    assert progress.short == [(1, 1), (0, 2)]
    assert [of(progress, who).answers for who in (anna, bela)] == [2, 1]
    assert of(progress, anna).of == 4


def test_several_questions_are_one_answer() -> None:
    asked = study(per_item=1, asks=(DECISION, TIMING))
    (item,) = items(asked, 1)
    answered(rater(asked), item, {"decision": "accept", "timing": "early"})
    progress = progress_of(asked)
    assert (progress.answers, progress.of, progress.complete) == (1, 1, 1)


def test_gold_practice_dropped_and_unshowable_items_are_not_asked_for(two: Study) -> None:
    (real,) = items(two, 1)
    others = [items(two, 1, role)[0] for role in (Role.GOLD, Role.PRACTICE, Role.DROPPED)]
    items(two, 1, trouble="the run is gone")
    who = rater(two)
    for item in (real, *others):
        answered(who, item)
    progress = progress_of(two)
    assert (progress.items, progress.answers, progress.of) == (1, 1, 2)
    assert (progress.gold, progress.gold_right) == (1, 1)
    assert of(progress, who).answers == 1


def test_whoever_withdrew_counts_nowhere_but_is_still_listed(two: Study) -> None:
    (item,) = items(two, 1)
    gone = rater(two, "Gone", withdrawn_at=timezone.now())
    answered(gone, item)
    holds(rater(two, "Here"), item)
    progress = progress_of(two)
    assert (progress.answers, progress.held, len(progress.people)) == (0, 1, 2)
    assert of(progress, gone).answers == 0


def test_other_studies_are_not_counted(two: Study) -> None:
    items(two, 1)
    elsewhere = study(title="Another")
    answered(rater(elsewhere), items(elsewhere, 1)[0])
    assert progress_of(two).answers == 0
    assert progress_of(two).people == []


def test_leases_are_those_of_items_in_hand(two: Study) -> None:
    one, other = items(two, 2)
    (practice,) = items(two, 1, Role.PRACTICE)
    anna, bela = rater(two, "A"), rater(two, "B")
    first = holds(anna, one, minutes=4)
    holds(anna, other, minutes=2)
    holds(bela, one, minutes=-1)
    holds(bela, practice)
    progress = progress_of(two)
    assert (progress.held, progress.held_by, progress.run_out) == (2, 1, 1)
    assert of(progress, anna).held_until == first.lease_until
    assert of(progress, bela).held_until is None


def test_times_are_those_of_the_answer_that_stands(two: Study) -> None:
    one, other, third = items(two, 3)
    who = rater(two)
    answered(who, one, seconds=1)
    answered(who, one, "reject", seconds=9)
    answered(who, other, seconds=5)
    answered(who, third, seconds=1.5)
    progress = progress_of(two)
    assert (progress.median, progress.too_fast) == (5, 1)
    assert of(progress, who).median == 5


@pytest.mark.parametrize(("fast", "slow", "flagged"), [(2, 0, False), (3, 10, True), (3, 27, False), (9, 13, True)])
def test_haste_is_more_than_a_slip(fast: int, slow: int, flagged: bool) -> None:
    made = study()
    who = rater(made)
    for place, item in enumerate(items(made, fast + slow)):
        answered(who, item, seconds=1 if place < fast else 8)
    assert of(progress_of(made), who).hasty is flagged


@pytest.mark.parametrize(
    ("right", "wrong", "flagged"),
    [(0, 0, False), (0, 2, False), (3, 0, False), (2, 1, True), (7, 3, False), (3, 3, True)],
)
def test_gold_below_the_mark_is_flagged_once_it_says_something(right: int, wrong: int, flagged: bool) -> None:
    made = study(gold_mark=0.7)
    who = rater(made)
    for place, item in enumerate(items(made, 10, Role.GOLD)[: right + wrong]):
        answered(who, item, "accept" if place < right else "reject")
    found = of(progress_of(made), who)
    assert (found.gold, found.gold_right, found.low_gold) == (right + wrong, right, flagged)
    assert flagged_people(made) == ({who.pk} if flagged else set())


def test_gold_is_right_only_if_all_of_it_is() -> None:
    made = study(asks=(DECISION, TIMING))
    right = {"decision": "accept", "timing": "right"}
    first, second = items(made, 2, Role.GOLD, right_answers=right)
    who = rater(made)
    answered(who, first, right)
    answered(who, second, {**right, "timing": "early"})
    assert of(progress_of(made), who)[3:5] == (2, 1)


def test_strata_are_models_by_what_the_simulated_user_did(two: Study) -> None:
    (one, _) = items(two, 2, model="atlas", simulated="accept")
    items(two, 1, model="atlas", simulated="reject")
    items(two, 1, model="atlas", simulated="", kind="silence")
    answered(rater(two), one)
    shown = [(each.kind, each.simulated, each.answers, each.of) for each in progress_of(two).strata]
    assert shown == [("offer", "accept", 1, 4), ("offer", "reject", 0, 2), ("silence", "", 0, 2)]


def test_a_quota_of_ones_own_bounds_what_a_person_is_asked_for() -> None:
    made = study(per_person=3)
    one, *_ = items(made, 10)
    who = rater(made)
    answered(who, one)
    assert (of(progress_of(made), who).answers, of(progress_of(made), who).of) == (1, 3)


def test_what_others_have_completed_is_asked_of_nobody_any_more(two: Study) -> None:
    first, *_ = items(two, 3)
    done = [rater(two, name) for name in "AB"]
    late = rater(two, "C")
    for who in done:
        answered(who, first)
    progress = progress_of(two)
    assert [(of(progress, who).answers, of(progress, who).of) for who in (*done, late)] == [(1, 3), (1, 3), (0, 2)]


def test_the_number_of_queries_does_not_grow(two: Study, django_assert_num_queries: object) -> None:
    for place, item in enumerate(items(two, 6)):
        answered(rater(two, f"P{place}"), item)
    with django_assert_num_queries(5):  # type: ignore[operator]
        assert progress_of(two).answers == 6
    assert Answer.objects.count() == 6
