"""Withdrawal: delete a participant's answers and runs, and correct counts, as if the answers had never been given."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from annotation.models import Answer, Assignment, Item, Rater
from annotation.people.joining import comes_by_link
from annotation.play_studies.run_deletion import delete_runs_of


def withdraw(rater: Rater) -> None:
    """Delete a participant's answers, runs and assignments, and their account if it was made for a link to this study.

    The participant's row stays, without personal data, so that the pseudonym stays reserved.
    """
    with transaction.atomic():
        person = Rater.objects.select_for_update(no_key=True).select_related(None).get(pk=rater.pk)
        if person.withdrawn_at is not None:
            return
        answered = Assignment.objects.filter(rater=person).exclude(answered_at=None).values_list("item_id", flat=True)
        # Locked in the order of keys. People who answer lock one item at a time, so there is no deadlock.
        items = Item.objects.select_for_update(no_key=True).filter(pk__in=list(answered)).order_by("pk")
        counted = [item.pk for item in items if item.answered]
        Item.objects.filter(pk__in=counted).update(answered=F("answered") - 1)
        Answer.objects.filter(rater=person).delete()
        Assignment.objects.filter(rater=person).delete()
        delete_runs_of(person)
        account = person.user
        person.user, person.panel_id, person.withdrawn_at = None, "", timezone.now()
        person.code_hash, person.code_issued_at, person.wrong_codes, person.wrong_since = "", None, 0, None
        # The pseudonym stays reserved, because answers of a new person must not look like the answers of this person.
        person.cursor, person.last_seen_at = 0, None
        person.save()
        if account is not None and comes_by_link(account) and not account.ratings_as.exists():
            account.delete()
