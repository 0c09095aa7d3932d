"""Items made ready to be shown: once, for everybody the same, and what cannot be shown is set aside."""

from __future__ import annotations

import gzip
import json

import pytest
from django.db import OperationalError

from annotation.models import Assignment, Item, ItemShow, Role
from annotation.questions import DECISION, MISSED
from annotation.showing.item_builder import CannotBeShown
from annotation.studies import item_preparation
from annotation.studies.item_preparation import prepare, show_of, view_of
from simulator.models import Moment
from tests.annotation.judged import item_of, points_of
from tests.annotation.played import played
from tests.annotation.study_fixtures import items, rater, study

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("redis_server")]


def test_all_items_of_a_study_are_made_ready_and_stay_as_they_are() -> None:
    of = study(asks=(DECISION, MISSED))
    for point in points_of([played(), played("dentist")]):
        item_of(of, point)
    count = Item.objects.filter(study=of).count()
    assert prepare(of.pk) == count > 5
    made = {show.pk: (show.body, show.phone, bytes(show.frames)) for show in ItemShow.objects.all()}
    assert prepare(of.pk) == 0
    for item in Item.objects.filter(study=of):
        show = show_of(item)
        assert made[item.pk] == (show.body, show.phone, bytes(show.frames))
        frames = json.loads(gzip.decompress(bytes(show.frames)))
        assert frames[-1] == show.phone and len(frames) == view_of(show).steps
        assert view_of(show).offer == item.offer


def test_a_run_is_told_up_to_the_moment_whether_alone_or_with_later_ones() -> None:
    run = played(assistant="eager")
    both, alone = study(asks=(DECISION, MISSED)), study(asks=(DECISION, MISSED))
    for point in points_of([run]):
        item_of(both, point)
    first = item_of(alone, points_of([run])[2])
    prepare(both.pk)
    assert show_of(first).body == Item.objects.get(study=both, moment=first.moment).show.body


def test_it_is_made_when_it_is_asked_for_first() -> None:
    item = item_of(study(), points_of([played()], "offer")[0])
    assert not ItemShow.objects.exists()
    assert view_of(show_of(item)).offer == item.offer
    assert ItemShow.objects.filter(item=item).count() == 1


def test_what_cannot_be_shown_is_set_aside_with_the_reason_and_can_be_tried_again() -> None:
    of = study(asks=(DECISION, MISSED))
    run = played()
    good, bad = item_of(of, points_of([run], "offer")[0]), item_of(of, points_of([run], "silence")[0], moment=400)
    (empty,) = items(of, 1)
    person = rater(of)
    for item in (good, bad):
        Assignment.objects.create(item=item, rater=person, place=1, claimed_at=of.created_at, lease_until=of.created_at)
    with pytest.raises(CannotBeShown, match="The run has no step 400"):
        show_of(bad)
    assert prepare(of.pk) == 1
    assert Item.objects.get(pk=bad.pk).trouble == "The run has no step 400. Leave out the item."
    assert Item.objects.get(pk=empty.pk).trouble
    assert [row.item_id for row in Assignment.objects.all()] == [good.pk]
    Item.objects.filter(pk=bad.pk).update(moment=points_of([run], "silence")[1].moment)
    assert prepare(of.pk, again=True) == 1
    assert Item.objects.get(pk=bad.pk).trouble == ""


def test_a_damaged_run_stops_neither_its_other_items_nor_those_of_other_runs() -> None:
    of = study(asks=(DECISION, MISSED))
    run, other = played(), played("dentist")
    points = points_of([run])
    for point in (*points, *points_of([other])):
        item_of(of, point)
    Moment.objects.filter(episode=run, number=points[-1].moment - 1).delete()
    prepare(of.pk)
    troubled = Item.objects.exclude(trouble="")
    assert 0 < troubled.count() < len(points)
    assert set(troubled.values_list("episode", flat=True)) == {run.pk}


def test_trouble_with_the_database_says_nothing_about_an_item(monkeypatch: pytest.MonkeyPatch) -> None:
    item = item_of(study(asks=(DECISION, MISSED)), points_of([played()], "offer")[0])

    def locked(*_: object) -> None:
        raise OperationalError("database is locked")

    monkeypatch.setattr(item_preparation, "moments_of", locked)
    with pytest.raises(OperationalError):
        show_of(item)
    assert Item.objects.get(pk=item.pk).trouble == ""


@pytest.mark.django_db(transaction=True)
def test_items_that_are_taken_back_meanwhile_stop_no_others(monkeypatch: pytest.MonkeyPatch) -> None:
    of = study()
    gone, kept = (item_of(of, points_of([played(name)], "offer")[0]) for name in ("late_train", "dentist"))
    told = item_preparation._Teller.show

    def show(teller: item_preparation._Teller, item: Item) -> ItemShow:
        Item.objects.filter(pk=gone.pk).delete()
        return told(teller, item)

    monkeypatch.setattr(item_preparation._Teller, "show", show)
    assert prepare(of.pk) == 1 and ItemShow.objects.get().item == kept


def test_what_was_left_out_is_not_made_ready() -> None:
    of = study(asks=(DECISION, MISSED))
    item_of(of, points_of([played()], "offer")[0], role=Role.DROPPED)
    assert prepare(of.pk) == 0
