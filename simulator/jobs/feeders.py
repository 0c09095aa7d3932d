"""Where more runs come from when a worker has room: whoever plans many makes their rows only then."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

Feed = Callable[[str, int], int]
"""Of a queue, up to so many: makes rows that wait to be played. Gives how many it made."""
Waits = Callable[[str], bool]
"""Whether a queue would get anything from it if it had a worker with room."""


class Feeder(NamedTuple):
    feed: Feed
    waits: Waits


_feeders: dict[str, Feeder] = {}


def register(name: str, feed: Feed, waits: Waits) -> None:
    """To be called once by each app that has runs to be played; a second time it takes the place of the first."""
    _feeders[name] = Feeder(feed, waits)


def feed(queue: str, room: int) -> int:
    """Ask everybody in turn until the room is filled; gives how many rows were made."""
    made = 0
    for feeder in _feeders.values():
        if made < room:
            made += feeder.feed(queue, room - made)
    return made


def waits(queue: str) -> bool:
    """Whether anybody would have more for a worker of this queue."""
    return any(feeder.waits(queue) for feeder in _feeders.values())
