"""What people said about each item to one question, and where they differ: among themselves, or from the simulation."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotation.jobs.standing import ItemRow, Said, Standing
from annotation.models import Item, Role

LEAST = 2
"""One answer alone differs from nothing."""


class Judged(NamedTuple):
    """An item with the votes about it, the most frequent first."""

    item: ItemRow
    votes: Sequence[Said]
    majority: str
    """What more people said than anything else; empty where two answers have as many."""

    @property
    def differs(self) -> bool:
        return len({vote.value for vote in self.votes}) > 1

    @property
    def differs_from_simulated(self) -> bool:
        return bool(self.majority and self.item.simulated) and self.majority != self.item.simulated

    @property
    def reason(self) -> str:
        """One that was given: of whoever is in the minority first, as they have most to explain."""
        return next((vote.reason for vote in reversed(self.votes) if vote.reason), "")

    @property
    def quickest(self) -> float:
        return min(vote.seconds for vote in self.votes)

    @property
    def slowest(self) -> float:
        return max(vote.seconds for vote in self.votes)


def judged_items(standing: Standing, key: str, without: Iterable[int] = ()) -> list[Judged]:
    """All real items with an answer to this question, in the order of their numbers."""
    left_out = set(without)
    votes: defaultdict[int, list[Said]] = defaultdict(list)
    for one in standing.of_question(key):
        if one.rater not in left_out:
            votes[one.item].append(one)
    return [_judged(item, votes[pk]) for pk, item in standing.items.items() if item.role == Role.REAL and votes.get(pk)]


def disputed(judged: Iterable[Judged], simulated: bool = False) -> list[Judged]:
    """Where people differ, the most evenly split first; or where their majority is not what the simulated user did."""
    if simulated:
        found = [one for one in judged if len(one.votes) >= LEAST and one.differs_from_simulated]
    else:
        found = [one for one in judged if one.differs]
    return sorted(found, key=_evenness)


def offers_of(judged: Sequence[Judged]) -> Mapping[int, str]:
    """What was offered in each of these items; asked for a page of them at a time."""
    return dict(Item.objects.filter(pk__in=[one.item.pk for one in judged]).values_list("pk", "offer"))


def _judged(item: ItemRow, votes: Sequence[Said]) -> Judged:
    counts = Counter(vote.value for vote in votes).most_common()
    frequent = dict(counts)
    tied = len(counts) > 1 and counts[0][1] == counts[1][1]
    ordered = sorted(votes, key=lambda vote: (-frequent[vote.value], vote.value))
    return Judged(item, ordered, "" if tied else counts[0][0])


def _evenness(one: Judged) -> tuple[float, int, int]:
    counts = Counter(vote.value for vote in one.votes)
    return max(counts.values()) / len(one.votes), -len(one.votes), one.item.number
