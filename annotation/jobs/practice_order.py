"""The order of practice items: people meet them by number, so two of them swap theirs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from django.db import transaction
from django.db.models import Max

from annotation.jobs.bad_study import CannotChange
from annotation.models import Item, Role, Study, StudyState


def move_practice(study: Study, number: int, where: Literal["earlier", "later"]) -> int:
    """One place in the practice; the first and the last stay where they are. Gives the number that it has now."""
    with transaction.atomic():
        if Study.objects.select_for_update(no_key=True).get(pk=study.pk).state != StudyState.DRAFT:
            raise CannotChange("The study has been opened, so everybody practises in the same order.")
        practice = list(Item.objects.filter(study=study, role=Role.PRACTICE).order_by("number"))
        place = next((place for place, item in enumerate(practice) if item.number == number), None)
        if place is None:
            raise CannotChange(f"Item {number} is not for practice.")
        other = place - 1 if where == "earlier" else place + 1
        if not 0 <= other < len(practice):
            return number
        _swap(study, practice[place], practice[other])
    return practice[other].number


def arrange_practice(study: Study, identities: Sequence[str]) -> None:
    """All of it in this order; its items share the numbers that they have."""
    practice = {item.identity: item for item in Item.objects.filter(study=study, role=Role.PRACTICE)}
    items = [practice[identity] for identity in identities]
    numbers = sorted(item.number for item in items)
    if [item.number for item in items] == numbers:
        return
    aside = _aside(study)
    _number(items, range(aside, aside + len(items)))
    _number(items, numbers)


def _number(items: Sequence[Item], numbers: Sequence[int]) -> None:
    for item, number in zip(items, numbers, strict=True):
        item.number = number
    Item.objects.bulk_update(items, ["number"], batch_size=200)


def _aside(study: Study) -> int:
    """A number that no item has."""
    return (Item.objects.filter(study=study).aggregate(last=Max("number"))["last"] or 0) + 1


def _swap(study: Study, one: Item, other: Item) -> None:
    """No two may have the same number, not even for a moment."""
    Item.objects.filter(pk=one.pk).update(number=_aside(study))
    Item.objects.filter(pk=other.pk).update(number=one.number)
    Item.objects.filter(pk=one.pk).update(number=other.number)
