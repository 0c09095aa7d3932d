"""Lets an app plan many runs, and make the row of each run only when a worker is free."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

# Makes rows for a queue, at most the given number, and returns how many it made.
Feed = Callable[[str, int], int]
# Returns whether a worker of this queue would get a planned run.
Waits = Callable[[str], bool]


class Feeder(NamedTuple):
    feed: Feed
    waits: Waits


_feeders: dict[str, Feeder] = {}


def register(name: str, feed: Feed, waits: Waits) -> None:
    """Register the functions of an app that plans runs. A second call with the same name replaces them."""
    _feeders[name] = Feeder(feed, waits)


def feed(queue: str, room: int) -> int:
    """Have the sources make up to `room` rows, one source after the other, and return how many rows were made."""
    made = 0
    for feeder in _feeders.values():
        if made < room:
            made += feeder.feed(queue, room - made)
    return made


def waits(queue: str) -> bool:
    """Return whether any source has a planned run that a worker of this queue could play now."""
    return any(feeder.waits(queue) for feeder in _feeders.values())
