"""Handing out items: each person in an order of their own, nobody one twice, no item to more people than wanted."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Min

from annotation.jobs.leases import Held, has_share, locked, open_rows, renew
from annotation.jobs.order import by_chance, is_gold_place, look_again, order_of
from annotation.jobs.persons import FINISHED, Empty, Person, at_once, lock
from annotation.jobs.refusing import Refused
from annotation.jobs.statements import all_free, first_free, note, take
from annotation.models import Assignment, Item, Rater, Role

__all__ = ["Empty", "Hand", "Held", "Refused", "claim", "fill"]

WINDOW = 12
"""So many items of the own order are looked at before all of them are."""
PATIENT = 20


class Hand(NamedTuple):
    """What a person has to judge: the first is on the screen, the second is fetched in advance."""

    held: tuple[Held, ...]
    empty: Empty | None = None
    """Why there is nothing."""
    until: datetime | None = None
    """When the first of what others hold may become free."""


def claim(rater: Rater, want: int = 2) -> Hand:
    """What this person has in hand, filled up to so many."""
    with at_once():
        person = lock(rater)
        hand = fill(person, want)
    return hand if hand.held else patiently(person, hand, want)


def patiently(person: Person, hand: Hand, want: int) -> Hand:
    """Nothing was found, but others were changing items that might do: wait for them, one after the other."""
    for pk in person.skipped[:PATIENT]:
        with at_once():
            again = lock(person.rater)
            locked([pk], wait=True)
            again.clock()
            hand = fill(again, want)
        if hand.held:
            break
    return hand


def fill(person: Person, want: int) -> Hand:
    """The same within a transaction, in which rows of other items than the answered one are never waited for."""
    why = person.why_not()
    if why not in (None, Empty.CLOSED):
        return Hand((), why)
    held = _kept(person)
    if why is None:
        while len(held) < want and (new := _next(person)) is not None:
            held.append(new)
    hand = Hand(tuple(held)) if held else Hand((), *((why, None) if why else _why_empty(person)))
    _note(person, hand)
    return hand


def _kept(person: Person) -> list[Held]:
    """Old leases are renewed, and those that ran out taken again where nobody else has the place."""
    rows = open_rows(person)
    soon = person.now + timedelta(seconds=person.study.lease_seconds / 2)
    old = [held for held in rows if held.assignment.lease_until < soon]
    if not old:
        return rows
    renewed = {held.assignment.pk for held in renew(person, old)}
    return [held for held in rows if held.assignment.pk in renewed or held.assignment.lease_until > person.now]


def _next(person: Person) -> Held | None:
    """A new item, gold if this place is for gold; but gold only as long as there is something to judge."""
    if not has_share(person):
        return None
    rater, study = person.rater, person.study
    for place, item in _candidates(person):
        if is_gold_place(study, rater, rater.places + 1) and (gold := _gold(person)) is not None:
            return _handed(person, gold, most=sys.maxsize)
        held = _handed(person, item, most=study.per_item)
        if held is not None:
            rater.cursor = max(rater.cursor, place + 1)
            return held
    return None


def _handed(person: Person, item: Item, most: int) -> Held | None:
    row = Assignment(
        item=item,
        rater=person.rater,
        place=person.rater.places + 1,
        claimed_at=person.now,
        lease_until=person.lease_until,
    )
    if not take(row, person.now, most):
        return None
    person.rater.places += 1
    return Held(row, item)


def _candidates(person: Person) -> Iterator[tuple[int, Item]]:
    """Items that seem to have room, with their places in the own order: of the next few, and then of all. Locked."""
    order, place = order_of(person.rater, person.study), person.rater.cursor
    end = place + WINDOW
    while window := order[place:end]:
        found = first_free(person.rater, person.study, person.now, window)
        if found is None:
            break
        place += window.index(found.pk)
        yield place, found
        place += 1
    yield from _anywhere(person, order)


def _anywhere(person: Person, order: Sequence[int]) -> Iterator[tuple[int, Item]]:
    free = set(all_free(person.rater, person.study, person.now))
    if not free.issubset(order):
        look_again()
        order = order_of(person.rater, person.study)
    for place, pk in enumerate(order):
        if pk not in free:
            continue
        found = locked([pk]).get(pk)
        if found is None:
            person.skipped.append(pk)
        elif found.role == Role.REAL:
            yield place, found


def _gold(person: Person) -> Item | None:
    """The next one of this person's own; it has no quota.

    Last come those of runs of which an earlier moment is still to be judged: they tell what became of it.
    """
    rows = Item.objects.filter(study=person.study, role=Role.GOLD, trouble="").order_by()
    had = Assignment.objects.filter(rater=person.rater, item__role=Role.GOLD).order_by()
    left = set(rows.values_list("pk", flat=True)).difference(had.values_list("item", flat=True))
    own = by_chance(person.study, person.rater, left)
    found = (rows.get(pk=pk) for pk in own)
    quiet = next((item for item in found if not _tells(person, item)), None)
    return quiet or (rows.get(pk=own[0]) if own else None)


def _tells(person: Person, gold: Item) -> bool:
    """Whether an earlier moment of the same run is still to be judged by this person."""
    # Only the run is asked for, which has few items: databases find the many real ones of the study first otherwise.
    earlier = Item.objects.filter(episode=gold.episode_id, moment__lt=gold.moment).order_by()
    known = earlier.values_list("pk", "study_id", "role", "trouble")
    wanted = (gold.study_id, Role.REAL, "")
    real = [pk for pk, *about in known if tuple(about) == wanted]
    return Assignment.objects.filter(rater=person.rater, item__in=real).count() < len(real)


def _why_empty(person: Person) -> tuple[Empty, datetime | None]:
    real = Item.objects.filter(study=person.study, role=Role.REAL, trouble="")
    if not real.exists():
        return Empty.NO_ITEMS, None
    if not has_share(person):
        return Empty.SHARE_DONE, None
    wanted = real.filter(answered__lt=person.study.per_item)
    answered = Assignment.objects.filter(rater=person.rater, answered_at__isnull=False).values("item")
    for_me = wanted.exclude(pk__in=answered)
    if not for_me.exists():
        return (Empty.ALL_DONE if wanted.exists() else Empty.COMPLETE), None
    leases = Assignment.objects.filter(item__in=for_me, answered_at=None, lease_until__gt=person.now)
    first: datetime | None = leases.aggregate(first=Min("lease_until"))["first"]
    return Empty.HELD, first or person.now


def _note(person: Person, hand: Hand) -> None:
    rater = person.rater
    if hand.held:
        rater.finished_at = None
    elif hand.empty in FINISHED and rater.finished_at is None:
        rater.finished_at = person.now
    rater.last_seen_at = person.now
    note(rater)
