"""What is there after the first start: a study that is open, with practice, gold and a link."""

from __future__ import annotations

import pytest

from annotation.labelling.claiming import claim
from annotation.models import Invitation, Role, Study, StudyState
from annotation.people.invite_links import invitation_of
from pare_site.sign_in.links import owner
from pare_site.supervisor.demo import invitation, seed_runs, seed_study
from simulator.jobs.scenario_sync import sync_scenarios
from simulator.models import Episode
from tests.annotation.study_fixtures import rater

pytestmark = pytest.mark.usefixtures("redis_server", "transactional_db")


@pytest.mark.all
def test_a_newcomer_finds_a_study_that_can_be_answered_at_once() -> None:
    sync_scenarios()
    seed_runs()
    seed_study(owner())
    study = Study.objects.get()
    assert study.state == StudyState.OPEN
    assert study.leads.get() == owner()
    roles = list(study.items.values_list("role", flat=True))
    assert (roles.count(Role.PRACTICE), roles.count(Role.GOLD)) == (3, 3)
    assert roles.count(Role.REAL) > 20
    assert invitation_of(invitation()) == Invitation.objects.get(study=study)
    assert len(claim(rater(study)).held) == 2
    assert all(item.episode.is_withheld for item in study.items.select_related("episode"))


@pytest.mark.all
def test_seeding_again_adds_nothing() -> None:
    sync_scenarios()
    seed_runs()
    seed_study(owner())
    before = (Episode.objects.count(), Study.objects.count(), Invitation.objects.count())
    seed_runs()
    seed_study(owner())
    assert (Episode.objects.count(), Study.objects.count(), Invitation.objects.count()) == before
