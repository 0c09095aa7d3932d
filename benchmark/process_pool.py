"""Calls a function for many items in forked processes. The processes inherit the items, so only indexes are sent."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")


def run_in_processes(
    work: Callable[[T], R], items: Sequence[T], workers: int, weight: Callable[[T], int] = lambda item: 0
) -> Iterator[R]:
    """Yield `work(item)` for each item, in order. Items with a higher `weight`, which take longer, start first."""
    if workers < 2 or len(items) < 2:
        yield from map(work, items)
        return
    _items[:] = items
    # Freeze the items: else the garbage collector of each process would scan, and so copy, their memory pages.
    gc.freeze()
    try:
        # Fork, not spawn: only forked processes inherit `_items`.
        with ProcessPoolExecutor(workers, mp_context=get_context("fork")) as pool:
            # Longest first, so that no core waits for a long item that started late.
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
