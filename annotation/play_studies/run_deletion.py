"""Deletes the runs that a person has played for a study, when the person withdraws."""

from __future__ import annotations

from django.db import transaction
from django.db.models import ProtectedError

from annotation.models import PlayAssignment, Rater
from simulator.models import EnteredDecision, Episode, Seat


def delete_runs_of(rater: Rater) -> None:
    """Delete the participant's runs. Runs that other work needs, such as items of a study, lose their link to them."""
    runs = PlayAssignment.objects.filter(rater=rater).exclude(episode=None).values_list("episode_id", flat=True)
    for pk in list(runs):
        try:
            # A savepoint, because a refused deletion must not undo the whole withdrawal.
            with transaction.atomic():
                Episode.objects.filter(pk=pk).delete()
        except ProtectedError:
            # With the seat goes everything that the person said about the run outside the story.
            Seat.objects.filter(episode=pk).delete()
            EnteredDecision.objects.filter(episode=pk).delete()
            Episode.objects.filter(pk=pk).update(started_by=None, note="")
    PlayAssignment.objects.filter(rater=rater).delete()
