"""What a person sees of their own work: how far they are, how long it takes, and their last answers."""

from __future__ import annotations

import math
from datetime import datetime
from statistics import median
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils import timezone

from annotation.jobs.leases import taken
from annotation.jobs.order import gold_to_come
from annotation.models import Assignment, Item, Rater, Role, Verdict

EXCERPT = 80
_OF_LATE = 30


class OwnProgress(NamedTuple):
    answered: int
    of: int
    """Gold counts as well, and so does gold to come: the numbers tell nobody which items are gold."""
    median_seconds: float | None
    minutes_left: int | None


class OwnAnswer(NamedTuple):
    place: int
    code: str
    kind: str
    offer: str
    """Its beginning."""
    values: dict[str, str]
    reason: str
    revision: int
    answered_at: datetime
    seconds: float


def progress_of(rater: Rater) -> OwnProgress:
    study = rater.study
    shown = Assignment.objects.filter(rater=rater, item__role__in=(Role.REAL, Role.GOLD))
    mine = shown.aggregate(
        answered=Count("pk", filter=Q(answered_at__isnull=False)),
        real=Count("pk", filter=taken(timezone.now()) & Q(item__role=Role.REAL)),
        gold=Count("pk", filter=taken(timezone.now()) & Q(item__role=Role.GOLD)),
    )
    wanted = Item.objects.filter(study=study, role=Role.REAL, trouble="", answered__lt=study.per_item)
    own = Assignment.objects.filter(taken(timezone.now()), rater=rater).values("item")
    left = wanted.exclude(pk__in=own).count()
    if study.per_person is not None:
        left = max(0, min(left, study.per_person - mine["real"]))
    gold_left = Item.objects.filter(study=study, role=Role.GOLD, trouble="").count() - mine["gold"]
    gold = gold_to_come(study, rater, rater.places + 1, left, gold_left)
    of = mine["real"] + mine["gold"] + left + gold
    usual = _usual_seconds(rater)
    open_ = of - mine["answered"]
    return OwnProgress(mine["answered"], of, usual, None if usual is None else math.ceil(open_ * usual / 60))


def last_answers(rater: Rater, count: int = 10) -> list[OwnAnswer]:
    """The newest first."""
    rows = Assignment.objects.filter(rater=rater, answered_at__isnull=False, item__role__in=(Role.REAL, Role.GOLD))
    last = list(rows.select_related("item").order_by("-answered_at", "-pk")[:count])
    said: dict[int, list[Verdict]] = {}
    for verdict in Verdict.objects.filter(rater=rater, is_latest=True, item__in=[row.item_id for row in last]):
        said.setdefault(verdict.item_id, []).append(verdict)
    return [_own_answer(row, said.get(row.item_id, [])) for row in last]


def _own_answer(row: Assignment, said: list[Verdict]) -> OwnAnswer:
    item = row.item
    offer = item.offer if len(item.offer) <= EXCERPT else item.offer[: EXCERPT - 1].rstrip() + "…"
    values = {verdict.key: verdict.value for verdict in said}
    reason = next((verdict.reason for verdict in said if verdict.reason), "")
    seconds = said[0].seconds if said else 0
    assert row.answered_at is not None
    return OwnAnswer(row.place, item.code, item.kind, offer, values, reason, row.revision, row.answered_at, seconds)


def _usual_seconds(rater: Rater) -> float | None:
    """Of the last answers, so that it follows the person."""
    rows = Verdict.objects.filter(rater=rater, is_latest=True, attempt=0).exclude(value="")
    seconds = list(rows.order_by("-pk").values_list("seconds", flat=True)[:_OF_LATE])
    return median(seconds) if seconds else None
