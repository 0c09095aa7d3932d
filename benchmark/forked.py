"""Work that is shared out among forked processes: they have the items already, so only numbers go to them."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def results_of(
    work: Callable[[T], R], items: Sequence[T], workers: int, weight: Callable[[T], int] = lambda item: 0
) -> Iterator[R]:
    """What comes of each item, in their order. `weight`: about how long an item takes."""
    if workers < 2 or len(items) < 2:
        yield from map(work, items)
        return
    _items[:] = items
    # What is loaded lives on anyway: the collector need not look at it again and again, in any process.
    gc.freeze()
    try:
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            # The longest first, so that no core waits for one that began late.
            longest_first = sorted(range(len(items)), key=lambda number: -weight(items[number]))
            results = {number: pool.submit(_done, work, number) for number in longest_first}
            for number in range(len(items)):
                yield results[number].result()
    finally:
        gc.unfreeze()
        _items.clear()


_items: list[Any] = []


def _done(work: Callable[[Any], R], number: int) -> R:
    return work(_items[number])
