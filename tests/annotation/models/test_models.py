"""What the store of studies refuses by itself."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError
from django.utils import timezone

from annotation.models import Assignment, Item
from tests.annotation.study_fixtures import items, rater, study

pytestmark = pytest.mark.django_db


def test_one_person_cannot_have_an_item_twice() -> None:
    made = study()
    [item], person = items(made, 1), rater(made)
    held = {"item": item, "rater": person, "place": 1, "claimed_at": timezone.now(), "lease_until": timezone.now()}
    Assignment.objects.create(**held)
    with pytest.raises(IntegrityError), transaction.atomic():
        Assignment.objects.create(**held)


def test_a_study_cannot_have_an_item_twice() -> None:
    [item] = items(study(), 1)
    again = Item.objects.get(pk=item.pk)
    again.pk, again.number, again.code = None, 2, "another"
    with pytest.raises(IntegrityError), transaction.atomic():
        again.save(force_insert=True)


def test_a_run_that_is_judged_cannot_be_deleted() -> None:
    [item] = items(study(), 1)
    with pytest.raises(ProtectedError):
        item.episode.delete()
