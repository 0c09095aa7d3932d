"""Tokens that show whether a study has changed, computed with a few small queries instead of a new full count."""

from __future__ import annotations

import math
from typing import Any

from django.db.models import Count, Max
from django.utils import timezone

from annotation.models import Answer, Assignment, Item, Rater, Role, Study
from simulator.rendering.live_parts import change_token

_MINUTE = 60


def study_token(study: Study) -> str:
    """Return a token that changes with answers, people, leases, settings, and the number of items of each role."""
    items = Item.objects.filter(study=study).order_by("role").values_list("role").annotate(count=Count("pk"))
    settings = [getattr(study, field.attname) for field in study._meta.concrete_fields]
    return change_token(settings, _answers(study), list(items), _people(study), _leases(study))


def agreement_token(study: Study) -> str:
    """Return a token that changes with everything that agreement depends on."""
    people = Rater.objects.filter(study=study).values_list("pk", "pseudonym", "left_out", "withdrawn_at")
    items = Item.objects.filter(study=study).order_by("pk")
    apart = items.exclude(role=Role.REAL).values_list("pk", "role", "trouble", "right_answers")
    settings = (study.pk, study.created_at, study.questions, study.gold_mark, study.too_fast_seconds)
    return change_token(settings, _answers(study), list(people), items.count(), list(apart))


def _answers(study: Study) -> dict[str, Any]:
    # Values are never changed: each revision adds rows, and rows are deleted when somebody withdraws. The newest key
    # is not enough: if two answers are stored at the same time, the one with the lower key may be committed last.
    return Answer.objects.filter(study=study).aggregate(newest=Max("pk"), count=Count("pk"))


def _people(study: Study) -> list[Any]:
    """Return the state of every participant. The time last seen is in whole minutes, so it changes rarely."""
    columns = ("consented_at", "passed_at", "failed_at", "finished_at", "withdrawn_at", "left_out", "last_seen_at")
    rows = Rater.objects.filter(study=study).order_by("pk").values_list("pk", *columns)
    return [(*row[:-1], row[-1] and int(row[-1].timestamp()) // _MINUTE) for row in rows]


def _leases(study: Study) -> list[Any]:
    """Return the minutes left for each unanswered assignment, rounded up as on the page; 0 if the lease ran out."""
    now = timezone.now()
    rows = Assignment.objects.filter(rater__study=study, answered_at=None).order_by("pk")
    held = rows.values_list("pk", "lease_until")
    return [(pk, max(0, math.ceil((until - now).total_seconds() / _MINUTE))) for pk, until in held]
