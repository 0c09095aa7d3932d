"""People answer while others change their study: nobody waits for what does not concern them, and nobody forever."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest
from django.db import connection, transaction

from annotation.labelling.answering import answer
from annotation.labelling.claiming import claim
from annotation.models import Answer, Item, Rater, Role, Study, TextKind
from annotation.people.withdrawal import withdraw
from annotation.sampling.spec import SampleSpec
from annotation.studies.batches import draw_batch
from annotation.studies.item_roles import set_role
from annotation.studies.lifecycle import change_study, new_text, plan_of
from tests.annotation.pools import offering
from tests.annotation.study_fixtures import items, rater, study
from tests.waiting import join

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite lets one write at a time"),
]
PATIENCE = 20


def draws(made: Study, spare: Item) -> None:
    draw_batch(made, SampleSpec(size=2))


def leaves_out(made: Study, spare: Item) -> None:
    set_role(spare, Role.DROPPED)


def raises_the_quota(made: Study, spare: Item) -> None:
    change_study(made, plan_of(made).model_copy(update={"per_item": 9}))


def writes_guidelines(made: Study, spare: Item) -> None:
    new_text(made, TextKind.GUIDELINES, "Be kinder.")


def withdraws(made: Study, spare: Item) -> None:
    """Somebody who has answered gold that the other person is handed next."""
    withdraw(Rater.objects.get(study=made, pseudonym="Tansy"))


@pytest.mark.parametrize("change", [draws, leaves_out, raises_the_quota, writes_guidelines, withdraws])
def test_an_answer_is_taken_while_a_change_is_not_yet_done(change: Callable[[Study, Item], None]) -> None:
    """Rows of answers name their study and their item, and databases look whether these are still there."""
    offering("oracle", "accept", "reject")
    made = study(gold_every=2)
    *_, spare = items(made, 9)
    items(made, 4, Role.GOLD)
    person, other = rater(made), rater(made, "Tansy")
    for _ in range(6):
        answer(other, claim(other).held[0].item.code, {"decision": "accept"})
    # An item that the other person has answered would be waited for, and rightly.
    theirs = {spare.pk, *other.assignments.values_list("item_id", flat=True)}
    held = next(one for want in range(2, 14) for one in claim(person, want).held if one.item.pk not in theirs)
    is_changed, may_end = threading.Event(), threading.Event()

    def changing() -> None:
        try:
            with transaction.atomic():
                change(made, spare)
                is_changed.set()
                may_end.wait(PATIENCE)
        finally:
            connection.close()

    def answering() -> None:
        try:
            answer(person, held.item.code, {"decision": "accept"}, want=6)
        finally:
            connection.close()

    lead, judge = threading.Thread(target=changing), threading.Thread(target=answering)
    lead.start()
    assert is_changed.wait(PATIENCE)
    judge.start()
    judge.join(PATIENCE / 4)
    waits = judge.is_alive()
    may_end.set()
    join(lead, judge)
    assert not waits
    assert Answer.objects.filter(rater=person, item=held.item, is_latest=True).count() == 1
