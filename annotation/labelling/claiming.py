"""Hands out items in each participant's own order: no item twice, and no real item to more than `per_item` people."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Min

from annotation.labelling.item_leases import Held, has_share, locked, open_rows, renew
from annotation.labelling.item_order import by_chance, is_gold_place, look_again, order_of
from annotation.labelling.prepared_sql import all_free, first_free, note, take
from annotation.labelling.refusals import Refused
from annotation.models import Assignment, Item, Rater, Role
from annotation.people.participants import FINISHED, Empty, Participant, at_once, lock

__all__ = ["Empty", "Hand", "Held", "Refused", "claim", "fill"]

# A free item is almost always among the next few in the participant's order; if not, all items are searched.
WINDOW = 12
# Wait for at most this many locked items, because each wait is a transaction of its own.
PATIENT = 20


class Hand(NamedTuple):
    """The items a participant holds: the first is on the screen, the second is loaded in advance."""

    held: tuple[Held, ...]
    empty: Empty | None = None
    """Reason why the participant holds no item; None if they hold an item."""
    until: datetime | None = None
    """Time when an item may become free, because another person's lease runs out; None unless `empty` is HELD."""


def claim(rater: Rater, want: int = 2) -> Hand:
    """Hand out items, up to `want` in total, and return all items that the participant holds."""
    with at_once():
        person = lock(rater)
        hand = fill(person, want)
    return hand if hand.held else patiently(person, hand, want)


def patiently(person: Participant, hand: Hand, want: int) -> Hand:
    """Wait for the items in `person.skipped`, one by one, until the participant holds an item; return the new hand."""
    for pk in person.skipped[:PATIENT]:
        with at_once():
            again = lock(person.rater)
            locked([pk], wait=True)
            again.clock()
            hand = fill(again, want)
        if hand.held:
            break
    return hand


def fill(person: Participant, want: int) -> Hand:
    """Hand out items, up to `want` in total, without waiting for locked items; return all that the participant holds.

    Also store the participant's progress. Must be called inside a transaction that has locked the participant.
    """
    why = person.why_not()
    # In a closed study people may still answer the items they hold.
    if why not in (None, Empty.CLOSED):
        return Hand((), why)
    held = _kept(person)
    if why is None:
        while len(held) < want and (new := _next(person)) is not None:
            held.append(new)
    hand = Hand(tuple(held)) if held else Hand((), *((why, None) if why else _why_empty(person)))
    _note(person, hand)
    return hand


def _kept(person: Participant) -> list[Held]:
    """Return the items that the participant holds.

    Renew leases that are half over, and restore leases that ran out if the item still has a free place.
    """
    rows = open_rows(person)
    soon = person.now + timedelta(seconds=person.study.lease_seconds / 2)
    # Renewing every lease with every answer would update rows whose leases last for minutes anyway.
    old = [held for held in rows if held.assignment.lease_until < soon]
    if not old:
        return rows
    renewed = {held.assignment.pk for held in renew(person, old)}
    return [held for held in rows if held.assignment.pk in renewed or held.assignment.lease_until > person.now]


def _next(person: Participant) -> Held | None:
    """Claim and return a new item; None if there is none for this participant.

    At a gold place, return a gold item if both a gold item and a real item are left.
    """
    if not has_share(person):
        return None
    rater, study = person.rater, person.study
    for place, item in _candidates(person):
        if is_gold_place(study, rater, rater.places + 1) and (gold := _gold(person)) is not None:
            # Gold has no limit: everybody is compared with the same right answers.
            return _handed(person, gold, most=sys.maxsize)
        held = _handed(person, item, most=study.per_item)
        if held is not None:
            # The cursor only moves forward: items before it were full, or this person has had them. `_anywhere` finds
            # earlier items that become free again.
            rater.cursor = max(rater.cursor, place + 1)
            return held
    return None


def _handed(person: Participant, item: Item, most: int) -> Held | None:
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


def _candidates(person: Participant) -> Iterator[tuple[int, Item]]:
    """Lock and yield items that seem to have room for one more person, with their places in the participant's order.

    Items right after the participant's cursor come first.
    """
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


def _anywhere(person: Participant, order: Sequence[int]) -> Iterator[tuple[int, Item]]:
    free = set(all_free(person.rater, person.study, person.now))
    # Unknown items mean that a batch was drawn since the order was cached.
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


def _gold(person: Participant) -> Item | None:
    """Return the next gold item for this participant, or None if they have had all gold items.

    Gold items that would reveal the result of an offer that the participant has yet to judge come last.
    """
    rows = Item.objects.filter(study=person.study, role=Role.GOLD, trouble="").order_by()
    had = Assignment.objects.filter(rater=person.rater, item__role=Role.GOLD).order_by()
    left = set(rows.values_list("pk", flat=True)).difference(had.values_list("item", flat=True))
    own = by_chance(person.study, person.rater, left)
    found = (rows.get(pk=pk) for pk in own)
    quiet = next((item for item in found if not _tells(person, item)), None)
    return quiet or (rows.get(pk=own[0]) if own else None)


def _tells(person: Participant, gold: Item) -> bool:
    """Return whether a real item from an earlier moment of the same run has not been handed to this participant yet."""
    # Select by run, because a run has few items. With the other conditions in SQL, databases may start from all real
    # items of the study instead.
    earlier = Item.objects.filter(episode=gold.episode_id, moment__lt=gold.moment).order_by()
    known = earlier.values_list("pk", "study_id", "role", "trouble")
    wanted = (gold.study_id, Role.REAL, "")
    real = [pk for pk, *about in known if tuple(about) == wanted]
    return Assignment.objects.filter(rater=person.rater, item__in=real).count() < len(real)


def _why_empty(person: Participant) -> tuple[Empty, datetime | None]:
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


def _note(person: Participant, hand: Hand) -> None:
    rater = person.rater
    if hand.held:
        # Reset, because a new batch or a higher quota gives people who had finished more to do.
        rater.finished_at = None
    elif hand.empty in FINISHED and rater.finished_at is None:
        rater.finished_at = person.now
    rater.last_seen_at = person.now
    note(rater)
