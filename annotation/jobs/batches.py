"""Batches taken back, as long as nobody can have seen them."""

from __future__ import annotations

from django.db import transaction

from annotation.jobs.refusals import CannotChange
from annotation.models import Assignment, Batch, Item, Study, StudyState
from simulator.models import Episode


def is_removable(study: Study, batch: Batch) -> bool:
    return study.state == StudyState.DRAFT and not Assignment.objects.filter(item__batch=batch).exists()


def remove_batch(batch: Batch) -> int:
    """Its items go, and the runs that no study judges any more are open for reading again. Gives how many items."""
    with transaction.atomic():
        study = Study.objects.select_for_update().get(pk=batch.study_id)
        if not is_removable(study, batch):
            raise CannotChange(
                f"Batch {batch.number} stays: the study has been opened, or somebody has had its items.",
                "Leave single items out instead.",
            )
        runs = set(batch.items.order_by().values_list("episode_id", flat=True).distinct())
        count = batch.items.count()
        batch.delete()
        still = set(Item.objects.filter(episode__in=runs).order_by().values_list("episode_id", flat=True).distinct())
        Episode.objects.filter(pk__in=runs - still).update(is_withheld=False)
    return count
