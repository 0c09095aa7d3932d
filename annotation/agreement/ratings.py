"""Who said what: items by raters, with gaps. Everything about agreement starts from this table."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
MISSING = -1
SIMULATED = "simulated user"


class Ratings(NamedTuple):
    """One row per item, one column per rater. A cell is the place of a label in `labels`, or -1 for no answer."""

    identities: tuple[str, ...]
    """Of the items; ties among people are settled by them."""
    numbers: tuple[int, ...]
    """By which the items are shown."""
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    """In the question's order, also those that nobody chose."""
    answers: Ints
    simulated: Ints
    """What the simulated user did, one per item; -1 where it is not known or not the same question."""

    @property
    def counts(self) -> Ints:
        """Items by labels: how many gave each."""
        return np.stack([(self.answers == label).sum(axis=1) for label in range(len(self.labels))], axis=1)


class Answer(NamedTuple):
    """One answer, by the identity of its item."""

    item: str
    rater: str
    value: str


def ratings_from(
    answers: Iterable[Answer],
    labels: Sequence[str],
    items: Mapping[str, int] | None = None,
    simulated: Mapping[str, str] | None = None,
) -> Ratings:
    """A table of answers. `items` gives the items with their numbers; without it those answered are counted through.

    Raters stand in the order of their names. A value that is no label (the question was changed) becomes one at the
    end; a reaction of the simulated user that is none counts as not known.
    """
    given = list(answers)
    order = dict(items) if items is not None else _counted_through(given)
    raters = sorted({answer.rater for answer in given})
    others = sorted({answer.value for answer in given} - set(labels))
    known = {label: place for place, label in enumerate([*labels, *others])}
    row, column = ({name: place for place, name in enumerate(names)} for names in (order, raters))
    table = np.full((len(order), len(raters)), MISSING, dtype=np.int64)
    for answer in given:
        table[row[answer.item], column[answer.rater]] = known[answer.value]
    did = [known.get((simulated or {}).get(item, ""), MISSING) for item in order]
    return Ratings(
        tuple(order), tuple(order.values()), tuple(raters), tuple(known), table, np.array(did, dtype=np.int64)
    )


def with_simulated(ratings: Ratings) -> Ratings:
    """The simulated user as one more rater."""
    answers = np.concatenate([ratings.answers, ratings.simulated[:, None]], axis=1)
    return ratings._replace(raters=(*ratings.raters, SIMULATED), answers=answers)


class Votes(NamedTuple):
    """What people said of one item."""

    number: int
    identity: str
    counts: tuple[int, ...]
    """One per label."""
    majority: str
    """What most people said, be it a single one; empty if several labels share the first place, or nobody answered."""
    settled: str
    """The same, but where labels share the first place the one that the item's identity picks."""
    simulated: str


def votes_of(ratings: Ratings) -> tuple[Votes, ...]:
    """Of every item, answered or not."""
    labels = ratings.labels
    found = []
    for place, counts in enumerate(ratings.counts.tolist()):
        first = [label for label, count in zip(labels, counts, strict=True) if count and count == max(counts)]
        did = int(ratings.simulated[place])
        found.append(
            Votes(
                ratings.numbers[place],
                ratings.identities[place],
                tuple(counts),
                first[0] if len(first) == 1 else "",
                settled(first, ratings.identities[place]) if first else "",
                labels[did] if did >= 0 else "",
            )
        )
    return tuple(found)


def settled(tied: Sequence[str], identity: str) -> str:
    """One of several labels, in the question's order, by SHA-256 of the identity: anybody can work it out again."""
    return tied[int(hashlib.sha256(identity.encode()).hexdigest(), 16) % len(tied)]


def _counted_through(answers: Sequence[Answer]) -> dict[str, int]:
    names = dict.fromkeys(answer.item for answer in answers)
    return {name: number for number, name in enumerate(names, start=1)}
