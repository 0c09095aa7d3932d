"""Whether anything about a study is other than it was: a few small queries instead of counting everything again."""

from __future__ import annotations

import hashlib
import math
from typing import Any

from django.db.models import Count, Max
from django.utils import timezone

from annotation.models import Assignment, Item, Rater, Study, Verdict

_MINUTE = 60


def pulse_of(study: Study) -> str:
    """Changes with every answer, with who is there and what they hold, with the items and with the study itself."""
    # Answers are never changed: each revision is a row of its own. One that gets its number first may be there last.
    newest = Verdict.objects.filter(study=study).aggregate(newest=Max("pk"), count=Count("pk"))
    items = Item.objects.filter(study=study).order_by("role").values_list("role").annotate(count=Count("pk"))
    return _hashed(_settings(study), newest, list(items), _people(study), _leases(study))


def _settings(study: Study) -> list[Any]:
    return [getattr(study, field.attname) for field in study._meta.concrete_fields]


def _people(study: Study) -> list[Any]:
    """When somebody was last seen is told to the minute, and so changes no more often."""
    columns = ("consented_at", "passed_at", "failed_at", "finished_at", "withdrawn_at", "left_out", "last_seen_at")
    rows = Rater.objects.filter(study=study).order_by("pk").values_list("pk", *columns)
    return [(*row[:-1], row[-1] and int(row[-1].timestamp()) // _MINUTE) for row in rows]


def _leases(study: Study) -> list[Any]:
    """Each with the minutes that it has left, as they are shown."""
    now = timezone.now()
    rows = Assignment.objects.filter(rater__study=study, answered_at=None).order_by("pk")
    held = rows.values_list("pk", "lease_until")
    return [(pk, max(0, math.ceil((until - now).total_seconds() / _MINUTE))) for pk, until in held]


def _hashed(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:12]
