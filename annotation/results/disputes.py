"""Finds the items on which people differ among themselves or from the simulated user, with the votes on each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from annotation.agreement.ratings import majority_of
from annotation.models import Item, Role
from annotation.results.current_answers import CurrentAnswer, CurrentAnswers, JudgedItem

# With fewer answers, the majority of an item is not compared with the simulated user.
LEAST = 2


class ItemVotes(NamedTuple):
    """An item with the votes about it, the most frequent first."""

    item: JudgedItem
    votes: Sequence[CurrentAnswer]
    majority: str
    """See `majority_of`."""

    @property
    def differs(self) -> bool:
        return len({vote.value for vote in self.votes}) > 1

    @property
    def differs_from_simulated(self) -> bool:
        return bool(self.majority and self.item.simulated) and self.majority != self.item.simulated

    @property
    def reason(self) -> str:
        """Return the reason of the rarest answer with a reason, which explains the dispute best; "" if none has one."""
        return next((vote.reason for vote in reversed(self.votes) if vote.reason), "")

    @property
    def quickest(self) -> float:
        return min(vote.seconds for vote in self.votes)

    @property
    def slowest(self) -> float:
        return max(vote.seconds for vote in self.votes)


def judged_items(current: CurrentAnswers, key: str, without: Iterable[int] = ()) -> list[ItemVotes]:
    """Return all real items with an answer to this question, sorted by number; skip answers of raters in `without`."""
    left_out = set(without)
    votes: defaultdict[int, list[CurrentAnswer]] = defaultdict(list)
    for one in current.counting(key):
        if one.rater not in left_out:
            votes[one.item].append(one)
    return [_judged(item, votes[pk]) for pk, item in current.items.items() if item.role == Role.REAL and votes.get(pk)]


def disputed(judged: Iterable[ItemVotes], simulated: bool = False) -> list[ItemVotes]:
    """Return the items on which people differ, the most evenly split first.

    With `simulated`, return the items with two or more answers whose majority differs from the simulated user's action.
    """
    if simulated:
        found = [one for one in judged if len(one.votes) >= LEAST and one.differs_from_simulated]
    else:
        found = [one for one in judged if one.differs]
    return sorted(found, key=_evenness)


def offers_of(judged: Sequence[ItemVotes]) -> Mapping[int, str]:
    """Return the text of each item's offer, by the item's primary key; callers pass one page of items at a time."""
    return dict(Item.objects.filter(pk__in=[one.item.pk for one in judged]).values_list("pk", "offer"))


def _judged(item: JudgedItem, votes: Sequence[CurrentAnswer]) -> ItemVotes:
    counts = Counter(vote.value for vote in votes)
    ordered = sorted(votes, key=lambda vote: (-counts[vote.value], vote.value))
    return ItemVotes(item, ordered, majority_of(counts))


def _evenness(one: ItemVotes) -> tuple[float, int, int]:
    counts = Counter(vote.value for vote in one.votes)
    return max(counts.values()) / len(one.votes), -len(one.votes), one.item.number
