"""Places of items: who takes one up, kept by a heartbeat, given back on leaving; and drafts of what is not yet sent.

A place is taken by an answer that stands or by a lease that has not run out. Whoever takes or keeps a place has locked
the row of the item before, and counts afterwards: so places are never more than the study wants, whatever happens at
once. Nobody waits for an item while holding another, except in the order of their keys; so nobody waits forever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q

from annotation.jobs.checking import clean_draft
from annotation.jobs.persons import Person, at_once, lock
from annotation.jobs.refusing import Refused
from annotation.jobs.statements import open_of, share_of
from annotation.models import Assignment, Item, Rater, Role

SHOWN = Q(role__in=(Role.REAL, Role.GOLD), trouble="")


class Held(NamedTuple):
    assignment: Assignment
    item: Item


def taken(now: datetime) -> Q:
    """Assignments that take a place."""
    return Q(answered_at__isnull=False) | Q(lease_until__gt=now)


def open_rows(person: Person) -> list[Held]:
    """What this person was handed and has not answered, in the order of places; leases may have run out."""
    return [Held(row, item) for row, item in open_of(person.rater.pk)]


def locked(items: Iterable[int], wait: bool = False) -> dict[int, Item]:
    """Those of these items that can be handed out; without waiting those that nobody else changes just now."""
    rows = Item.objects.filter(SHOWN, pk__in=list(items)).order_by("pk")
    return {row.pk: row for row in rows.select_for_update(of=("self",), no_key=True, skip_locked=not wait)}


def has_room(person: Person, item: Item) -> bool:
    """Whether a place is left for this person; the row of the item is locked."""
    if item.role == Role.GOLD:
        return True
    others = Assignment.objects.filter(taken(person.now), item=item).exclude(rater=person.rater)
    return others.count() < person.study.per_item


def has_share(person: Person) -> bool:
    """Whether this person may have one more real item."""
    most = person.study.per_person
    return most is None or share_of(person.rater.pk, person.now) < most


def can_have(person: Person, held: Held) -> bool:
    """Whether the place is this person's, still or again; the row of the item is locked."""
    if held.assignment.answered_at is not None or held.assignment.lease_until > person.now:
        return True
    if person.is_closed:
        return False
    share = held.item.role == Role.GOLD or has_share(person)
    return share and has_room(person, held.item)


def renew(person: Person, rows: list[Held], wait: bool = False) -> list[Held]:
    """Leases that run anew; left out are those whose place others have got."""
    free = locked((held.item.pk for held in rows), wait)
    person.clock()
    kept = []
    for held in rows:
        if held.item.pk not in free:
            person.skipped.append(held.item.pk)
        if held.item.pk in free and can_have(person, held):
            held.assignment.lease_until = person.lease_until
            # One by one: whether the next one can be had depends on it.
            Assignment.objects.filter(pk=held.assignment.pk).update(lease_until=person.lease_until)
            kept.append(held)
    return kept


def beat(rater: Rater, codes: Iterable[str]) -> datetime:
    """These items are still on somebody's screen. Until when they are kept; refused if one of them is lost."""
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
    """Leaving: others can have what was not answered; drafts stay, in case it is still free later."""
    with at_once():
        person = lock(rater)
        rows = Assignment.objects.filter(rater=rater, answered_at=None, lease_until__gt=person.now)
        rows.update(lease_until=person.now)


def keep_draft(rater: Rater, code: str, draft: Mapping[str, Any]) -> None:
    """`{"given": {key: value}, "reason": text}`. One that comes after the answer is late, and does nothing."""
    with at_once():
        own = Assignment.objects.filter(rater=rater, item__code=code, item__study=rater.study_id)
        row = own.values_list("pk", "answered_at").first()
        if row is None:
            raise Refused("not_held")
        if row[1] is None:
            Assignment.objects.filter(pk=row[0], answered_at=None).update(draft=clean_draft(rater.study, draft))
