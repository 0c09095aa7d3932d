"""A participant's own progress: answers given and to come, the time left, and their last answers."""

from __future__ import annotations

import math
from datetime import datetime
from statistics import median
from typing import NamedTuple

from django.utils import timezone

from annotation.labelling.item_order import gold_to_come
from annotation.labelling.prepared_sql import seconds_of, work_of
from annotation.models import Answer, Assignment, Rater, Role
from simulator.words.english import cut

# Characters of an offer that the list of last answers shows.
EXCERPT = 80
# Number of latest answers from which the pace is computed.
_OF_LATE = 30


class OwnProgress(NamedTuple):
    """Number of items that a participant has answered, the total, and the likely time for the unanswered items."""

    answered: int
    of: int
    """Total number of items, including gold items, so that it gives no hint of which items are gold."""
    median_seconds: float | None
    minutes_left: int | None


class OwnAnswer(NamedTuple):
    """An answer as its author sees it in the list of last answers."""

    place: int
    code: str
    kind: str
    offer: str
    """Start of the offer's text."""
    values: dict[str, str]
    reason: str
    revision: int
    answered_at: datetime
    seconds: float


def progress_of(rater: Rater) -> OwnProgress:
    """Return the participant's progress; the times are None before the first answer."""
    study = rater.study
    work = work_of(rater, study, timezone.now())
    left = work.real_left
    if study.per_person is not None:
        left = max(0, min(left, study.per_person - work.real))
    to_come = left + gold_to_come(study, rater, rater.places + 1, left, work.gold_left)
    of = max(work.answered, work.real + work.gold + to_come)
    seconds = seconds_of(rater, _OF_LATE)
    if not seconds:
        return OwnProgress(work.answered, of, None, None)
    # The median, because one long break would spoil a mean.
    usual = median(seconds)
    return OwnProgress(work.answered, of, usual, math.ceil((of - work.answered) * usual / 60))


def last_answers(rater: Rater, count: int = 10) -> list[OwnAnswer]:
    """Return the answers to the last `count` real or gold items, newest first."""
    rows = Assignment.objects.filter(rater=rater, answered_at__isnull=False, item__role__in=(Role.REAL, Role.GOLD))
    last = list(rows.select_related("item").order_by("-answered_at", "-pk")[:count])
    said: dict[int, list[Answer]] = {}
    for answer in Answer.objects.filter(rater=rater, is_latest=True, item__in=[row.item_id for row in last]):
        said.setdefault(answer.item_id, []).append(answer)
    return [_own_answer(row, said.get(row.item_id, [])) for row in last]


def _own_answer(row: Assignment, said: list[Answer]) -> OwnAnswer:
    item = row.item
    offer = cut(item.offer, EXCERPT)
    values = {answer.key: answer.value for answer in said}
    reason = next((answer.reason for answer in said if answer.reason), "")
    seconds = said[0].seconds if said else 0
    assert row.answered_at is not None
    return OwnAnswer(row.place, item.code, item.kind, offer, values, reason, row.revision, row.answered_at, seconds)
