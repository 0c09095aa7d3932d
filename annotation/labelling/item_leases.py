"""Takes, renews and releases leases of items, and stores drafts of unsent answers.

A real item has `per_item` places. A lease that has not run out takes a place, and so does an answer until it is taken
back. Taking or keeping a place locks the row of the item first and counts the places afterwards, so even requests at
the same time never give an item to more than `per_item` people. A transaction that has locked an item waits only for
items with higher keys, so there is no deadlock.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from annotation.labelling.answer_checks import clean_draft
from annotation.labelling.prepared_sql import open_of, share_of
from annotation.labelling.refusals import Refused
from annotation.models import Assignment, Item, Rater, Role
from annotation.people.participants import Participant, at_once, lock

SHOWN = Q(role__in=(Role.REAL, Role.GOLD), trouble="")


class Held(NamedTuple):
    assignment: Assignment
    item: Item


def taken(now: datetime) -> Q:
    """Return the filter for assignments that take one of an item's places."""
    return Q(answered_at__isnull=False) | Q(lease_until__gt=now)


def open_rows(person: Participant) -> list[Held]:
    """Return the assignments without an answer in the order they were handed out; leases may have run out."""
    return [Held(row, item) for row, item in open_of(person.rater.pk)]


def locked(items: Iterable[int], wait: bool = False) -> dict[int, Item]:
    """Lock and return the items that can be handed out. Without `wait`, skip rows that others have locked."""
    # In the order of keys, so that two people who lock the same items cannot deadlock.
    rows = Item.objects.filter(SHOWN, pk__in=list(items)).order_by("pk")
    return {row.pk: row for row in rows.select_for_update(of=("self",), no_key=True, skip_locked=not wait)}


def has_room(person: Participant, item: Item) -> bool:
    """Return whether the item, which is locked, has a place left for this participant."""
    if item.role == Role.GOLD:
        return True
    others = Assignment.objects.filter(taken(person.now), item=item).exclude(rater=person.rater)
    return others.count() < person.study.per_item


def has_share(person: Participant) -> bool:
    """Return whether the participant may get one more real item."""
    most = person.study.per_person
    return most is None or share_of(person.rater.pk, person.now) < most


def can_have(person: Participant, held: Held) -> bool:
    """Return whether the participant still holds the item or can get it again. The item must be locked."""
    if held.assignment.answered_at is not None or held.assignment.lease_until > person.now:
        return True
    if person.is_closed:
        return False
    share = held.item.role == Role.GOLD or has_share(person)
    return share and has_room(person, held.item)


def renew(person: Participant, rows: list[Held], wait: bool = False) -> list[Held]:
    """Renew leases and return those that were renewed. A lease that ran out is renewed if the item still has a place.

    Without `wait`, items that others have locked are not renewed but added to `person.skipped`.
    """
    free = locked((held.item.pk for held in rows), wait)
    person.clock()
    kept = []
    for held in rows:
        if held.item.pk not in free:
            person.skipped.append(held.item.pk)
        if held.item.pk in free and can_have(person, held):
            held.assignment.lease_until = person.lease_until
            # One by one: a renewed lease counts towards the participant's share, which limits the next lease.
            Assignment.objects.filter(pk=held.assignment.pk).update(lease_until=person.lease_until)
            kept.append(held)
    return kept


def beat(rater: Rater, codes: Iterable[str]) -> datetime:
    """Renew the leases of items on the screen and return the time when they end. Raise Refused if a lease is lost."""
    wanted = set(codes)
    with at_once():
        person = lock(rater)
        rows = [held for held in open_rows(person) if held.item.code in wanted]
        kept = renew(person, rows, wait=True)
        Rater.objects.filter(pk=rater.pk).update(last_seen_at=person.now)
    if len(kept) < len(rows):
        raise Refused("closed" if person.is_closed else "taken")
    return person.lease_until


def release(rater: Rater) -> None:
    """Release all leases, so that others can get the items. Drafts stay, in case the person gets the items again."""
    with at_once():
        person = lock(rater)
        rows = Assignment.objects.filter(rater=rater, answered_at=None, lease_until__gt=person.now)
        rows.update(lease_until=person.now)


def keep_draft(rater: Rater, code: str, draft: Mapping[str, Any]) -> None:
    """Store a draft, `{"given": {key: value}, "reason": text}`. Ignore a draft that arrives after its answer.

    Raise Refused if the participant was never given the item.
    """
    with at_once():
        own = Assignment.objects.filter(rater=rater, item__code=code, item__study=rater.study_id)
        row = own.values_list("pk", "answered_at").first()
        if row is None:
            raise Refused("not_held")
        if row[1] is None:
            Assignment.objects.filter(pk=row[0], answered_at=None).update(draft=clean_draft(rater.study, draft))
