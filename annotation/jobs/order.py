"""In which order a person gets the items of a study, and at which places gold is among them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from annotation.models import Item, Rater, Study

Drawn = tuple[int, int, int]
"""The run of an item, its moment, and its key."""


@dataclass(frozen=True, eq=False)
class Batches:
    """Told apart by which one it is: comparing thousands of items for every answer would take longer than answering."""

    parts: tuple[tuple[int, tuple[Drawn, ...]], ...]
    """Of each batch its number and its items, of whatever role."""


def order_of(rater: Rater, study: Study) -> tuple[int, ...]:
    """All items of the study that were there when somebody last looked; see `look_again`."""
    return _shuffled(study.seed, rater.seed, _batches(study.pk, study.created_at.timestamp()))


def look_again() -> None:
    """Forget which items there are: some were added."""
    _batches.cache_clear()


def is_gold_place(study: Study, rater: Rater, place: int) -> bool:
    """Whether so many-th item of a person is gold, if there is any left: in each stretch it is one place by chance."""
    every = study.gold_every
    return bool(every) and _gold_place(every, study.seed, rater.seed, (place - 1) // every) == place


def gold_to_come(study: Study, rater: Rater, place: int, real: int, gold: int) -> int:
    """How many gold items are among the next ones, from this place on, until so many real ones were handed out."""
    every, found = study.gold_every, 0
    while every and found < gold:
        stretch = (place - 1) // every
        at = _gold_place(every, study.seed, rater.seed, stretch)
        if at >= place:
            real -= at - place
            # Gold is not the last: it is given only if something to judge comes after it.
            if real <= 0:
                break
            found, place = found + 1, at + 1
        end = (stretch + 1) * every + 1
        real, place = real - (end - place), end
        if real <= 0:
            break
    return found


def by_chance(study: Study, rater: Rater, items: Iterable[int]) -> list[int]:
    """These few items in this person's own order, whatever else there is."""
    return sorted(items, key=lambda pk: Random(f"{study.seed} {rater.seed} {pk}").random())


@lru_cache(maxsize=65_536)
def _gold_place(every: int, study_seed: int, rater_seed: int, stretch: int) -> int:
    return stretch * every + Random(f"gold {study_seed} {rater_seed} {stretch}").randint(1, every)


@lru_cache(maxsize=256)
def _shuffled(study_seed: int, rater_seed: int, batches: Batches) -> tuple[int, ...]:
    order: list[int] = []
    for number, items in batches.parts:
        part = list(items)
        Random(f"{study_seed} {rater_seed} {number}").shuffle(part)
        order += (key for _, _, key in apart(in_time(part)))
    return tuple(order)


def in_time(items: Sequence[Drawn]) -> Iterator[Drawn]:
    """In this order, but of one run the earlier moment first: what came of an offer is part of what happened later."""
    waiting: dict[int, list[Drawn]] = {}
    for item in sorted(items, reverse=True):
        waiting.setdefault(item[0], []).append(item)
    return (waiting[run].pop() for run, _, _ in items)


def apart(items: Iterable[Drawn]) -> Iterator[Drawn]:
    """In this order, but with another run in between wherever there is one.

    The next item is in the browser before the one on the screen is answered, and would tell what became of it.
    """
    last, waiting = 0, deque[Drawn]()
    for item in items:
        if item[0] == last:
            waiting.append(item)
            continue
        yield item
        last = item[0]
        if waiting:
            # All that wait are of one run, and it is the last one again.
            last = waiting[0][0]
            yield waiting.popleft()
    yield from waiting


@lru_cache(maxsize=64)
def _batches(study_id: int, made: float) -> Batches:
    """`made`: so that no study is taken for one that had its number before."""
    found: dict[int, list[Drawn]] = {}
    rows = Item.objects.filter(study=study_id).order_by("number")
    for number, *item in rows.values_list("batch__number", "episode", "moment", "pk"):
        found.setdefault(number, []).append((item[0], item[1], item[2]))
    return Batches(tuple((number, tuple(items)) for number, items in sorted(found.items())))
