"""Handing out: in an order of one’s own, nothing twice, to no more people than wanted; and why there is nothing."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from annotation.labelling.answering import answer
from annotation.labelling.claiming import Empty, claim
from annotation.labelling.item_leases import release
from annotation.models import Assignment, Item, Rater, Role, Study, StudyState
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db
YES = {"decision": "accept"}


def expire(**which: object) -> None:
    Assignment.objects.filter(**which).update(lease_until=timezone.now() - timedelta(seconds=1))


def work(person: Rater, most: int = 1000) -> list[str]:
    """Answers all that this person gets; gives the codes in their order."""
    codes: list[str] = []
    hand = claim(person)
    while hand.held and len(codes) < most:
        codes.append(hand.held[0].item.code)
        hand = answer(person, codes[-1], YES)
    return codes


def test_two_are_in_hand_and_stay_there() -> None:
    made = study()
    items(made, 5)
    person = rater(made)
    first = claim(person)
    assert len(first.held) == 2
    assert claim(person) == first
    assert [held.assignment.place for held in first.held] == [1, 2]


def test_everybody_has_an_order_of_their_own() -> None:
    made = study()
    items(made, 30)
    orders = [work(rater(made, name)) for name in ("A", "B", "C")]
    assert len({tuple(order) for order in orders}) == 3
    assert all(len(set(order)) == 30 for order in orders)


def test_an_item_is_given_to_no_more_people_than_wanted() -> None:
    made = study(per_item=2)
    items(made, 1)
    people = [rater(made, name) for name in "ABC"]
    assert claim(people[0]).held and claim(people[1]).held
    hand = claim(people[2])
    assert (hand.held, hand.empty) == ((), Empty.HELD)
    assert hand.until == min(Assignment.objects.values_list("lease_until", flat=True))
    expire(rater=people[0])
    assert claim(people[2]).held
    assert claim(people[0]).empty == Empty.HELD


def test_a_lease_that_ran_out_is_good_as_long_as_nobody_took_the_place() -> None:
    made = study(per_item=1)
    items(made, 1)
    person = rater(made)
    (held,) = claim(person).held
    expire()
    (again,) = claim(person).held
    assert again.assignment.pk == held.assignment.pk
    assert again.assignment.lease_until > timezone.now()


def test_who_leaves_gives_back_what_was_not_answered() -> None:
    made = study(per_item=1)
    items(made, 2)
    one, other = rater(made, "A"), rater(made, "B")
    claim(one)
    assert claim(other).empty == Empty.HELD
    release(one)
    assert len(claim(other).held) == 2


def test_nobody_gets_more_than_their_share_whatever_ran_out() -> None:
    made = study(per_person=3, gold_every=0)
    items(made, 10)
    one = rater(made, "A")
    claim(one)
    expire()
    assert len(work(one)) == 3
    assert claim(one).empty == Empty.SHARE_DONE
    one.refresh_from_db()
    assert one.finished_at is not None


def test_gold_is_at_one_place_of_each_stretch_and_does_not_count_in_the_share() -> None:
    made = study(per_person=20, gold_every=5)
    items(made, 40)
    gold = {item.code for item in items(made, 9, Role.GOLD)}
    codes = work(rater(made))
    at = [place for place, code in enumerate(codes) if code in gold]
    assert len(codes) - len(at) == 20
    assert [place // 5 for place in at] == list(range(len(at)))
    assert 4 <= len(at) <= 5


def test_gold_is_given_only_as_long_as_there_is_something_to_judge() -> None:
    made = study(gold_every=2)
    items(made, 5, Role.GOLD)
    assert claim(rater(made)).empty == Empty.NO_ITEMS


@pytest.mark.parametrize("lost", [{"role": Role.DROPPED}, {"trouble": "no trace"}, {"role": Role.PRACTICE}])
def test_what_cannot_be_shown_is_skipped_even_in_hand(lost: dict[str, str]) -> None:
    made = study()
    items(made, 3)
    person = rater(made)
    (held, _) = claim(person).held
    Item.objects.filter(pk=held.item.pk).update(**lost)
    assert held.item not in [other.item for other in claim(person).held]


def test_a_later_batch_comes_after_the_first() -> None:
    made = study()
    early = {item.code for item in items(made, 4)}
    person = rater(made)
    assert set(work(person, 3)) <= early
    late = {item.code for item in items(made, 4)}
    assert set(work(person)) == late | (early - set(answered_by(person)[:3]))


def answered_by(person: Rater) -> list[str]:
    return [row.item.code for row in person.assignments.order_by("place").select_related("item")]


def test_an_empty_hand_says_why() -> None:
    made = study(per_item=2)
    person, other, third = rater(made, "A"), rater(made, "B"), rater(made, "C")
    assert claim(person).empty == Empty.NO_ITEMS
    items(made, 2)
    work(person)
    assert claim(person).empty == Empty.ALL_DONE
    work(other)
    assert claim(person).empty == claim(third).empty == Empty.COMPLETE


def test_who_is_not_ready_gets_nothing() -> None:
    made = study(state=StudyState.DRAFT)
    items(made, 2)
    person = rater(made, ready=False)
    assert claim(person).empty == Empty.NOT_OPEN
    Study.objects.update(state=StudyState.OPEN)
    assert claim(person).empty == Empty.CONSENT
    Rater.objects.update(consented_at=timezone.now(), consent_version=1)
    assert claim(person).held
    items(made, 1, Role.PRACTICE)
    assert claim(person).empty == Empty.PRACTICE
    Rater.objects.update(failed_at=timezone.now())
    assert claim(person).empty == Empty.FAILED


def test_in_a_closed_study_what_is_held_stays_and_nothing_new_comes() -> None:
    made = study()
    items(made, 5)
    person = rater(made)
    held = claim(person).held
    Study.objects.update(state=StudyState.CLOSED)
    hand = answer(person, held[0].item.code, YES)
    assert [one.item.pk for one in hand.held] == [held[1].item.pk]
    expire(item=held[1].item)
    assert claim(person).empty == Empty.CLOSED


def test_who_finished_and_gets_more_has_not_finished() -> None:
    made = study()
    items(made, 1)
    person = rater(made)
    work(person)
    assert person.finished_at is not None
    items(made, 1)
    assert claim(person).held
    person.refresh_from_db()
    assert person.finished_at is None
