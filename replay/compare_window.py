"""Selects the rows of a comparison around one place, because a page never shows the whole of long runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from replay.comparing import Comparison, MomentPair, PairPlace, Turn

MOST_PAIRS = 160
# A turn with more pairs is split into several blocks, so that one long turn can't fill the page.
MOST_TOGETHER = 40


class Block(NamedTuple):
    """Pairs of one turn. A folded block stands for consecutive equal turns, and has only the last pair of them all."""

    turn: int
    pairs: tuple[MomentPair, ...]
    step: int = 1
    """Number of the first pair within the turn; 1 for a folded block."""
    whole: int = 0
    """Number of pairs in the turn, or in all folded turns."""
    upto: int | None = None
    """Number of the last turn if the block is folded, else None."""

    @property
    def start(self) -> PairPlace:
        return PairPlace(self.turn, self.step)

    @property
    def end(self) -> PairPlace:
        return PairPlace(self.turn if self.upto is None else self.upto, self.step + len(self.pairs) - 1)

    def holds(self, place: PairPlace) -> bool:
        if self.upto is not None:
            return self.turn <= place.turn <= self.upto
        return place.turn == self.turn and self.step <= place.step < self.step + len(self.pairs)


class ComparedWindow(NamedTuple):
    blocks: tuple[Block, ...]
    earlier: PairPlace | None
    """The nearest place before the shown blocks; None if there is none. `later` is the nearest place after them."""
    later: PairPlace | None


def place_in(found: Comparison, turn: int | None, step: int | None) -> PairPlace | None:
    """Return the place nearest to this turn and step; without a step, the last pair of the turn.

    Without a turn, return the first divergence or, if the runs do not diverge, the last pair with a moment of each run.
    Return None if the comparison has no turns.
    """
    if not found.turns:
        return None
    if turn is None:
        return _telling_most(found)
    nearest = min(found.turns, key=lambda one: (abs(one.number - turn), one.number))
    last = len(nearest.pairs)
    return PairPlace(nearest.number, last if step is None else max(1, min(step, last)))


def _telling_most(found: Comparison) -> PairPlace:
    """Return the place of the first divergence; without a divergence, of the last pair with a moment of each run."""
    if found.divergence is not None:
        return found.divergence.place
    for turn in reversed(found.turns):
        for step in range(len(turn.pairs), 0, -1):
            pair = turn.pairs[step - 1]
            if pair.left is not None and pair.right is not None:
                return PairPlace(turn.number, step)
    return PairPlace(found.turns[0].number, 1)


def pair_at(found: Comparison, place: PairPlace) -> MomentPair:
    turn = next(turn for turn in found.turns if turn.number == place.turn)
    return turn.pairs[place.step - 1]


def window_around(found: Comparison, place: PairPlace | None, fold: bool, most: int = MOST_PAIRS) -> ComparedWindow:
    """Return the blocks around a place, at most `most` pairs. `fold`: consecutive equal turns share one row."""
    if place is None:
        return ComparedWindow((), None, None)
    blocks = list(_blocks(found.turns, fold))
    first = last = next(index for index, block in enumerate(blocks) if block.holds(place))
    room = most - len(blocks[first].pairs)
    # Add blocks after and before the place alternately, so that the place stays near the middle.
    grows = True
    while grows:
        grows = False
        if last + 1 < len(blocks) and len(blocks[last + 1].pairs) <= room:
            last, room, grows = last + 1, room - len(blocks[last + 1].pairs), True
        if first and len(blocks[first - 1].pairs) <= room:
            first, room, grows = first - 1, room - len(blocks[first - 1].pairs), True
    earlier = blocks[first - 1].end if first else None
    later = blocks[last + 1].start if last + 1 < len(blocks) else None
    return ComparedWindow(tuple(blocks[first : last + 1]), earlier, later)


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
