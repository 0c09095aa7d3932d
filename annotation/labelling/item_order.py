"""The order in which a participant gets the items of a study, and the places of gold items in it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from annotation.models import Item, Rater, Study

# Run of an item, its moment, and its primary key.
Drawn = tuple[int, int, int]


@dataclass(frozen=True, eq=False)
class Batches:
    """The items of a study by batch. As a cache key it is compared by `is`, because it may hold thousands of items."""

    parts: tuple[tuple[int, tuple[Drawn, ...]], ...]
    """Number and items of each batch, with items of all roles."""


def order_of(rater: Rater, study: Study) -> tuple[int, ...]:
    """Return the keys of all items in this participant's order. Items added later appear only after `look_again`."""
    return _shuffled(study.seed, rater.seed, _batches(study.pk, study.created_at.timestamp()))


def look_again() -> None:
    """Clear the cache of items, so that `order_of` includes items that were added since."""
    _batches.cache_clear()


def is_gold_place(study: Study, rater: Rater, place: int) -> bool:
    """Return whether a gold item comes at this place of the participant's order, counted from 1.

    Each group of `gold_every` places has one gold place, chosen at random.
    """
    every = study.gold_every
    return bool(every) and _gold_place(every, study.seed, rater.seed, (place - 1) // every) == place


def gold_to_come(study: Study, rater: Rater, place: int, real: int, gold: int) -> int:
    """Return how many of `gold` gold items the participant will get from this place on, with `real` more real items."""
    every, found = study.gold_every, 0
    while every and found < gold:
        stretch = (place - 1) // every
        at = _gold_place(every, study.seed, rater.seed, stretch)
        if at >= place:
            real -= at - place
            # Gold is never the last item: it is given only if a real item comes after it.
            if real <= 0:
                break
            found, place = found + 1, at + 1
        end = (stretch + 1) * every + 1
        real, place = real - (end - place), end
        if real <= 0:
            break
    return found


def by_chance(study: Study, rater: Rater, items: Iterable[int]) -> list[int]:
    """Return these items in the participant's random order. The order of two items never depends on the other items."""
    return sorted(items, key=lambda pk: Random(f"{study.seed} {rater.seed} {pk}").random())


@lru_cache(maxsize=65_536)
def _gold_place(every: int, study_seed: int, rater_seed: int, stretch: int) -> int:
    return stretch * every + Random(f"gold {study_seed} {rater_seed} {stretch}").randint(1, every)


@lru_cache(maxsize=256)
def _shuffled(study_seed: int, rater_seed: int, batches: Batches) -> tuple[int, ...]:
    order: list[int] = []
    for number, items in batches.parts:
        part = list(items)
        # Each batch is shuffled by itself, so that a later batch does not change the order of earlier batches.
        Random(f"{study_seed} {rater_seed} {number}").shuffle(part)
        order += (key for _, _, key in apart(in_time(part)))
    return tuple(order)


def in_time(items: Sequence[Drawn]) -> Iterator[Drawn]:
    """Yield the items, with the items of each run sorted by moment; only items of the same run exchange places.

    In any other order, a later item would reveal the result of an earlier offer.
    """
    waiting: dict[int, list[Drawn]] = {}
    for item in sorted(items, reverse=True):
        waiting.setdefault(item[0], []).append(item)
    return (waiting[run].pop() for run, _, _ in items)


def apart(items: Iterable[Drawn]) -> Iterator[Drawn]:
    """Yield the items in order, but with an item of a different run between two items of one run wherever possible.

    The browser loads the next item before the current one is answered. An item of the same run would reveal the result
    of the current offer.
    """
    last, waiting = 0, deque[Drawn]()
    for item in items:
        if item[0] == last:
            waiting.append(item)
            continue
        yield item
        last = item[0]
        if waiting:
            # All waiting items are of the run before this item, so that run is again the last run.
            last = waiting[0][0]
            yield waiting.popleft()
    yield from waiting


@lru_cache(maxsize=64)
def _batches(study_id: int, made: float) -> Batches:
    """Return the items of a study by batch.

    `made`, the study's creation time, is part of the cache key: a restored database may reuse the number of a study.
    """
    found: dict[int, list[Drawn]] = {}
    rows = Item.objects.filter(study=study_id).order_by("number")
    for number, *item in rows.values_list("batch__number", "episode", "moment", "pk"):
        found.setdefault(number, []).append((item[0], item[1], item[2]))
    return Batches(tuple((number, tuple(items)) for number, items in sorted(found.items())))
