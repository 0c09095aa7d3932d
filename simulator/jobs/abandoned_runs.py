"""Ends runs whose player has not come back for too long."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now

from simulator.jobs import notify
from simulator.models import Episode, State

_AT_ONCE = 100


def end_abandoned_runs() -> int:
    """End runs that have waited for a person longer than PARE_PLAY_HOURS, and return their number.

    An abandoned run keeps its moments, but gets no outcome, so no rate counts it.
    """
    limit = timedelta(hours=settings.PLAY_HOURS)
    overdue = Episode.objects.filter(state=State.WAITING, waits_since__lt=Now() - limit)
    with transaction.atomic():
        locked = overdue.select_for_update(skip_locked=True).order_by("pk")
        found = list(locked.values_list("pk", flat=True)[:_AT_ONCE])
        Episode.objects.filter(pk__in=found).update(
            state=State.ABANDONED,
            awaits="",
            ended_at=Now(),
            reason=f"Nobody decided for {settings.PLAY_HOURS} hours, so the run was ended.",
        )
    for pk in found:
        notify.tell(pk)
    return len(found)
