"""Compares two runs of a scenario: aligns their moments turn by turn, and finds the first difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from replay.sameness import Side, is_aside, same_by_content, same_by_kind, same_by_story

Key: TypeAlias = Callable[[Side, int], Hashable]


class MomentPair(NamedTuple):
    """The numbers of two moments side by side, or of one moment without a counterpart."""

    left: int | None
    right: int | None
    same: bool
    alike: bool = False
    """True if both moments have the same words in the story, but differ in details such as a time or an id."""
    left_at: int = -1
    """The step that the left run has reached here; -1 before the first step."""
    right_at: int = -1


class Turn(NamedTuple):
    """The pairs of one turn; turn 0 holds the pairs before the first turn."""

    number: int
    pairs: tuple[MomentPair, ...]

    @property
    def same(self) -> bool:
        return all(pair.same for pair in self.pairs)


class PairPlace(NamedTuple):
    """A turn and one of its pairs, counted from 1."""

    turn: int
    step: int


class Divergence(NamedTuple):
    place: PairPlace
    pair: MomentPair


class Comparison(NamedTuple):
    turns: tuple[Turn, ...]
    divergence: Divergence | None
    told_alone: bool
    """True if moments with the same words in the story count as equal."""

    @property
    def last_turn(self) -> int:
        return self.turns[-1].number if self.turns else 0


def compare(left: Side, right: Side, told_alone: bool = False) -> Comparison:
    """Return the comparison of two runs, turn by turn. Swapping the sides mirrors the result.

    `told_alone`: moments with the same words in the story count as equal, whatever their ids and times.
    """
    keys: list[Key] = [same_by_content, same_by_story, same_by_kind]
    aligning = _Aligning(left, right, keys[1:] if told_alone else keys)
    here, there = _by_turn(left), _by_turn(right)
    numbers = sorted(here.keys() | there.keys())
    found = (Turn(number, tuple(aligning.turn(here.get(number, []), there.get(number, [])))) for number in numbers)
    turns = tuple(_with_steps(found))
    return Comparison(turns, _first_divergence(turns, left.over, right.over), told_alone)


def _by_turn(side: Side) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    for n, moment in enumerate(side.moments):
        found[moment.turn].append(n)
    return dict(found)


class _Aligning(NamedTuple):
    """Aligns moments by keys, strictest first.

    Moments that match by the first key are equal. Moments that match only by another key differ, but are shown side by
    side.
    """

    left: Side
    right: Side
    keys: list[Key]

    def turn(self, left: list[int], right: list[int]) -> Iterator[MomentPair]:
        """Yield the pairs of a turn in the order of both sides. Asides (see `is_aside`) are paired separately."""
        counted = [n for n in left if not is_aside(self.left.moments[n])]
        others = [n for n in right if not is_aside(self.right.moments[n])]
        all_left, all_right = iter(left), iter(right)
        for pair in self._aligned(counted, others, 0):
            yield from _asides(_until(all_left, pair.left), _until(all_right, pair.right))
            yield pair
        yield from _asides(all_left, all_right)

    def _aligned(self, left: list[int], right: list[int], level: int) -> Iterator[MomentPair]:
        if level == len(self.keys) or not left or not right:
            yield from (MomentPair(n, m, same=False) for n, m in zip_longest(left, right))
            return
        # Gaps between matches are aligned again by the next, weaker key.
        key = self.keys[level]
        matches = _matches([key(self.left, n) for n in left], [key(self.right, n) for n in right])
        i = j = 0
        for here, there in matches:
            yield from self._aligned(left[i:here], right[j:there], level + 1)
            yield MomentPair(left[here], right[there], same=level == 0, alike=level > 0 and key is same_by_story)
            i, j = here + 1, there + 1
        yield from self._aligned(left[i:], right[j:], level + 1)


def _asides(left: Iterable[int], right: Iterable[int]) -> Iterator[MomentPair]:
    return (MomentPair(here, there, same=True) for here, there in zip_longest(left, right))


def _until(numbers: Iterator[int], end: int | None) -> list[int]:
    found: list[int] = []
    while end is not None and (n := next(numbers)) != end:
        found.append(n)
    return found


def _matches(left: Sequence[Hashable], right: Sequence[Hashable]) -> list[tuple[int, int]]:
    """Return pairs of positions with equal keys: the common start and end, and common keys between them."""
    # Linear in the number of moments, unlike a longest common subsequence; a turn may have hundreds of moments.
    shorter = min(len(left), len(right))
    head = next((i for i in range(shorter) if left[i] != right[i]), shorter)
    tail = next((i for i in range(shorter - head) if left[-1 - i] != right[-1 - i]), shorter - head)
    between = _uncrossed(_occurrences(left, head, len(left) - tail), _occurrences(right, head, len(right) - tail))
    ends = [(len(left) - i, len(right) - i) for i in range(tail, 0, -1)]
    return [*((i, i) for i in range(head)), *between, *ends]


def _occurrences(keys: Sequence[Hashable], start: int, end: int) -> dict[tuple[Hashable, int], int]:
    """Return the position of each occurrence, by key and number of the occurrence, counted from 0."""
    seen: dict[Hashable, int] = defaultdict(int)
    found = {}
    for i in range(start, end):
        found[keys[i], seen[keys[i]]] = i
        seen[keys[i]] += 1
    return found


def _uncrossed(left: dict[tuple[Hashable, int], int], right: dict[tuple[Hashable, int], int]) -> list[tuple[int, int]]:
    """Return the positions of the common keys that are in the same order on both sides."""
    # Of two keys in opposite order, drop both: which one to keep would depend on which run is on the left.
    both = [(i, right[key]) for key, i in left.items() if key in right]
    highest_before, lowest_after = [-1], [1 + max(right.values(), default=0)]
    for _, j in both:
        highest_before.append(max(highest_before[-1], j))
    for _, j in reversed(both):
        lowest_after.append(min(lowest_after[-1], j))
    lowest_after.reverse()
    return [(i, j) for n, (i, j) in enumerate(both) if highest_before[n] < j < lowest_after[n + 1]]


def _with_steps(turns: Iterable[Turn]) -> Iterator[Turn]:
    """Yield the turns, and store in each pair the last step that each run has reached there."""
    left = right = -1
    for turn in turns:
        pairs = []
        for pair in turn.pairs:
            left = left if pair.left is None else pair.left
            right = right if pair.right is None else pair.right
            pairs.append(pair._replace(left_at=left, right_at=right))
        yield turn._replace(pairs=tuple(pairs))


def _first_divergence(turns: Sequence[Turn], left_over: bool, right_over: bool) -> Divergence | None:
    """Return the first difference between two runs; None if there is none.

    Moments that an unfinished run has not reached yet are not differences.
    """
    places = [(PairPlace(turn.number, step), pair) for turn in turns for step, pair in enumerate(turn.pairs, 1)]
    left_end = max((place for place, pair in places if pair.left is not None), default=PairPlace(-1, 0))
    right_end = max((place for place, pair in places if pair.right is not None), default=PairPlace(-1, 0))
    for place, pair in places:
        to_come = (place > left_end and not left_over) or (place > right_end and not right_over)
        if not pair.same and not to_come:
            return Divergence(place, pair)
    return None
