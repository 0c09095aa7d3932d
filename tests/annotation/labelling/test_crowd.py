"""Many people at once: nobody gets what others have got, nothing is answered too often, and all of it gets done."""

from __future__ import annotations

import threading

import pytest
from django.db import connection, transaction

from annotation.labelling.claiming import Empty, claim
from annotation.models import Assignment, Item, Rater, Role, Study
from tests.annotation.labelling.crowd import Crowd, assert_kept, assert_sound
from tests.annotation.study_fixtures import items, rater, study
from tests.waiting import join

pytestmark = pytest.mark.django_db(transaction=True)


def many(made: Study, count: int) -> list[Rater]:
    return [rater(made, f"P{number}") for number in range(count)]


def assert_done(made: Study, crowd: Crowd) -> None:
    assert_sound(made.pk, made.per_item)
    assert_kept(crowd.acknowledged)
    real = Item.objects.filter(study=made, role=Role.REAL)
    assert not real.exclude(answered=made.per_item).exists()


@pytest.mark.all
def test_fifty_people_answer_two_thousand_items_three_times_each() -> None:
    made = study(per_item=3, gold_every=10)
    items(made, 2000)
    items(made, 30, Role.GOLD)
    people = many(made, 50)
    crowd = Crowd(people, threads=50)
    crowd.run()
    assert_done(made, crowd)
    assert {claim(person).empty for person in people} == {Empty.COMPLETE}
    assert not Rater.objects.filter(finished_at=None).exists()
    assert Assignment.objects.filter(item__role=Role.GOLD).count() > 200


def test_a_few_people_at_once_do_all_there_is() -> None:
    made = study(per_item=2, gold_every=4)
    items(made, 30)
    items(made, 5, Role.GOLD)
    crowd = Crowd(many(made, 6), threads=6)
    crowd.run()
    assert_done(made, crowd)


def test_leases_that_run_out_at_once_lead_to_no_answer_too_many() -> None:
    made = study(per_item=2, lease_seconds=0, gold_every=0)
    items(made, 25)
    crowd = Crowd(many(made, 6), threads=6)
    crowd.run()
    assert_done(made, crowd)


def test_one_person_in_many_windows_is_one_person() -> None:
    made = study(per_item=1, per_person=20, gold_every=5)
    items(made, 50)
    items(made, 10, Role.GOLD)
    person = rater(made)
    crowd = Crowd([Rater.objects.select_related("study").get(pk=person.pk) for _ in range(6)], threads=6)
    crowd.run()
    assert_sound(made.pk, 1)
    own = Assignment.objects.filter(rater=person, item__role=Role.REAL)
    assert own.count() == own.filter(answered_at__isnull=False).count() == 20
    assert claim(person).empty == Empty.SHARE_DONE


def test_the_last_item_is_waited_for_while_somebody_else_changes_it() -> None:
    made = study()
    [item] = items(made, 1)
    person = rater(made)
    is_locked, may_go = threading.Event(), threading.Event()

    def change() -> None:
        with transaction.atomic():
            Item.objects.select_for_update().get(pk=item.pk)
            is_locked.set()
            may_go.wait(30)
        connection.close()

    other = threading.Thread(target=change)
    other.start()
    assert is_locked.wait(30), "the item was not locked"
    # Long enough that the claim meets the lock.
    threading.Timer(0.3, may_go.set).start()
    hand = claim(person)
    join(other)
    assert [held.item.pk for held in hand.held] == [item.pk]
    if connection.vendor == "sqlite":
        (patience,) = connection.connection.execute("PRAGMA busy_timeout").fetchone()
        assert patience == 20_000, "others on this connection wait as long as before"
