"""Withdrawing: nothing that somebody said is left, and all counts are as if it had never been said."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from annotation.files.answer_export import export
from annotation.labelling.answering import answer
from annotation.labelling.claiming import claim
from annotation.models import Answer, Assignment, Item, Rater, Role, Study
from annotation.people.invite_links import make_invitation
from annotation.people.joining import Door, arrival, join
from annotation.people.withdrawal import withdraw
from tests.annotation.study_fixtures import items, rater, study
from tests.simulator.views.cast import person

pytestmark = pytest.mark.django_db
ACCEPT = {"decision": "accept"}


def judged(of: Study, who: Rater, count: int) -> None:
    for _ in range(count):
        answer(who, claim(who).held[0].item.code, ACCEPT, "a secret reason")


def test_answers_leases_and_the_account_are_gone() -> None:
    made = study(per_item=2, gold_every=2)
    items(made, 4)
    items(made, 2, Role.GOLD)
    gone, stays = rater(made, "Sorrel", panel_id="5f3a"), rater(made, "Plover")
    judged(made, gone, 4)
    judged(made, stays, 3)
    withdraw(gone)
    gone.refresh_from_db()
    assert (gone.user, gone.panel_id, gone.withdrawn_at is None) == (None, "", False)
    assert not Answer.objects.filter(rater=gone).exists() and not Assignment.objects.filter(rater=gone).exists()
    assert not User.objects.filter(username__endswith="sorrel").exists()
    counted = {item.pk: item.assignments.exclude(answered_at=None).count() for item in Item.objects.all()}
    assert {item.pk: item.answered for item in Item.objects.all()} == counted and sum(counted.values()) == 3
    assert Rater.objects.filter(study=made).count() == 2


def test_others_can_have_the_places() -> None:
    made = study(per_item=1)
    items(made, 2)
    gone, other = rater(made, "Sorrel"), rater(made, "Plover")
    judged(made, gone, 1)
    assert not claim(other).held
    withdraw(gone)
    assert len(claim(other).held) == 2


def test_the_export_has_nothing_of_it() -> None:
    made = study()
    items(made, 2)
    gone, stays = rater(made, "Sorrel", panel_id="5f3a"), rater(made, "Plover")
    judged(made, gone, 2)
    judged(made, stays, 1)
    before = _exported(made)
    withdraw(gone)
    after = _exported(made)
    assert "Sorrel" in before and "Plover" in after
    assert "Sorrel" not in after and "5f3a" not in after


def test_an_account_of_their_own_stays() -> None:
    made = study()
    lead = person("researcher")
    joined = join(make_invitation(made), lead)
    withdraw(joined)
    assert User.objects.filter(pk=lead.pk).exists()
    assert not Rater.objects.filter(user=lead).exists()


def test_their_link_says_so() -> None:
    invitation = make_invitation(study(), "Sorrel")
    joined = join(invitation)
    withdraw(joined)
    withdraw(joined)
    assert arrival(invitation) == (Door.WITHDRAWN, joined)


def _exported(made: Study) -> str:
    return export(made, "jsonl", with_panel_ids=True).content.decode()
