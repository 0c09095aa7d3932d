"""Batches taken back as long as nobody can have seen them, and studies deleted with all that they hold."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet

from annotation.jobs.bad_study import CannotChange
from annotation.jobs.candidates import portions
from annotation.models import Assignment, Batch, Item, Study, StudyState
from simulator.models import Episode


def is_removable(study: Study, batch: Batch) -> bool:
    """Only the newest: later ones were drawn beside it, and could not be drawn the same again without it."""
    if study.state != StudyState.DRAFT or _later(batch):
        return False
    return not Assignment.objects.filter(item__batch=batch).exists()


def remove_batch(batch: Batch) -> int:
    """Gives how many items went with it."""
    with transaction.atomic():
        study = Study.objects.select_for_update(no_key=True).get(pk=batch.study_id)
        if study.state == StudyState.DRAFT and (later := _later(batch)):
            raise CannotChange(
                f"Batch {batch.number} stays: batch {later.number} was drawn beside it.", "Remove the newest one first."
            )
        if not is_removable(study, batch):
            raise CannotChange(
                f"Batch {batch.number} stays: the study has been opened, or somebody has had its items.",
                "Leave single items out instead.",
            )
        runs, count = _runs(batch.items.all()), batch.items.count()
        batch.delete()
        _release(runs)
    return count


def delete_study(study: Study) -> None:
    with transaction.atomic():
        runs = _runs(study.items.all())
        study.delete()
        _release(runs)


def _later(batch: Batch) -> Batch | None:
    return Batch.objects.filter(study=batch.study_id, number__gt=batch.number).order_by("-number").first()


def _runs(items: QuerySet[Item]) -> set[int]:
    return set(items.order_by().values_list("episode_id", flat=True).distinct())


def _release(runs: set[int]) -> None:
    """What no study judges any more is open for reading again."""
    for some in portions(sorted(runs)):
        still = _runs(Item.objects.filter(episode__in=some))
        Episode.objects.filter(pk__in=set(some) - still).update(is_withheld=False)
