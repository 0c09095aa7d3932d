"""Which rows of a comparison are shown at once: those around the place one looks at, however long the runs are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from replay.comparing import Comparison, Pair, Place, Turn

MOST_PAIRS = 160
MOST_TOGETHER = 40
"""A turn with more pairs comes in several blocks."""


class Block(NamedTuple):
    """Pairs of one turn; or, folded, turns that are equal, with the last of their pairs."""

    turn: int
    pairs: tuple[Pair, ...]
    step: int = 1
    """Of the first pair within the turn."""
    whole: int = 0
    """How many pairs the turn has."""
    upto: int | None = None
    """Folded: the last of the turns."""

    @property
    def start(self) -> Place:
        return Place(self.turn, self.step)

    @property
    def end(self) -> Place:
        return Place(self.turn if self.upto is None else self.upto, self.step + len(self.pairs) - 1)

    def holds(self, place: Place) -> bool:
        if self.upto is not None:
            return self.turn <= place.turn <= self.upto
        return place.turn == self.turn and self.step <= place.step < self.step + len(self.pairs)


class Window(NamedTuple):
    blocks: tuple[Block, ...]
    earlier: Place | None
    """The nearest place before those that are shown."""
    later: Place | None


def place_in(found: Comparison, turn: int | None, step: int | None) -> Place | None:
    """The place that was asked for, or the nearest there is; without a wish the one that tells most.

    A turn without a step is meant as a whole: it is looked at after its last pair.
    """
    if not found.turns:
        return None
    if turn is None:
        return _telling_most(found)
    nearest = min(found.turns, key=lambda one: (abs(one.number - turn), one.number))
    last = len(nearest.pairs)
    return Place(nearest.number, last if step is None else max(1, min(step, last)))


def _telling_most(found: Comparison) -> Place:
    """The first divergence, or else how far both have come: beyond that there is nothing to compare yet."""
    if found.divergence is not None:
        return found.divergence.place
    for turn in reversed(found.turns):
        for step in range(len(turn.pairs), 0, -1):
            pair = turn.pairs[step - 1]
            if pair.left is not None and pair.right is not None:
                return Place(turn.number, step)
    return Place(found.turns[0].number, 1)


def pair_at(found: Comparison, place: Place) -> Pair:
    turn = next(turn for turn in found.turns if turn.number == place.turn)
    return turn.pairs[place.step - 1]


def window_around(found: Comparison, place: Place | None, fold: bool, most: int = MOST_PAIRS) -> Window:
    """`fold`: equal turns that follow each other stand in one row."""
    if place is None:
        return Window((), None, None)
    blocks = list(_blocks(found.turns, fold))
    first = last = next(index for index, block in enumerate(blocks) if block.holds(place))
    room = most - len(blocks[first].pairs)
    grows = True
    while grows:
        grows = False
        if last + 1 < len(blocks) and len(blocks[last + 1].pairs) <= room:
            last, room, grows = last + 1, room - len(blocks[last + 1].pairs), True
        if first and len(blocks[first - 1].pairs) <= room:
            first, room, grows = first - 1, room - len(blocks[first - 1].pairs), True
    earlier = blocks[first - 1].end if first else None
    later = blocks[last + 1].start if last + 1 < len(blocks) else None
    return Window(tuple(blocks[first : last + 1]), earlier, later)


def _blocks(turns: Sequence[Turn], fold: bool) -> Iterator[Block]:
    for same, group in groupby(turns, key=lambda turn: turn.same):
        together = list(group)
        if fold and same:
            last = together[-1]
            yield Block(together[0].number, last.pairs[-1:], whole=_moments(together), upto=last.number)
        else:
            yield from (block for turn in together for block in _split(turn))


def _split(turn: Turn) -> Iterator[Block]:
    for start in range(0, len(turn.pairs), MOST_TOGETHER):
        pairs = turn.pairs[start : start + MOST_TOGETHER]
        yield Block(turn.number, pairs, start + 1, len(turn.pairs))


def _moments(turns: Sequence[Turn]) -> int:
    return sum(len(turn.pairs) for turn in turns)
