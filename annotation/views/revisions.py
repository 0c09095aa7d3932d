"""What one person said about one item: every revision of it, and what is to be thought of the latest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from annotation.models import Item, Rater, Role, Study, Verdict


class Revision(NamedTuple):
    """One answer to an item, to all of its questions. `values` are empty where it was taken back."""

    number: int
    at: datetime
    seconds: float
    values: Mapping[str, str]
    reason: str
    guidelines: int
    attempt: int

    @property
    def is_taken_back(self) -> bool:
        return not any(self.values.values())


class ItemAnswers(NamedTuple):
    item: Item
    rater: Rater
    revisions: Sequence[Revision]
    """The latest first."""
    is_right: bool | None
    """Of gold and practice."""
    is_fast: bool
    """Of real items, as everywhere that it is counted."""

    @property
    def latest(self) -> Revision:
        return self.revisions[0]


def item_answers(study: Study, item: Item, rater: Rater, rows: Sequence[Verdict]) -> ItemAnswers:
    """`rows`: all that this person ever said about it."""
    revisions = _revisions(rows)
    latest = revisions[0]
    is_right = None
    if item.role != Role.REAL and item.right_answers and not latest.is_taken_back:
        is_right = all(latest.values.get(key) == value for key, value in item.right_answers.items())
    fast = not latest.is_taken_back and item.role == Role.REAL and latest.seconds < study.too_fast_seconds
    return ItemAnswers(item, rater, revisions, is_right, fast)


def _revisions(rows: Sequence[Verdict]) -> list[Revision]:
    """The latest first."""
    by_number: defaultdict[int, list[Verdict]] = defaultdict(list)
    for row in rows:
        by_number[row.revision].append(row)
    return [
        Revision(
            number,
            said[0].given_at,
            said[0].seconds,
            {row.key: row.value for row in said},
            next((row.reason for row in said if row.reason), ""),
            said[0].guidelines,
            said[0].attempt,
        )
        for number, said in sorted(by_number.items(), reverse=True)
    ]
