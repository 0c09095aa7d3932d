"""The table from which all figures of agreement are computed: answers by item and rater, some of them missing."""

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
    """One row per item, one column per rater. A cell is the index of a label in `labels`, or -1 for no answer."""

    identities: tuple[str, ...]
    """Identities of the items, which settle ties among people."""
    numbers: tuple[int, ...]
    """Numbers of the items in the study."""
    raters: tuple[str, ...]
    labels: tuple[str, ...]
    """Labels in the question's order, including those that nobody chose."""
    answers: Ints
    simulated: Ints
    """Index of the simulated user's label per item; -1 if unknown or if that user was not asked this question."""

    @property
    def counts(self) -> Ints:
        """Return the number of answers per item and label."""
        return np.stack([(self.answers == label).sum(axis=1) for label in range(len(self.labels))], axis=1)


class GivenAnswer(NamedTuple):
    """One answer of one rater; `item` is the identity of the item."""

    item: str
    rater: str
    value: str


def ratings_from(
    answers: Iterable[GivenAnswer],
    labels: Sequence[str],
    items: Mapping[str, int] | None = None,
    simulated: Mapping[str, str] | None = None,
) -> Ratings:
    """Return a table of answers. `items` maps each item to its number; by default, items are numbered from 1.

    Raters are sorted by name. A value that the question no longer has is added at the end of the labels; a
    reaction of the simulated user that is not a label is treated as unknown.
    """
    given = list(answers)
    order = dict(items) if items is not None else _counted_through(given)
    # Sorted, so that a figure does not depend on the order in which answers arrived.
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
    """Return the table with the simulated user as one more rater."""
    answers = np.concatenate([ratings.answers, ratings.simulated[:, None]], axis=1)
    return ratings._replace(raters=(*ratings.raters, SIMULATED), answers=answers)


class Votes(NamedTuple):
    """Counts of people's answers to one question about one item."""

    number: int
    identity: str
    counts: tuple[int, ...]
    """Number of answers per label."""
    majority: str
    """See `majority_of`."""
    settled: str
    """Like `majority`, but a tie for first place is settled by the item's identity."""
    simulated: str


def votes_of(ratings: Ratings) -> tuple[Votes, ...]:
    """Return the votes on every item, including items without answers."""
    labels = ratings.labels
    found = []
    for place, counts in enumerate(ratings.counts.tolist()):
        by_label = dict(zip(labels, counts, strict=True))
        did = int(ratings.simulated[place])
        found.append(
            Votes(
                ratings.numbers[place],
                ratings.identities[place],
                tuple(counts),
                majority_of(by_label),
                settled(leaders(by_label), ratings.identities[place]),
                labels[did] if did >= 0 else "",
            )
        )
    return tuple(found)


def leaders(counts: Mapping[str, int]) -> list[str]:
    """Return the most frequent labels, several if they tie, in the question's order; none if nobody answered."""
    most = max(counts.values(), default=0)
    return [label for label, count in counts.items() if count and count == most]


def majority_of(counts: Mapping[str, int]) -> str:
    """Return the most frequent label, even if only one person answered; "" if several labels tie or nobody answered."""
    first = leaders(counts)
    return first[0] if len(first) == 1 else ""


def settled(tied: Sequence[str], identity: str) -> str:
    """Return one of the tied labels, picked by SHA-256 of the item's identity, so that the choice can be reproduced."""
    if not tied:
        return ""
    return tied[int(hashlib.sha256(identity.encode()).hexdigest(), 16) % len(tied)]


def _counted_through(answers: Sequence[GivenAnswer]) -> dict[str, int]:
    names = dict.fromkeys(answer.item for answer in answers)
    return {name: number for number, name in enumerate(names, start=1)}
