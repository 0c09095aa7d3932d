"""Facts that belong together: what is said of one thing must not be said of another."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence

from simulator.scenario.facts.fact import Fact
from simulator.scenario.facts.normalise import Span
from simulator.scenario.facts.reading import Reading

Group = tuple[Fact, ...]
"""The first fact is the subject; the others are said of it."""
_END = sys.maxsize


def first_apart(groups: Sequence[Group], reading: Reading) -> Group | None:
    """The first group whose facts do not stand together, or None."""
    subjects = [reading.places(group[0]) for group in groups]
    for group, own in zip(groups, subjects, strict=True):
        others = [
            span
            for other, spans in zip(groups, subjects, strict=True)
            if other[0] != group[0]
            for span in spans
            # In "Joana Prado" a Joana is no other person.
            if not any(_overlap(span, mine) for mine in own)
        ]
        said = [reading.places(fact) for fact in group[1:]]
        if not (_share_a_passage([own, *said], others, reading) or _follow_subject(own, said, others)):
            return group
    return None


def _share_a_passage(places: Sequence[Sequence[Span]], others: Sequence[Span], reading: Reading) -> bool:
    """A line or sentence has all of them, and no other subject."""
    return any(
        all(any(_inside(span, passage) for span in spans) for spans in places)
        and not any(_inside(other, passage) for other in others)
        for passage in reading.passages
    )


def _follow_subject(subject: Iterable[Span], said: Sequence[Sequence[Span]], others: Sequence[Span]) -> bool:
    """All that is said stands behind the subject and before the next other one."""
    for _, behind in subject:
        stretch = behind, min((start for start, _ in others if start >= behind), default=_END)
        if all(any(_inside(span, stretch) for span in spans) for spans in said):
            return True
    return False


def _inside(inner: Span, outer: Span) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _overlap(one: Span, other: Span) -> bool:
    return one[0] < other[1] and other[0] < one[1]
